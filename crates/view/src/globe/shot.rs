//! What a picture of a planet is to be.

use glam::DVec3;
use orogen::planet::{LatLon, Sphere};
use orogen::recipe::{Air, Clouds, View};

use super::axes::Axes;
use crate::shot::fault;
use crate::{Atmosphere, Camera, Lens, Style, Sun, ViewError, atmosphere};

/// The steepest look, in degrees: straight up and down, but for what tells the picture's top.
const STEEPEST: f64 = 89.999;

/// How far below level a picture looks from the ground, and where the horizon is, below level, when it looks straight down.
const SLIGHTLY: f64 = 6.0;
const HALF_DOWN: f64 = 45.0;

/// How high the sun stands where nothing is said, in degrees: over the ground, and where the whole planet is seen. There 65 % of
/// the disc are lit, (1 + sin 17.5°)/2.
const SUNS: [f64; 2] = [35.0, 17.5];

/// Where it stands, in degrees clockwise from where the eye looks: on the left, behind it.
const ASIDE: f64 = 250.0;

/// How much of a picture the whole planet fills.
const FILLED: f64 = 0.86;

/// What a picture of a planet is to be.
///
/// ```
/// use orogen::planet::LatLon;
/// use orogen_view::GlobeShot;
///
/// // From 400 km above the Alps, down and to the south.
/// let shot = GlobeShot::new(LatLon::new(46.5, 8.0)?, 400_000.0);
/// let shot = GlobeShot { azimuth: 180.0, elevation: -40.0, ..shot };
/// assert_eq!(shot.degrees, 40.0);
/// # Ok::<(), orogen::planet::PlanetError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct GlobeShot {
    /// The place below the eye.
    pub at: LatLon,
    /// Metres of the eye above height 0; at most [`FURTHEST`](Self::FURTHEST).
    pub altitude: f64,
    /// Where it looks: degrees clockwise from north. Straight down, north, or whatever this says, is up in the picture.
    pub azimuth: f64,
    /// And degrees above level, −90 (straight down) to 90. The horizon is at 0 for an eye on the ground only.
    pub elevation: f64,
    /// The angle from the bottom to the top of the picture, 0.01 to 170 degrees.
    pub degrees: f64,
    /// Where the sun stands as seen from the place below the eye.
    pub sun: Sun,
    /// Through which air; its radius is the planet's, whatever it says.
    pub air: Atmosphere,
    /// Columns and rows, 1 to [`MAX_SIDE`](crate::MAX_SIDE).
    pub size: [u32; 2],
    /// Which clouds there are.
    pub clouds: Option<Clouds>,
    /// How the ground looks: [`Style::Realistic`] or [`Style::Clay`].
    pub style: Style,
    /// Samples of a pixel, 1 to [`MAX_SAMPLES`](crate::MAX_SAMPLES): more are smoother and take longer.
    pub samples: u32,
}

impl GlobeShot {
    /// Metres above height 0 beyond which no eye is.
    pub const FURTHEST: f64 = 9e8;

    /// A shot with what is usual for all but the eye: to the north and a little down, at 40° from bottom to top, 960 × 540
    /// pixels of 8 samples, and the Earth's air.
    pub fn new(at: LatLon, altitude: f64) -> Self {
        Self {
            at,
            altitude,
            azimuth: 0.0,
            elevation: -10.0,
            degrees: 40.0,
            sun: Sun { elevation: SUNS[0], azimuth: ASIDE },
            air: atmosphere(Air::Earth, Air::Earth.haze()),
            clouds: None,
            size: [960, 540],
            style: Style::default(),
            samples: 8,
        }
    }

