//! Strokes: a brush led along a spline.

use orogen::planet::{LatLon, Sphere};
use serde::{Deserialize, Serialize};

use crate::brush::{Brush, within};
use crate::error::StrokeError;
use crate::limits::MAX_METRES;
pub use crate::limits::{MAX_DABS, MAX_POINTS};

/// What strokes lie on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ground {
    /// Places are `[x, y]` in metres.
    Plane,
    /// Places are `[latitude, longitude]` in degrees.
    Planet(Sphere),
}

/// A brush and the points that it was led through.
///
/// A centripetal Catmull-Rom spline goes through the points; dabs lie on it at equal ways, the first at its beginning. A stroke
/// of one point is one dab.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stroke {
    /// What is led.
    pub brush: Brush,
    /// Along which points, 1 to [`MAX_POINTS`].
    pub points: Vec<Point>,
}

/// A point of a stroke.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "[f64; 3]", into = "[f64; 3]")]
pub struct Point {
    /// On a plane `[x, y]` in metres, less than 10⁹ from the origin; on a planet `[latitude, longitude]` in degrees.
    pub place: [f64; 2],
    /// 0 to 1.
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
    /// Whether it can be laid on this ground.
    ///
    /// # Errors
    /// What is wrong first, and what would be right.
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
                "coordinates have to be numbers of metres, at most 1e9 from the origin",
            ),
            Self::Planet(_) => (
                LatLon::new(place[0], place[1]).is_ok(),
                "a place of a planet is a latitude from -90 to 90 and a longitude, in degrees",
            ),
        };
        if is_sound { Ok(()) } else { Err(StrokeError::Place { index, place, help }) }
    }

    /// Where a sound point lies, in metres of space.
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
