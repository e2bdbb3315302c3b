//! An eye that moves above a planet: from orbit down to the ground, say.

use glam::DVec3;
use orogen::planet::{Direction, LatLon};

use super::axes::Axes;
use crate::flight::{FlightError, times};
use crate::spline::Spline;
use crate::{GlobeGround, GlobeShot, Sun};

/// Where an eye is above a planet at a time, and where it looks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GlobeKey {
    /// Seconds from the beginning.
    pub time: f64,
    /// The place below the eye.
    pub at: LatLon,
    /// Metres above the ground or the water there, more than 0.
    pub over: f64,
    /// Degrees clockwise from north.
    pub azimuth: f64,
    /// Degrees above level, −90 to 90.
    pub elevation: f64,
    /// The angle from the bottom to the top of its picture, in degrees.
    pub degrees: f64,
}

/// The flight of an eye above a planet through its keys, nearly along great circles and smoothly, as a [`Flight`](crate::Flight) is.
///
/// Its height above what covers the ground below the keys goes by its logarithm, so that a dive from orbit takes as long from
/// 100 km to 10 km as from 10 km to 1 km. Azimuths go the shorter way round.
///
/// ```
/// use std::sync::Arc;
///
/// use orogen::image::NoImages;
/// use orogen::planet::LatLon;
/// use orogen::recipe::{Recipe, Source};
/// use orogen_view::{GlobeFlight, GlobeGround, GlobeKey, GlobeShot};
///
/// let text = r#"
/// orogen = 1
/// domain = { kind = "planet", radius = "600 km" }
/// height = { field = "level", scale = 1.0 }
/// [fields.level]
/// type = "constant"
/// value = 0.0
/// "#;
/// let recipe = Recipe::parse(Source::new("level.toml", text), orogen::nodes::registry())?;
/// let ground = GlobeGround::new(Arc::new(recipe), Arc::new(NoImages))?;
///
/// let at = LatLon::new(46.5, 8.0)?;
/// let key = |time, over, elevation| GlobeKey { time, at, over, azimuth: 90.0, elevation, degrees: 40.0 };
/// let flight = GlobeFlight::new(&ground, &[key(0.0, 1e6, -90.0), key(10.0, 100.0, -10.0)])?;
/// let shot = flight.shot(5.0, &GlobeShot::new(at, 1e6));
/// assert!((shot.altitude - 1e4).abs() < 0.01 && (shot.elevation + 50.0).abs() < 1e-9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct GlobeFlight {
    /// The direction of the place below; the heading, see [`heading`], and the elevation, in degrees; along x the angle of view,
    /// the logarithm of the height over what covers the ground at keys, and the height of that.
    spline: Spline<5>,
    /// The axis that headings are counted from, far from all of the way.
    axis: DVec3,
}

impl GlobeFlight {
    /// A flight through at least two keys, in the order of their times.
    ///
    /// # Errors
    /// [`FlightError`]: too few keys, times that do not grow, an eye that is not above the ground, keys more than
    /// a quarter of the way round the planet from the one before.
    pub fn new(ground: &GlobeGround, keys: &[GlobeKey]) -> Result<Self, FlightError> {
        times(keys.iter().map(|key| key.time))?;
        let axis = axis(keys);
        let (mut states, mut azimuth, mut before) = (Vec::new(), 0.0, None);
        for (at, key) in keys.iter().enumerate() {
            let refuse = |why: String| FlightError::Planet { key: at, why };
            if !(key.over > 0.0 && key.over <= GlobeShot::FURTHEST) {
                let furthest = GlobeShot::FURTHEST / 1000.0;
                return Err(refuse(format!(
                    "{} m above the ground has to be above 0, up to {furthest} km",
                    key.over
                )));
            }
            let height = ground.covered(key.at);
            let shot = GlobeShot {
                azimuth: key.azimuth,
                elevation: key.elevation,
                degrees: key.degrees,
                ..GlobeShot::new(key.at, height + key.over)
            };
            ground.check(&shot).map_err(|error| refuse(error.to_string()))?;
            let direction = key.at.direction();
            if before.is_some_and(|before: Direction| before.angle(direction) > LONGEST.to_radians()) {
                let why =
                    "it is more than a quarter of the way round from the one before: put a key in between";
                return Err(refuse(why.to_owned()));
            }
            before = Some(direction);
            let ahead = Sun { elevation: 0.0, azimuth: key.azimuth };
            let given =
                heading(axis, direction.vector().into(), Axes::at(key.at).on_planet(ahead.direction()));
            let first = if at == 0 { given } else { azimuth };
            azimuth = first + (given - first + 180.0).rem_euclid(360.0) - 180.0;
            let alone = |number: f64| DVec3::new(number, 0.0, 0.0);
            states.push([
                direction.vector().into(),
                DVec3::new(azimuth, key.elevation, 0.0),
                alone(key.degrees),
                alone(libm::log(key.over)),
                alone(height),
            ]);
        }
        Ok(Self { spline: Spline::new(keys.iter().map(|key| key.time).collect(), states), axis })
    }

