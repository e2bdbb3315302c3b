//! Turns the parts of a program into functions, and orders their calls.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write;
use std::ops::Range;

use orogen_engine::owner::Owner;
use orogen_engine::program::Program;
use orogen_noise::trace::{Guard, Name, Op, Part};

use super::expression::{Offsets, expression, kind};
use super::listing::Listing;
use super::literals::{Literals, Uses};
use super::loops::{self, Statements};

/// Number of lines of the code that computes a patch sample's position along an axis. Grids need fewer lines, but programs
/// for both are cut at the same places.
const SHARE: usize = 40;

/// A step of a text.
#[derive(Clone, Debug)]
pub(crate) enum Item {
    /// An operation outside of all parts.
    Statement(Name),
    /// A call of a function.
    Call(Call),
}

impl Item {
    /// A value that the step computes.
    pub(crate) fn value(&self) -> Name {
        self.outputs()[0]
    }

    /// The values that later code may read.
    pub(crate) fn outputs(&self) -> &[Name] {
        match self {
            Self::Statement(value) => std::slice::from_ref(value),
            Self::Call(call) => &call.outputs,
        }
    }

    /// The function that the step calls.
    pub(crate) fn function(&self) -> Option<usize> {
        match self {
            Self::Statement(_) => None,
            Self::Call(call) => Some(call.function),
        }
    }
}

/// A call of a function.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub function: usize,
    /// The indices of the part that the function computes and of the parts within it.
    parts: Range<usize>,
    pub base: Offsets,
    /// The arguments.
    pub inputs: Vec<Name>,
    /// The values it returns: one or more.
    pub outputs: Vec<Name>,
}

/// A generated function.
struct Function {
    text: String,
    /// One value for each part that the function computes.
    values: Vec<Name>,
    /// The functions that this function calls.
    calls: Vec<usize>,
    /// The number of its lines, including those of all functions that it calls.
    weight: usize,
}

/// The parts of a program, and the functions generated for them so far.
pub(crate) struct Parts<'a> {
    program: &'a Program,
    /// For each operation, the last one that reads its value, if an output depends on it.
    last: Vec<Option<Name>>,
    /// The names of values in the text that is being generated.
    names: Vec<String>,
    /// The indices of the functions, by their text without the name.
    numbers: HashMap<String, usize>,
    functions: Vec<Function>,
    literals: Literals,
    /// The literals that the functions read.
    uses: Uses,
}

impl<'a> Parts<'a> {
    pub(crate) fn new(program: &'a Program, literals: Literals) -> Self {
        let names = vec![String::new(); program.trace.ops.len()];
        let (numbers, functions, uses) = (HashMap::new(), Vec::new(), Uses::new());
        Self { program, last: program.last_reads(), names, numbers, functions, literals, uses }
    }

    /// The steps that compute the outputs, in order. Also generates the functions that the steps call.
    pub(crate) fn all(&mut self) -> Vec<Item> {
        let program = self.program;
        self.items(&(0..program.trace.ops.len() as Name), 0..program.trace.parts.len())
    }

    /// The steps of a call, inlined.
    pub(crate) fn within(&mut self, call: &Call) -> Vec<Item> {
        let program = self.program;
        self.items(&program.trace.parts[call.parts.start].ops, call.parts.start + 1..call.parts.end)
    }

    /// The statements of some steps, outside of all functions.
    pub(crate) fn statements(&mut self, items: &[Item]) -> Vec<Statements> {
        loops::body(self, items, Offsets::default())
    }

    /// Number of lines that a compiler sees after inlining all functions.
    pub(crate) fn weight(&self, statements: &Statements) -> usize {
        let called = statements.calls.iter().map(|&call| self.functions[call].weight);
        let foreign = statements.values.iter().filter_map(|&value| match self.op(value) {
            Op::Foreign(function, ..) => Some(lines(function.text)),
            _ => None,
        });
        lines(&statements.text) + foreign.sum::<usize>() + called.sum::<usize>()
    }

    /// The steps of a range, in order; `parts` are the indices of the parts within it.
    fn items(&mut self, range: &Range<Name>, parts: Range<usize>) -> Vec<Item> {
        let program = self.program;
        let all = &program.trace.parts;
        let (mut items, mut next, mut first) = (Vec::new(), range.start, parts.start);
        while first < parts.end {
            let ops = &all[first].ops;
            let inner = all[first + 1..parts.end].iter().take_while(|inner| inner.ops.end <= ops.end);
            let end = first + 1 + inner.count();
            items.extend(self.live(next..ops.start).map(Item::Statement));
            items.extend(self.call(first..end).map(Item::Call));
            (next, first) = (ops.end, end);
        }
        items.extend(self.live(next..range.end).map(Item::Statement));
        items
    }

    /// The name of a value.
    pub(crate) fn name(&self, value: Name) -> &str {
        &self.names[value as usize]
    }

    /// Names a value.
    pub(crate) fn set_name(&mut self, value: Name, name: String) {
        self.names[value as usize] = name;
    }

