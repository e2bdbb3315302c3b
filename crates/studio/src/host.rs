//! The interface between the studio and the program that runs it: presets, pictures, exports and folders. So a program
//! without files or threads can run the same studio. The command `orogen` implements this interface; its export is `orogen
//! generate` with the same arguments, in the same process.

use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use orogen_engine::generate::SharedImages;

/// What the studio needs from the program that runs it.
pub trait Host: Send + Sync + 'static {
    /// The presets of the start page.
    fn presets(&self) -> Vec<Preset>;

    /// A new reader, with an empty cache, of the images that recipes refer to.
    fn images(&self) -> SharedImages;

    /// The programs to export for.
    fn targets(&self) -> Vec<TargetChoice>;

    /// The file formats to export without a target program.
    fn formats(&self) -> Vec<FormatChoice>;

    /// A folder for persistent state. `None` if nothing shall persist.
    fn state_folder(&self) -> Option<PathBuf> {
        None
    }

    /// Exports a terrain. The studio calls this function on a separate thread. The function should poll `monitor` often.
    ///
    /// # Errors
    /// [`ExportError`]: why nothing was written.
    fn export(&self, order: &ExportOrder, monitor: &ExportMonitor) -> Result<Exported, ExportError>;
}

/// A built-in recipe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// Its name, such as `alps`.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
}

impl Preset {
    /// A short description: the comment in the first line.
    pub fn description(&self) -> &'static str {
        self.text.lines().next().and_then(|line| line.strip_prefix('#')).unwrap_or_default().trim()
    }
}

/// A program to export for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TargetChoice {
    /// Its name on the command line, such as `unity`.
    pub name: String,
    /// The files that the program gets.
    pub help: String,
}

/// A file format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormatChoice {
    /// Its name on the command line, such as `png16`.
    pub name: String,
    /// What a file of this format contains.
    pub help: String,
    /// Whether it is exported by default.
    pub is_default: bool,
}

/// An export to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportOrder {
    /// The recipe's text.
    pub text: Arc<str>,
    /// The recipe's file, or the path that it would have. Exported files are named after this file, and image paths are relative
    /// to its folder.
    pub path: PathBuf,
    /// The destination folder.
    pub folder: PathBuf,
    /// The target program, if any.
    pub target: Option<String>,
    /// The file formats, if there is no target. Empty for the default formats.
    pub formats: Vec<String>,
    /// Samples per side. `None`: the number in the recipe, or the nearest one that the target program accepts.
    pub size: Option<usize>,
    /// Whether to overwrite files that no export wrote.
    pub force: bool,
}

impl ExportOrder {
    /// The equivalent command line. `recipe` is the recipe's file, or the name of a preset.
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

    /// The arguments of the [`command`](Self::command), without the first word `orogen`.
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

/// A word, quoted for the shell.
fn quoted(word: &str) -> Cow<'_, str> {
    // On Windows, file names contain no quotes.
    if cfg!(windows) && word.contains([' ', '&', '(', ')', '^', ';', ',']) {
        // A backslash before a quote would escape it.
        let backslash = if word.ends_with('\\') { "\\" } else { "" };
        return format!("\"{word}{backslash}\"").into();
    }
    // A word that cannot be quoted is not a file name on Unix, either.
    if cfg!(windows) { word.into() } else { shlex::try_quote(word).unwrap_or(word.into()) }
}

/// The progress of an export, and whether it is cancelled. The export and the window share a monitor.
#[derive(Debug, Default)]
pub struct ExportMonitor {
    progress: Arc<[AtomicU64; 2]>,
    cancelled: Arc<AtomicBool>,
}

impl ExportMonitor {
    /// A callback that sets the progress. The export calls it with (samples done, samples in all).
    pub fn progress_callback(&self) -> Box<dyn Fn(u64, u64) + Send + Sync> {
        let progress = Arc::clone(&self.progress);
        Box::new(move |done, all| {
            progress[0].store(done, Ordering::Relaxed);
            progress[1].store(all, Ordering::Relaxed);
        })
    }

    /// Progress, 0 to 1.
    pub fn progress(&self) -> f32 {
        let [done, all] = [0, 1].map(|at: usize| self.progress[at].load(Ordering::Relaxed));
        if all == 0 { 0.0 } else { (done as f64 / all as f64) as f32 }
    }

    /// Cancels the export.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// The flag that [`cancel`](Self::cancel) sets.
    pub fn cancel_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.cancelled)
    }
}

/// A finished export.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exported {
    /// Names of the files that were written to the folder.
    pub files: Vec<String>,
    /// Pairs of a label in the target program and the value to enter there.
    pub import_settings: Vec<(String, String)>,
    /// Further remarks, each on one line.
    pub remarks: Vec<String>,
}

/// Why an export failed. Nothing was written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ExportError {
    /// What is wrong.
    pub message: String,
    /// How to fix it, or "".
    pub help: String,
    /// Whether the user cancelled the export.
    pub cancelled: bool,
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_shell_splits_the_command_into_its_arguments() {
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
        let output = std::process::Command::new("sh").args(["-c", &echo]).output().unwrap();
        let expected = format!("my alps.toml\n-o\n{folder}\n--format\npng16,glb\n--force\n");
        assert_eq!(String::from_utf8(output.stdout).unwrap(), expected);
    }
}