    /// When it begins.
    pub fn begin(&self) -> f64 {
        self.spline.begin()
    }

    /// How long it is.
    pub fn seconds(&self) -> f64 {
        self.spline.seconds()
    }

    /// The shot at a time, otherwise as another; the sun stands still, where that shot's stands as seen from below its eye.
    /// Ground between the keys may be higher than the eye: [`GlobeGround::check`] says so.
    pub fn shot(&self, time: f64, like: &GlobeShot) -> GlobeShot {
        let [direction, look, degrees, over, height] = self.spline.at(time);
        let at = Direction::new(direction.to_array()).map_or(like.at, LatLon::of);
        let ahead = along(self.axis, at.direction().vector().into(), look.x);
        GlobeShot {
            at,
            altitude: height.x + libm::exp(over.x),
            azimuth: azimuth(Axes::at(at).seen(ahead)),
            elevation: look.y.clamp(-90.0, 90.0),
            degrees: degrees.x.clamp(0.01, 170.0),
            sun: like.sun.seen_from(like.at, at),
            ..like.clone()
        }
    }
}

/// The longest way between two keys, in degrees. The middle of the chord, which the direction goes along, is passed twice as
/// fast as its ends.
const LONGEST: f64 = 90.0;

/// The cosine of the angle that the way keeps from where north is no direction, if headings are counted from north.
const FAR: f64 = 0.95;

/// The axis that headings are counted from: north, or where the way comes near a pole and they would turn round, that of the
/// planet's axes and of the great circles of the way that stays farthest from it.
fn axis(keys: &[GlobeKey]) -> DVec3 {
    let ups: Vec<DVec3> = keys.iter().map(|key| key.at.direction().vector().into()).collect();
    let between =
        |pair: &[DVec3]| [0.25, 0.5, 0.75].map(|share| pair[0].lerp(pair[1], share).normalize_or_zero());
    let way: Vec<DVec3> = ups.windows(2).flat_map(between).chain(ups.iter().copied()).collect();
    let nearest = |axis: &DVec3| way.iter().fold(0.0_f64, |most, up| most.max(axis.dot(*up).abs()));
    if nearest(&DVec3::Z) < FAR {
        return DVec3::Z;
    }
    let circles = ups.windows(2).filter_map(|pair| pair[0].cross(pair[1]).try_normalize());
    let axes = circles.chain([DVec3::X, DVec3::Y]);
    axes.min_by(|one, other| nearest(one).total_cmp(&nearest(other))).unwrap_or(DVec3::X)
}

/// What lies towards an axis where `up` is up, and to the right of that.
fn towards(axis: DVec3, up: DVec3) -> [DVec3; 2] {
    let ahead = (axis - up * axis.dot(up)).normalize_or(up.any_orthonormal_vector());
    [ahead, ahead.cross(up)]
}

/// How many degrees clockwise from an axis a level vector points.
fn heading(axis: DVec3, up: DVec3, vector: DVec3) -> f64 {
    let [ahead, right] = towards(axis, up);
    libm::atan2(vector.dot(right), vector.dot(ahead)).to_degrees()
}

/// The level vector of such a heading.
fn along(axis: DVec3, up: DVec3, heading: f64) -> DVec3 {
    let [ahead, right] = towards(axis, up);
    let (sine, cosine) = libm::sincos(heading.to_radians());
    ahead * cosine + right * sine
}

/// Degrees clockwise from north of a vector to the east, to the south and up.
fn azimuth(vector: DVec3) -> f64 {
    libm::atan2(vector.x, -vector.y).to_degrees().rem_euclid(360.0)
}

impl Sun {
    /// Where a sun that is seen from a place of a planet stands as seen from another.
    ///
    /// ```
    /// use orogen::planet::LatLon;
    /// use orogen_view::Sun;
    ///
    /// let (here, there) = (LatLon::new(0.0, 0.0)?, LatLon::new(0.0, 30.0)?);
    /// // It stands in the east, 60° high: 30° further east it is overhead.
    /// let sun = Sun { elevation: 60.0, azimuth: 90.0 }.seen_from(here, there);
    /// assert!((sun.elevation - 90.0).abs() < 1e-5);
    /// # Ok::<(), orogen::planet::PlanetError>(())
    /// ```
    pub fn seen_from(self, here: LatLon, there: LatLon) -> Self {
        if here == there {
            return self;
        }
        let there = Axes::at(there).seen(Axes::at(here).on_planet(self.direction()));
        let elevation = libm::asin(there.z.clamp(-1.0, 1.0)).to_degrees();
        Self { elevation, azimuth: azimuth(there) }
    }
}
