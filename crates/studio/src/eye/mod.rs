//! Where one looks from.

mod globe;
mod plane;
mod stand;

use orogen::recipe::Recipe;
use orogen_view::{Camera, CameraError};

use crate::relief::Relief;

pub use globe::GlobeEye;
pub use plane::PlaneEye;
pub use stand::Stand;

/// The angle of view from the bottom to the top of the picture, in degrees.
pub const DEGREES: f64 = 40.0;

/// Where one looks from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Eye {
    /// Over flat ground.
    Plane(PlaneEye),
    /// Over a planet.
    Globe(GlobeEye),
}

/// What a hand does to a camera; lengths are pixels of the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Motion {
    /// Around what is in the middle of the picture.
    Orbit([f64; 2]),
    /// The head turns.
    Look([f64; 2]),
    /// The ground is pulled along.
    Pan([f64; 2]),
    /// Nearer by so many steps of a wheel.
    Zoom(f64),
    /// To the right, forward and up, for so many seconds each.
    Fly([f64; 3]),
}

impl Eye {
    /// Where a recipe is first seen from.
    pub fn of(recipe: &Recipe) -> Self {
        match recipe.domain.sphere() {
            Some(sphere) => Self::Globe(GlobeEye::whole(sphere.radius())),
            None => Self::Plane(PlaneEye::whole(recipe.domain.size)),
        }
    }

    /// Metres of ground across what it sees, about.
    pub fn across(&self) -> f64 {
        match self {
            Self::Plane(eye) => eye.distance,
            Self::Globe(eye) => eye.altitude.min(2.0 * eye.radius),
        }
    }

    /// Whether it is of the same kind of ground.
    pub fn fits(&self, recipe: &Recipe) -> bool {
        matches!(self, Self::Globe(_)) == recipe.domain.sphere().is_some()
    }

    /// Moves it; `rows` is the height of the picture in pixels. It never goes under the ground, as far as that is known.
    pub fn shift(&mut self, motion: Motion, rows: f64, relief: Option<&Relief>) {
        match self {
            Self::Plane(eye) => eye.shift(motion, rows, relief),
            Self::Globe(eye) => eye.shift(motion, rows, relief),
        }
    }

    /// Where it is, in metres: over a plane to the right, down the map and up, over a planet from the middle of that.
    pub fn place(&self) -> [f64; 3] {
        match self {
            Self::Plane(eye) => eye.place(),
            Self::Globe(eye) => eye.place(),
        }
    }

    /// Metres that it is above the ground or the water, as far as these are known.
    pub fn above(&self, relief: Option<&Relief>) -> f64 {
        match self {
            Self::Plane(eye) => eye.above(relief),
            Self::Globe(eye) => eye.over(relief),
        }
    }

    /// The camera, with axes of the ground below it.
    ///
    /// # Errors
    /// It is further away than cameras can be.
    pub fn camera(&self) -> Result<Camera, CameraError> {
        match self {
            Self::Plane(eye) => eye.camera(),
            Self::Globe(eye) => eye.camera(),
        }
    }

    /// The place below it: x and y in metres or, of a planet, degrees north and east.
    pub fn below(&self) -> [f64; 2] {
        match self {
            Self::Plane(eye) => [eye.place()[0], eye.place()[1]],
            Self::Globe(eye) => [eye.latitude, eye.longitude],
        }
    }

    /// Lifts it where it is not above ground, or water, of this height in metres.
    pub fn keep_over(&mut self, height: f64) {
        match self {
            Self::Plane(eye) => eye.keep_over(height, plane::LEAST),
            Self::Globe(eye) => eye.altitude = eye.altitude.max(height + globe::LEAST),
        }
    }

    /// Degrees clockwise from north, and above level, that it looks in.
    pub fn direction(&self) -> [f64; 2] {
        match self {
            Self::Plane(eye) => [eye.azimuth, eye.elevation],
            Self::Globe(eye) => [eye.azimuth, eye.elevation],
        }
    }
}
