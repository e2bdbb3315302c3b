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
mod literals;
mod parts;
mod rolls;

use std::collections::BTreeSet;

use orogen::program::Program;
use orogen_noise::trace::Op;

use literals::Literals;
use parts::Parts;

/// Where the samples of a grid lie.
const GRID: &str = include_str!("grid.wgsl");

/// How a literal is looked up.
pub(crate) const WORD: &str = include_str!("word.wgsl");

/// The same where they are too many for a uniform buffer.
const FAR_WORD: &str = include_str!("far_word.wgsl");

/// Most literals of a uniform buffer: 64 KiB, what nearly every device takes.
pub(crate) const NEAR_WORDS: usize = 16_384;

/// What every text calls.
const ARITHMETIC: &str = include_str!("arithmetic.wgsl");

const ENTRY: &str = "@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if id.x >= planes.x {
        return;
    }
    let here: orogen_Here = id.xy;
    let sample = id.y * planes.x + id.x;
";

/// A program in pieces.
pub(crate) struct Text {
    /// What the body calls.
    pub(crate) functions: String,
    /// The statements that compute the outputs at the place `here`.
    pub(crate) body: String,
    /// What the outputs are called after them.
    pub(crate) outputs: Vec<String>,
    /// The words that the text looks up, by `orogen_word`.
    pub(crate) words: Vec<u32>,
}

impl Text {
    /// A text that looks up every number, so that other numbers need no other text.
    pub(crate) fn new(program: &Program) -> Self {
        Self::with(program, Literals::in_buffer(&program.trace))
    }

    /// A text in which numbers that do not differ from call to call are constants.
    pub(crate) fn of_constants(program: &Program) -> Self {
        let mut parts = Parts::new(program, Literals::in_buffer(&program.trace));
        parts.body();
        Self::with(program, Literals::as_constants(&program.trace, parts.uses()))
    }

    fn with(program: &Program, literals: Literals) -> Self {
        let words = literals.buffer.clone();
        let mut parts = Parts::new(program, literals);
        let body = parts.body();
        let outputs = program.outputs.iter().map(|&output| parts.name(output).to_owned()).collect();
        let foreign: BTreeSet<_> = program.trace.ops.iter().filter_map(foreign).collect();
        let foreign = foreign.into_iter().collect::<Vec<_>>().join("\n");
        let functions = format!("{ARITHMETIC}\n{foreign}\n{}", parts.text());
        Self { functions, body, outputs, words }
    }
}

/// A compute module that writes the outputs of a program, plane after plane.
pub fn module(program: &Program) -> String {
    let Text { functions, body, outputs, words } = Text::new(program);
    // Not always: loops over literals in storage take some compilers ten times as long.
    let word = if words.len() > NEAR_WORDS { FAR_WORD } else { WORD };
    let outputs: String = (0..)
        .zip(outputs)
        .map(|(plane, output)| format!("    out[{plane}u * planes.x * planes.y + sample] = {output};\n"))
        .collect();
    format!("{GRID}\n{word}\n{functions}{ENTRY}{body}{outputs}}}\n")
}

/// The text of a function that is not made of parts.
fn foreign(op: &Op) -> Option<&'static str> {
    if let Op::Foreign(foreign, ..) = op { Some(foreign.text) } else { None }
}
