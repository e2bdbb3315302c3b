//! Divides a program into passes. Passes are shaders that run in order over the same samples.
//!
//! Compilers inline all functions. For some compilers, the compile time grows with the square of the length of the result. A
//! planet then takes minutes. So a long program is cut between steps where few values are needed later. These values are stored
//! next to the outputs, one plane each. A plane is reused as soon as its value is no longer needed.
//!
//! A step that is longer than a pass is inlined and cut inside. Such a step loses its guard: it is computed for all samples, with
//! the same results.
//!
//! Values are assigned to planes as in linear-scan register allocation (M. Poletto and V. Sarkar, "Linear scan register
//! allocation", 1999).

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use orogen_engine::program::Program;
use orogen_noise::trace::{Kind, Name, Op};

use super::listing::Listing;
use super::literals::Literals;
use super::parts::{Item, Parts};
use super::{ENTRY, FAR_WORD, NEAR_WORDS, WORD, body, functions};

/// Maximum lines of a program that is not cut, after inlining. Compilers take seconds for this length.
const MAX_UNCUT_LINES: usize = 20_000;

/// Approximate lines of a pass. A pass may be longer by half. With this length, software devices compile the programs of planets
/// in a third of the time that a single shader takes, or in minutes where a single shader would never finish. Shorter passes save
/// little time, and need more stored values.
const PASS_LINES: usize = 8000;

/// The shaders of a program.
#[derive(Debug)]
pub struct Passes {
    /// The shaders, in the order in which they run.
    pub listings: Vec<Listing>,
    /// Number of planes after the outputs, for values that later passes read.
    pub intermediates: usize,
}

impl Passes {
    /// Divides a program into passes. `positions` is the code that computes the positions of samples.
    pub(crate) fn new(positions: &str, program: &Program) -> Self {
        Self::with(positions, program, MAX_UNCUT_LINES, PASS_LINES)
    }

    /// Cuts programs of more than `max_uncut` lines into passes of about `max_lines` lines.
    pub fn with(positions: &str, program: &Program, max_uncut: usize, max_lines: usize) -> Self {
        let mut parts = Parts::new(program, Literals::in_buffer(&program.trace));
        let mut items = parts.all();
        let statements = parts.statements(&items);
        let lines: usize = statements.iter().map(|statements| parts.weight(statements)).sum();
        let cut = if lines <= max_uncut {
            std::iter::once(0..items.len()).collect()
        } else {
            items = inlined(&mut parts, &items, max_lines);
            cut(&mut parts, program, &items, max_lines)
        };
        let planes = Planes::new(&parts, program, &items, &cut);
        let listings = cut
            .into_iter()
            .enumerate()
            .map(|(pass, range)| planes.listing(&mut parts, program, positions, pass, &items[range]));
        Self { listings: listings.collect(), intermediates: planes.intermediates }
    }
}

/// Inlines the steps that are longer than a pass.
fn inlined(parts: &mut Parts<'_>, items: &[Item], max_lines: usize) -> Vec<Item> {
    let (mut done, mut is_done) = (Vec::with_capacity(items.len()), true);
    let mut rest = items.iter();
    for statements in parts.statements(items) {
        let is_long = parts.weight(&statements) > max_lines;
        for item in rest.by_ref().take(statements.values.len()) {
            match item {
                Item::Call(call) if is_long => {
                    is_done = false;
                    done.extend(parts.within(call));
                }
                item => done.push(item.clone()),
            }
        }
    }
    if is_done { done } else { inlined(parts, &done, max_lines) }
}

/// The steps of each pass.
fn cut(parts: &mut Parts<'_>, program: &Program, items: &[Item], max_lines: usize) -> Vec<Range<usize>> {
    let live = live(parts, program, items);
    let (mut cut, mut first, mut weight) = (Vec::new(), 0, 0);
    // The best cut in the second half of the pass: number of live values, position, and weight before it.
    let mut best: Option<(usize, usize, usize)> = None;
    let mut at = 0;
    for statements in parts.statements(items) {
        let more = parts.weight(&statements);
        if weight + more > max_lines
            && let Some((_, place, done)) = best.take()
        {
            cut.push(first..place);
            (first, weight) = (place, weight - done);
        }
        at += statements.values.len();
        weight += more;
        if 2 * weight > max_lines
            && let Some(count) = live[at]
            && best.is_none_or(|(least, ..)| count <= least)
        {
            best = Some((count, at, weight));
        }
    }
    cut.push(first..items.len());
    cut
}

/// The number of values to store for a cut before each step; `None` where a value with several components is live.
fn live(parts: &Parts<'_>, program: &Program, items: &[Item]) -> Vec<Option<usize>> {
    let mut last_read: BTreeMap<Name, usize> = BTreeMap::new();
    for (at, item) in items.iter().enumerate() {
        last_read.extend(parts.reads(item).into_iter().map(|value| (value, at)));
    }
    // The change in the number of live values at each step: of single numbers, and of values with several components.
    let mut more = vec![[0_isize; 2]; items.len() + 2];
    for (at, item) in items.iter().enumerate() {
        let has_plane = |value: &Name| is_recomputable(parts.op(*value)) || program.outputs.contains(value);
        for value in item.outputs().iter().filter(|value| !has_plane(value)) {
            let kind = usize::from(matches!(parts.op(*value).kind(), Kind::Numbers(_)));
            if let Some(&read) = last_read.get(value) {
                more[at + 1][kind] += 1;
                more[read + 1][kind] -= 1;
            }
        }
    }
    let mut live = [0; 2];
    let counts = more[..=items.len()].iter().map(|more| {
        live = [live[0] + more[0], live[1] + more[1]];
        (live[1] == 0).then_some(live[0].unsigned_abs())
    });
    counts.collect()
}

