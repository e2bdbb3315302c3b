//! Lines and polygons from files.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use orogen_engine::overlay::Complaint;
use orogen_engine::shapes::{ShapeReading, Shapes};
use orogen_files::{FileError, Problem, read_shapes};

/// The most files of shapes that are kept in memory; the one read longest ago goes first.
const MAX_FILES: usize = 64;

/// The shapes that were read.
#[derive(Debug, Default)]
pub(super) struct ShapeFiles(Mutex<Vec<CachedShapes>>);

/// The shapes of a file, and how it was read.
#[derive(Debug)]
struct CachedShapes {
    path: PathBuf,
    reading: ShapeReading,
    shapes: Arc<Shapes>,
}

impl ShapeFiles {
    pub(super) fn load(&self, path: &Path, reading: &ShapeReading) -> Result<Arc<Shapes>, Complaint> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(cached) = all.iter().find(|cached| cached.path == path && cached.reading == *reading) {
            return Ok(Arc::clone(&cached.shapes));
        }
        let refused = |error: FileError| {
            let Problem { message, help } = error.into();
            (message, help)
        };
        let shapes = Arc::new(read_shapes(path, reading).map_err(refused)?);
        if all.len() >= MAX_FILES {
            all.remove(0);
        }
        all.push(CachedShapes {
            path: path.to_owned(),
            reading: reading.clone(),
            shapes: Arc::clone(&shapes),
        });
        Ok(shapes)
    }
}
