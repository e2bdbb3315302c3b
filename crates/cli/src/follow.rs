//! `--watch`: makes the result again when a file that the job reads changes.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, SystemTime};

use crate::failure::Failure;
use crate::recipe::{self, Choices};
use crate::{inputs, printable, signals};

/// How often the files are looked at.
const PERIOD: Duration = Duration::from_millis(200);

/// The option of commands that can follow files.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(crate) struct WatchOption {
    /// Stay, and make the result again whenever the recipe or a file that it reads changes. Ctrl-C ends the command.
    #[arg(long)]
    watch: bool,
}

/// Runs a job: once, or again after each change of its files. An error of a run is printed, and the next change may mend it.
pub(crate) fn run(
    option: WatchOption,
    name: &Path,
    choices: &Choices,
    job: impl Fn() -> Result<(), Failure>,
) -> Result<(), Failure> {
    if !option.watch {
        return job();
    }
    if recipe::is_stdin(name) {
        let help = "give the path of a recipe";
        return Err(Failure::usage("standard input cannot be watched", help));
    }
    loop {
        // Before the job, so that a change during the job starts another.
        let before = Files::now(name, choices);
        if let Err(failure) = job() {
            if signals::status().is_some() {
                return Err(failure);
            }
            failure.print();
        }
        eprintln!("watching {} (Ctrl-C ends)", printable::path(name));
        while before.are_unchanged() {
            thread::sleep(PERIOD);
        }
        // An editor may write a file in several steps.
        thread::sleep(PERIOD);
    }
}

/// Files with their times of change and sizes. A file that cannot be read has none.
struct Files(Vec<(PathBuf, Option<(SystemTime, u64)>)>);

impl Files {
    /// The files of a job. If the recipe has an error, these are the recipes in its folder.
    fn now(name: &Path, choices: &Choices) -> Self {
        let paths =
            recipe::load(name, choices).map_or_else(|_| siblings(name), |recipe| inputs::of(name, &recipe));
        let stamped = |path: PathBuf| {
            let stamp = stamp(&path);
            (path, stamp)
        };
        Self(paths.into_iter().map(stamped).collect())
    }

    fn are_unchanged(&self) -> bool {
        self.0.iter().all(|(path, before)| stamp(path) == *before)
    }
}

/// The recipes in the folder of a recipe with an error, which may be in one that it uses.
fn siblings(name: &Path) -> Vec<PathBuf> {
    let folder = name.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let recipes = entries.filter(|path| path.extension().is_some_and(|extension| extension == "toml"));
    recipes.chain([name.to_owned()]).collect()
}

fn stamp(path: &Path) -> Option<(SystemTime, u64)> {
    let metadata = fs::metadata(path).ok()?;
    Some((metadata.modified().ok()?, metadata.len()))
}
