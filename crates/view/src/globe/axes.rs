//! The axes of a place on a planet.

use glam::DVec3;
use orogen::planet::LatLon;

/// To the east, to the south and up at a place, as the planet has them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axes {
    pub(super) east: DVec3,
    pub(super) south: DVec3,
    pub(super) up: DVec3,
}

impl Axes {
    pub(super) fn at(place: LatLon) -> Self {
        let [east, south] = place.east_south().map(DVec3::from);
        Self { east, south, up: place.direction().vector().into() }
    }

    /// A vector of the planet's axes along these.
    pub(super) fn seen(&self, vector: DVec3) -> DVec3 {
        DVec3::new(vector.dot(self.east), vector.dot(self.south), vector.dot(self.up))
    }

    /// A vector of these axes along the planet's.
    pub(super) fn on_planet(&self, vector: [f64; 3]) -> DVec3 {
        self.east * vector[0] + self.south * vector[1] + self.up * vector[2]
    }
}
