//! Keys that identify terrain: what it reads, and which strokes are on it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use orogen_engine::nodes::is_painted;
use orogen_engine::recipe::{Field, Recipe, View};

use super::{Layers, Since, Stamps};

/// The time and the length of a file. `None` if it cannot be read.
pub type FileStamp = Option<(Option<SystemTime>, u64)>;

/// Identifies what a file contains now.
pub fn stamp_of(file: &Path) -> FileStamp {
    file.metadata().ok().map(|facts| (facts.modified().ok(), facts.len()))
}

/// Identifies what the terrain of a recipe reads, apart from its strokes and from what its files contain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecipeKey {
    /// The recipe without its strokes and without the fields that nothing reads, in [canonical](Recipe::canonical) form, with
    /// absolute paths.
    base: Arc<str>,
    /// The stroke files of the masks that are read.
    masks: Vec<PathBuf>,
}

impl RecipeKey {
    /// The key of a recipe. `has_ground`: whether there is a layer for the ground, so that the file that the recipe names is not
    /// read.
    pub fn new(recipe: &Recipe, has_ground: bool) -> Self {
        Self::of(recipe, &all_read(recipe), has_ground)
    }

    fn of(recipe: &Recipe, read: &BTreeSet<&str>, has_ground: bool) -> Self {
        let masks = read.iter().map(|name| &recipe.fields[*name]).filter(|field| is_painted(field.spec));
        let masks = masks.flat_map(Field::files).map(|(_, file)| file.to_owned()).collect();
        let sculpt = if has_ground { None } else { recipe.sculpt.clone() };
        let mut bare = Recipe { sculpt, ..recipe.with_absolute_paths() };
        bare.fields.retain(|name, _| read.contains(&**name));
        Self { base: bare.canonical().into(), masks }
    }

    /// The key of the terrain with the strokes of `layers`.
    pub fn with(&self, layers: &Layers) -> TerrainKey {
        TerrainKey { base: Arc::clone(&self.base), stamps: layers.stamps_of(&self.masks) }
    }
}

/// Identifies terrain: what its recipe and its files contain, and the versions of its strokes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TerrainKey {
    base: Arc<str>,
    /// The versions of the layers.
    stamps: Stamps,
}

/// The fields that the heights, the materials, the water and scattered things read.
fn all_read(recipe: &Recipe) -> BTreeSet<&str> {
    let roots = recipe.further_fields().chain(recipe.scatter_fields());
    recipe.read_by(roots.chain([&*recipe.height.field]))
}

impl TerrainKey {
    /// The key of a recipe with the strokes of `layers`, and with the contents that its files have now.
    pub fn new(recipe: &Recipe, layers: &Layers) -> Self {
        // Strokes that are not read yet come from the file that the recipe names.
        let read = all_read(recipe);
        Self::with_contents(&RecipeKey::of(recipe, &read, layers.ground.is_some()), recipe, &read, layers)
    }

    /// The key of the heights alone, and of the fields that materials and water read: colours do not change it.
    pub fn of_heights(recipe: &Recipe, layers: &Layers) -> Self {
        let further: Vec<_> = recipe.further_fields().collect();
        let read = recipe.read_by(further.iter().copied().chain([&*recipe.height.field]));
        let (materials, scatter, view) = (Vec::new(), Vec::new(), View::default());
        let bare = Recipe { materials, scatter, view, ..recipe.clone() };
        let key = RecipeKey::of(&bare, &read, layers.ground.is_some());
        let base = format!("{}\n{}", key.base, further.join("\n")).into();
        Self::with_contents(&RecipeKey { base, ..key }, recipe, &read, layers)
    }

    /// A key with the stamps of the files that fields read, except those of masks.
    fn with_contents(key: &RecipeKey, recipe: &Recipe, read: &BTreeSet<&str>, layers: &Layers) -> Self {
        let fields = read.iter().map(|name| &recipe.fields[*name]).filter(|field| !is_painted(field.spec));
        let stamps = fields.flat_map(Field::files).map(|(_, file)| format!("\n{:?}", stamp_of(file)));
        let key = key.with(layers);
        Self { base: format!("{}{}", key.base, stamps.collect::<String>()).into(), ..key }
    }

    /// What has changed since an older key; `layers` are the current ones. A mask may change the terrain anywhere.
    pub fn since(&self, old: &Self, layers: &Layers) -> Since {
        let is_other = self.base != old.base || self.stamps.masks != old.stamps.masks;
        match (&layers.ground, old.stamps.ground) {
            _ if self == old => Since::Same,
            _ if is_other => Since::All,
            (Some(layer), Some([id, version])) if id == layer.id => layer.since(version),
            // Without a layer, the ground is the ground before the first stroke.
            (Some(layer), None) if layer.starts_empty => layer.since(0),
            _ => Since::All,
        }
    }
}

#[cfg(test)]
mod tests {
    use orogen_engine::nodes;
    use orogen_engine::recipe::Source;
    use orogen_strokes::stroke::Surface;

    use super::super::EditedLayer;
    use super::*;

    const TEXT: &str = "orogen = 1\ndomain.size = 1000.0\nheight = { field = \"hills\", scale = 40.0 }\n\
                        [fields.hills]\ntype = \"fbm\"\nwavelength = 300.0\noctaves = 4\n";

    /// The key changes with what the terrain reads: fields, masks and files.
    #[test]
    fn only_what_the_terrain_reads_is_in_the_key() {
        let folder = tempfile::tempdir().unwrap();
        let files = ["read.png", "spare.png"].map(|name| folder.path().join(name));
        let parsed = |more: &str| {
            let text = format!(
                "{TEXT}displace = {{ by = 'read', strength = 9.0 }}\n[fields.read]\ntype = 'image'\nfile = 'read.png'
                [fields.spare]\ntype = 'image'\nfile = 'spare.png'\n{more}"
            );
            let source = Source::new("test", text).in_folder(folder.path());
            Recipe::parse(source, nodes::registry()).unwrap()
        };
        let key = |more: &str, layers: &Layers| TerrainKey::new(&parsed(more), layers);
        let heights = |more: &str, layers: &Layers| TerrainKey::of_heights(&parsed(more), layers);
        let none = Layers::default();
        let before = key("", &none);
        assert_eq!(key("[fields.mask]\ntype = 'painted'\nstrokes = 'mask.strokes'", &none), before);
        std::fs::write(&files[1], "a picture").unwrap();
        assert_eq!(key("", &none), before);
        let layer = Arc::new(EditedLayer::new(Surface::Plane));
        let masks = [(folder.path().join("mask.strokes"), layer)].into();
        let painted = Layers { ground: None, masks };
        assert_eq!(key("", &painted), before);
        let mask =
            "[[materials]]\nname = 'wood'\ncolor = '#203010'\nnoise = { field = 'mask', range = [0, 1] }
            [fields.mask]\ntype = 'painted'\nstrokes = 'mask.strokes'";
        assert_ne!(key(mask, &painted), key(mask, &none));
        assert_ne!(heights(mask, &painted), heights(mask, &none), "a material reads it");
        let noise = |wavelength: f64| {
            let material = "[[materials]]\nname = 'wood'\ncolor = '#203010'\nnoise = { field = 'patches', range = [0, 1] }";
            heights(
                &format!("{material}\n[fields.patches]\ntype = 'fbm'\nwavelength = {wavelength:?}"),
                &none,
            )
        };
        assert_ne!(noise(50.0), noise(60.0));
        let before_file = heights("", &none);
        std::fs::write(&files[0], "a picture").unwrap();
        assert!(key("", &none) != before && heights("", &none) != before_file);
    }
}