/// Whether every pass can compute a value again: a literal, or the position of the sample.
fn is_recomputable(op: Op) -> bool {
    matches!(op, Op::Nothing | Op::Number(_) | Op::Word(_) | Op::Cell(_) | Op::Place(_))
}

/// Where values are stored.
struct Planes {
    /// For each pass, the values it reads from earlier passes, and their planes.
    read: Vec<BTreeMap<Name, usize>>,
    /// For each pass, the values it stores for later passes and as outputs.
    stored: Vec<Vec<(Name, usize)>>,
    /// For each pass, the values it computes again.
    recomputed: Vec<BTreeSet<Name>>,
    intermediates: usize,
}

impl Planes {
    fn new(parts: &Parts<'_>, program: &Program, items: &[Item], cut: &[Range<usize>]) -> Self {
        let mut made_in: BTreeMap<Name, usize> = BTreeMap::new();
        let mut read_in: BTreeMap<Name, BTreeSet<usize>> = BTreeMap::new();
        let mut recomputed = vec![BTreeSet::new(); cut.len()];
        for (pass, range) in cut.iter().enumerate() {
            for item in &items[range.clone()] {
                for value in parts.reads(item) {
                    match made_in.get(&value) {
                        Some(&made) if made == pass => {}
                        _ if is_recomputable(parts.op(value)) => _ = recomputed[pass].insert(value),
                        _ => _ = read_in.entry(value).or_default().insert(pass),
                    }
                }
                made_in.extend(item.outputs().iter().map(|&value| (value, pass)));
            }
        }
        let mut planes = Self {
            read: vec![BTreeMap::new(); cut.len()],
            stored: vec![Vec::new(); cut.len()],
            recomputed,
            intermediates: 0,
        };
        for (plane, output) in program.outputs.iter().enumerate() {
            planes.stored[made_in[output]].push((*output, plane));
        }
        planes.assign(&program.outputs, &made_in, &read_in);
        planes
    }

    /// Assigns planes to values that later passes read. Outputs have their own planes; the planes of other values follow.
    fn assign(
        &mut self,
        outputs: &[Name],
        made_in: &BTreeMap<Name, usize>,
        read_in: &BTreeMap<Name, BTreeSet<usize>>,
    ) {
        // The last pass that reads each plane. A pass reads its planes before it stores values in them.
        let mut until: Vec<usize> = Vec::new();
        let mut order: Vec<_> =
            read_in.iter().map(|(value, passes)| (made_in[value], *value, passes)).collect();
        order.sort_unstable_by_key(|&(made, value, _)| (made, value));
        for (made, value, passes) in order {
            let own = outputs.iter().position(|&output| output == value);
            let plane = own.unwrap_or_else(|| {
                let plane = until.iter().position(|&until| until <= made).unwrap_or(until.len());
                until.resize(until.len().max(plane + 1), 0);
                until[plane] = passes.last().copied().unwrap_or(made);
                self.stored[made].push((value, outputs.len() + plane));
                outputs.len() + plane
            });
            for &pass in passes {
                self.read[pass].insert(value, plane);
            }
        }
        self.intermediates = until.len();
    }

    /// The shader of a pass.
    fn listing(
        &self,
        parts: &mut Parts<'_>,
        program: &Program,
        positions: &str,
        pass: usize,
        items: &[Item],
    ) -> Listing {
        let mut read = String::new();
        for (k, (&value, plane)) in self.read[pass].iter().enumerate() {
            let word = format!("out[{plane}u * planes.x * planes.y + sample]");
            let value_of = match parts.op(value).kind() {
                Kind::Word => word,
                Kind::Truth => format!("{word} != 0u"),
                Kind::Number => format!("bitcast<f32>({word})"),
                Kind::Numbers(_) => unreachable!("no cut is made where such a value is live"),
            };
            read += &format!("    let v{k}_ = {value_of};\n");
            parts.set_name(value, format!("v{k}_"));
        }
        let recomputed = self.recomputed[pass].iter().copied().map(Item::Statement);
        let items: Vec<_> = recomputed.chain(items.iter().cloned()).collect();
        let statements = parts.statements(&items);
        // Literals are read from storage only if needed, because some compilers take ten times as long for loops that do so.
        let word = if program.trace.literals.len() > NEAR_WORDS { FAR_WORD } else { WORD };
        let mut listing = Listing::default();
        listing.push(&format!("{positions}\n{word}\n"));
        listing.append(functions(program, parts, &statements));
        listing.push(ENTRY);
        listing.push(&read);
        listing.append(body(parts, statements));
        for &(value, plane) in &self.stored[pass] {
            let name = parts.name(value);
            let word = match parts.op(value).kind() {
                Kind::Word => name.to_owned(),
                Kind::Truth => format!("select(0u, 1u, {name})"),
                Kind::Number => format!("bitcast<u32>({name})"),
                Kind::Numbers(_) => {
                    unreachable!("no cut is made where such a value is live, and outputs are numbers")
                }
            };
            listing.push(&format!("    out[{plane}u * planes.x * planes.y + sample] = {word};\n"));
        }
        listing.push("}\n");
        listing
    }
}
