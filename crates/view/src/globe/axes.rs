//! Local axes on a planet.

use glam::DVec3;
use orogen_engine::planet::LatLon;

/// East, south and up at a point, along the planet's axes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axes {
    pub(super) east: DVec3,
    pub(super) south: DVec3,
    pub(super) up: DVec3,
}

impl Axes {
    pub(super) fn at(position: LatLon) -> Self {
        let [east, south] = position.east_south().map(DVec3::from);
        Self { east, south, up: position.direction().vector().into() }
    }

    /// Converts a vector along the planet's axes to these axes.
    pub(super) fn to_local(self, vector: DVec3) -> DVec3 {
        DVec3::new(vector.dot(self.east), vector.dot(self.south), vector.dot(self.up))
    }

    /// Converts a vector along these axes to the planet's axes.
    pub(super) fn to_planet(self, vector: [f64; 3]) -> DVec3 {
        self.east * vector[0] + self.south * vector[1] + self.up * vector[2]
    }
}
