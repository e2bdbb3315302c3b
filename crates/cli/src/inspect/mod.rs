//! `orogen inspect`: statistics and plots of a terrain.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use orogen_files::PendingOutput;

use crate::failure::Failure;
use crate::{json, numbers, output, printable, recipe};
use drainage::Drained;
use height_field::HeightField;
use spectrum::Spectrum;
use statistics::Statistics;

mod axes;
mod drainage;
mod height_field;
mod report;
mod sheet;
mod spectrum;
mod statistics;

/// Print statistics of a terrain and plot them: heights, slopes, spectrum, drainage.
///
/// Reads a recipe, or what `generate` wrote: the folder, its terrain.json or one of its height files, with tiles joined.
/// It also reads PNG, JPEG, TIFF, EXR, .asc and .hgt files of other programs.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A recipe file, a preset name, a folder or terrain.json, or a height file (.png, .tif, .exr, .r16 …); `-` reads a recipe
    /// from standard input.
    #[arg(value_name = "FILE|RECIPE")]
    target: PathBuf,
    /// Write the plots to `inspect.svg` in this folder.
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Samples along a side, for recipes.
    #[arg(long, value_name = "N", default_value = "1024", allow_negative_numbers = true,
          value_parser = numbers::whole(2..=8192))]
    size: i64,
    #[command(flatten)]
    choices: recipe::Choices,
    #[command(flatten)]
    report: json::Flag,
}

const EXAMPLES: &str = "\
Drainage, with the values of real mountains (elevation models of alpine land, 20 to 93 m per sample):
  undrained        area in closed depressions            up to 2 %; noise 10 to 40 %
  rivers           in valleys                            85 % or more; noise 30 to 70 %
                   on ridges                             up to 1 %; noise 5 to 14 %
  curvature skew   negative: sharp ridges, open valleys  -1.2 to -0.4; noise 0
  concavity        θ in slope ~ area^-θ along rivers     0.25 to 0.55, R² above 0.9; noise 0 to 0.3
  Hack's exponent  h in length ~ area^h of rivers        0.44 to 0.54
  hypsometric int. (mean - lowest)/(highest - lowest)    0.3 to 0.6
A river drains at least 0.3 km² (on small terrains 1/300 of the area), and at least 100 samples.
Only the square in the middle of a rectangle is measured. It must have 128 to 4096 samples along a side.
The floor of a sea counts as land.

Examples:
  orogen inspect alps -o out
  orogen inspect out/terrain.json --json";

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let _claimed = args.output.as_ref().map(|folder| output::claim(folder, false)).transpose()?;
    let plots = args.output.as_ref().map(|folder| folder.join("inspect.svg"));
    plots.as_deref().map_or(Ok(()), refuse_foreign)?;
    let field = HeightField::load(&args.target, args.size as usize, &args.choices, plots.as_slice())?;
    let statistics = Statistics::of(&field).ok_or_else(|| {
        let message = format!("{} has no finite height", field.name);
        Failure::usage(message, "check the program that wrote it for a division by zero")
    })?;
    let spectrum = Spectrum::of(&field);
    let drained = Drained::of(&field);
    if let Some(path) = &plots {
        let sheet = sheet::draw(&field, &statistics, spectrum.as_ref(), &drained)?;
        PendingOutput::of_bytes(path, sheet.as_bytes())?.commit()?;
    }
    if args.report.json {
        return json::print(&report::json(
            &field,
            &statistics,
            spectrum.as_ref(),
            &drained,
            plots.as_deref(),
        ));
    }
    let mut out = io::stdout().lock();
    write!(out, "{}", report::text(&field, &statistics, spectrum.as_ref(), &drained))?;
    if let Some(path) = &plots {
        writeln!(out, "plots              {}", path.display())?;
    }
    Ok(out.flush()?)
}

/// Refuses to overwrite a file that is no plot, such as a recipe.
fn refuse_foreign(path: &Path) -> Result<(), Failure> {
    match fs::read(path) {
        Ok(bytes) if !bytes.starts_with(b"<svg") => {
            let message = format!("refusing to overwrite {}: it is not a plot", printable::path(path));
            Err(Failure::job(message, "choose another folder with -o"))
        }
        _ => Ok(()),
    }
}
