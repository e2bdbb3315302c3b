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
mod rolls;

use std::collections::BTreeMap;

use orogen::program::Program;
use orogen_noise::trace::{Name, Op};

pub(crate) use listing::Listing;
use literals::Literals;
use parts::Parts;

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
        parts.body();
        let traces: Vec<_> = programs.iter().map(|program| &program.trace).collect();
        Self::with(first, Literals::as_constants(&traces, parts.uses()))
    }

    /// The words that the text looks up, by `orogen_word`, to be what one of its programs is.
    pub(crate) fn words(&self, program: &Program) -> Vec<u32> {
        self.literals.iter().map(|&at| program.trace.literals[at as usize]).collect()
    }

    fn with(program: &Program, literals: Literals) -> Self {
        let mut parts = Parts::new(program, literals);
        let body = parts.body();
        let outputs = program.outputs.iter().map(|&output| parts.name(output).to_owned()).collect();
        let mut functions = Listing::default();
        functions.push(ARITHMETIC);
        functions.push("\n");
        for (number, (text, values)) in foreign(program).into_iter().enumerate() {
            functions.push(if number > 0 { "\n" } else { "" });
            functions.push_owned(text, parts.owners(values));
        }
        functions.push("\n");
        let (own, literals) = parts.into_functions();
        functions.append(own);
        Self { functions, body, outputs, literals }
    }
}

/// A compute module that writes the outputs of a program, plane after plane, for the samples of a grid.
pub fn module(program: &Program) -> String {
    listing(program).text
}

/// A [`module`], with whose its lines are.
pub(crate) fn listing(program: &Program) -> Listing {
    listing_with(GRID, program)
}

/// The same for the samples of a patch.
pub(crate) fn patch_listing(program: &Program) -> Listing {
    listing_with(PATCH, program)
}

fn listing_with(places: &str, program: &Program) -> Listing {
    let Text { functions, body, outputs, literals } = Text::new(program);
    // Not always: loops over literals in storage take some compilers ten times as long.
    let word = if literals.len() > NEAR_WORDS { FAR_WORD } else { WORD };
    let mut listing = Listing::default();
    listing.push(&format!("{places}\n{word}\n"));
    listing.append(functions);
    listing.push(ENTRY);
    listing.append(body);
    for (plane, output) in outputs.iter().enumerate() {
        listing.push(&format!("    out[{plane}u * planes.x * planes.y + sample] = {output};\n"));
    }
    listing.push("}\n");
    listing
}

/// The texts of functions that are not made of parts, each with the values of its calls.
fn foreign(program: &Program) -> BTreeMap<&'static str, Vec<Name>> {
    let mut foreign: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for (name, op) in (0..).zip(&program.trace.ops) {
        if let Op::Foreign(function, ..) = op {
            foreign.entry(function.text).or_default().push(name);
        }
    }
    foreign
}
