//! Why a command fails: what the user reads, and the exit status.

use std::borrow::Cow;
use std::io::{self, ErrorKind, IsTerminal};

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use orogen_engine::recipe::RecipeError;
use orogen_files::{FileError, Problem};
use serde_json::{Value, json};

use crate::signals;

/// Why a command fails.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The recipe is invalid.
    Recipe(Box<RecipeError>),
    /// The command was used incorrectly.
    Usage(Problem),
    /// The request was valid but could not be completed.
    Job(Problem),
    /// The errors are already printed; only the exit status remains.
    Reported(u8),
    /// The reader of the output has closed it. This is not an error.
    Closed,
}

impl Failure {
    /// A usage error, with its fix.
    pub(crate) fn usage(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self::Usage(Problem::new(message, help))
    }

    /// A job that could not be completed, with the fix or "".
    pub(crate) fn job(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self::Job(Problem::new(message, help))
    }

    /// A file that was given on the command line and cannot be read.
    pub(crate) fn input(error: FileError) -> Self {
        Self::Usage(error.into())
    }

    /// Prints the error to stderr and returns the exit status.
    pub(crate) fn report(&self) -> u8 {
        self.print();
        self.status()
    }

    /// The exit status. After a signal, it is the status of this signal, whatever error the signal caused.
    pub(crate) fn status(&self) -> u8 {
        if let Some(status) = signals::status() {
            return status;
        }
        match self {
            Self::Closed => 0,
            Self::Job(_) => 1,
            Self::Recipe(_) | Self::Usage(_) => 2,
            Self::Reported(status) => *status,
        }
    }

    /// The error as JSON.
    pub(crate) fn json(&self) -> Value {
        match self {
            Self::Closed | Self::Reported(_) => Value::Null,
            Self::Recipe(error) => recipe_error_json(error),
            Self::Usage(Problem { message, help }) | Self::Job(Problem { message, help }) => {
                json!({ "message": message, "help": help })
            }
        }
    }

    /// Prints the error to stderr.
    pub(crate) fn print(&self) {
        self.paragraphs(&renderer()).iter().for_each(|text| eprintln!("{text}"));
    }

    /// The error as text without colours.
    #[cfg(feature = "serve")]
    pub(crate) fn text(&self) -> String {
        self.paragraphs(&Renderer::plain()).join("\n")
    }

    /// The error and its help, if there is something left to print.
    fn paragraphs(&self, renderer: &Renderer) -> Vec<String> {
        let Problem { message, help } = match self {
            Self::Closed | Self::Reported(_) => return Vec::new(),
            Self::Recipe(error) => return vec![renderer.render(&[of_recipe(Level::ERROR, error)])],
            Self::Usage(problem) | Self::Job(problem) => problem,
        };
        let error = Group::with_title(Level::ERROR.primary_title(message));
        let help = (!help.is_empty()).then(|| Group::with_title(Level::HELP.primary_title(help)));
        [Some(error), help].into_iter().flatten().map(|group| renderer.render(&[group])).collect()
    }
}

/// An error or warning about a recipe as JSON.
pub(crate) fn recipe_error_json(error: &RecipeError) -> Value {
    json!({
        "message": error.message,
        "help": error.help,
        "file": error.source.name,
        "line": error.line(),
        "column": error.column(),
    })
}

/// Prints warnings about a recipe to stderr.
pub(crate) fn warn(warnings: &[RecipeError]) {
    for warning in warnings {
        eprintln!("{}", renderer().render(&[of_recipe(Level::WARNING, warning)]));
    }
}

/// An error or warning with the line of the recipe and a caret under the position.
fn of_recipe<'a>(level: Level<'a>, error: &'a RecipeError) -> Group<'a> {
    let mut mark = AnnotationKind::Primary.span(error.span.range());
    if !error.label.is_empty() {
        mark = mark.label(&*error.label);
    }
    let text = &*error.source.text;
    // A missing key is marked below the last line, so that line must exist.
    let text = if text.ends_with('\n') { Cow::from(format!("{text}\n")) } else { Cow::from(text) };
    let snippet = Snippet::source(text).path(&*error.source.name).annotation(mark);
    let lines = error.help.lines().map(|line| Level::HELP.message(line));
    level.primary_title(&*error.message).element(snippet).elements(lines)
}

/// Uses colours only on terminals, and only if `NO_COLOR` is not set (<https://no-color.org>).
fn renderer() -> Renderer {
    let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    if io::stderr().is_terminal() && !unwanted { Renderer::styled() } else { Renderer::plain() }
}

impl From<RecipeError> for Failure {
    fn from(error: RecipeError) -> Self {
        Self::Recipe(Box::new(error))
    }
}

/// Errors in a file or an argument are usage errors. Errors of the system, and cancellations, are failed jobs.
impl From<orogen::Error> for Failure {
    fn from(error: orogen::Error) -> Self {
        match error.recipe() {
            Some(recipe) => recipe.clone().into(),
            None if matches!(error.kind(), orogen::ErrorKind::System | orogen::ErrorKind::Cancelled) => {
                Self::job(error.message(), error.help())
            }
            None => Self::usage(error.message(), error.help()),
        }
    }
}

impl From<FileError> for Failure {
    fn from(error: FileError) -> Self {
        Self::Job(error.into())
    }
}

/// A terrain that does not fit the target program or the map is a usage error.
impl From<Problem> for Failure {
    fn from(problem: Problem) -> Self {
        Self::Usage(problem)
    }
}

/// Errors of writing to stdout. Errors of files are [`FileError`]s.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            ErrorKind::BrokenPipe => Self::Closed,
            _ => Self::job(format!("cannot write to stdout: {error}"), ""),
        }
    }
}
