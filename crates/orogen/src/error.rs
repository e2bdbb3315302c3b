//! The error of this crate.

use std::fmt;

use orogen_engine::planet::PlanetError;
use orogen_engine::query::{QueryError, RayError};
use orogen_engine::raster::GridError;
use orogen_engine::recipe::RecipeError;
use orogen_engine::terrain::{IsAPlanet, NotAPlanet};

/// An error: what is wrong, where, and how to fix it.
///
/// [`Display`](fmt::Display) writes an error as the command `orogen` prints it: file, line and column if the error is in a
/// recipe, then the message, then the help on a separate line. [`Debug`](fmt::Debug) writes the same, because Rust uses it to
/// print errors that `main` returns.
///
/// # Example
/// ```
/// use orogen::{ErrorKind, Terrain};
///
/// let error = Terrain::parse("orogen = 1\ndomain.size = \"4 miles\"").unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::Recipe);
/// assert_eq!((error.line(), error.column()), (Some(2), Some(15)));
/// println!("{error}");
///
/// let error = Terrain::preset("alsp").unwrap_err();
/// assert_eq!(error.message(), "there is no preset `alsp`");
/// assert_eq!(error.help(), "did you mean `alps`?");
/// ```
#[derive(Clone, PartialEq)]
pub struct Error(Box<Inner>);

#[derive(Clone, Debug, PartialEq)]
enum Inner {
    Recipe(RecipeError),
    Other { kind: ErrorKind, message: String, help: String },
}

/// The kind of an [`Error`], for programs that act on it.
///
/// # Example
/// ```
/// use orogen::{ErrorKind, Terrain};
///
/// let terrain = match Terrain::open("mine.toml") {
///     Err(error) if error.kind() == ErrorKind::NoSuchFile => Terrain::preset("alps"),
///     terrain => terrain,
/// };
/// assert!(terrain.is_ok());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A recipe, or a file that it names, is invalid. [`Error::recipe`] gives the position in the recipe.
    Recipe,
    /// A file is not a recipe at all.
    NotARecipe,
    /// There is no such file.
    NoSuchFile,
    /// A file cannot be read, or its contents are damaged.
    File,
    /// There is no such preset.
    NoSuchPreset,
    /// The call needs a plane and the terrain is a planet, or the other way round.
    Domain,
    /// An argument is invalid, for example out of range.
    Argument,
    /// The caller cancelled the work.
    Cancelled,
    /// The system failed, for example to start a thread.
    System,
}

impl ErrorKind {
    /// The name of the kind, for programs in other languages: `recipe`, `no-such-file` …
    pub fn name(self) -> &'static str {
        match self {
            Self::Recipe => "recipe",
            Self::NotARecipe => "not-a-recipe",
            Self::NoSuchFile => "no-such-file",
            Self::File => "file",
            Self::NoSuchPreset => "no-such-preset",
            Self::Domain => "domain",
            Self::Argument => "argument",
            Self::Cancelled => "cancelled",
            Self::System => "system",
        }
    }
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self(Box::new(Inner::Other { kind, message: message.into(), help: help.into() }))
    }

    pub(crate) fn argument(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self::new(ErrorKind::Argument, message, help)
    }

    pub(crate) fn cancelled() -> Self {
        Self::new(ErrorKind::Cancelled, "the work was cancelled", "")
    }

    /// The kind of the error.
    pub fn kind(&self) -> ErrorKind {
        match &*self.0 {
            Inner::Recipe(_) => ErrorKind::Recipe,
            Inner::Other { kind, .. } => *kind,
        }
    }

    /// What is wrong, in one sentence without a full stop.
    pub fn message(&self) -> &str {
        match &*self.0 {
            Inner::Recipe(error) => &error.message,
            Inner::Other { message, .. } => message,
        }
    }

    /// How to fix the mistake. Empty if the message already says so, or if there is nothing to fix.
    pub fn help(&self) -> &str {
        match &*self.0 {
            Inner::Recipe(error) => &error.help,
            Inner::Other { help, .. } => help,
        }
    }

    /// The line of the recipe that the error is in, counted from 1. `None` if the error is not in a recipe.
    pub fn line(&self) -> Option<usize> {
        self.recipe().map(RecipeError::line)
    }

    /// The column in the [line](Self::line), counted from 1 in characters. `None` if the error is not in a recipe.
    pub fn column(&self) -> Option<usize> {
        self.recipe().map(RecipeError::column)
    }

    /// The error as a [`RecipeError`], if it is in a recipe. A `RecipeError` has the text of the recipe and the span of the wrong
    /// part, for programs that underline this part.
    pub fn recipe(&self) -> Option<&RecipeError> {
        match &*self.0 {
            Inner::Recipe(error) => Some(error),
            Inner::Other { .. } => None,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.0 {
            Inner::Recipe(error) => error.fmt(f),
            Inner::Other { message, help, .. } if help.is_empty() => f.write_str(message),
            Inner::Other { message, help, .. } => write!(f, "{message}\n  help: {help}"),
        }
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Error {}

impl From<RecipeError> for Error {
    fn from(error: RecipeError) -> Self {
        Self(Box::new(Inner::Recipe(error)))
    }
}

impl From<QueryError> for Error {
    fn from(error: QueryError) -> Self {
        match error {
            QueryError::Recipe(error) => error.into(),
            QueryError::Planet => IsAPlanet.into(),
            QueryError::NotAPlanet => NotAPlanet.into(),
            QueryError::Detail(_) => Self::argument(error.to_string(), ""),
        }
    }
}

impl From<IsAPlanet> for Error {
    fn from(_: IsAPlanet) -> Self {
        let help = "give a `LatLon`, a `Direction`, a `DirectionGrid` or a `TileAddress`";
        Self::new(ErrorKind::Domain, "a planet has no positions in metres", help)
    }
}

impl From<NotAPlanet> for Error {
    fn from(_: NotAPlanet) -> Self {
        let help = "give `[x, y]` in metres, a `Grid` or a `PlaneTile`; a recipe of a planet has kind = \"planet\" in [domain]";
        Self::new(ErrorKind::Domain, "only a planet has latitudes and directions", help)
    }
}

/// The messages of these errors already say how to fix the mistake, so the help is empty.
macro_rules! from_arguments {
    ($($type:ty),*) => {
        $(impl From<$type> for Error {
            fn from(error: $type) -> Self {
                Self::argument(error.to_string(), "")
            }
        })*
    };
}

from_arguments!(PlanetError, GridError, RayError, orogen_engine::lod::SettingError);

#[cfg(feature = "pictures")]
impl From<orogen_files::FileError> for Error {
    fn from(error: orogen_files::FileError) -> Self {
        let orogen_files::Problem { message, help } = error.into();
        Self::new(ErrorKind::File, message, help)
    }
}
