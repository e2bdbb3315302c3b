//! What the studio needs from whoever runs it: this is the seam between the program and its surroundings, so that the same
//! program can run where there are no files and no threads of its own.

use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use orogen::generate::SharedImages;

/// What the studio needs from whoever runs it.
pub trait Host: Send + Sync + 'static {
    /// The recipes to begin with.
    fn presets(&self) -> Vec<Preset>;

    /// A reader of the pictures that recipes refer to; each call gives one that remembers nothing.
    fn images(&self) -> SharedImages;

    /// The programs that files can be made for.
    fn targets(&self) -> Vec<TargetChoice>;

    /// The formats of files, where they are made for no program.
    fn formats(&self) -> Vec<FormatChoice>;

    /// A folder for what the program wants to find again; without one it remembers nothing.
    fn state_folder(&self) -> Option<PathBuf> {
        None
    }

    /// Makes the files of a terrain. Called on a thread of its own; looks at `watch` often.
    ///
    /// # Errors
    /// [`ExportError`]: nothing was written, and what is wrong.
    fn export(&self, order: &ExportOrder, watch: &ExportWatch) -> Result<Exported, ExportError>;
}

/// A recipe to begin with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// What it is called: `alps`.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
}

impl Preset {
    /// What it shows: the comment in its first line.
    pub fn description(&self) -> &'static str {
        self.text.lines().next().and_then(|line| line.strip_prefix('#')).unwrap_or_default().trim()
    }
}

/// A program that files can be made for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TargetChoice {
    /// As the command line knows it: `unity`.
    pub name: String,
    /// Which files it gets.
    pub help: String,
}

/// A format of files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormatChoice {
    /// As the command line knows it: `png16`.
    pub name: String,
    /// What it holds.
    pub help: String,
    /// Whether it is made when nobody chooses.
    pub usual: bool,
}

/// What is to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportOrder {
    /// The recipe's text.
    pub text: Arc<str>,
    /// Its file, or what its file would be called: files are named after it, and pictures lie beside it.
    pub path: PathBuf,
    /// The folder for the files.
    pub folder: PathBuf,
    /// The program they are for, if they are for one.
    pub target: Option<String>,
    /// Otherwise their formats.
    pub formats: Vec<String>,
    /// Samples along a side; what the recipe or the program says if left out.
    pub size: Option<usize>,
    /// Whether to replace files that somebody else wrote.
    pub force: bool,
}

impl ExportOrder {
    /// The same job on the command line, where the recipe has this name: that of its file, or of a preset.
    ///
    /// ```
    /// use orogen_studio::host::ExportOrder;
    ///
    /// let order = ExportOrder {
    ///     text: "".into(),
    ///     path: "my alps.toml".into(),
    ///     folder: "out".into(),
    ///     target: Some("unity".to_owned()),
    ///     formats: Vec::new(),
    ///     size: Some(1025),
    ///     force: false,
    /// };
    /// assert_eq!(order.command("alps"), "orogen generate alps -o out --for unity --size 1025");
    /// ```
    pub fn command(&self, recipe: &str) -> String {
        let words = self.arguments(recipe);
        let words: Vec<_> = words.iter().map(|word| quoted(word)).collect();
        format!("orogen {}", words.join(" "))
    }

    /// The words of that command after its name.
    pub fn arguments(&self, recipe: &str) -> Vec<String> {
        let mut words = vec![
            "generate".to_owned(),
            recipe.to_owned(),
            "-o".to_owned(),
            self.folder.display().to_string(),
        ];
        match &self.target {
            Some(target) => words.extend(["--for".to_owned(), target.clone()]),
            None if !self.formats.is_empty() => words.extend(["--format".to_owned(), self.formats.join(",")]),
            None => {}
        }
        if let Some(size) = self.size {
            words.extend(["--size".to_owned(), size.to_string()]);
        }
        if self.force {
            words.push("--force".to_owned());
        }
        words
    }
}

/// A word as a shell takes it.
fn quoted(word: &str) -> Cow<'_, str> {
    // No name has quotes in it there.
    if cfg!(windows) && word.contains([' ', '&', '(', ')', '^', ';', ',']) {
        // A bar before a quote would take away its meaning.
        let bar = if word.ends_with('\\') { "\\" } else { "" };
        return format!("\"{word}{bar}\"").into();
    }
    // What cannot be quoted is no name of a file there, either.
    if cfg!(windows) { word.into() } else { shlex::try_quote(word).unwrap_or(word.into()) }
}

/// How far an export is, and whether it is still wanted: shared between the two.
#[derive(Debug, Default)]
pub struct ExportWatch {
    progress: Arc<[AtomicU64; 2]>,
    unwanted: Arc<AtomicBool>,
}

impl ExportWatch {
    /// Takes how many of how many samples are made.
    pub fn teller(&self) -> Box<dyn Fn(u64, u64) + Send + Sync> {
        let progress = Arc::clone(&self.progress);
        Box::new(move |done, all| {
            progress[0].store(done, Ordering::Relaxed);
            progress[1].store(all, Ordering::Relaxed);
        })
    }

    /// How much is done, 0 to 1.
    pub fn share(&self) -> f32 {
        let [done, all] = [0, 1].map(|at: usize| self.progress[at].load(Ordering::Relaxed));
        if all == 0 { 0.0 } else { (done as f64 / all as f64) as f32 }
    }

    /// Asks for its end.
    pub fn cancel(&self) {
        self.unwanted.store(true, Ordering::Relaxed);
    }

    /// The flag that [`cancel`](Self::cancel) raises.
    pub fn unwanted(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.unwanted)
    }
}

/// What was made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exported {
    /// Names of the files in the folder.
    pub files: Vec<String>,
    /// The numbers to type into the program, with what it calls them.
    pub to_type: Vec<(String, String)>,
    /// What else there is to say, line by line.
    pub remarks: Vec<String>,
}

/// Why nothing was made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ExportError {
    /// What is wrong.
    pub message: String,
    /// The mend, or "".
    pub help: String,
    /// Whether it was asked to end.
    pub cancelled: bool,
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_shell_reads_the_command_as_it_was_meant() {
        let folder = "/tmp/the $HOME of `Anna's` \"files\"; rm *\\";
        let order = ExportOrder {
            text: "".into(),
            path: "alps.toml".into(),
            folder: folder.into(),
            target: None,
            formats: vec!["png16".to_owned(), "glb".to_owned()],
            size: None,
            force: true,
        };
        let echo = order.command("my alps.toml").replacen("orogen generate", "printf '%s\\n'", 1);
        let said = std::process::Command::new("sh").args(["-c", &echo]).output().unwrap();
        let expected = format!("my alps.toml\n-o\n{folder}\n--format\npng16,glb\n--force\n");
        assert_eq!(String::from_utf8(said.stdout).unwrap(), expected);
    }
}