    /// From so high above height 0, `over` metres above the ground: the higher the more it looks down, so that the horizon is
    /// in the picture, and at last the whole planet; and the lower the sun stands, so that there is light and shade.
    pub fn above(sphere: Sphere, at: LatLon, altitude: f64, over: f64) -> Self {
        let (radius, over) = (sphere.radius(), over.max(0.0));
        // How far below level the horizon is.
        let dip = libm::atan2((over * (2.0 * radius + over)).sqrt(), radius).to_degrees();
        let far = (dip / HALF_DOWN).min(1.0);
        let elevation = -(SLIGHTLY + (90.0 - SLIGHTLY) * far);
        let sun = Sun { elevation: (SUNS[0] + (SUNS[1] - SUNS[0]) * far).round(), azimuth: ASIDE };
        Self { elevation: elevation.round(), sun, ..Self::new(at, altitude) }
    }

    /// The whole planet in a picture of so many columns and rows with an angle of view, two thirds of it lit, from the left.
    pub fn whole(sphere: Sphere, size: [u32; 2], degrees: f64) -> Self {
        let aspect = f64::from(size[0].max(1)) / f64::from(size[1].max(1));
        let half = libm::tan(degrees.to_radians() / 2.0) * aspect.min(1.0);
        // The planet's edge is seen at the angle whose sine is R/(R + altitude).
        let sine = libm::sin(libm::atan(FILLED * half));
        let altitude = (sphere.radius() * (1.0 / sine - 1.0)).clamp(1.0, Self::FURTHEST);
        let at = LatLon::new(20.0, 0.0).unwrap_or_else(|_| unreachable!("it is a latitude"));
        let sun = Sun { elevation: SUNS[1], azimuth: 290.0 };
        Self { elevation: -90.0, degrees, size, sun, ..Self::new(at, altitude) }
    }

    /// The same shot through the air and the clouds that a recipe wants.
    pub fn with_looks(self, view: &View) -> Self {
        Self { air: atmosphere(view.air, view.haze), clouds: view.clouds, ..self }
    }

    /// Refuses numbers out of their ranges.
    pub(super) fn check(&self) -> Result<(), ViewError> {
        let (altitude, azimuth, elevation) = (self.altitude, self.azimuth, self.elevation);
        let furthest = Self::FURTHEST / 1000.0;
        let fault = if !(-Self::FURTHEST..=Self::FURTHEST).contains(&altitude) {
            Some(format!("the eye is {altitude} m high: it has to be a number of at most {furthest} km"))
        } else if !((-90.0..=90.0).contains(&elevation) && azimuth.is_finite()) {
            Some(format!(
                "the eye cannot look {elevation} degrees up at {azimuth} degrees: elevations are -90 to 90"
            ))
        } else if !matches!(self.style, Style::Realistic | Style::Clay) {
            Some("planets are painted in the styles realistic and clay".to_owned())
        } else {
            let clouds = self.clouds.and_then(|clouds| clouds.fault());
            fault(self.size, self.samples, self.sun).or(clouds)
        };
        fault.map_or(Ok(()), |fault| Err(ViewError::Shot(fault)))
    }
}

/// An eye above a sphere. Its own axes are x to the east, y to the south and z up, with the place below it at height 0 as
/// origin, as cameras of flat ground have them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Eye {
    pub(super) camera: Camera,
    pub(super) sphere: Sphere,
    pub(super) axes: Axes,
    /// Where it is, in metres from the planet's centre.
    pub(super) place: DVec3,
    pub(super) altitude: f64,
}

impl Eye {
    pub(super) fn new(shot: &GlobeShot, sphere: Sphere) -> Result<Self, ViewError> {
        let (up, along) = libm::sincos(shot.elevation.clamp(-STEEPEST, STEEPEST).to_radians());
        let (east, north) = libm::sincos(shot.azimuth.to_radians());
        // So far away that a camera's rounding of places is none, and within the places that it takes.
        let far = (0.01 * shot.altitude.abs()).max(1000.0);
        let target = [east * along * far, -north * along * far, shot.altitude + up * far];
        let lens = Lens::Perspective { degrees: shot.degrees };
        let camera = Camera::new([0.0, 0.0, shot.altitude], target, lens)?;
        let axes = Axes::at(shot.at);
        let place = axes.up * (sphere.radius() + shot.altitude);
        Ok(Self { camera, sphere, axes, place, altitude: shot.altitude })
    }
}
