//! Planets: samples by direction, and maps.

use std::fmt;

use orogen_noise::level::Level;

use super::Terrain;
use super::map_maker::MapMaker;
use crate::cpu::Number;
use crate::patch::{Patch, PatchSamples};
use crate::planet::{Direction, DirectionGrid, LatLon, Sphere};

/// The ground of a planet in one direction from its centre.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlanetSample {
    /// Height in metres above the sphere.
    pub height: f64,
    /// ∂height along x, y and z, in metres per metre, at the point where the direction meets the sphere.
    pub gradient: [f64; 3],
    /// The unit normal of the ground, outwards.
    pub normal: [f64; 3],
}

impl PlanetSample {
    pub(crate) fn new(sphere: Sphere, direction: Direction, height: f64, gradient: [f64; 3]) -> Self {
        Self { height, gradient, normal: sphere.normal(direction, height, gradient) }
    }

    /// Slopes to the east and to the north, in metres per metre of the sphere. At a pole, the longitude of `place` selects the
    /// meridian: see [`LatLon::east_south`].
    pub fn east_north(&self, place: LatLon) -> [f64; 2] {
        let [east, south] = place.east_south().map(|axis| (0..3).map(|k| axis[k] * self.gradient[k]).sum());
        [east, 0.0 - south]
    }
}

/// The terrain is a planet, which has no grids in metres.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IsAPlanet;

impl fmt::Display for IsAPlanet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a planet has no grids in metres: ask for a map or a patch")
    }
}

impl std::error::Error for IsAPlanet {}

/// The terrain is not a planet: it is a plane or a space, and has no directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAPlanet;

impl fmt::Display for NotAPlanet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "this terrain is not a planet: write kind = \"planet\" in [domain], or ask for positions in metres",
        )
    }
}

impl std::error::Error for NotAPlanet {}

impl Terrain {
    /// The ground of a planet in some directions, in `f32` or `f64`. In `f32`, the bits are those of maps and tiles. As for maps
    /// and tiles, positions are rounded to whole multiples of [`Patch::UNIT`].
    ///
    /// # Errors
    /// The terrain is not a planet.
    ///
    /// # Example
    /// ```
    /// use orogen_engine::image::NoImages;
    /// use orogen_engine::level::Level;
    /// use orogen_engine::planet::LatLon;
    /// use orogen_engine::recipe::{Recipe, Source};
    /// use orogen_engine::terrain::Terrain;
    ///
    /// let text = r#"
    /// orogen = 1
    /// domain = { kind = "planet", radius = "1737.4 km" }
    /// height = { field = "hills", scale = 4000.0 }
    /// [fields.hills]
    /// type = "fbm"
    /// wavelength = "300 km"
    /// "#;
    /// let recipe = Recipe::parse(Source::new("moon.toml", text), orogen_engine::nodes::registry())?;
    /// let terrain = Terrain::new(&recipe, &NoImages, recipe.domain.spacing())?;
    /// let place = LatLon::new(46.5, 8.0)?;
    /// let sample = terrain.sample_at::<f64>(Level::best(), &[place.direction()])?[0];
    /// let [east, north] = sample.east_north(place);
    /// assert!(terrain.interval().contains(sample.height));
    /// assert!(east.abs() < 1.0 && north.abs() < 1.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sample_at<S: Number>(
        &self,
        level: Level,
        directions: &[Direction],
    ) -> Result<Vec<PlanetSample>, NotAPlanet> {
        let sphere = self.sphere().ok_or(NotAPlanet)?;
        let patch = sphere.patch(directions.iter().map(|direction| direction.vector()));
        let relief = self.on_planet::<S>(level, &patch);
        let samples = directions.iter().enumerate().map(|(i, &direction)| {
            let gradient = [0, 1, 2].map(|axis| relief.slopes[axis][i].to_f64());
            PlanetSample::new(sphere, direction, relief.height[i].to_f64(), gradient)
        });
        Ok(samples.collect())
    }

    /// Prepares to make the rows of a map of a planet.
    ///
    /// # Errors
    /// The terrain is not a planet.
    pub fn map(&self, level: Level, grid: DirectionGrid) -> Result<MapMaker<'_>, NotAPlanet> {
        let sphere = self.sphere().ok_or(NotAPlanet)?;
        Ok(MapMaker::new(self, sphere, level, grid))
    }

    /// A patch of a planet.
    pub(crate) fn on_planet<S: Number>(&self, level: Level, patch: &Patch) -> PatchSamples<S> {
        self.patch(level, patch).unwrap_or_else(|_| unreachable!("planets do not repeat"))
    }
}
