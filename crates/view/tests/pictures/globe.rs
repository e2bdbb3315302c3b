//! Pictures of a planet.

use std::sync::Arc;

use orogen_engine::image::NoImages;
use orogen_engine::planet::{LatLon, Sphere};
use orogen_engine::recipe::{Recipe, Source};
use orogen_gpu::Choice;
use orogen_view::{GlobeGround, GlobeRenderer, GlobeShot, Sun};

use crate::reference::compare;

const PLANET: &str = r##"
orogen = 1
seed = 11
domain = { kind = "planet", radius = "6371 km" }
height = { field = "ground", scale = 5000.0, offset = -600.0 }
sea.level = 0.0

[fields.ground]
type = "fbm"
wavelength = "6000 km"

[fields.wet]
type = "fbm"
wavelength = "4000 km"
octaves = 6

[[materials]]
name = "desert sand"
color = "#b79a6a"

[[materials]]
name = "forest"
color = "#3f5428"
noise = { field = "wet", range = [-0.1, 0.1] }

[[materials]]
name = "snow"
color = "#eef2f7"
height = [1400, 1800]
"##;

fn planet() -> GlobeRenderer {
    renderer(PLANET)
}

/// A renderer of the planet of a recipe's text.
pub(crate) fn renderer(text: &str) -> GlobeRenderer {
    let recipe = Recipe::parse(Source::new("planet", text), orogen_engine::nodes::registry()).unwrap();
    let gpu = orogen_view::open(&Choice::Gpu).expect("install mesa-vulkan-drivers");
    let ground = GlobeGround::new(Arc::new(recipe), Arc::new(NoImages)).unwrap();
    GlobeRenderer::new(gpu, ground).unwrap()
}

#[test]
fn a_whole_planet() {
    let shot = GlobeShot::whole(Sphere::new(6_371_000.0).unwrap(), [160, 120], 40.0);
    let shot = GlobeShot { samples: 4, ..shot };
    compare("globe", &planet().render(&shot, &mut orogen_view::Progress::ignore).unwrap());
}

#[test]
fn land_from_an_aeroplane() {
    let shot = GlobeShot::new(LatLon::new(30.0, -28.0).unwrap(), 9000.0);
    let sun = Sun { elevation: 30.0, azimuth: 240.0 };
    let shot = GlobeShot { azimuth: 300.0, degrees: 60.0, sun, size: [160, 90], samples: 4, ..shot };
    compare("aeroplane", &planet().render(&shot, &mut orogen_view::Progress::ignore).unwrap());
}
