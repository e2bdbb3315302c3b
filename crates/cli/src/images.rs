//! The pictures a recipe refers to, from files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use orogen::image::{Image, Images, Reading, SampleUnit};
use orogen_files::{ReadOptions, read_heights};

/// A file and how its numbers are read: their unit, and the bits of what fills gaps.
type Key = (PathBuf, Option<SampleUnit>, Option<u32>);

/// Pictures from files; each is read once.
#[derive(Default)]
pub(crate) struct PictureFiles(Mutex<BTreeMap<Key, Arc<Image>>>);

impl Images for PictureFiles {
    fn load(&self, path: &Path, reading: Reading) -> Result<Arc<Image>, (String, String)> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (path.to_owned(), reading.unit, reading.fill.map(f32::to_bits));
        if let Some(image) = known.get(&key) {
            return Ok(Arc::clone(image));
        }
        let options = ReadOptions { unit: reading.unit, fill: reading.fill, raw: None };
        let map = read_heights(path, &options)
            .map_err(|error| (format!("{}: {}", error.path.display(), error.what), error.mend))?;
        let image = Arc::new(Image { width: map.width, height: map.height, samples: map.samples });
        known.insert(key, Arc::clone(&image));
        Ok(image)
    }
}
