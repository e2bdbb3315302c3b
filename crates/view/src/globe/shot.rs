//! The parameters of a picture of a planet.

use glam::DVec3;
use orogen_engine::planet::{LatLon, Sphere};
use orogen_engine::recipe::{Air, Clouds, View};

use super::axes::Axes;
use crate::shot::fault;
use crate::{Atmosphere, Camera, Lens, Style, Sun, ViewError, atmosphere};

/// Steepest elevation of the viewing direction in degrees. It is slightly less than straight up or down, so that the up
/// direction of the picture is defined.
const STEEPEST: f64 = 89.999;

/// How far the default view on the ground looks down, and the depression of the horizon at which the default view looks
/// straight down, in degrees.
const GROUND_PITCH: f64 = 6.0;
const DOWNWARD_DIP: f64 = 45.0;

/// Default elevations of the sun in degrees: near the ground, and for a whole planet. The second lights 65 % of the side that the
/// eye sees: (1 + sin 17.5°)/2.
const SUN_ELEVATIONS: [f64; 2] = [35.0, 17.5];

/// Default azimuth of the sun, in degrees clockwise from the viewing direction: behind the eye, on the left.
const SUN_AZIMUTH: f64 = 250.0;

/// Share of the picture that a whole planet fills.
const FILLED: f64 = 0.86;

/// The parameters of a picture of a planet.
///
/// ```
/// use orogen_engine::planet::LatLon;
/// use orogen_view::GlobeShot;
///
/// // From 400 km above the Alps, down and to the south.
/// let shot = GlobeShot::new(LatLon::new(46.5, 8.0)?, 400_000.0);
/// let shot = GlobeShot { azimuth: 180.0, elevation: -40.0, ..shot };
/// assert_eq!(shot.degrees, 40.0);
/// # Ok::<(), orogen_engine::planet::PlanetError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct GlobeShot {
    /// Position of the eye's nadir.
    pub at: LatLon,
    /// Height of the eye above height 0 in metres, at most [`MAX_ALTITUDE`](Self::MAX_ALTITUDE).
    pub altitude: f64,
    /// Viewing direction in degrees clockwise from north. In a view straight down, this direction is up in
    /// the picture.
    pub azimuth: f64,
    /// Elevation of the viewing direction in degrees, −90 (straight down) to 90 (straight up). At 0 the direction is level; an
    /// eye above the ground sees the horizon below 0.
    pub elevation: f64,
    /// The vertical angle of view in degrees, 0.01 to 170.
    pub degrees: f64,
    /// The sun, as seen from the eye's nadir.
    pub sun: Sun,
    /// The air. Its radius is ignored; the radius of the planet is used instead.
    pub air: Atmosphere,
    /// Columns and rows, 1 to [`MAX_SIDE`](crate::MAX_SIDE).
    pub size: [u32; 2],
    /// The clouds, if any.
    pub clouds: Option<Clouds>,
    /// How the ground is shaded: [`Style::Realistic`] or [`Style::Clay`].
    pub style: Style,
    /// Samples per pixel, 1 to [`MAX_SAMPLES`](crate::MAX_SAMPLES). More samples give a smoother picture and take longer.
    pub samples: u32,
}

impl GlobeShot {
    /// Greatest height of an eye above height 0, in metres.
    pub const MAX_ALTITUDE: f64 = 9e8;

    /// A shot with defaults for everything except the position. It looks to the north and a little down, with an angle of
    /// view of 40°, 960 × 540 pixels with 8 samples, and the Earth's air.
    pub fn new(at: LatLon, altitude: f64) -> Self {
        Self {
            at,
            altitude,
            azimuth: 0.0,
            elevation: -10.0,
            degrees: 40.0,
            sun: Sun { elevation: SUN_ELEVATIONS[0], azimuth: SUN_AZIMUTH },
            air: atmosphere(Air::Earth, Air::Earth.haze()),
            clouds: None,
            size: [960, 540],
            style: Style::default(),
            samples: 8,
        }
    }

