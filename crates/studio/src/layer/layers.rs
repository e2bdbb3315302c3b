//! All strokes of a recipe: those on the ground, and those of its masks.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use orogen_engine::generate::SharedImages;
use orogen_engine::image::{Image, Reading};
use orogen_engine::overlay::Layer;
use orogen_engine::recipe::{Recipe, Sculpt};
use orogen_engine::shapes::{MapPlace, ShapeReading, Shapes};
use orogen_engine::terrain::Images;
use orogen_strokes::layer::StrokeLayer;

use super::EditedLayer;

/// The strokes of a recipe that were painted, or read to be painted on. All others come from their files.
#[derive(Clone, Debug, Default)]
pub struct Layers {
    /// The strokes on the ground.
    pub ground: Option<Arc<EditedLayer>>,
    /// The strokes of masks, by their files.
    pub masks: BTreeMap<PathBuf, Arc<EditedLayer>>,
}

/// The versions of all layers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stamps {
    /// The version of the strokes on the ground.
    pub ground: Option<[u64; 2]>,
    /// The versions of the masks.
    pub masks: Vec<[u64; 2]>,
}

impl From<EditedLayer> for Layers {
    /// Strokes on the ground.
    fn from(ground: EditedLayer) -> Self {
        Self { ground: Some(Arc::new(ground)), masks: BTreeMap::new() }
    }
}

impl Layers {
    /// The versions of the layers.
    pub fn stamps(&self) -> Stamps {
        let stamp = |layer: &Arc<EditedLayer>| layer.stamp();
        Stamps { ground: self.ground.as_ref().map(stamp), masks: self.masks.values().map(stamp).collect() }
    }

    /// The versions of the ground's layer, and of those masks that have one of these files.
    pub(super) fn stamps_of(&self, files: &[PathBuf]) -> Stamps {
        let masks = self.masks.iter().filter(|(file, _)| files.contains(file));
        let masks = masks.map(|(file, layer)| (file.clone(), Arc::clone(layer))).collect();
        Self { ground: self.ground.clone(), masks }.stamps()
    }

    /// The same masks, without strokes on the ground.
    #[must_use]
    pub fn only_masks(&self) -> Self {
        Self { ground: None, masks: self.masks.clone() }
    }

    /// The recipe with strokes on the ground, whether its text names a stroke file or not.
    pub fn recipe(&self, recipe: &Arc<Recipe>) -> Arc<Recipe> {
        if recipe.sculpt.is_some() || self.ground.is_none() {
            return Arc::clone(recipe);
        }
        let (strokes, written, span) = (PathBuf::new(), String::new(), recipe.domain.span);
        Arc::new(Recipe { sculpt: Some(Sculpt { strokes, written, span }), ..(**recipe).clone() })
    }

    /// The same images, with the strokes of the layers in place of those in the files that the recipe names.
    pub fn images(&self, recipe: &Recipe, images: SharedImages) -> SharedImages {
        let strokes = |layer: &Arc<EditedLayer>| Arc::new(layer.stroke_layer().clone());
        let file = recipe.sculpt.as_ref().map_or(Path::new(""), |sculpt| &sculpt.strokes);
        let ground = self.ground.iter().map(|layer| (file.to_owned(), strokes(layer)));
        let masks = self.masks.iter().map(|(file, layer)| (file.clone(), strokes(layer)));
        Arc::new(LayerImages { images, strokes: masks.chain(ground).collect() })
    }
}

/// Images, with the strokes of layers in place of those in some files.
struct LayerImages {
    images: SharedImages,
    strokes: BTreeMap<PathBuf, Arc<StrokeLayer>>,
}

impl Images for LayerImages {
    fn load(&self, path: &Path, reading: Reading) -> Result<Arc<Image>, (String, String)> {
        self.images.load(path, reading)
    }

