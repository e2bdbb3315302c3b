//! `orogen cache`: the solutions of erosion that are kept on the disk.

use std::io::{self, Write};

use orogen::SolutionCache;
use serde_json::json;

use crate::failure::Failure;
use crate::{json, numbers, printable};

/// List the kept solutions of erosion, or remove them.
///
/// Erosion is solved once for a whole domain. The solution is kept in the user's folder for caches, or in the folder that the
/// environment variable `OROGEN_CACHE` names. If the variable is empty, nothing is kept. Solutions take at most 2 GiB in all;
/// the ones used longest ago are removed first.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Remove all kept solutions.
    #[arg(long)]
    clear: bool,
    #[command(flatten)]
    json: json::Flag,
}

const EXAMPLES: &str = "\
Examples:
  orogen cache            list the kept solutions
  orogen cache --clear    remove them";

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let cache = SolutionCache::default();
    let Some(folder) = cache.folder() else {
        return Err(Failure::job(
            "no solutions are kept: the system has no folder for caches, or OROGEN_CACHE is empty",
            "name a folder in the environment variable OROGEN_CACHE",
        ));
    };
    let failed = |error: io::Error| {
        Failure::job(format!("cannot use the folder {}: {error}", folder.display()), "check its permissions")
    };
    let files = if args.clear { cache.clear() } else { cache.files() }.map_err(failed)?;
    let bytes: u64 = files.iter().map(|file| file.bytes).sum();
    if args.json.json {
        let files: Vec<_> =
            files.iter().map(|file| json!({ "path": file.path, "bytes": file.bytes })).collect();
        return json::print(
            &json!({ "folder": folder, "bytes": bytes, "removed": args.clear, "files": files }),
        );
    }
    let mut out = io::stdout().lock();
    for file in files.iter().filter(|_| !args.clear) {
        writeln!(out, "{:>9}  {}", numbers::size(file.bytes), printable::path(&file.path))?;
    }
    let verb = if args.clear { "removed" } else { "kept" };
    let (bytes, folder) = (numbers::size(bytes), printable::path(folder));
    writeln!(out, "{verb}: {} solutions, {bytes}, in {folder}", files.len())?;
    Ok(out.flush()?)
}
