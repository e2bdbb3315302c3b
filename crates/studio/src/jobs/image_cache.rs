//! Readers of images, which are kept while the files that a recipe reads stay the same: to read a large elevation model again for
//! each number that changes takes seconds.

use std::path::PathBuf;
use std::sync::Arc;

use orogen_engine::generate::SharedImages;
use orogen_engine::recipe::{Field, Recipe};

use crate::host::Host;
use crate::layer::{FileStamp, stamp_of};

/// The number of recipes that share a reader. A reader keeps a picture for each way in which recipes read its file, so it must not
/// live forever.
const MAX_RECIPES: usize = 32;

/// The files that a recipe reads, with their stamps. Two equal lists mean the same contents.
pub(super) fn stamps(recipe: &Recipe) -> Vec<(PathBuf, FileStamp)> {
    let pictures = recipe.fields.values().flat_map(Field::files).map(|(_, path)| path);
    let strokes = recipe.sculpt.iter().map(|sculpt| sculpt.strokes.as_path());
    let all = recipe.files.iter().map(PathBuf::as_path).chain(pictures).chain(strokes);
    all.map(|path| (path.to_owned(), stamp_of(path))).collect()
}

/// The reader of the last recipe.
#[derive(Default)]
pub(super) struct ImageCache {
    last: Option<Reader>,
}

struct Reader {
    /// The last revision, and the files of its recipe.
    revision: u64,
    files: Vec<(PathBuf, FileStamp)>,
    /// The number of recipes so far.
    recipes: usize,
    images: SharedImages,
    /// The same images for the last recipe.
    watched: SharedImages,
}

impl ImageCache {
    /// The images of a recipe, which the revision identifies.
    pub(super) fn of(&mut self, host: &dyn Host, revision: u64, recipe: &Recipe) -> SharedImages {
        if let Some(last) = self.last.as_ref().filter(|last| last.revision == revision) {
            return Arc::clone(&last.watched);
        }
        let files = stamps(recipe);
        let same = self.last.take_if(|last| last.files == files && last.recipes < MAX_RECIPES);
        let (recipes, images) = same.map_or_else(|| (0, host.images()), |last| (last.recipes, last.images));
        let watched = host.watched(Arc::clone(&images));
        let last = Reader { revision, files, recipes: recipes + 1, images, watched: Arc::clone(&watched) };
        self.last = Some(last);
        watched
    }

    /// Forgets the reader, for example because of an error: it may remember that a file is missing.
    pub(super) fn clear(&mut self) {
        self.last = None;
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use orogen_engine::image::NoImages;
    use orogen_engine::nodes;
    use orogen_engine::recipe::Source;

    use super::*;
    use crate::host::{
        ExportError, ExportMonitor, ExportOrder, Exported, FormatChoice, Preset, TargetChoice,
    };

    struct TestHost;

    impl Host for TestHost {
        fn presets(&self) -> Vec<Preset> {
            Vec::new()
        }

        fn images(&self) -> SharedImages {
            Arc::new(NoImages)
        }

        fn targets(&self) -> Vec<TargetChoice> {
            Vec::new()
        }

        fn formats(&self) -> Vec<FormatChoice> {
            Vec::new()
        }

        fn export(&self, _: &ExportOrder, _: &ExportMonitor) -> Result<Exported, ExportError> {
            Ok(Exported::default())
        }
    }

    #[test]
    fn a_reader_is_kept_while_its_files_stay_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let picture = folder.path().join("dem.png");
        fs::write(&picture, "1").unwrap();
        let recipe = |size: usize| {
            let text = format!(
                "orogen = 1\ndomain.size = {size}\nheight.field = \"a\"\n[fields.a]\ntype = \"image\"\nfile = \"dem.png\"\n"
            );
            Recipe::parse(Source::new("mine", text).in_folder(folder.path()), nodes::registry()).unwrap()
        };
        let mut cache = ImageCache::default();
        let mut reader = |revision: u64| cache.of(&TestHost, revision, &recipe(900 + revision as usize));
        let first = reader(1);
        assert!(Arc::ptr_eq(&first, &reader(1)) && Arc::ptr_eq(&first, &reader(2)), "another number");
        fs::write(&picture, "22").unwrap();
        let second = reader(3);
        assert!(!Arc::ptr_eq(&first, &second), "another picture");
        let kept = (4..100).filter(|revision| Arc::ptr_eq(&second, &reader(*revision))).count();
        assert_eq!(kept, MAX_RECIPES - 1, "no reader lives forever");
    }
}
