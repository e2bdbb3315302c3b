//! `orogen strokes`: describes a strokes file, and recovers the strokes of a damaged one.

use std::io::{self, Write};
use std::path::PathBuf;

use orogen_strokes::journal::{self, JournalContents, JournalError};
use orogen_strokes::stroke::Surface;
use serde_json::json;

use crate::failure::Failure;
use crate::json;
use crate::numbers::plain;
use crate::printable;

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
    #[command(flatten)]
    report: json::Flag,
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
    let contents = journal::read(file).map_err(failed)?;
    if args.report.json {
        return json::print(&json!({
            "file": file.display().to_string(),
            "of": contents.of,
            "radius": radius(contents.surface),
            "strokes": contents.strokes.len(),
            "undone": contents.undone,
            "torn_line": contents.dropped,
        }));
    }
    let mut out = io::stdout().lock();
    writeln!(out, "{}: {}", printable::path(file), summary(&contents))?;
    Ok(out.flush()?)
}

/// The radius in metres of the planet that was sculpted, if it is one.
fn radius(surface: Surface) -> Option<f64> {
    match surface {
        Surface::Plane => None,
        Surface::Planet(sphere) => Some(sphere.radius()),
    }
}

fn summary(contents: &JournalContents) -> String {
    let JournalContents { of, strokes, undone, dropped, .. } = contents;
    let surface = radius(contents.surface);
    let surface = surface.map_or("a plane".to_owned(), |metres| format!("a planet of {} m", plain(metres)));
    let strokes =
        if strokes.len() == 1 { "1 stroke".to_owned() } else { format!("{} strokes", strokes.len()) };
    let torn = dropped
        .map_or(String::new(), |line| format!("; the last line, {line}, is incomplete and was skipped"));
    format!("{strokes} on {surface}, {undone} undone, drawn on {of:?}{torn}")
}

/// The failure for an error of a strokes file. It is a usage error if the user can choose another file. Other system errors,
/// such as a full disk, are failed jobs.
fn failed(error: JournalError) -> Failure {
    use std::io::ErrorKind::{AlreadyExists, NotFound, PermissionDenied};
    let is_job = matches!(&error, JournalError::Io { source, .. }
        if !matches!(source.kind(), AlreadyExists | NotFound | PermissionDenied));
    let error = orogen::Error::from(error);
    if is_job { Failure::job(error.message(), error.help()) } else { error.into() }
}
