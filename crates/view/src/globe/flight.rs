//! Camera flights above a planet, for example from orbit down to the ground.

use glam::DVec3;
use orogen_engine::planet::{Direction, LatLon};

use super::axes::Axes;
use crate::flight::{FlightError, check_times};
use crate::spline::Spline;
use crate::{GlobeGround, GlobeShot, Sun};

/// The pose of an eye above a planet at a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GlobeKeyframe {
    /// Time in seconds.
    pub time: f64,
    /// Position of the eye's nadir.
    pub at: LatLon,
    /// Height above the ground or water at the nadir in metres, more than 0.
    pub over: f64,
    /// Viewing direction in degrees clockwise from north.
    pub azimuth: f64,
    /// Elevation of the viewing direction in degrees, −90 (straight down) to 90 (straight up).
    pub elevation: f64,
    /// The vertical angle of view, in degrees.
    pub degrees: f64,
}

/// A flight of an eye above a planet through keyframes. The path is close to great circles, and as smooth as that of a
/// [`Flight`](crate::Flight).
///
/// The heights of the keyframes above ground or water are interpolated by their logarithms. So in a dive between two keyframes,
/// the part from 100 km to 10 km takes as long as the part from 10 km to 1 km. From one keyframe to the next, the azimuth turns
/// in the shorter direction.
///
/// ```
/// use std::sync::Arc;
///
/// use orogen_engine::image::NoImages;
/// use orogen_engine::planet::LatLon;
/// use orogen_engine::recipe::{Recipe, Source};
/// use orogen_view::{GlobeFlight, GlobeGround, GlobeKeyframe, GlobeShot};
///
/// let text = r#"
/// orogen = 1
/// domain = { kind = "planet", radius = "600 km" }
/// height = { field = "level", scale = 1.0 }
/// [fields.level]
/// type = "constant"
/// value = 0.0
/// "#;
/// let recipe = Recipe::parse(Source::new("level.toml", text), orogen_engine::nodes::registry())?;
/// let ground = GlobeGround::new(Arc::new(recipe), Arc::new(NoImages))?;
///
/// let at = LatLon::new(46.5, 8.0)?;
/// let keyframe = |time, over, elevation| GlobeKeyframe { time, at, over, azimuth: 90.0, elevation, degrees: 40.0 };
/// let flight = GlobeFlight::new(&ground, &[keyframe(0.0, 1e6, -90.0), keyframe(10.0, 100.0, -10.0)])?;
/// let shot = flight.shot(5.0, &GlobeShot::new(at, 1e6));
/// assert!((shot.altitude - 1e4).abs() < 0.01 && (shot.elevation + 50.0).abs() < 1e-9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct GlobeFlight {
    /// Five vectors. The first is the direction of the nadir. The second has the heading (see [`heading`]) and the elevation,
    /// in degrees. The others use x only: the angle of view, the logarithm of the height over the ground or water at the
    /// keyframes, and the height of that ground or water.
    spline: Spline<5>,
    /// The axis that headings are measured from. No point of the flight is near this axis.
    axis: DVec3,
}

impl GlobeFlight {
    /// A flight through at least two keyframes, in the order of their times.
    ///
    /// # Errors
    /// [`FlightError`] for too few keyframes, times that do not increase, an eye that is not above the ground, a number out of
    /// range, or a keyframe that is more than a quarter of the planet's circumference away from the keyframe before.
    pub fn new(ground: &GlobeGround, keyframes: &[GlobeKeyframe]) -> Result<Self, FlightError> {
        check_times(keyframes.iter().map(|keyframe| keyframe.time))?;
        let axis = axis(keyframes);
        let (mut states, mut azimuth, mut before) = (Vec::new(), 0.0, None);
        for (at, keyframe) in keyframes.iter().enumerate() {
            let refuse = |why: String| FlightError::Planet { keyframe: at, why };
            if !(keyframe.over > 0.0 && keyframe.over <= GlobeShot::MAX_ALTITUDE) {
                let max = GlobeShot::MAX_ALTITUDE / 1000.0;
                return Err(refuse(format!(
                    "the eye is {} m above the ground: the height must be more than 0 m and at most {max} km",
                    keyframe.over
                )));
            }
            let height = ground.covered(keyframe.at);
            let shot = GlobeShot {
                azimuth: keyframe.azimuth,
                elevation: keyframe.elevation,
                degrees: keyframe.degrees,
                ..GlobeShot::new(keyframe.at, height + keyframe.over)
            };
            ground.check(&shot).map_err(|error| refuse(error.to_string()))?;
            let direction = keyframe.at.direction();
            if before.is_some_and(|before: Direction| before.angle(direction) > MAX_KEY_DISTANCE.to_radians())
            {
                let why = "it is more than a quarter of the way around the planet from the previous key: insert a key in between";
                return Err(refuse(why.to_owned()));
            }
            before = Some(direction);
            let ahead = Sun { elevation: 0.0, azimuth: keyframe.azimuth };
            let given =
                heading(axis, direction.vector().into(), Axes::at(keyframe.at).to_planet(ahead.direction()));
            let first = if at == 0 { given } else { azimuth };
            azimuth = first + (given - first + 180.0).rem_euclid(360.0) - 180.0;
            let alone = |number: f64| DVec3::new(number, 0.0, 0.0);
            states.push([
                direction.vector().into(),
                DVec3::new(azimuth, keyframe.elevation, 0.0),
                alone(keyframe.degrees),
                alone(libm::log(keyframe.over)),
                alone(height),
            ]);
        }
        Ok(Self {
            spline: Spline::new(keyframes.iter().map(|keyframe| keyframe.time).collect(), states),
            axis,
        })
    }

