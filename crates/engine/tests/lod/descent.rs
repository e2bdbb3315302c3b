//! A flight from 20,000 km above a planet to two metres above its ground, in half a minute at sixty frames per second.

use std::sync::Arc;

use orogen_engine::generate::cpu::CpuMaker;
use orogen_engine::generate::dispatcher::Dispatcher;
use orogen_engine::image::NoImages;
use orogen_engine::level::Level;
use orogen_engine::lod::{Eye, Quadtree, Settings};
use orogen_engine::patch::Patch;
use orogen_engine::planet::{Direction, Sphere};
use orogen_engine::recipe::{Recipe, Source};
use orogen_engine::terrain::Terrain;

/// Continents with ranges, down to centimetres.
pub(crate) const PLANET: &str = "orogen = 1\nseed = 5\ndomain = { kind = 'planet', radius = '6371 km' }\n\
    height = { field = 'land', scale = 5000.0 }\n\
    [fields.land]\ntype = 'fbm'\nwavelength = 3_000_000.0\noctaves = 'auto'\n";

pub(crate) struct Descent {
    pub(crate) tree: Quadtree,
    pub(crate) generator: Dispatcher,
    pub(crate) sphere: Sphere,
    /// A height in metres that no known ground is below; at most 0.
    pub(crate) lowest: f64,
    terrain: Terrain,
    /// The direction in which the flight ends.
    end: Direction,
    /// Height of the ground there, in metres above the sphere.
    floor: f64,
}

impl Descent {
    pub(crate) const FRAMES: usize = 1800;

    pub(crate) fn new(text: &str, settings: Settings) -> Self {
        let recipe = Recipe::parse(Source::new("planet", text), orogen_engine::nodes::registry())
            .expect("it is sound");
        let sphere = recipe.domain.sphere().expect("it is a planet");
        let terrain = Terrain::new(&recipe, &NoImages, 0.01).expect("it is sound");
        let maker = Box::new(CpuMaker::new(CpuMaker::spare_threads()).expect("there are threads"));
        let generator = Dispatcher::new(Arc::new(recipe), Arc::new(NoImages), vec![maker], 64 << 20);
        let end = Direction::new([0.3, -0.5, 0.4]).expect("it has a length");
        let mut flight = Self {
            tree: Quadtree::new(sphere, settings).expect("settings are sound"),
            generator: generator.expect("there are threads"),
            sphere,
            lowest: 0.0,
            terrain,
            end,
            floor: 0.0,
        };
        flight.floor = length(flight.ground(end)) - sphere.radius();
        let step = |k: usize, of: usize| 2.0 * k as f64 / of as f64 - 1.0;
        let around = (0..8000).filter_map(|k| {
            Direction::new([step(k % 20, 20), step(k / 20 % 20, 20), step(k / 400, 20)]).ok()
        });
        let heights = around.map(|direction| length(flight.ground(direction)) - sphere.radius());
        flight.lowest = heights.fold(0.0, f64::min);
        flight
    }

    /// The position of the ground.
    pub(crate) fn ground(&self, direction: Direction) -> [f64; 3] {
        let patch = Patch::new(&[self.sphere.position(direction)]).expect("it is near");
        let height = self.terrain.patch::<f64>(Level::best(), &patch).expect("it does not repeat").height[0];
        direction.vector().map(|x| x * (self.sphere.radius() + height))
    }

    /// The eye in a frame. It slows down near the ground, and moves a little sideways.
    pub(crate) fn eye(&self, frame: usize) -> Eye {
        let left = 1.0 - frame as f64 / Self::FRAMES as f64;
        let height = 2.0 * 1e7_f64.powf(left);
        let aside = 0.3 * (height / 2e7).powf(0.9);
        let [x, y, z] = self.end.vector();
        let direction = Direction::new([x + aside, y - aside, z + 0.5 * aside]).expect("it has a length");
        let floor =
            if left > 0.0 { length(self.ground(direction)) - self.sphere.radius() } else { self.floor };
        let radius = self.sphere.radius() + floor + height;
        let position = direction.vector().map(|x| x * radius);
        let down = direction.vector().map(|x| -x);
        Eye { position, direction: down, cone: 0.8, pixels_per_radian: 1000.0 }
    }
}

fn length(a: [f64; 3]) -> f64 {
    a.iter().map(|x| x * x).sum::<f64>().sqrt()
}
