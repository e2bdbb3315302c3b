//! Recipes of planets for these tests.

use orogen_engine::image::NoImages;
use orogen_engine::recipe::{Recipe, Source};
use orogen_engine::terrain::Terrain;

/// Land on a planet of the Earth's size, displaced, with octaves from very coarse ones to the finest that samples can show.
pub(crate) const EARTH: &str = "orogen = 1\nseed = 3\ndomain = { kind = 'planet', radius = '6371 km' }\n\
    height = { field = 'land', scale = 3000.0, offset = 200.0 }\n\
    [fields.drift]\ntype = 'fbm'\nwavelength = 900_000.0\noctaves = 5\n\
    [fields.land]\ntype = 'swiss'\nwavelength = 3_000_000.0\noctaves = 'auto'\n\
    displace = { by = 'drift', strength = 200_000.0 }\n";

/// A small planet with large heights: up to a tenth of the radius.
pub(crate) const PEBBLE: &str = "orogen = 1\nseed = 4\ndomain = { kind = 'planet', radius = 2000.0 }\n\
    height = { field = 'land', scale = 200.0 }\n\
    [fields.land]\ntype = 'fbm'\nwavelength = 1500.0\noctaves = 4\n";

pub(crate) fn recipe(text: &str) -> Recipe {
    Recipe::parse(Source::new("planet.toml", text), orogen_engine::nodes::registry()).unwrap()
}

pub(crate) fn terrain(text: &str, spacing: f64) -> Terrain {
    Terrain::new(&recipe(text), &NoImages, spacing).unwrap()
}
