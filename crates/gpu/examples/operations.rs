//! Counts what the shaders of recipes do for a sample, for the table in docs/gpu.md.
//!
//! `cargo run -p orogen-gpu --example operations -- crates/orogen/recipes/*.toml` prints a row for each recipe. It needs no graphics
//! device.

use std::process::ExitCode;

use orogen_engine::image::NoImages;
use orogen_engine::nodes::registry;
use orogen_engine::program::Program;
use orogen_engine::recipe::{Recipe, Source};
use orogen_engine::terrain::{Drafts, Terrain};
use orogen_gpu::modules;
use orogen_noise::jet::Order;
use orogen_noise::trace::{One, Op, Two};

/// What a shader does for a sample.
#[derive(Debug, Default)]
struct Cost {
    /// Operations on numbers, with comparisons and selections.
    numbers: usize,
    /// Operations on words. Most are for hashes of lattice points.
    words: usize,
    /// Operations of both kinds that guards may skip, at most.
    guarded: usize,
    /// Coordinates in lattices. Each is the sum of two shares.
    coordinates: usize,
    /// Numbers read from tables and pictures.
    reads: usize,
    /// Calls of functions with loops. Their operations are not counted.
    calls: usize,
}

impl Cost {
    fn of(program: &Program) -> Self {
        let (last_reads, guarded) = (program.last_reads(), guarded(program));
        let mut cost = Self::default();
        for (at, op) in program.trace.ops.iter().enumerate().filter(|&(at, _)| last_reads[at].is_some()) {
            let count = match op {
                Op::Nothing | Op::Number(_) | Op::Word(_) | Op::Field(..) | Op::Place(_) => continue,
                Op::Cell(_) => &mut cost.coordinates,
                Op::Fetch(_) | Op::LookUp(..) => &mut cost.reads,
                Op::Foreign(..) => &mut cost.calls,
                Op::One(one, _) if is_of_words(one) => &mut cost.words,
                Op::Two(two, _) if are_of_words(two) => &mut cost.words,
                Op::One(..) | Op::Two(..) | Op::Select(..) => &mut cost.numbers,
            };
            *count += 1;
            cost.guarded += usize::from(guarded[at]);
        }
        cost
    }
}

/// Whether each operation is in a part with a guard.
fn guarded(program: &Program) -> Vec<bool> {
    let mut guarded = vec![false; program.trace.ops.len()];
    for part in program.trace.parts.iter().filter(|part| part.guard.is_some()) {
        guarded[part.ops.start as usize..part.ops.end as usize].fill(true);
    }
    guarded
}

fn is_of_words(one: &One) -> bool {
    matches!(one, One::ShiftLeft(_) | One::ShiftRight(_) | One::Bit(_) | One::Truncate)
}

fn are_of_words(two: &Two) -> bool {
    use Two::{AddWords, AndWords, EqualWords, LessWords, MultiplyWords, OrWords, SubtractWords, XorWords};
    matches!(
        two,
        AddWords | SubtractWords | MultiplyWords | AndWords | OrWords | XorWords | LessWords | EqualWords
    )
}

/// The row of a recipe in the table: its height and slopes, for samples that are a metre apart.
fn row(path: &str) -> Result<String, String> {
    let of_file = |error: &dyn std::fmt::Display| format!("{path}: {error}");
    let text = std::fs::read_to_string(path).map_err(|error| of_file(&error))?;
    let recipe = Recipe::parse(Source::new(path, text), registry()).map_err(|error| error.to_string())?;
    let terrain = Terrain::new(&recipe, &Drafts(NoImages), 1.0).map_err(|error| of_file(&error))?;
    let program = terrain.program(Order::Gradient).map_err(|none| of_file(&none))?;
    let Cost { numbers, words, guarded, coordinates, reads, calls } = Cost::of(&program);
    let passes = modules(&program);
    // The outputs, and what passes store for each other and read again.
    let bytes = 4 * passes.iter().map(|text| text.matches("out[").count()).sum::<usize>();
    let name = path.rsplit('/').next().unwrap_or(path).trim_end_matches(".toml");
    let passes = passes.len();
    Ok(format!(
        "| {name} | {numbers} | {words} | {guarded} | {coordinates} | {reads} | {calls} | {passes} | {bytes} |"
    ))
}

fn main() -> ExitCode {
    println!(
        "| recipe | number operations | word operations | in guards | coordinates | reads | calls | passes | bytes |\n\
         |---|---:|---:|---:|---:|---:|---:|---:|---:|"
    );
    for path in std::env::args().skip(1) {
        match row(&path) {
            Ok(row) => println!("{row}"),
            Err(error) => {
                eprintln!("{error}");
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}
