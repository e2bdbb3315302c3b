//! Strokes: brushes moved along splines.

use orogen_engine::planet::{LatLon, Sphere};
use serde::{Deserialize, Serialize};

use crate::brush::{Brush, within};
use crate::error::StrokeError;
use crate::limits::MAX_METRES;
pub use crate::limits::{MAX_DABS, MAX_POINTS};

/// The surface that strokes are on.
///
/// # Example
/// ```
/// use orogen_engine::planet::Sphere;
/// use orogen_strokes::stroke::Ground;
///
/// let moon = Ground::Planet(Sphere::new(1_737_400.0)?);
/// assert_ne!(moon, Ground::Plane);
/// # Ok::<(), orogen_engine::planet::PlanetError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ground {
    /// A plane. Points are `[x, y]` in metres.
    Plane,
    /// A planet. Points are `[latitude, longitude]` in degrees.
    Planet(Sphere),
}

/// A brush and the points that it passes through.
///
/// The path is a centripetal Catmull-Rom spline through the points. Dabs are at equal distances along it, beginning at
/// the first point. A stroke of one point is one dab.
///
/// # Example
/// ```
/// use orogen_strokes::brush::{Brush, Tool};
/// use orogen_strokes::stroke::{Ground, Point, Stroke};
///
/// let points = [[0.0, 0.0, 0.5], [300.0, 100.0, 1.0]].map(Point::from).to_vec();
/// let stroke = Stroke { brush: Brush::new(Tool::Raise { metres: 5.0 }, 80.0), points };
/// assert!(stroke.check(Ground::Plane).is_ok());
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stroke {
    /// The brush.
    pub brush: Brush,
    /// The points, 1 to [`MAX_POINTS`].
    pub points: Vec<Point>,
}

/// A point of a stroke. In JSON it is the array `[x, y, pressure]`.
///
/// # Example
/// ```
/// use orogen_strokes::stroke::Point;
///
/// assert_eq!(Point::from([100.0, 200.0, 0.5]), Point { place: [100.0, 200.0], pressure: 0.5 });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "[f64; 3]", into = "[f64; 3]")]
pub struct Point {
    /// Position: `[x, y]` in metres on a plane, at most 10⁹ from the origin; `[latitude, longitude]` in degrees on a
    /// planet.
    pub place: [f64; 2],
    /// Pressure of the pen, 0 to 1.
    pub pressure: f64,
}

impl From<[f64; 3]> for Point {
    fn from([x, y, pressure]: [f64; 3]) -> Self {
        Self { place: [x, y], pressure }
    }
}

impl From<Point> for [f64; 3] {
    fn from(Point { place: [x, y], pressure }: Point) -> Self {
        [x, y, pressure]
    }
}

impl Stroke {
    /// Checks that the stroke is valid on this ground.
    ///
    /// # Errors
    /// The first problem, and what would be valid.
    pub fn check(&self, ground: Ground) -> Result<(), StrokeError> {
        self.brush.check()?;
        if !(1..=MAX_POINTS).contains(&self.points.len()) {
            return Err(StrokeError::Points(self.points.len()));
        }
        if let Ground::Planet(sphere) = ground
            && self.brush.radius > 0.5 * sphere.radius()
        {
            return Err(StrokeError::TooWide { radius: self.brush.radius, planet: sphere.radius() });
        }
        for (index, point) in self.points.iter().enumerate() {
            within("the pressure of a point", point.pressure, 0.0, 1.0)?;
            ground.check(index, point.place)?;
        }
        Ok(())
    }
}

impl Ground {
    fn check(self, index: usize, place: [f64; 2]) -> Result<(), StrokeError> {
        let (is_sound, help) = match self {
            Self::Plane => (
                place.iter().all(|x| x.abs() <= MAX_METRES),
                "coordinates must be numbers of metres, at most 1e9 from the origin",
            ),
            Self::Planet(_) => (
                LatLon::new(place[0], place[1]).is_ok(),
                "a point on a planet is a latitude from -90 to 90 and a longitude, in degrees",
            ),
        };
        if is_sound { Ok(()) } else { Err(StrokeError::Place { index, place, help }) }
    }

    /// The position in space, in metres, of a valid point.
    pub(crate) fn position(self, [a, b]: [f64; 2]) -> [f64; 3] {
        match self {
            Self::Plane => [a, b, 0.0],
            Self::Planet(sphere) => {
                let place = LatLon::new(a, b).unwrap_or_else(|_| unreachable!("the stroke was checked"));
                sphere.position(place.direction())
            }
        }
    }
}
