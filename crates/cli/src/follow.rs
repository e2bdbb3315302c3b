//! `--watch`: makes the result again when a file that the job reads changes.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, SystemTime};

use orogen_engine::recipe::Recipe;

use crate::failure::Failure;
use crate::recipe::{self, Choices};
use crate::{inputs, printable, signals};

/// How often the files are looked at.
const PERIOD: Duration = Duration::from_millis(200);

/// The option of commands that can follow files.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(crate) struct WatchOption {
    /// Keep running, and make the result again whenever the recipe or a file that the recipe reads changes. Ctrl-C ends the
    /// command.
    #[arg(long)]
    watch: bool,
}

#[cfg(feature = "serve")]
impl WatchOption {
    /// Whether the option was given.
    pub(crate) fn is_given(self) -> bool {
        self.watch
    }
}

/// Runs a job with its recipe: once, or again after each change of its files. An error of a run is printed, and the next change
/// may mend it.
pub(crate) fn run(
    option: WatchOption,
    name: &Path,
    choices: &Choices,
    job: impl Fn(Recipe) -> Result<(), Failure>,
) -> Result<(), Failure> {
    if !option.watch {
        return job(recipe::load(name, choices)?);
    }
    let mut follower = Follower::new(name, choices)?;
    loop {
        if let Err(failure) = follower.read().and_then(&job) {
            if signals::status().is_some() {
                return Err(failure);
            }
            failure.print();
        }
        eprintln!("watching {} (Ctrl-C ends)", printable::path(name));
        follower.wait(|| false);
    }
}

/// Reads a recipe again and again.
pub(crate) struct Follower<'a> {
    name: &'a Path,
    choices: &'a Choices,
    files: Files,
}

impl<'a> Follower<'a> {
    /// # Errors
    /// The recipe is standard input, which does not change.
    pub(crate) fn new(name: &'a Path, choices: &'a Choices) -> Result<Self, Failure> {
        if recipe::is_stdin(name) {
            let help = "give the path of a recipe";
            return Err(Failure::usage("standard input cannot be watched", help));
        }
        Ok(Self { name, choices, files: Files::of(vec![name.to_owned()]) })
    }

    /// Reads the recipe. Changes of its files count from now on.
    pub(crate) fn read(&mut self) -> Result<Recipe, Failure> {
        // Known files are stamped before the recipe is read, so that a change meanwhile starts another run; new files after it.
        let before = std::mem::take(&mut self.files).stamped_again();
        let recipe = recipe::load(self.name, self.choices);
        let paths =
            recipe.as_ref().map_or_else(|_| siblings(self.name), |recipe| inputs::of(self.name, recipe));
        self.files = before.with(paths);
        recipe
    }

    /// Waits until a file has changed, and returns true; or until `is_over` does, and returns false.
    pub(crate) fn wait(&self, is_over: impl Fn() -> bool) -> bool {
        while self.files.are_unchanged() {
            if is_over() {
                return false;
            }
            thread::sleep(PERIOD);
        }
        // An editor may write a file in several steps.
        thread::sleep(PERIOD);
        true
    }
}

/// The time of change and the size of a file. A file that cannot be read has none.
type Stamp = Option<(SystemTime, u64)>;

/// Files with their stamps.
#[derive(Default)]
struct Files(BTreeMap<PathBuf, Stamp>);

impl Files {
    fn of(paths: Vec<PathBuf>) -> Self {
        Self(BTreeMap::new()).with(paths)
    }

    fn stamped_again(self) -> Self {
        Self::of(self.0.into_keys().collect())
    }

    /// Other files. Those that are among these keep their stamps.
    fn with(mut self, paths: Vec<PathBuf>) -> Self {
        let stamped = |path: PathBuf| {
            let known = self.0.remove(&path);
            let stamp = known.unwrap_or_else(|| stamp(&path));
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

fn stamp(path: &Path) -> Stamp {
    let metadata = fs::metadata(path).ok()?;
    Some((metadata.modified().ok()?, metadata.len()))
}
