//! Turns repeated patterns of calls, for example octaves, back into loops.
//!
//! A loop is a run of blocks of calls. All blocks call the same functions. From block to block, literals and axes
//! advance by constant steps. An argument of a call is one of three: the same value in all blocks, a value from an earlier
//! call of the same block, or a value from a call of the previous block.

use std::collections::HashMap;
use std::fmt::Write;

use orogen_noise::trace::Name;

use super::expression::Offsets;
use super::parts::{Call, Item, Parts};

/// Maximum number of calls in a block. Longer blocks are not searched for.
const MAX_PERIOD: usize = 24;

/// Where an argument comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    /// A value from before the loop. It is the same in every block.
    Outside(Name),
    /// Output `.1` of call `.0` of the same block.
    Inside(usize, usize),
    /// Output `.1` of call `.0` of the previous block.
    Before(usize, usize),
}

/// A run of blocks.
struct Loop<'a> {
    /// The calls, block after block.
    calls: Vec<&'a Call>,
    /// Number of calls in a block.
    period: usize,
    /// The last value that any of the calls returns.
    end: Name,
}

/// The statements of one item, or of several items in a loop.
pub(crate) struct Statements {
    pub text: String,
    /// One value for each item.
    pub values: Vec<Name>,
    /// The functions that the statements call, once per call in the text.
    pub calls: Vec<usize>,
}

/// The statements of some items, with loops.
pub(crate) fn body(parts: &mut Parts<'_>, items: &[Item], base: Offsets) -> Vec<Statements> {
    let (mut body, mut at, mut shares) = (Vec::new(), 0, HashMap::new());
    while at < items.len() {
        let (number, mut text, first) = (body.len(), String::new(), at);
        let written = if let Some(candidate) = best_loop(parts, &items[at..]) {
            candidate.write(parts, number, base, &mut text);
            at += candidate.calls.len();
            candidate.period
        } else {
            write_item(parts, &items[at], number, base, &mut shares, &mut text);
            at += 1;
            1
        };
        let values = items[first..at].iter().map(Item::value).collect();
        let calls = items[first..first + written].iter().filter_map(Item::function).collect();
        body.push(Statements { text, values, calls });
    }
    body
}

/// Writes an item outside of loops. `shares` maps the axes whose position the body has already computed to their names.
fn write_item(
    parts: &mut Parts<'_>,
    item: &Item,
    number: usize,
    base: Offsets,
    shares: &mut HashMap<u32, String>,
    body: &mut String,
) {
    match item {
        Item::Statement(value) => {
            let share = parts.axis(*value).map(|axis| {
                shares.entry(axis).or_insert_with(|| {
                    let at = base.axis_at(axis);
                    let _ = writeln!(body, "    let h{number}_ = orogen_share(here, {at});");
                    format!("h{number}_")
                })
            });
            let expression = parts.expression(*value, base, share.map_or("", |share| share));
            let _ = writeln!(body, "    let s{number}_ = {expression};");
            parts.set_name(*value, format!("s{number}_"));
        }
        Item::Call(call) => {
            let arguments: String =
                call.inputs.iter().map(|&input| format!(", {}", parts.name(input))).collect();
            let literal = base.literal_at(call.base.literal, parts.literals());
            let axis = base.axis_at(call.base.axis);
            let function = call.function;
            let _ = writeln!(
                body,
                "    let s{number}_ = orogen_part_{function}_(here, {literal}, {axis}{arguments});"
            );
            call_outputs(parts, call, &format!("s{number}_"));
        }
    }
}

/// Names the values that a call returned in `result`.
fn call_outputs(parts: &mut Parts<'_>, call: &Call, result: &str) {
    for (k, &output) in call.outputs.iter().enumerate() {
        parts.set_name(output, field(call, k, result));
    }
}

fn field(call: &Call, output: usize, result: &str) -> String {
    if call.outputs.len() == 1 { result.to_owned() } else { format!("{result}.p{output}_") }
}

