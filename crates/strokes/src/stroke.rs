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
/// use orogen_strokes::stroke::Surface;
///
/// let moon = Surface::Planet(Sphere::new(1_737_400.0)?);
/// assert_ne!(moon, Surface::Plane);
/// # Ok::<(), orogen_engine::planet::PlanetError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Surface {
    /// A plane. Points are `[x, y]` in metres.
    Plane,
    /// A planet. Points are `[latitude, longitude]` in degrees.
    Planet(Sphere),
}

/// A brush and the points that it passes through.
///
/// The path is a centripetal Catmull-Rom spline through the points. Dabs are at equal distances along it, beginning at
/// the first point. A stroke with one point has one dab.
///
/// # Example
/// ```
/// use orogen_strokes::brush::{Brush, Tool};
/// use orogen_strokes::stroke::{Point, Stroke, Surface};
///
/// let points = [[0.0, 0.0, 0.5], [300.0, 100.0, 1.0]].map(Point::from).to_vec();
/// let stroke = Stroke { brush: Brush::new(Tool::Raise { metres: 5.0 }, 80.0), points };
/// assert!(stroke.check(Surface::Plane).is_ok());
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stroke {
    /// The brush.
    pub brush: Brush,
    /// The points: at least one, and at most [`MAX_POINTS`].
    pub points: Vec<Point>,
}

/// A point of a stroke. In JSON it is the array `[x, y, pressure]`.
///
/// # Example
/// ```
/// use orogen_strokes::stroke::Point;
///
/// assert_eq!(Point::from([100.0, 200.0, 0.5]), Point { position: [100.0, 200.0], pressure: 0.5 });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "[f64; 3]", into = "[f64; 3]")]
pub struct Point {
    /// On a plane, `[x, y]` in metres, each at most 10⁹ in magnitude. On a planet, `[latitude, longitude]` in degrees.
    pub position: [f64; 2],
    /// Pressure of the pen, 0 to 1.
    pub pressure: f64,
}

impl From<[f64; 3]> for Point {
    fn from([x, y, pressure]: [f64; 3]) -> Self {
        Self { position: [x, y], pressure }
    }
}

impl From<Point> for [f64; 3] {
    fn from(Point { position: [x, y], pressure }: Point) -> Self {
        [x, y, pressure]
    }
}

impl Stroke {
    /// Checks that the stroke is valid on this surface.
    ///
    /// # Errors
    /// The first error, and a description of valid values.
    pub fn check(&self, surface: Surface) -> Result<(), StrokeError> {
        self.brush.check()?;
        if !(1..=MAX_POINTS).contains(&self.points.len()) {
            return Err(StrokeError::Points(self.points.len()));
        }
        if let Surface::Planet(sphere) = surface
            && self.brush.radius > 0.5 * sphere.radius()
        {
            return Err(StrokeError::TooWide { radius: self.brush.radius, planet: sphere.radius() });
        }
        for (index, point) in self.points.iter().enumerate() {
            within("the pressure of a point", point.pressure, 0.0, 1.0)?;
            surface.check(index, point.position)?;
        }
        Ok(())
    }
}

impl Surface {
    fn check(self, index: usize, position: [f64; 2]) -> Result<(), StrokeError> {
        let (is_sound, help) = match self {
            Self::Plane => (
                position.iter().all(|x| x.abs() <= MAX_METRES),
                "coordinates must be numbers of metres, at most 1e9 from the origin",
            ),
            Self::Planet(_) => (
                LatLon::new(position[0], position[1]).is_ok(),
                "a point on a planet is a latitude from -90 to 90 and a longitude, in degrees",
            ),
        };
        if is_sound { Ok(()) } else { Err(StrokeError::Position { index, position, help }) }
    }

    /// The position in space, in metres, of a valid point.
    pub(crate) fn position(self, [a, b]: [f64; 2]) -> [f64; 3] {
        match self {
            Self::Plane => [a, b, 0.0],
            Self::Planet(sphere) => {
                let at = LatLon::new(a, b).unwrap_or_else(|_| unreachable!("the stroke was checked"));
                sphere.position(at.direction())
            }
        }
    }
}
