//! Intersections of rays with the ground of a plane or of a cut through a space.

use super::march::{RayPoint, RaySurface, first_crossing};
use super::{HeightQuery, Ray, normal};
use crate::interval::Interval;

/// Where a ray meets the ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// The point on the ray, in metres.
    pub point: [f64; 3],
    /// Metres from the ray's origin.
    pub distance: f64,
    /// The unit normal of the ground, pointing upwards.
    pub normal: [f64; 3],
}

impl HeightQuery {
    /// The first point where a ray meets the ground: from above or, if the ray begins below, from below. A ray that begins on the
    /// ground meets it there.
    ///
    /// If the ray crosses the ground and stays on the other side for the detail's length, measured along the ground, a hit is
    /// found, at that crossing or before it. A crest that the ray crosses for a shorter length is nearly always found if the
    /// ground is smooth, and may be missed otherwise. The point of a hit is within a nanometre of the ground, or within a few
    /// units in the last place of its coordinates or of the ray's origin, whichever is more. At a jump of the ground, the
    /// point is between the ends of the jump.
    ///
    /// Only the heights that [can occur](crate::terrain::Terrain::interval) are searched. Within them, the time grows with the
    /// length of the ray over the ground, divided by the detail. A ray whose coordinates overflow hits nothing.
    pub fn cast(&self, ray: &Ray) -> Option<Hit> {
        let Interval { min, max } = self.terrain().interval();
        // Rounding may take a height a little further than its interval.
        let margin = 1e-9 * (1.0 + min.abs().max(max.abs()));
        let [begin, end] = ray.within(Interval::new(min - margin, max + margin))?;
        let along_the_ground = ray.direction()[0].hypot(ray.direction()[1]) * (end - begin);
        let found = first_crossing(self, ray, [begin, end], along_the_ground / self.detail)?;
        let (point, normal) = (ray.at(found.distance), normal(found.gradient));
        Some(Hit { point, distance: found.distance, normal })
    }
}

impl RaySurface for HeightQuery {
    fn places(&self, ray: &Ray, distances: &[f64]) -> Vec<RayPoint> {
        let points: Vec<_> = distances.iter().map(|&distance| ray.at(distance)).collect();
        let ground = self.samples(&points.iter().map(|&[x, y, _]| [x, y, self.z]).collect::<Vec<_>>());
        let [x, y, up] = ray.direction();
        let places = distances.iter().zip(&points).zip(ground).map(|((&distance, point), ground)| RayPoint {
            distance,
            clearance: point[2] - ground.height,
            rate: up - x * ground.gradient[0] - y * ground.gradient[1],
            gradient: ground.gradient,
        });
        places.collect()
    }
}
