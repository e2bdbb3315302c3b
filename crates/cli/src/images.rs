//! The pictures a recipe refers to, from files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use orogen::image::{Image, Images};
use orogen_files::read_heightmap;

/// Pictures from files; each is read once.
#[derive(Default)]
pub(crate) struct PictureFiles(Mutex<BTreeMap<PathBuf, Arc<Image>>>);

impl Images for PictureFiles {
    fn load(&self, path: &Path) -> Result<Arc<Image>, (String, String)> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(image) = known.get(path) {
            return Ok(Arc::clone(image));
        }
        let map = read_heightmap(path)
            .map_err(|error| (format!("{}: {}", error.path.display(), error.what), error.mend))?;
        let image = Arc::new(Image { width: map.width, height: map.height, samples: map.samples });
        known.insert(path.to_owned(), Arc::clone(&image));
        Ok(image)
    }
}
