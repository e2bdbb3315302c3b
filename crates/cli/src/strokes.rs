//! `orogen strokes`: what is in a file of strokes, and what can be saved of a broken one.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use orogen::overlay::Complaint;
use orogen_strokes::journal::{self, JournalError, Recorded};
use orogen_strokes::layer::StrokeLayer;
use orogen_strokes::stroke::Ground;
use serde_json::json;

use crate::failure::Failure;
use crate::numbers::plain;

/// Tell what is in a file of strokes, or save what is whole of a broken one.
///
/// Strokes are drawn by programs that sculpt. A recipe names their file in `[sculpt]`, and everything that is made of the recipe
/// has them in it: docs/sculpting.md.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The file of strokes.
    file: PathBuf,
    /// Save what comes before the first broken line as a new file; the broken one is left as it is.
    #[arg(long, value_name = "NEW")]
    salvage: Option<PathBuf>,
    /// Print machine-readable facts; what goes wrong before there are any is told on stderr, in words.
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  orogen strokes mine.strokes
  orogen strokes broken.strokes --salvage mine.strokes";

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    if let Some(new) = &args.salvage {
        journal::salvage(&args.file, new).map_err(|error| failed(&error))?;
    }
    let file = args.salvage.as_ref().unwrap_or(&args.file);
    let recorded = journal::read(file).map_err(|error| failed(&error))?;
    let mut out = io::stdout().lock();
    if args.json {
        let facts = json!({
            "file": file.display().to_string(),
            "of": recorded.of,
            "radius": radius(recorded.ground),
            "strokes": recorded.strokes.len(),
            "undone": recorded.undone,
            "torn_line": recorded.dropped,
        });
        writeln!(out, "{facts:#}")?;
    } else {
        writeln!(out, "{}: {}", file.display(), told(&recorded))?;
    }
    Ok(out.flush()?)
}

/// The metres of a planet that strokes lie on.
fn radius(ground: Ground) -> Option<f64> {
    match ground {
        Ground::Plane => None,
        Ground::Planet(sphere) => Some(sphere.radius()),
    }
}

fn told(recorded: &Recorded) -> String {
    let Recorded { of, strokes, undone, dropped, .. } = recorded;
    let ground = radius(recorded.ground);
    let ground = ground.map_or("a plane".to_owned(), |metres| format!("a planet of {} m", plain(metres)));
    let strokes =
        if strokes.len() == 1 { "1 stroke".to_owned() } else { format!("{} strokes", strokes.len()) };
    let torn =
        dropped.map_or(String::new(), |line| format!("; its last line, {line}, is torn and was left out"));
    format!("{strokes} on {ground}, {undone} undone, drawn on {of:?}{torn}")
}

/// The strokes that a recipe names.
pub(crate) fn layer(path: &Path) -> Result<StrokeLayer, Complaint> {
    StrokeLayer::read(path).map_err(|error| (error.to_string(), mend(&error)))
}

fn failed(error: &JournalError) -> Failure {
    Failure::of_use(error.to_string(), mend(error))
}

/// What to do about a file of strokes.
fn mend(error: &JournalError) -> String {
    let mend = match error {
        JournalError::Missing { .. } => {
            "give the path of a file of strokes; one that a recipe names is looked for in the recipe's folder"
        }
        JournalError::Line { .. } => "`orogen strokes FILE --salvage NEW` saves the strokes before that line",
        JournalError::Io { source, .. } if source.kind() == io::ErrorKind::AlreadyExists => {
            "choose the name of a file that is not there"
        }
        JournalError::Io { .. } => "check its permissions and the disk",
        _ => "",
    };
    mend.to_owned()
}
