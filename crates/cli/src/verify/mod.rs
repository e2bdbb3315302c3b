//! `orogen verify`: whether the files of a terrain hold what its recipe says.

use std::path::{Path, PathBuf};
use std::time::Instant;

use orogen::raster::MAX_SIDE;
use orogen_files::verify::series;
use orogen_files::{TerrainInfo, seal};

use crate::failure::Failure;
use crate::interrupt::Interrupt;
use ground::Ground;
use report::Report;

mod checked;
mod description;
mod ground;
mod origin;
mod report;
mod unlisted;

/// Compare the files of a terrain with its recipe.
///
/// Every file that terrain.json lists is read again and compared, sample by sample, with what the recipe gives: each
/// sample, and each normal of a mesh, has to be the nearest that the format can hold. Its length and hash have to be
/// those recorded, and neighbouring tiles have to hold the same samples where they meet. Nor may terrain.json itself
/// have been changed: its seal, a hash of all it says, has to fit. The exit status is 0 if all is right and 1 if
/// anything is wrong.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The folder that `generate` wrote, or its terrain.json.
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The recipe the terrain was made from; needed only if it reads other files, whose places are relative to it.
    #[arg(long, value_name = "FILE")]
    recipe: Option<PathBuf>,
    /// Say nothing but what is wrong.
    #[arg(long)]
    quiet: bool,
    /// Print machine-readable facts; what goes wrong before there are any is told on stderr, in words.
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  orogen verify out
  orogen verify out --recipe mine.toml --json";

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let start = Instant::now();
    let path = find_description(&args.folder)?;
    let info = TerrainInfo::read(&path)?;
    refuse_endless(&info, &path)?;
    let recipe = origin::recipe(&info, &path, args.recipe.as_deref())?;
    let interrupt = Interrupt::watch()?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let ground = Ground::new(&info, folder, &recipe, &interrupt, !args.quiet)?;
    let mut report = Report::new(args.json, args.quiet);
    report.begin(&info)?;
    let mut flaws: Vec<_> = seal::flaw(&path)?.into_iter().collect();
    flaws.extend(description::flaws(&info, &recipe, &ground)?);
    report.description(flaws)?;
    report.unlisted(unlisted::unlisted(&info, path.parent().unwrap_or(Path::new(""))));
    for series in series(&info) {
        report.series(checked::series(&ground, &series)?)?;
    }
    report.end(&info, start.elapsed())
}

/// A terrain of more samples than are ever made would take forever, and a row of it all memory.
fn refuse_endless(info: &TerrainInfo, path: &Path) -> Result<(), Failure> {
    if info.width.max(info.height) <= MAX_SIDE {
        return Ok(());
    }
    let message =
        format!("{}: {} × {} samples are more than can be made", path.display(), info.width, info.height);
    Err(Failure::of_job(message, format!("at most {MAX_SIDE} × {MAX_SIDE} are: generate the terrain anew")))
}

fn find_description(target: &Path) -> Result<PathBuf, Failure> {
    let path = if target.is_dir() { target.join("terrain.json") } else { target.to_owned() };
    if path.is_file() && path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json")) {
        return Ok(path);
    }
    let message = match target.is_dir() {
        true => format!("the folder {} holds no terrain.json", target.display()),
        false => format!("{} is no folder that holds a terrain.json", target.display()),
    };
    Err(Failure::of_use(message, "name the folder that `orogen generate` wrote"))
}
