//! `orogen man`: manual pages.

use std::fs;
use std::path::PathBuf;

use clap::CommandFactory;

use crate::Command;
use crate::failure::Failure;

/// Write the manual pages into a folder.
///
/// Writes `orogen.1` and a page for each subcommand, such as `orogen-generate.1`. The pages have the same text as `--help`.
/// Existing pages are replaced, and the folder is created if it is missing.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The folder of the pages.
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

const EXAMPLES: &str = "\
Examples:
  orogen man ~/.local/share/man/man1
  man orogen-generate";

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let written = fs::create_dir_all(&args.folder)
        .and_then(|()| clap_mangen::generate_to(Command::command(), &args.folder));
    written.map_err(|error| {
        let folder = args.folder.display();
        Failure::job(format!("cannot write manual pages into {folder}: {error}"), "choose another folder")
    })
}
