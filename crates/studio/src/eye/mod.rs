//! Viewpoints: cameras that the user moves.

mod bookmark;
mod flight;
mod globe;
mod plane;
mod pose;
mod walk;
mod zoom;

use orogen_engine::recipe::Recipe;
use orogen_view::{Camera, CameraError};

use crate::height_field::HeightField;

pub use flight::Flight;
pub use globe::GlobeEye;
pub use plane::PlaneEye;
pub use pose::Pose;
pub use walk::EYE_HEIGHT;
pub use zoom::Anchor;

/// Vertical field of view in degrees.
pub const DEGREES: f64 = 40.0;

/// A viewpoint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Eye {
    /// Over a plane.
    Plane(PlaneEye),
    /// Over a planet.
    Globe(GlobeEye),
}

/// A camera motion. Lengths are pixels of the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Motion {
    /// Orbit around the centre of the picture. Over a planet, this is the same as [`Pan`](Self::Pan).
    Orbit([f64; 2]),
    /// Rotate the camera in place.
    Look([f64; 2]),
    /// Drag the ground.
    Pan([f64; 2]),
    /// Zoom in by steps of the wheel.
    Zoom(f64),
    /// Zoom in by steps of the wheel. The anchor keeps its place in the picture, as far as the ground allows.
    ZoomTo(f64, Anchor),
    /// Fly to the right, forward and up, for this many seconds each.
    Fly([f64; 3]),
    /// Walk to the right and forward, for this many seconds each. The last number says whether to run. Only
    /// [`walk`](Eye::walk) can do this, because it needs exact heights.
    Walk([f64; 2], bool),
}

impl Eye {
    /// The initial view of a recipe.
    pub fn of(recipe: &Recipe) -> Self {
        match recipe.domain.sphere() {
            Some(sphere) => Self::Globe(GlobeEye::overview(sphere.radius())),
            None => Self::Plane(PlaneEye::overview(recipe.domain.size)),
        }
    }

    /// Approximate width in metres of the visible ground.
    pub fn across(&self) -> f64 {
        match self {
            Self::Plane(eye) => eye.distance,
            Self::Globe(eye) => eye.altitude.min(2.0 * eye.radius),
        }
    }

    /// Whether the viewpoint fits the domain of a recipe: plane or planet.
    pub fn fits(&self, recipe: &Recipe) -> bool {
        matches!(self, Self::Globe(_)) == recipe.domain.sphere().is_some()
    }

    /// Moves the viewpoint. `rows` is the height of the picture in pixels. Over a plane, the viewpoint stays above the ground, as
    /// far as the ground is known. Over a planet, [`keep_over`](Self::keep_over) keeps it above the ground.
    pub fn shift(&mut self, motion: Motion, rows: f64, height_field: Option<&HeightField>) {
        match self {
            Self::Plane(eye) => eye.shift(motion, rows, height_field),
            Self::Globe(eye) => eye.shift(motion, rows, height_field),
        }
    }

    /// Position in metres. Over a plane, the components point to the right, down the map, and up. Over a planet, the position is
    /// relative to the planet's centre.
    pub fn position(&self) -> [f64; 3] {
        match self {
            Self::Plane(eye) => eye.position(),
            Self::Globe(eye) => eye.position(),
        }
    }

    /// Metres above the ground or water, as far as these are known.
    pub fn above(&self, height_field: Option<&HeightField>) -> f64 {
        match self {
            Self::Plane(eye) => eye.above(height_field),
            Self::Globe(eye) => eye.over(height_field),
        }
    }

    /// The camera. Over a plane, it is in the coordinates of the plane. Over a planet, its coordinates are relative to the point
    /// of the sphere below: metres to the east, to the south, and up.
    ///
    /// # Errors
    /// The viewpoint is beyond the range of cameras.
    pub fn camera(&self) -> Result<Camera, CameraError> {
        match self {
            Self::Plane(eye) => eye.camera(),
            Self::Globe(eye) => eye.camera(),
        }
    }

    /// The point below the viewpoint: x and y in metres or, on a planet, latitude and longitude in degrees.
    pub fn below(&self) -> [f64; 2] {
        match self {
            Self::Plane(eye) => [eye.position()[0], eye.position()[1]],
            Self::Globe(eye) => [eye.latitude, eye.longitude],
        }
    }

    /// Lifts the viewpoint above ground or water of this height in metres, if it is not above already.
    pub fn keep_over(&mut self, height: f64) {
        let by = match self {
            Self::Plane(_) => plane::MIN_CLEARANCE,
            Self::Globe(_) => globe::MIN_CLEARANCE,
        };
        self.keep_over_by(height, by);
    }

    /// Lifts the viewpoint to at least this many metres above ground or water of this height.
    pub fn keep_over_by(&mut self, height: f64, by: f64) {
        match self {
            Self::Plane(eye) => eye.keep_over(height, by),
            Self::Globe(eye) => eye.altitude = eye.altitude.max(height + by),
        }
    }

    /// Viewing direction in degrees: clockwise from north, and above the horizontal.
    pub fn direction(&self) -> [f64; 2] {
        match self {
            Self::Plane(eye) => [eye.azimuth, eye.elevation],
            Self::Globe(eye) => [eye.azimuth, eye.elevation],
        }
    }
}
