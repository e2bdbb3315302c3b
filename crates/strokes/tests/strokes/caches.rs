//! The data that layers cache from one terrain to the next, and the paths of their pictures.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use orogen_engine::image::{Image, Reading};
use orogen_engine::overlay::{Layer, LayerBase};
use orogen_engine::raster::{Band, Grid};
use orogen_engine::recipe::{Recipe, Source};
use orogen_engine::terrain::Images;
use orogen_strokes::brush::{Brush, Grain, Tool};
use orogen_strokes::layer::StrokeLayer;
use orogen_strokes::stroke::Surface;

use crate::layers::{layer, rows};
use crate::scene::{HILLS, Pictures, stroke, terrain};

/// Pictures, and the paths that were requested.
#[derive(Default)]
struct Asked(Mutex<Vec<PathBuf>>);

impl Images for Asked {
    fn load(&self, path: &Path, reading: Reading) -> Result<Arc<Image>, (String, String)> {
        self.0.lock().unwrap().push(path.to_owned());
        Pictures.load(path, reading)
    }
}

/// The hills, which are the same at every spacing, with a layer prepared for one spacing.
fn laid(layer: &StrokeLayer, images: &dyn Images, spacing: f64) -> Band {
    let recipe = Recipe::parse(Source::new("hills.toml", HILLS), orogen_engine::nodes::registry()).unwrap();
    let base = terrain(HILLS, spacing);
    let under = LayerBase { recipe: &recipe, base: Arc::clone(&base), images, spacing };
    let grid = Grid { first_column: 110, first_row: 110, columns: 40, rows: 40, spacing: 8.0 };
    let mut band = rows(&base, grid, true);
    assert!(layer.over(under).unwrap().lay_on_rows(&grid, &mut band, &|| true));
    band
}

/// The detail of a brush's recipe follows the spacing, whatever spacing the layer was prepared for before.
#[test]
fn a_layer_is_prepared_for_each_spacing() {
    let field = |seed: u32| {
        let recipe = format!(
            "orogen = 1\nseed = {seed}\ndomain.size = 4096\nheight = {{ field = \"noise\" }}\n\
             [fields.noise]\ntype = \"fbm\"\nwavelength = 400.0\noctaves = \"auto\"\n"
        );
        let brush = Brush::new(Tool::Field { recipe, metres: 90.0, grain: Grain::PLAIN }, 300.0);
        stroke(brush, &[[1000.0, 1000.0, 1.0], [1100.0, 1050.0, 1.0]])
    };
    let list = [field(1), field(2), field(1)];
    let kept = layer(Surface::Plane, &list);
    let heights = |layer: &StrokeLayer, spacing: f64| laid(layer, &Pictures, spacing).height;
    for spacing in [64.0, 4.0, 64.0, 16.0] {
        assert!(heights(&kept, spacing) == heights(&layer(Surface::Plane, &list), spacing), "{spacing} m");
    }
    assert!(heights(&kept, 4.0) != heights(&kept, 64.0));
}

#[test]
fn pictures_are_relative_to_the_folder_of_the_strokes() {
    let image = "stamps/bump.png".to_owned();
    let brush = Brush::new(Tool::Stamp { image, metres: 40.0, turn: true }, 300.0);
    let layer = layer(Surface::Plane, &[stroke(brush, &[[1000.0, 1000.0, 1.0]])]).in_folder("maps");
    let expected = PathBuf::from("maps/stamps/bump.png");
    assert_eq!(layer.files(), BTreeSet::from([expected.clone()]));
    let asked = Asked::default();
    laid(&layer, &asked, 8.0);
    assert_eq!(*asked.0.lock().unwrap(), [expected]);
}
