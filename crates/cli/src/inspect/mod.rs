//! `orogen inspect`: figures and plots of a terrain.

use std::io::{self, Write};
use std::path::PathBuf;

use orogen_files::Whole;

use crate::failure::Failure;
use crate::{numbers, output};
use relief::Relief;
use spectrum::Spectrum;
use statistics::Statistics;

mod axes;
mod relief;
mod report;
mod sheet;
mod spectrum;
mod statistics;

/// Figures and plots of a terrain: heights, slopes, spectrum.
///
/// Takes a recipe, or what `generate` wrote: the folder, its terrain.json or one of its height files, tiles put
/// together. A PNG, TIFF, EXR or .hgt from elsewhere is read too.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A recipe file, the name of a preset, a folder or terrain.json, or a file of heights (.png, .tif, .exr, .r16 …).
    #[arg(value_name = "FILE|RECIPE")]
    target: PathBuf,
    /// The folder for the plots, `inspect.svg`; without it there are only figures.
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Samples along a side that a recipe is made with.
    #[arg(long, value_name = "N", default_value = "1024", allow_negative_numbers = true,
          value_parser = numbers::whole(2..=8192))]
    size: i64,
    /// Print machine-readable facts; what goes wrong before there are any is told on stderr, in words.
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  orogen inspect alps -o out
  orogen inspect out/terrain.json --json";

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let _claimed = args.output.as_ref().map(|folder| output::claim(folder, false)).transpose()?;
    let relief = Relief::load(&args.target, args.size as usize)?;
    let statistics = Statistics::of(&relief).ok_or_else(|| {
        let message = format!("{} has no height that is a number", relief.name);
        Failure::of_use(message, "look in what made it for a division by zero")
    })?;
    let spectrum = Spectrum::of(&relief);
    let plots = args.output.as_ref().map(|folder| folder.join("inspect.svg"));
    if let Some(path) = &plots {
        let sheet = sheet::draw(&relief, &statistics, spectrum.as_ref())?;
        Whole::of_bytes(path, sheet.as_bytes())?.commit()?;
    }
    let mut out = io::stdout().lock();
    if args.json {
        let facts = report::facts(&relief, &statistics, spectrum.as_ref(), plots.as_deref());
        writeln!(out, "{facts:#}")?;
    } else {
        write!(out, "{}", report::text(&relief, &statistics, spectrum.as_ref()))?;
        if let Some(path) = &plots {
            writeln!(out, "plots              {}", path.display())?;
        }
    }
    Ok(out.flush()?)
}
