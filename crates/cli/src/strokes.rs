//! `orogen strokes`: describes a strokes file, and recovers the strokes of a damaged one.

use std::io::{self, Write};
use std::path::PathBuf;

use orogen_strokes::journal::{self, JournalError, Recorded};
use orogen_strokes::stroke::Ground;
use serde_json::json;

use crate::failure::Failure;
use crate::json;
use crate::numbers::plain;

/// Describe a strokes file, or recover the strokes of a damaged one.
///
/// Sculpting programs write brush strokes to a file. A recipe names this file in `[sculpt]`, and the strokes are part of
/// everything generated from the recipe: see docs/sculpting.md.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The strokes file.
    file: PathBuf,
    /// Save the strokes before the first damaged line to a new file. The damaged file is not changed.
    #[arg(long, value_name = "NEW")]
    salvage: Option<PathBuf>,
    /// Print the result as JSON; errors that prevent it go to stderr.
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  orogen strokes mine.strokes
  orogen strokes broken.strokes --salvage mine.strokes";

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    if let Some(new) = &args.salvage {
        journal::salvage(&args.file, new).map_err(failed)?;
    }
    let file = args.salvage.as_ref().unwrap_or(&args.file);
    let recorded = journal::read(file).map_err(failed)?;
    if args.json {
        return json::print(&json!({
            "file": file.display().to_string(),
            "of": recorded.of,
            "radius": radius(recorded.ground),
            "strokes": recorded.strokes.len(),
            "undone": recorded.undone,
            "torn_line": recorded.dropped,
        }));
    }
    let mut out = io::stdout().lock();
    writeln!(out, "{}: {}", file.display(), summary(&recorded))?;
    Ok(out.flush()?)
}

/// The radius in metres of the planet that was sculpted, if it is one.
fn radius(ground: Ground) -> Option<f64> {
    match ground {
        Ground::Plane => None,
        Ground::Planet(sphere) => Some(sphere.radius()),
    }
}

fn summary(recorded: &Recorded) -> String {
    let Recorded { of, strokes, undone, dropped, .. } = recorded;
    let ground = radius(recorded.ground);
    let ground = ground.map_or("a plane".to_owned(), |metres| format!("a planet of {} m", plain(metres)));
    let strokes =
        if strokes.len() == 1 { "1 stroke".to_owned() } else { format!("{} strokes", strokes.len()) };
    let torn = dropped
        .map_or(String::new(), |line| format!("; the last line, {line}, is incomplete and was skipped"));
    format!("{strokes} on {ground}, {undone} undone, drawn on {of:?}{torn}")
}

fn failed(error: JournalError) -> Failure {
    orogen::Error::from(error).into()
}
