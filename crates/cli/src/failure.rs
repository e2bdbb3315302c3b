//! Why a verb fails: what the user reads, and the exit status.

use std::borrow::Cow;
use std::io::{self, ErrorKind, IsTerminal};
use std::process::ExitCode;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use orogen::recipe::RecipeError;
use orogen_files::FileError;
use serde_json::{Value, json};

/// Why a verb fails.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The recipe is wrong.
    Recipe(Box<RecipeError>),
    /// The command was used in a wrong way.
    Use { message: String, help: String },
    /// The job was right but could not be done.
    Job { message: String, help: String },
    /// Something failed, and the user has been told; what is left is the exit status.
    Told(u8),
    /// Whoever read the output has closed it: no mistake of anybody.
    Closed,
}

impl Failure {
    /// A wrong use, with the mend.
    pub(crate) fn of_use(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self::Use { message: message.into(), help: help.into() }
    }

    /// A job that could not be done, with the mend or "".
    pub(crate) fn of_job(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self::Job { message: message.into(), help: help.into() }
    }

    /// A file that was named on the command line and cannot be read.
    pub(crate) fn of_input(error: &FileError) -> Self {
        Self::of_use(format!("{}: {}", error.path.display(), error.what), &*error.mend)
    }

    /// Tells the user on stderr, and gives the exit status.
    pub(crate) fn report(&self) -> ExitCode {
        self.tell();
        ExitCode::from(self.status())
    }

    /// The exit status.
    pub(crate) fn status(&self) -> u8 {
        match self {
            Self::Closed => 0,
            Self::Job { .. } => 1,
            Self::Recipe(_) | Self::Use { .. } => 2,
            Self::Told(status) => *status,
        }
    }

    /// What is wrong, for programs.
    pub(crate) fn facts(&self) -> Value {
        match self {
            Self::Closed | Self::Told(_) => Value::Null,
            Self::Recipe(error) => facts_of(error),
            Self::Use { message, help } | Self::Job { message, help } => {
                json!({ "message": message, "help": help })
            }
        }
    }

    /// Tells the user on stderr.
    pub(crate) fn tell(&self) {
        let (message, help) = match self {
            Self::Closed | Self::Told(_) => return,
            Self::Recipe(error) => {
                return eprintln!("{}", renderer().render(&[of_recipe(Level::ERROR, error)]));
            }
            Self::Use { message, help } | Self::Job { message, help } => (message, help),
        };
        eprintln!("{}", renderer().render(&[Group::with_title(Level::ERROR.primary_title(message))]));
        if !help.is_empty() {
            eprintln!("{}", renderer().render(&[Group::with_title(Level::HELP.primary_title(help))]));
        }
    }
}

/// What is wrong or doubtful in a recipe, and where, for programs.
pub(crate) fn facts_of(error: &RecipeError) -> Value {
    json!({
        "message": error.message,
        "help": error.help,
        "line": error.line(),
        "column": error.column(),
    })
}

/// Tells the user on stderr what is doubtful in a recipe.
pub(crate) fn warn(warnings: &[RecipeError]) {
    for warning in warnings {
        eprintln!("{}", renderer().render(&[of_recipe(Level::WARNING, warning)]));
    }
}

/// An error or warning with its place: the line of the recipe and a caret under it.
fn of_recipe<'a>(level: Level<'a>, error: &'a RecipeError) -> Group<'a> {
    let mut mark = AnnotationKind::Primary.span(error.span.range());
    if !error.label.is_empty() {
        mark = mark.label(&*error.label);
    }
    let text = &*error.source.text;
    // What is missing may be added below the last line, and for the mark to stand there that line has to exist.
    let text = if text.ends_with('\n') { Cow::from(format!("{text}\n")) } else { Cow::from(text) };
    let place = Snippet::source(text).path(&*error.source.name).annotation(mark);
    let lines = error.help.lines().map(|line| Level::HELP.message(line));
    level.primary_title(&*error.message).element(place).elements(lines)
}

/// Colours only where a person looks, and not for one who wants none (<https://no-color.org>).
fn renderer() -> Renderer {
    let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    if io::stderr().is_terminal() && !unwanted { Renderer::styled() } else { Renderer::plain() }
}

impl From<RecipeError> for Failure {
    fn from(error: RecipeError) -> Self {
        Self::Recipe(Box::new(error))
    }
}

impl From<FileError> for Failure {
    fn from(error: FileError) -> Self {
        Self::of_job(format!("{}: {}", error.path.display(), error.what), error.mend)
    }
}

/// Of writing to stdout; files have a [`FileError`].
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            ErrorKind::BrokenPipe => Self::Closed,
            _ => Self::of_job(format!("the output cannot be written: {error}"), ""),
        }
    }
}