    /// The type of a value.
    pub(crate) fn kind(&self, value: Name) -> &'static str {
        kind(self.op(value).kind())
    }

    /// The last operation that reads a value.
    pub(crate) fn last_read(&self, value: Name) -> Name {
        self.last[value as usize].unwrap_or(0)
    }

    /// The lattice axis whose position an operation reads. `None` if it reads no position.
    pub(crate) fn axis(&self, value: Name) -> Option<u32> {
        match self.op(value) {
            Op::Cell(axis) | Op::Place(axis) => Some(axis),
            _ => None,
        }
    }

    /// An operation as an expression; `share` is the name of the sample's position along its axis.
    pub(crate) fn expression(&self, value: Name, base: Offsets, share: &str) -> String {
        expression(self.op(value), base, &self.literals, share, |name| self.name(name))
    }

    /// Where the literals are.
    pub(crate) fn literals(&self) -> &Literals {
        &self.literals
    }

    /// The literals that the functions read.
    pub(crate) fn uses(&self) -> &Uses {
        &self.uses
    }

    /// The functions that some statements call, directly or indirectly.
    pub(crate) fn functions(&self, statements: &[Statements]) -> Listing {
        let mut called: BTreeSet<usize> = BTreeSet::new();
        let mut next: Vec<usize> =
            statements.iter().flat_map(|statements| &statements.calls).copied().collect();
        while let Some(function) = next.pop() {
            if called.insert(function) {
                next.extend(&self.functions[function].calls);
            }
        }
        let mut functions = Listing::default();
        for function in called {
            let Function { text, values, .. } = &self.functions[function];
            functions.push_owned(text, self.owners(values.clone()));
        }
        functions
    }

    /// The owners of some values, in order of computation.
    pub(crate) fn owners(&self, values: Vec<Name>) -> Vec<Owner> {
        let owners = &self.program.owners;
        // The first operation has no owner.
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

    pub(crate) fn op(&self, value: Name) -> Op {
        self.program.trace.ops[value as usize]
    }

    fn live(&self, range: Range<Name>) -> impl Iterator<Item = Name> {
        range.filter(|&name| self.last[name as usize].is_some())
    }

    /// The values that a step reads.
    pub(crate) fn reads(&self, item: &Item) -> Vec<Name> {
        match item {
            Item::Statement(value) => self.op(*value).operands().to_vec(),
            Item::Call(call) => call.inputs.clone(),
        }
    }

    /// The call that computes the first of `parts`, which contains the other parts. `None` if nothing depends on this part.
    fn call(&mut self, parts: Range<usize>) -> Option<Call> {
        let program = self.program;
        let part = &program.trace.parts[parts.start];
        let range = &part.ops;
        let live: Vec<_> = self.live(range.clone()).collect();
        let is_read = |name: &Name| self.last[*name as usize] >= Some(range.end);
        let outputs: Vec<_> = live.iter().copied().filter(is_read).collect();
        if outputs.is_empty() {
            return None;
        }
        let inputs = self.inputs(range, &live, program.trace.parts[parts.clone()].iter());
        let base = Offsets::of(&program.trace.ops[range.start as usize..range.end as usize]);
        let items = self.items(range, parts.start + 1..parts.end);
        let function = self.function(base, &items, &inputs, &outputs, part.guard.as_ref());
        self.functions[function].values.push(outputs[0]);
        self.note_uses(function, base, &items);
        Some(Call { function, parts, base, inputs, outputs })
    }

    /// The values that are computed before a range and that the live operations and guarded parts of the range read.
    fn inputs<'b>(
        &self,
        range: &Range<Name>,
        live: &[Name],
        parts: impl Iterator<Item = &'b Part>,
    ) -> Vec<Name> {
        let operands = live.iter().flat_map(|&name| self.program.trace.ops[name as usize].operands());
        let guards = parts.filter_map(|part| part.guard.as_ref());
        let unchanged = guards.flat_map(|guard| {
            let live = guard.held.iter().filter(|[after, _]| self.last[*after as usize].is_some());
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

    fn note_uses(&mut self, function: usize, base: Offsets, items: &[Item]) {
        for item in items {
            if let Item::Statement(value) = *item
                && let Op::Number(at) | Op::Word(at) = self.op(value)
            {
                self.uses.entry((function, at - base.literal)).or_default().push(at);
            }
        }
    }

    /// The index of the function that computes these steps. Generates the function if it is new.
    fn function(
        &mut self,
        base: Offsets,
        items: &[Item],
        inputs: &[Name],
        outputs: &[Name],
        guard: Option<&Guard>,
    ) -> usize {
        let mut parameters = String::new();
        for (k, &input) in inputs.iter().enumerate() {
            let _ = write!(parameters, ", a{k}_: {}", self.kind(input));
            self.set_name(input, format!("a{k}_"));
        }
        let unchanged = guard.and_then(|guard| self.unchanged(guard, outputs));
        let statements = loops::body(self, items, base);
        let body: String = statements.iter().map(|statements| &*statements.text).collect();
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
            "fn orogen_part_{number}_(here: orogen_Here, literals: u32, axes: u32{parameters}) -> {kind} {{\n\
             {unchanged}{body}    return {};\n}}\n",
            value(results)
        );
        self.numbers.insert(all, number);
        let calls = statements.iter().flat_map(|statements| statements.calls.iter().copied()).collect();
        let weight = statements.iter().map(|statements| self.weight(statements)).sum();
        self.functions.push(Function { text, values: Vec::new(), calls, weight });
        number
    }

    /// The mask of a guard, and the values of the outputs if the mask is false.
    fn unchanged(&self, guard: &Guard, outputs: &[Name]) -> Option<(String, String)> {
        let before = |output: &Name| {
            let mut all = guard.held.iter().filter(|[after, _]| after == output).map(|[_, before]| *before);
            all.next().filter(|_| all.next().is_none())
        };
        let before: Vec<_> = outputs.iter().map(before).collect::<Option<_>>()?;
        Some((self.name(guard.mask).to_owned(), self.list(&before)))
    }

    /// The names of values, separated by commas.
    fn list(&self, values: &[Name]) -> String {
        values.iter().map(|&value| self.name(value)).collect::<Vec<_>>().join(", ")
    }
}

/// Number of lines of a text, including the code that computes positions.
fn lines(text: &str) -> usize {
    text.lines().count() + SHARE * text.matches("orogen_share(").count()
}
