//! The parts of a program as functions, and the order of their calls.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write;
use std::ops::Range;

use orogen::owner::Owner;
use orogen::program::Program;
use orogen_noise::trace::{Guard, Name, Op, Part};

use super::expression::{Base, expression, kind};
use super::listing::Listing;
use super::literals::{Literals, Uses};
use super::rolls::{self, Statements};

/// One thing that a text does, in order.
#[derive(Clone, Debug)]
pub(super) enum Item {
    /// An operation outside of all parts.
    Statement(Name),
    /// A call of a function.
    Call(Call),
}

impl Item {
    /// A value that it computes.
    pub(super) fn value(&self) -> Name {
        match self {
            Self::Statement(value) => *value,
            Self::Call(call) => call.outputs[0],
        }
    }
}

/// A call of a function.
#[derive(Clone, Debug)]
pub(super) struct Call {
    pub function: usize,
    pub base: Base,
    /// What is handed to it.
    pub inputs: Vec<Name>,
    /// What it returns: one value or more.
    pub outputs: Vec<Name>,
}

/// A function that is written.
struct Function {
    text: String,
    /// One value of each part that it is made of.
    values: Vec<Name>,
}

/// The parts, as they are written.
pub(super) struct Parts<'a> {
    program: &'a Program,
    /// Whether outputs depend on an operation.
    live: Vec<bool>,
    /// The last operation that reads a value.
    last: Vec<Name>,
    /// What values are called in the text that is being written.
    names: Vec<String>,
    /// The numbers of the functions, by all of their text but the name.
    numbers: HashMap<String, usize>,
    functions: Vec<Function>,
    literals: Literals,
    /// What the functions use of them.
    uses: Uses,
}

impl<'a> Parts<'a> {
    pub(super) fn new(program: &'a Program, literals: Literals) -> Self {
        let ops = &program.trace.ops;
        let held = held(&program.trace.parts);
        let (mut live, mut last) = (vec![false; ops.len()], vec![0; ops.len()]);
        for &output in &program.outputs {
            live[output as usize] = true;
            last[output as usize] = Name::MAX;
        }
        for (name, op) in ops.iter().enumerate().rev() {
            if !live[name] {
                continue;
            }
            let unchanged = held.get(&(name as Name)).map_or(&[][..], Vec::as_slice);
            for &operand in op.operands().iter().chain(unchanged) {
                live[operand as usize] = true;
                last[operand as usize] = last[operand as usize].max(name as Name);
            }
        }
        let names = vec![String::new(); ops.len()];
        let (numbers, functions, uses) = (HashMap::new(), Vec::new(), Uses::new());
        Self { program, live, last, names, numbers, functions, literals, uses }
    }

    /// The statements that compute the outputs; functions are written on the way.
    pub(super) fn body(&mut self) -> Listing {
        let all = 0..self.program.trace.ops.len() as Name;
        let program = self.program;
        let items = self.items(&all, &program.trace.parts);
        let mut body = Listing::default();
        for Statements { text, values } in rolls::body(self, &items, Base::default()) {
            body.push_owned(&text, self.owners(values));
        }
        body
    }

    /// What is done in a range, in order; `parts` are those within it.
    fn items(&mut self, range: &Range<Name>, mut parts: &[Part]) -> Vec<Item> {
        let (mut items, mut next) = (Vec::new(), range.start);
        while let Some((part, rest)) = parts.split_first() {
            let within = rest.iter().take_while(|inner| inner.ops.end <= part.ops.end).count();
            items.extend(self.live(next..part.ops.start).map(Item::Statement));
            items.extend(self.call(part, &rest[..within]).map(Item::Call));
            (next, parts) = (part.ops.end, &rest[within..]);
        }
        items.extend(self.live(next..range.end).map(Item::Statement));
        items
    }

    /// What a value is called.
    pub(super) fn name(&self, value: Name) -> &str {
        &self.names[value as usize]
    }