    /// A shot with defaults that suit the height of the eye. `altitude` is the height of the eye above height 0, and `over` is
    /// its height above the ground, both in metres. A higher eye looks down more steeply: from near the ground, the horizon is
    /// in the picture, and from far away, the whole planet. For a higher eye, the sun is lower, so that more of the ground is
    /// in shade.
    pub fn above(sphere: Sphere, at: LatLon, altitude: f64, over: f64) -> Self {
        let (radius, over) = (sphere.radius(), over.max(0.0));
        // Depression of the horizon.
        let dip = libm::atan2((over * (2.0 * radius + over)).sqrt(), radius).to_degrees();
        let far = (dip / DOWNWARD_DIP).min(1.0);
        let elevation = -(GROUND_PITCH + (90.0 - GROUND_PITCH) * far);
        let sun = Sun {
            elevation: (SUN_ELEVATIONS[0] + (SUN_ELEVATIONS[1] - SUN_ELEVATIONS[0]) * far).round(),
            azimuth: SUN_AZIMUTH,
        };
        Self { elevation: elevation.round(), sun, ..Self::new(at, altitude) }
    }

    /// The whole planet in a picture of this size and angle of view. About two thirds of the visible side are lit, from the
    /// left.
    pub fn whole(sphere: Sphere, size: [u32; 2], degrees: f64) -> Self {
        let aspect = f64::from(size[0].max(1)) / f64::from(size[1].max(1));
        let half = libm::tan(degrees.to_radians() / 2.0) * aspect.min(1.0);
        // The planet's limb is at the angle from its centre whose sine is R/(R + altitude).
        let sine = libm::sin(libm::atan(FILLED * half));
        let altitude = (sphere.radius() * (1.0 / sine - 1.0)).clamp(1.0, Self::MAX_ALTITUDE);
        let at = LatLon::new(20.0, 0.0).unwrap_or_else(|_| unreachable!("20° is a valid latitude"));
        let sun = Sun { elevation: SUN_ELEVATIONS[1], azimuth: 290.0 };
        Self { elevation: -90.0, degrees, size, sun, ..Self::new(at, altitude) }
    }

    /// This shot with the air and the clouds of a recipe.
    pub fn with_looks(self, view: &View) -> Self {
        Self { air: atmosphere(view.air, view.haze), clouds: view.clouds, ..self }
    }

    /// Checks all numbers against their ranges.
    pub(super) fn check(&self) -> Result<(), ViewError> {
        let (altitude, azimuth, elevation) = (self.altitude, self.azimuth, self.elevation);
        let max = Self::MAX_ALTITUDE / 1000.0;
        let fault = if !(-Self::MAX_ALTITUDE..=Self::MAX_ALTITUDE).contains(&altitude) {
            Some(format!("the eye is {altitude} m high: the height must be a number of at most {max} km"))
        } else if !((-90.0..=90.0).contains(&elevation) && azimuth.is_finite()) {
            Some(format!(
                "the eye looks at elevation {elevation} and azimuth {azimuth}: the elevation must be from -90 to 90 degrees"
            ))
        } else if !matches!(self.style, Style::Realistic | Style::Clay) {
            Some("planets have only the styles realistic and clay".to_owned())
        } else {
            let clouds = self.clouds.and_then(|clouds| clouds.fault());
            fault(self.size, self.samples, self.sun).or(clouds)
        };
        fault.map_or(Ok(()), |fault| Err(ViewError::Shot(fault)))
    }
}

/// An eye above a sphere. Its local axes are x to the east, y to the south and z up, with the nadir at height
/// 0 as origin, as for cameras over flat ground.
#[derive(Clone, Copy, Debug)]
pub(super) struct Eye {
    pub(super) camera: Camera,
    pub(super) sphere: Sphere,
    pub(super) axes: Axes,
    /// Position in metres from the planet's centre.
    pub(super) position: DVec3,
    pub(super) altitude: f64,
}

impl Eye {
    pub(super) fn new(shot: &GlobeShot, sphere: Sphere) -> Result<Self, ViewError> {
        let (up, along) = libm::sincos(shot.elevation.clamp(-STEEPEST, STEEPEST).to_radians());
        let (east, north) = libm::sincos(shot.azimuth.to_radians());
        // The target is so far away that a camera's rounding does not matter, but within its range of coordinates.
        let far = (0.01 * shot.altitude.abs()).max(1000.0);
        let target = [east * along * far, -north * along * far, shot.altitude + up * far];
        let lens = Lens::Perspective { degrees: shot.degrees };
        let camera = Camera::new([0.0, 0.0, shot.altitude], target, lens)?;
        let axes = Axes::at(shot.at);
        let position = axes.up * (sphere.radius() + shot.altitude);
        Ok(Self { camera, sphere, axes, position, altitude: shot.altitude })
    }
}