/// The loop that saves the most calls, among those that begin with the first item.
fn best_loop<'a>(parts: &Parts<'_>, items: &'a [Item]) -> Option<Loop<'a>> {
    let calls: Vec<&Call> = items
        .iter()
        .map_while(|item| match item {
            Item::Call(call) => Some(call),
            Item::Statement(_) => None,
        })
        .collect();
    let periods = 1..=MAX_PERIOD.min(calls.len() / 2);
    let loops = periods.filter_map(|period| {
        let counts = (2..=blocks(parts, &calls, period)).rev();
        let mut loops = counts.map(|blocks| Loop::new(&calls[..blocks * period], period));
        loops.find(|candidate| candidate.is_closed(parts))
    });
    loops.max_by_key(|candidate| (candidate.calls.len() - candidate.period, usize::MAX - candidate.period))
}

/// Number of consecutive blocks of `period` calls that fit the pattern of a loop.
fn blocks(parts: &Parts<'_>, calls: &[&Call], period: usize) -> usize {
    let step = |at: usize| step(parts, calls[at].base, calls[at + period].base);
    let mut blocks = 1;
    while (blocks + 1) * period <= calls.len() {
        let fits = (0..period).all(|place| {
            let (at, before) = (blocks * period + place, (blocks - 1) * period + place);
            calls[at].function == calls[place].function
                && step(before) == step(place)
                && sources(calls, period, blocks, place) == sources(calls, period, 1, place)
        });
        if !fits {
            break;
        }
        blocks += 1;
    }
    blocks
}

/// How far literals and axes advance from one call to the next.
fn step(parts: &Parts<'_>, one: Offsets, next: Offsets) -> [u32; 2] {
    let [from, to] = [one, next].map(|base| parts.literals().index(base.literal));
    [to.wrapping_sub(from), next.axis.wrapping_sub(one.axis)]
}

/// Where the arguments of a call come from, in a block that is not the first.
fn sources(calls: &[&Call], period: usize, block: usize, place: usize) -> Vec<Source> {
    let find = |input: Name, block: usize, places: usize| {
        (0..places).find_map(|place| {
            let outputs = &calls[block * period + place].outputs;
            outputs.iter().position(|&output| output == input).map(|output| (place, output))
        })
    };
    let source = |&input: &Name| {
        if let Some((place, output)) = find(input, block, place) {
            Source::Inside(place, output)
        } else if let Some((place, output)) = find(input, block - 1, period) {
            Source::Before(place, output)
        } else {
            Source::Outside(input)
        }
    };
    calls[block * period + place].inputs.iter().map(source).collect()
}

