//! From a program to WGSL.
//!
//! Loops of the processor's kernels become functions. Those that compute the same from other literals, as the octaves of
//! a noise do, become one: a function finds its literals in a buffer, from a place on that its caller names ([`parts`]).
//! Calls that follow each other in the same pattern become a loop again ([`rolls`]). So numbers are data, whatever they
//! mean, and the text depends on nothing but which nodes are wired how and how many octaves they have.
//!
//! A text does not know where its sample lies: it hands a place on to `orogen_share`, which whoever uses the text
//! defines, with the type of the place. There are no variables outside of functions, as not all languages have them. All
//! names outside of functions begin with `orogen_`.

mod expression;
mod listing;
mod literals;
mod parts;
mod passes;
mod rolls;

use std::collections::BTreeMap;

use orogen::program::Program;
use orogen_noise::trace::{Foreign, Name, Op};

pub(crate) use listing::Listing;
use literals::Literals;
use parts::Parts;
pub(crate) use passes::Passes;
use rolls::Statements;

/// Where the samples of a grid lie.
const GRID: &str = include_str!("grid.wgsl");

/// Where those of a patch do.
pub(crate) const PATCH: &str = include_str!("patch.wgsl");

/// How a literal is looked up.
pub(crate) const WORD: &str = include_str!("word.wgsl");

/// The same where they are too many for a uniform buffer.
const FAR_WORD: &str = include_str!("far_word.wgsl");

/// Most literals of a uniform buffer: 64 KiB, what nearly every device takes.
pub(crate) const NEAR_WORDS: usize = 16_384;

/// What every text calls.
const ARITHMETIC: &str = include_str!("arithmetic.wgsl");

/// How a module begins with a sample.
pub(crate) const ENTRY: &str = "@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if id.x >= planes.x {
        return;
    }
    let here = orogen_here(id.xy);
    let sample = id.y * planes.x + id.x;
";

/// A program in pieces.
pub(crate) struct Text {
    /// What the body calls.
    pub(crate) functions: Listing,
    /// The statements that compute the outputs at the place `here`.
    pub(crate) body: Listing,
    /// What the outputs are called after them.
    pub(crate) outputs: Vec<String>,
    /// The literals of its programs that it looks up.
    literals: Vec<u32>,
}

impl Text {
    /// A text that looks up every number, so that other numbers need no other text.
    pub(crate) fn new(program: &Program) -> Self {
        Self::with(program, Literals::in_buffer(&program.trace))
    }

    /// A text for programs that differ in nothing but their literals: those that differ neither from program to program
    /// nor from call to call are constants.
    pub(crate) fn of_constants(programs: &[&Program]) -> Self {
        let first = programs[0];
        let mut parts = Parts::new(first, Literals::in_buffer(&first.trace));
        parts.all();
        let traces: Vec<_> = programs.iter().map(|program| &program.trace).collect();
        Self::with(first, Literals::as_constants(&traces, parts.uses()))
    }

    /// The words that the text looks up, by `orogen_word`, to be what one of its programs is.
    pub(crate) fn words(&self, program: &Program) -> Vec<u32> {
        self.literals.iter().map(|&at| program.trace.literals[at as usize]).collect()
    }

    fn with(program: &Program, literals: Literals) -> Self {
        let mut parts = Parts::new(program, literals);
        let items = parts.all();
        let statements = parts.statements(&items);
        let outputs = program.outputs.iter().map(|&output| parts.name(output).to_owned()).collect();
        let functions = functions(program, &parts, &statements);
        let body = body(&parts, statements);
        Self { functions, body, outputs, literals: parts.literals().buffer.clone() }
    }
}

/// What some statements call, and what every text does.
fn functions(program: &Program, parts: &Parts<'_>, statements: &[Statements]) -> Listing {
    let (mut functions, own) = (Listing::default(), parts.functions(statements));
    functions.push(ARITHMETIC);
    functions.push("\n");
    let calls = |function: &str| {
        let call = format!("{function}(");
        own.text.contains(&call) || statements.iter().any(|statements| statements.text.contains(&call))
    };
    let foreign = foreign(program).into_iter().filter(|(function, _)| calls(function.name));
    for (number, (function, values)) in foreign.enumerate() {
        functions.push(if number > 0 { "\n" } else { "" });
        functions.push_owned(function.text, parts.owners(values));
    }
    functions.push("\n");
    functions.append(own);
    functions
}

/// Statements with whose they are.
fn body(parts: &Parts<'_>, statements: Vec<Statements>) -> Listing {
    let mut body = Listing::default();
    for Statements { text, values, .. } in statements {
        body.push_owned(&text, parts.owners(values));
    }
    body
}

/// The compute modules that, one after the other, write the outputs of a program, plane after plane, for the samples of a
/// grid: most programs have one.
pub fn modules(program: &Program) -> Vec<String> {
    passes(program).listings.into_iter().map(|listing| listing.text).collect()
}

/// The [`modules`], with whose their lines are.
pub(crate) fn passes(program: &Program) -> Passes {
    Passes::new(GRID, program)
}

/// The same for the samples of a patch.
pub(crate) fn patch_passes(program: &Program) -> Passes {
    Passes::new(PATCH, program)
}

/// Functions that are not made of parts, each with the values of its calls.
fn foreign(program: &Program) -> Vec<(&'static Foreign, Vec<Name>)> {
    let mut foreign: BTreeMap<_, (_, Vec<_>)> = BTreeMap::new();
    for (name, op) in (0..).zip(&program.trace.ops) {
        if let Op::Foreign(function, ..) = op {
            let (known, calls) = foreign.entry(function.name).or_insert((*function, Vec::new()));
            debug_assert_eq!(known, function, "two functions have one name");
            calls.push(name);
        }
    }
    foreign.into_values().collect()
}
