//! Brush strokes from files.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use orogen_engine::overlay::{Complaint, Layer};
use orogen_strokes::journal::JournalError;
use orogen_strokes::layer::StrokeLayer;

use crate::error::{Error, ErrorKind};

/// The strokes that were read, by file.
#[derive(Debug, Default)]
pub(super) struct Strokes(Mutex<BTreeMap<PathBuf, Arc<StrokeLayer>>>);

impl Strokes {
    pub(super) fn load(&self, path: &Path) -> Result<Arc<dyn Layer>, Complaint> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(cached) = all.get(path) {
            return Ok(Arc::<StrokeLayer>::clone(cached));
        }
        let refused = |error: Error| (error.message().to_owned(), error.help().to_owned());
        let layer = Arc::new(read_strokes(path).map_err(refused)?);
        all.insert(path.to_owned(), Arc::clone(&layer));
        Ok(layer)
    }
}

/// Reads a file of brush strokes, such as a recipe names in `[sculpt]`.
///
/// # Errors
/// The file cannot be read, or is damaged.
///
/// # Example
/// ```
/// let error = orogen::read_strokes("no-such.strokes").unwrap_err();
/// assert_eq!(error.kind(), orogen::ErrorKind::NoSuchFile);
/// assert_eq!(error.message(), "no-such.strokes does not exist");
/// ```
pub fn read_strokes(path: impl AsRef<Path>) -> Result<StrokeLayer, Error> {
    Ok(StrokeLayer::read(path.as_ref())?)
}

impl From<JournalError> for Error {
    fn from(error: JournalError) -> Self {
        let help = match &error {
            JournalError::Missing { .. } | JournalError::NotAFile { .. } => {
                "give the path of a strokes file; in a recipe, the path is relative to the recipe's folder"
            }
            JournalError::Line { .. } => {
                "`orogen strokes FILE --salvage NEW` saves the strokes before that line"
            }
            JournalError::Io { source, .. } if source.kind() == io::ErrorKind::AlreadyExists => {
                "choose a file name that does not exist yet"
            }
            JournalError::Io { .. } => "check its permissions and the disk",
            _ => "",
        };
        let kind = match &error {
            JournalError::Missing { .. } => ErrorKind::NoSuchFile,
            _ => ErrorKind::File,
        };
        Self::new(kind, error.to_string(), help)
    }
}
