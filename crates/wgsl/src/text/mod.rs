//! Generates WGSL from a program.
//!
//! Loops of the processor's kernels become functions. Functions that differ only in their literals, such as the octaves of a
//! noise, become one function. This function reads its literals from a buffer, at an index that its caller passes ([`parts`]).
//! Calls that repeat in a pattern become a loop again ([`loops`]). So numbers are data, and the text depends only on the graph of
//! nodes and the number of octaves.
//!
//! A text does not contain the position of its sample. It passes `here` to `orogen_share`. The code around the text defines
//! this function and the type of `here`. There are no variables outside of functions, because not all languages have them.
//! All names outside of functions begin with `orogen_`.
//!
//! # Rules
//!
//! - A guarded part (`Lanes::when`, for example a ring of a search or an octave) becomes a function that returns the earlier
//!   values if its mask is false. So a shader skips the same work as a kernel.
//! - The program also contains octaves that a level of detail does not show (`Terrain::of_level`). A literal decides which
//!   octaves are skipped, so nearly all levels share one text.
//! - Pictures are in tables, separate from the literals (`Lanes::fetch`). In exports, they are in a texture (`export/texture`).
//! - Craters are gathered by loops over lists, which a trace cannot record. Only this code is written twice, in Rust and in
//!   WGSL (`Lanes::foreign`).
//! - Each line is stored with the fields and nodes that it comes from ([`listing`]). So an error in a shader is reported with
//!   the name of a field. The text itself contains no names of fields.

mod expression;
mod listing;
mod literals;
mod loops;
mod parts;
mod passes;

use std::collections::BTreeMap;

use orogen_engine::program::Program;
use orogen_noise::trace::{Foreign, Name, Op};

pub use listing::Listing;
use literals::Literals;
use loops::Statements;
use parts::Parts;
pub use passes::Passes;

/// The positions of a grid's samples.
pub const GRID: &str = include_str!("grid.wgsl");

/// The positions of a patch's samples.
pub const PATCH: &str = include_str!("patch.wgsl");

/// Reads a literal.
pub const WORD: &str = include_str!("word.wgsl");

/// Reads a literal, in shaders with more literals than fit in a uniform buffer.
const FAR_WORD: &str = include_str!("far_word.wgsl");

/// Maximum literals of a uniform buffer: 64 KiB, which nearly every device supports.
pub const NEAR_WORDS: usize = 16_384;

/// Functions that every text calls.
const ARITHMETIC: &str = include_str!("arithmetic.wgsl");

/// The start of a module's entry point.
pub const ENTRY: &str = "@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if id.x >= planes.x {
        return;
    }
    let here = orogen_here(id.xy);
    let sample = id.y * planes.x + id.x;
";

/// The parts of a program's text.
pub struct Text {
    /// The functions that the body calls.
    pub functions: Listing,
    /// The statements that compute the outputs at `here`.
    pub body: Listing,
    /// The names of the outputs.
    pub outputs: Vec<String>,
    /// The literals that the text reads.
    literals: Vec<u32>,
}

impl Text {
    /// A text that reads all numbers from a buffer. So other numbers need no other text.
    pub fn new(program: &Program) -> Self {
        Self::with(program, Literals::in_buffer(&program.trace))
    }

    /// A text for programs that differ only in their literals. Literals that differ neither between programs nor
    /// between calls are constants, except those that are `live`.
    pub fn of_constants(programs: &[&Program], live: impl Fn(u32) -> bool) -> Self {
        let first = programs[0];
        let mut parts = Parts::new(first, Literals::in_buffer(&first.trace));
        parts.all();
        let traces: Vec<_> = programs.iter().map(|program| &program.trace).collect();
        Self::with(first, Literals::as_constants(&traces, parts.uses(), live))
    }

    /// The words that `orogen_word` must return for one of the text's programs.
    pub fn words(&self, program: &Program) -> Vec<u32> {
        self.literals.iter().map(|&at| program.trace.literals[at as usize]).collect()
    }

    /// The indices of the literals that the text reads with `orogen_word`, in the order of the [words](Self::words).
    pub fn literals(&self) -> &[u32] {
        &self.literals
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

/// The functions that some statements call, and those that every text calls.
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

/// The statements with their owners.
fn body(parts: &Parts<'_>, statements: Vec<Statements>) -> Listing {
    let mut body = Listing::default();
    for Statements { text, values, .. } in statements {
        body.push_owned(&text, parts.owners(values));
    }
    body
}

/// The WGSL texts of the compute modules that write a program's outputs for the samples of a grid, plane after plane. The
/// modules run in order. Most programs have only one.
pub fn modules(program: &Program) -> Vec<String> {
    passes(program).listings.into_iter().map(|listing| listing.text).collect()
}

/// The [`modules`], with the owners of their lines.
pub fn passes(program: &Program) -> Passes {
    Passes::new(GRID, program)
}

/// The modules for the samples of a patch, with the owners of their lines.
pub fn patch_passes(program: &Program) -> Passes {
    Passes::new(PATCH, program)
}

/// The foreign functions of a program, each with the values that its calls return.
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