    /// Calls a value something.
    pub(super) fn call_it(&mut self, value: Name, name: String) {
        self.names[value as usize] = name;
    }

    /// Type of a value.
    pub(super) fn kind(&self, value: Name) -> &'static str {
        kind(self.op(value).kind())
    }

    /// The last operation that reads a value.
    pub(super) fn last_read(&self, value: Name) -> Name {
        self.last[value as usize]
    }

    /// The axis of a lattice that an operation asks about, if it does.
    pub(super) fn axis(&self, value: Name) -> Option<u32> {
        match self.op(value) {
            Op::Cell(axis) | Op::Place(axis) => Some(axis),
            _ => None,
        }
    }

    /// The expression of an operation; `share` is what is known of where the sample lies along its axis.
    pub(super) fn expression(&self, value: Name, base: Base, share: &str) -> String {
        expression(self.op(value), base, &self.literals, share, |name| self.name(name))
    }

    /// Where the literals are.
    pub(super) fn literals(&self) -> &Literals {
        &self.literals
    }

    /// What functions use of them.
    pub(super) fn uses(&self) -> &Uses {
        &self.uses
    }

    /// The functions, and the words of the literals.
    pub(super) fn into_functions(mut self) -> (Listing, Vec<u32>) {
        let mut functions = Listing::default();
        for Function { text, values } in std::mem::take(&mut self.functions) {
            functions.push_owned(&text, self.owners(values));
        }
        (functions, self.literals.buffer)
    }

    /// Whose some values are, in the order of the computation.
    pub(super) fn owners(&self, values: Vec<Name>) -> Vec<Owner> {
        let owners = &self.program.owners;
        // The first operation is nobody's.
        let of = |value: Name| {
            let step = owners.partition_point(|(ops, _)| ops.end <= value);
            owners.get(step).is_some_and(|(ops, _)| ops.contains(&value)).then_some(step)
        };
        let steps: BTreeSet<_> = values.into_iter().filter_map(of).collect();
        let mut named = Vec::new();
        for (_, owner) in steps.into_iter().filter_map(|step| owners.get(step)) {
            if !named.contains(owner) {
                named.push(owner.clone());
            }
        }
        named
    }

    fn op(&self, value: Name) -> Op {
        self.program.trace.ops[value as usize]
    }

    fn live(&self, range: Range<Name>) -> impl Iterator<Item = Name> {
        range.filter(|&name| self.live[name as usize])
    }

    /// The call of a part, if anything depends on it.
    fn call(&mut self, part: &Part, within: &[Part]) -> Option<Call> {
        let range = &part.ops;
        let live: Vec<_> = self.live(range.clone()).collect();
        let is_read = |name: &Name| self.last[*name as usize] >= range.end;
        let outputs: Vec<_> = live.iter().copied().filter(is_read).collect();
        if outputs.is_empty() {
            return None;
        }
        let inputs = self.inputs(range, &live, std::iter::once(part).chain(within));
        let base = Base::of(&self.program.trace.ops[range.start as usize..range.end as usize]);
        let items = self.items(range, within);
        let function = self.function(base, &items, &inputs, &outputs, part.guard.as_ref());
        self.functions[function].values.push(outputs[0]);
        self.note_uses(function, base, &items);
        Some(Call { function, base, inputs, outputs })
    }

    /// What a range reads from before it, of which some operations are live and some parts guarded.
    fn inputs<'b>(
        &self,
        range: &Range<Name>,
        live: &[Name],
        parts: impl Iterator<Item = &'b Part>,
    ) -> Vec<Name> {
        let operands = live.iter().flat_map(|&name| self.program.trace.ops[name as usize].operands());
        let guards = parts.filter_map(|part| part.guard.as_ref());
        let unchanged = guards.flat_map(|guard| {
            let live = guard.held.iter().filter(|[after, _]| self.live[*after as usize]);
            live.flat_map(|[_, before]| [&guard.mask, before])
        });
        let mut inputs = Vec::new();
        for &name in operands.chain(unchanged) {
            if !range.contains(&name) && !inputs.contains(&name) {
                inputs.push(name);
            }
        }
        inputs
    }

    fn note_uses(&mut self, function: usize, base: Base, items: &[Item]) {
        for item in items {
            if let Item::Statement(value) = *item
                && let Op::Number(at) | Op::Word(at) = self.op(value)
            {
                self.uses.entry((function, at - base.literal)).or_default().push(at);
            }
        }
    }

    /// The number of the function that does this; it is written if it is not there.
    fn function(
        &mut self,
        base: Base,
        items: &[Item],
        inputs: &[Name],
        outputs: &[Name],
        guard: Option<&Guard>,
    ) -> usize {
        let mut parameters = String::new();
        for (k, &input) in inputs.iter().enumerate() {
            let _ = write!(parameters, ", a{k}_: {}", self.kind(input));
            self.call_it(input, format!("a{k}_"));
        }
        let unchanged = guard.and_then(|guard| self.unchanged(guard, outputs));
        let body: String =
            rolls::body(self, items, base).into_iter().map(|statements| statements.text).collect();
        let kinds: Vec<_> = outputs.iter().map(|&output| self.kind(output)).collect();
        let results = self.list(outputs);
        let all = format!("{parameters}\n{kinds:?}\n{unchanged:?}\n{body}\n{results}");
        if let Some(&number) = self.numbers.get(&all) {
            return number;
        }
        let (number, mut text) = (self.functions.len(), String::new());
        let (kind, value): (_, Box<dyn Fn(String) -> String>) = if let [kind] = kinds[..] {
            (kind.to_owned(), Box::new(|result| result))
        } else {
            let fields = kinds.iter().enumerate().map(|(k, kind)| format!("    p{k}_: {kind},\n"));
            let fields: String = fields.collect();
            let _ = writeln!(text, "struct orogen_Part_{number}_ {{\n{fields}}}\n");
            (
                format!("orogen_Part_{number}_"),
                Box::new(move |results| format!("orogen_Part_{number}_({results})")),
            )
        };
        let unchanged = unchanged.map_or_else(String::new, |(mask, before)| {
            format!("    if !{mask} {{\n        return {};\n    }}\n", value(before))
        });
        let _ = writeln!(
            text,
            "fn orogen_part_{number}_(here: orogen_Here, literals: u32, axes: u32{parameters}) -> {kind} {{\n{unchanged}{body}    return {};\n}}\n",
            value(results)
        );
        self.numbers.insert(all, number);
        self.functions.push(Function { text, values: Vec::new() });
        number
    }

    /// The mask of a guard, and what the outputs are where it is false.
    fn unchanged(&self, guard: &Guard, outputs: &[Name]) -> Option<(String, String)> {
        let before = |output: &Name| {
            let mut all = guard.held.iter().filter(|[after, _]| after == output).map(|[_, before]| *before);
            all.next().filter(|_| all.next().is_none())
        };
        let before: Vec<_> = outputs.iter().map(before).collect::<Option<_>>()?;
        Some((self.name(guard.mask).to_owned(), self.list(&before)))
    }

    /// What values are called, one after the other.
    fn list(&self, values: &[Name]) -> String {
        values.iter().map(|&value| self.name(value)).collect::<Vec<_>>().join(", ")
    }
}

/// For the results of guarded parts: the masks, and the values from before.
fn held(parts: &[Part]) -> HashMap<Name, Vec<Name>> {
    let mut held: HashMap<Name, Vec<Name>> = HashMap::new();
    for guard in parts.iter().filter_map(|part| part.guard.as_ref()) {
        for &[after, before] in &guard.held {
            held.entry(after).or_default().extend([guard.mask, before]);
        }
    }
    held
}
