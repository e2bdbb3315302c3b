//! `orogen verify`: compares the files of a terrain with its recipe.

use std::path::{Path, PathBuf};
use std::time::Instant;

use orogen_engine::raster::MAX_SIDE;
use orogen_files::terrains::terrains;
use orogen_files::verify::series;
use orogen_files::{TerrainInfo, checksum};

use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::{json, output, signals};
use reference::Reference;
use report::Report;
use serde_json::{Value, json};

mod description;
mod reference;
mod report;
mod series_check;
mod source_recipe;
mod unlisted;

/// Compare the files of a terrain with its recipe.
///
/// If the folder holds several terrains, all of them are compared; give one of the descriptions to compare only one.
///
/// Every file that terrain.json lists is read and compared with the recipe: each sample, and each normal of a mesh, must
/// be the nearest value that the format can store. The length and hash of the file must match the recorded ones, and
/// neighbouring tiles must have the same samples at their borders. Samples from a graphics device may differ within the bounds
/// of docs/gpu.md. The checksum of terrain.json, a hash of its contents, must match, too. The exit status is 0 if everything
/// matches and 1 otherwise.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The folder that `generate` wrote, or a description in this folder: terrain.json, or the description of an older terrain.
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The recipe of the terrain. Needed only if the recipe reads other files, whose paths are relative to its folder.
    #[arg(long, value_name = "FILE")]
    recipe: Option<PathBuf>,
    #[command(flatten)]
    report: json::Reporting,
}

const EXAMPLES: &str = "\
Examples:
  orogen verify out
  orogen verify out --recipe mine.toml --json";

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let interrupt = Interrupt::watch()?;
    let mut reports = Vec::new();
    let descriptions = descriptions(&args.folder, args.recipe.is_some())?;
    let is_alone = descriptions.len() == 1;
    for path in descriptions {
        match one(args, &path, &interrupt) {
            // A terrain that cannot be verified does not keep others from being verified.
            Err(failure) if !is_alone && signals::status().is_none() => {
                failure.print();
                reports.push((false, json!({ "ok": false, "description": path.display().to_string() })));
            }
            report => reports.push(report?),
        }
    }
    let is_sound = reports.iter().all(|(is_sound, _)| *is_sound);
    if args.report.json {
        let mut terrains: Vec<_> = reports.into_iter().map(|(_, report)| report).collect();
        let report = match terrains.len() {
            1 => terrains.remove(0),
            _ => json!({ "ok": is_sound, "terrains": terrains }),
        };
        json::print(&report)?;
    }
    if is_sound { Ok(()) } else { Err(Failure::Reported(1)) }
}

/// Verifies the files of one terrain. Returns whether everything matches, and the report as JSON.
fn one(args: &Args, path: &Path, interrupt: &Interrupt) -> Result<(bool, Value), Failure> {
    let start = Instant::now();
    let info = TerrainInfo::read(path)?;
    refuse_too_large(&info, path)?;
    let recipe = source_recipe::load(&info, path, args.recipe.as_deref())?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let reference = Reference::new(&info, folder, &recipe, interrupt, !args.report.quiet)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let mut report = Report::new(&name, args.report.json, args.report.quiet);
    report.begin(&info)?;
    let mut flaws: Vec<_> = checksum::flaw(path)?.into_iter().collect();
    flaws.extend(description::flaws(&info, &recipe, &reference)?);
    report.description(flaws)?;
    report.unlisted(unlisted::unlisted(&info, folder));
    for series in series(&info) {
        report.series(series_check::check(&reference, &series)?)?;
    }
    report.end(&info, start.elapsed())
}

/// Refuses a terrain larger than `generate` allows. Its check would take too long, and one row would fill the memory.
fn refuse_too_large(info: &TerrainInfo, path: &Path) -> Result<(), Failure> {
    if info.width.max(info.height) <= MAX_SIDE {
        return Ok(());
    }
    let message = format!("{}: {} × {} samples exceed the limit", path.display(), info.width, info.height);
    Err(Failure::job(message, format!("the limit is {MAX_SIDE} × {MAX_SIDE}: generate the terrain again")))
}

/// The descriptions of the terrains in a folder, or the given description. With a recipe, only the newest: other terrains have
/// other recipes.
fn descriptions(target: &Path, with_recipe: bool) -> Result<Vec<PathBuf>, Failure> {
    let first = find_description(target)?;
    if !target.is_dir() || with_recipe {
        return Ok(vec![first]);
    }
    let others = terrains(target)?
        .into_iter()
        .map(|terrain| target.join(terrain.description))
        .filter(|path| *path != first);
    Ok([first.clone()].into_iter().chain(others).collect())
}

fn find_description(target: &Path) -> Result<PathBuf, Failure> {
    let path = if target.is_dir() { target.join(output::DESCRIPTION) } else { target.to_owned() };
    if path.is_file() && path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json")) {
        return Ok(path);
    }
    let message = match target.is_dir() {
        true => format!("the folder {} contains no terrain.json", target.display()),
        false => format!("{} is not a folder with a terrain.json", target.display()),
    };
    Err(Failure::usage(message, "give the folder that `orogen generate` wrote"))
}