impl<'a> Loop<'a> {
    fn new(calls: &[&'a Call], period: usize) -> Self {
        let end = calls.iter().flat_map(|call| &call.outputs).max().copied().unwrap_or(0);
        Self { calls: calls.to_vec(), period, end }
    }

    fn blocks(&self) -> usize {
        self.calls.len() / self.period
    }

    fn sources(&self, place: usize) -> Vec<Source> {
        sources(&self.calls, self.period, 1, place)
    }

    /// Whether the calls can become a loop: code after the loop reads only values of the last block, and the first block gets
    /// its arguments like the other blocks.
    fn is_closed(&self, parts: &Parts<'_>) -> bool {
        let inner = &self.calls[..self.calls.len() - self.period];
        let mut made_within = inner.iter().flat_map(|call| &call.outputs);
        let unseen = made_within.all(|&output| parts.last_read(output) <= self.end);
        // A value that is read two or more blocks later does not fit the pattern. It would be treated as a value from outside
        // of the loop, which would be wrong.
        let made: Vec<Name> = self.calls.iter().flat_map(|call| &call.outputs).copied().collect();
        let fits = |place: usize| {
            let first = &self.calls[place];
            self.sources(place).iter().zip(&first.inputs).all(|(source, &input)| match *source {
                Source::Outside(value) => value == input && !made.contains(&value),
                Source::Inside(other, output) => self.calls[other].outputs.get(output) == Some(&input),
                Source::Before(..) => !made.contains(&input),
            })
        };
        unseen && self.carried().is_some() && (0..self.period).all(fits)
    }

    /// The values carried from block to block. Each is an output of a call, with the value that the first block gets instead.
    /// `None` if one output would need two first values.
    fn carried(&self) -> Option<Vec<((usize, usize), Name)>> {
        let mut carried: HashMap<(usize, usize), Name> = HashMap::new();
        let mut order = Vec::new();
        for place in 0..self.period {
            for (source, &input) in self.sources(place).iter().zip(&self.calls[place].inputs) {
                if let Source::Before(other, output) = *source {
                    let first = carried.insert((other, output), input);
                    if first.is_some_and(|first| first != input) {
                        return None;
                    }
                    if first.is_none() {
                        order.push(((other, output), input));
                    }
                }
            }
        }
        Some(order)
    }

    fn write(&self, parts: &mut Parts<'_>, number: usize, base: Offsets, body: &mut String) {
        let carried = self.carried().unwrap_or_default();
        let last = &self.calls[self.calls.len() - self.period..];
        // The carried values, and the values of the last block that later code reads, become variables.
        let mut variables: HashMap<(usize, usize), String> = HashMap::new();
        for (k, &(output, first)) in carried.iter().enumerate() {
            let name = format!("c{number}_{k}_");
            let _ = writeln!(body, "    var {name} = {};", parts.name(first));
            variables.insert(output, name);
        }
        for (place, call) in last.iter().enumerate() {
            for (k, &output) in call.outputs.iter().enumerate() {
                if parts.last_read(output) > self.end && !variables.contains_key(&(place, k)) {
                    let name = format!("x{number}_{place}_{k}_");
                    let _ = writeln!(body, "    var {name}: {};", parts.kind(output));
                    variables.insert((place, k), name);
                }
            }
        }
        let _ = writeln!(
            body,
            "    for (var k{number}_ = 0u; k{number}_ < {}u; k{number}_ += 1u) {{",
            self.blocks()
        );
        for place in 0..self.period {
            self.write_call(parts, number, base, place, &variables, body);
        }
        let mut stores: Vec<_> = variables.iter().collect();
        stores.sort();
        for ((place, output), variable) in stores {
            let value = field(self.calls[*place], *output, &format!("b{number}_{place}_"));
            let _ = writeln!(body, "        {variable} = {value};");
        }
        body.push_str("    }\n");
        for (place, call) in last.iter().enumerate() {
            for (k, &output) in call.outputs.iter().enumerate() {
                if let Some(variable) = variables.get(&(place, k)) {
                    parts.set_name(output, variable.clone());
                }
            }
        }
    }

    fn write_call(
        &self,
        parts: &Parts<'_>,
        number: usize,
        base: Offsets,
        place: usize,
        variables: &HashMap<(usize, usize), String>,
        body: &mut String,
    ) {
        let (call, next) = (self.calls[place], self.calls[place + self.period].base);
        let argument = |source: &Source| match *source {
            Source::Outside(value) => parts.name(value).to_owned(),
            Source::Inside(place, output) => field(self.calls[place], output, &format!("b{number}_{place}_")),
            Source::Before(place, output) => variables[&(place, output)].clone(),
        };
        let arguments: String =
            self.sources(place).iter().map(|source| format!(", {}", argument(source))).collect();
        let at = |first: String, step: u32| match step {
            0 => first,
            step => format!("{first} + {step}u * k{number}_"),
        };
        let [literal_step, axis_step] = step(parts, call.base, next);
        let literal = at(base.literal_at(call.base.literal, parts.literals()), literal_step);
        let axis = at(base.axis_at(call.base.axis), axis_step);
        let function = call.function;
        let _ = writeln!(
            body,
            "        let b{number}_{place}_ = orogen_part_{function}_(here, {literal}, {axis}{arguments});"
        );
    }
}