    fn shapes(&self, path: &Path, reading: &ShapeReading) -> Result<Arc<Shapes>, (String, String)> {
        self.images.shapes(path, reading)
    }

    fn map_place(&self, path: &Path) -> Option<MapPlace> {
        self.images.map_place(path)
    }

    fn strokes(&self, path: &Path) -> Result<Arc<dyn Layer>, (String, String)> {
        match self.strokes.get(path) {
            Some(strokes) => Ok(Arc::<StrokeLayer>::clone(strokes)),
            None => self.images.strokes(path),
        }
    }

    fn recall(&self, key: &str) -> Option<Vec<f32>> {
        self.images.recall(key)
    }

    fn keep(&self, key: &str, numbers: &[f32]) -> Result<(), (String, String)> {
        self.images.keep(key, numbers)
    }

    fn solving(&self, field: &str, done: f32) -> bool {
        self.images.solving(field, done)
    }
}

#[cfg(test)]
mod tests {
    use orogen_engine::image::NoImages;
    use orogen_engine::nodes;
    use orogen_engine::recipe::Source;
    use orogen_strokes::brush::{Brush, Tool};
    use orogen_strokes::stroke::{Point, Stroke, Surface};

    use super::super::{Since, TerrainKey};
    use super::*;
    use crate::height_field::HeightField;

    const TEXT: &str = "orogen = 1\ndomain = { size = 1000.0, samples = 101 }\nheight = { field = \"x\", scale = 40.0 }\n\
                        [fields.x]\ntype = \"painted\"\nstrokes = \"mask.strokes\"\n\
                        [sculpt]\nstrokes = \"ground.strokes\"\n";

    fn layer(tool: Tool) -> EditedLayer {
        let points = vec![Point { position: [500.0; 2], pressure: 1.0 }];
        let mut layer = EditedLayer::new(Surface::Plane);
        layer.push(Stroke { brush: Brush { inner: 0.9, ..Brush::new(tool, 300.0) }, points }).unwrap();
        layer
    }

    /// The ground and a mask have strokes of their own, and another mask still comes from its file.
    #[test]
    fn each_file_has_its_own_strokes() {
        let recipe = Recipe::parse(Source::new("test", TEXT), nodes::registry()).unwrap();
        let height = |layers: &Layers| {
            let images = layers.images(&recipe, Arc::new(NoImages));
            let field = HeightField::new(&recipe, &*images, 97).map_err(|error| error.to_string())?;
            Ok::<_, String>(field.height(500.0, 500.0).unwrap())
        };
        let mut layers = Layers::from(layer(Tool::Raise { metres: 3.0 }));
        assert!(height(&layers).unwrap_err().contains("mask.strokes"));
        let bare = layers.stamps();
        layers.masks.insert(PathBuf::from("mask.strokes"), Arc::new(layer(Tool::Level { to: 0.5 })));
        assert!((height(&layers).unwrap() - 23.0).abs() < 1e-3);
        assert_ne!(layers.stamps(), bare);
        assert!(height(&layers.only_masks()).unwrap_err().contains("ground.strokes"));
    }

    /// What a mask changes is anywhere.
    #[test]
    fn a_stroke_on_a_mask_changes_the_whole_terrain() {
        let recipe = Recipe::parse(Source::new("test", TEXT), nodes::registry()).unwrap();
        let mut layers = Layers::from(layer(Tool::Raise { metres: 3.0 }));
        let mut mask = layer(Tool::Level { to: 0.5 });
        layers.masks.insert(PathBuf::from("mask.strokes"), Arc::new(mask.clone()));
        let before = TerrainKey::new(&recipe, &layers);
        assert_eq!(TerrainKey::new(&recipe, &layers).since(&before, &layers), Since::Same);
        mask.pop();
        layers.masks.insert(PathBuf::from("mask.strokes"), Arc::new(mask));
        assert_eq!(TerrainKey::new(&recipe, &layers).since(&before, &layers), Since::All);
    }
}