    /// Time of the first keyframe, in seconds.
    pub fn begin(&self) -> f64 {
        self.spline.begin()
    }

    /// Duration, in seconds.
    pub fn seconds(&self) -> f64 {
        self.spline.seconds()
    }

    /// The shot at a time, in seconds. The flight sets the pose and the angle of view; all other parameters are those of
    /// `like`. The sun stays fixed in space, in the direction that it has in `like`. Ground between keyframes may be higher
    /// than the eye; [`GlobeGround::check`] reports this.
    pub fn shot(&self, time: f64, like: &GlobeShot) -> GlobeShot {
        let [direction, look, degrees, over, height] = self.spline.at(time);
        let at = Direction::new(direction.to_array()).map_or(like.at, LatLon::of);
        let ahead = along(self.axis, at.direction().vector().into(), look.x);
        GlobeShot {
            at,
            altitude: height.x + libm::exp(over.x),
            azimuth: azimuth(Axes::at(at).to_local(ahead)),
            elevation: look.y.clamp(-90.0, 90.0),
            degrees: degrees.x.clamp(0.01, 170.0),
            sun: like.sun.seen_from(like.at, at),
            ..like.clone()
        }
    }
}

/// The longest distance between two keyframes, in degrees. The direction moves along the chord. Over 90°, it turns twice as fast
/// in the middle of the chord as at the ends.
const MAX_KEY_DISTANCE: f64 = 90.0;

/// Headings are measured from north if the flight stays farther from the poles than the angle with this cosine.
const MAX_NORTH_COSINE: f64 = 0.95;

/// The axis that headings are measured from. It is north, unless the flight comes near a pole, where headings would spin. In that
/// case it is the candidate farthest from the flight. Candidates are the planet's x and y axes, and the axes of the great circles
/// through successive keyframes.
fn axis(keyframes: &[GlobeKeyframe]) -> DVec3 {
    let ups: Vec<DVec3> = keyframes.iter().map(|keyframe| keyframe.at.direction().vector().into()).collect();
    let between =
        |pair: &[DVec3]| [0.25, 0.5, 0.75].map(|share| pair[0].lerp(pair[1], share).normalize_or_zero());
    let way: Vec<DVec3> = ups.windows(2).flat_map(between).chain(ups.iter().copied()).collect();
    let nearest = |axis: &DVec3| way.iter().fold(0.0_f64, |most, up| most.max(axis.dot(*up).abs()));
    if nearest(&DVec3::Z) < MAX_NORTH_COSINE {
        return DVec3::Z;
    }
    let circles = ups.windows(2).filter_map(|pair| pair[0].cross(pair[1]).try_normalize());
    let axes = circles.chain([DVec3::X, DVec3::Y]);
    axes.min_by(|one, other| nearest(one).total_cmp(&nearest(other))).unwrap_or(DVec3::X)
}

/// Two level directions at a point where `up` is up: towards an axis, and to the right of it.
fn towards(axis: DVec3, up: DVec3) -> [DVec3; 2] {
    let ahead = (axis - up * axis.dot(up)).normalize_or(up.any_orthonormal_vector());
    [ahead, ahead.cross(up)]
}

/// The heading of a level vector: degrees clockwise from the axis.
fn heading(axis: DVec3, up: DVec3, vector: DVec3) -> f64 {
    let [ahead, right] = towards(axis, up);
    libm::atan2(vector.dot(right), vector.dot(ahead)).to_degrees()
}

/// The level unit vector with this heading.
fn along(axis: DVec3, up: DVec3, heading: f64) -> DVec3 {
    let [ahead, right] = towards(axis, up);
    let (sine, cosine) = libm::sincos(heading.to_radians());
    ahead * cosine + right * sine
}

/// The azimuth of a vector in degrees clockwise from north. The vector's components are east, south and up.
fn azimuth(vector: DVec3) -> f64 {
    libm::atan2(vector.x, -vector.y).to_degrees().rem_euclid(360.0)
}

impl Sun {
    /// The sun's direction in the sky at `there`, if `self` is its direction in the sky at `here`.
    ///
    /// ```
    /// use orogen_engine::planet::LatLon;
    /// use orogen_view::Sun;
    ///
    /// let (here, there) = (LatLon::new(0.0, 0.0)?, LatLon::new(0.0, 30.0)?);
    /// // In the east, 60° high: 30° further east it is overhead.
    /// let sun = Sun { elevation: 60.0, azimuth: 90.0 }.seen_from(here, there);
    /// assert!((sun.elevation - 90.0).abs() < 1e-5);
    /// # Ok::<(), orogen_engine::planet::PlanetError>(())
    /// ```
    pub fn seen_from(self, here: LatLon, there: LatLon) -> Self {
        if here == there {
            return self;
        }
        let there = Axes::at(there).to_local(Axes::at(here).to_planet(self.direction()));
        let elevation = libm::asin(there.z.clamp(-1.0, 1.0)).to_degrees();
        Self { elevation, azimuth: azimuth(there) }
    }
}
