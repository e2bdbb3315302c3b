//! Where a ray meets the ground.
//!
//! Along a ray the *clearance* is the ray's height less that of the ground below it, and its derivative is known
//! exactly, as the ground's slopes are. The ray meets the ground where the clearance changes its sign. No bound is
//! known for the slopes of a recipe, so no step can be proven to pass nothing, however large the clearance: the march
//! takes steps as short as the detail, which finds everything wider, and looks closer where the tangents of two
//! neighbouring steps let the clearance come down to nothing between them.

use super::{HeightQuery, Ray, normal};
use crate::interval::Interval;

/// Where a ray meets the ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// Metres; on the ray.
    pub point: [f64; 3],
    /// Metres from the ray's origin.
    pub distance: f64,
    /// Straight out of the ground, 1 long, up.
    pub normal: [f64; 3],
}

/// Steps whose places are computed together.
const BATCH: u64 = 64;

/// How often a step is cut in two where it may have passed something narrow. Where the ground is smooth each cut comes
/// much nearer to its crest.
const CUTS: u32 = 5;

/// Steps to a root at most. Every third halves what is left, and from 10¹² m to a nanometre that takes seventy.
const REFINEMENTS: usize = 3 * 70;

/// A place on a ray.
#[derive(Clone, Copy)]
struct Place {
    /// From the ray's origin, in metres.
    distance: f64,
    /// Height above the ground, in metres.
    clearance: f64,
    /// How it changes, in metres per metre of the ray.
    rate: f64,
    /// Of the ground.
    gradient: [f64; 3],
}

impl HeightQuery {
    /// Where a ray meets the ground first, from above or, if it begins below, from below; a ray that begins on the
    /// ground meets it there.
    ///
    /// What is promised: if the ray goes to the other side of the ground and stays there for the detail's length,
    /// measured along the ground, then a hit is found, and none that is further than where it went. A crest that is
    /// grazed for less is nearly always found where it is smooth, and may be missed otherwise. The point of a hit lies
    /// within a nanometre or a few units in the last place of its coordinates from the ground, whichever is more; but
    /// at a jump of the ground it lies between its ends. Beyond the heights that [can
    /// occur](crate::terrain::Terrain::interval) nothing is looked at; within them the time grows with the length of
    /// the ray over the ground, divided by the detail. Where a ray leaves the numbers there is nothing to hit.
    pub fn cast(&self, ray: &Ray) -> Option<Hit> {
        let Interval { min, max } = self.terrain().interval();
        // Rounding may take a height a little further than its interval.
        let margin = 1e-9 * (1.0 + min.abs().max(max.abs()));
        let [begin, end] = ray.within(Interval::new(min - margin, max + margin))?;
        let along_the_ground = ray.direction()[0].hypot(ray.direction()[1]) * (end - begin);
        let steps = (along_the_ground / self.detail).ceil().max(1.0);
        let distance = |step: u64| begin + (end - begin) * (step as f64 / steps);
        // A conversion that saturates: beyond 2⁶⁴ steps nobody waits for the end.
        let steps = steps as u64;
        let mut last = self.places(ray, &[begin])[0];
        for first in (1..=steps).step_by(BATCH as usize) {
            let batch = first..=steps.min(first.saturating_add(BATCH - 1));
            let distances: Vec<_> = batch.map(distance).collect();
            for next in self.places(ray, &distances) {
                if let Some(found) = self.crossing(ray, last, next, CUTS) {
                    let (point, normal) = (ray.at(found.distance), normal(found.gradient));
                    return Some(Hit { point, distance: found.distance, normal });
                }
                last = next;
            }
        }
        None
    }

    fn places(&self, ray: &Ray, distances: &[f64]) -> Vec<Place> {
        let points: Vec<_> = distances.iter().map(|&distance| ray.at(distance)).collect();
        let ground = self.samples(&points.iter().map(|&[x, y, _]| [x, y, self.z]).collect::<Vec<_>>());
        let [x, y, up] = ray.direction();
        let places = distances.iter().zip(&points).zip(ground).map(|((&distance, point), ground)| Place {
            distance,
            clearance: point[2] - ground.height,
            rate: up - x * ground.gradient[0] - y * ground.gradient[1],
            gradient: ground.gradient,
        });
        places.collect()
    }

    /// The first crossing between two places that can be told.
    fn crossing(&self, ray: &Ray, a: Place, b: Place, cuts: u32) -> Option<Place> {
        if a.clearance.is_nan() || b.clearance.is_nan() {
            return None;
        }
        if a.clearance == 0.0 {
            return Some(a);
        }
        if a.clearance.signum() != b.clearance.signum() || b.clearance == 0.0 {
            return Some(self.refined(ray, a, b));
        }
        let nearest = nearest_between(&a, &b).filter(|_| cuts > 0)?;
        let middle = self.places(ray, &[nearest])[0];
        let first = self.crossing(ray, a, middle, cuts - 1);
        first.or_else(|| self.crossing(ray, middle, b, cuts - 1))
    }

    /// The root between two places on different sides: Newton's steps from the end nearer to the ground, and the
    /// middle where they lead out of the bracket and every third time, so that the bracket shrinks whatever the ground
    /// is like.
    fn refined(&self, ray: &Ray, mut a: Place, mut b: Place) -> Place {
        let scale = ray.origin().iter().fold(b.distance, |largest, part| largest.max(part.abs()));
        let near_enough = 1e-9_f64.max(4.0 * f64::EPSILON * scale);
        for step in 0..REFINEMENTS {
            let nearer = if a.clearance.abs() < b.clearance.abs() { a } else { b };
            if nearer.clearance.abs() <= near_enough || b.distance - a.distance <= near_enough {
                return nearer;
            }
            let newton = nearer.distance - nearer.clearance / nearer.rate;
            let inside = a.distance < newton && newton < b.distance;
            let middle = f64::midpoint(a.distance, b.distance);
            let next = if inside && step % 3 < 2 { newton } else { middle };
            let next = self.places(ray, &[next])[0];
            if next.clearance.signum() == a.clearance.signum() { a = next } else { b = next }
        }
        b
    }
}

/// Where two places on one side of the ground may have ground between them: if the clearance falls from the first,
/// rises to the second, and the tangents meet beyond the ground. Where it curves one way it does not come further down
/// than that. It comes down furthest where its rate is 0: there, if the rate changes evenly.
fn nearest_between(a: &Place, b: &Place) -> Option<f64> {
    let side = a.clearance.signum();
    let (from, fall) = (side * a.clearance, side * a.rate);
    let (to, rise) = (side * b.clearance, side * b.rate);
    if fall >= 0.0 || rise <= 0.0 {
        return None;
    }
    let length = b.distance - a.distance;
    // The tangents from + fall·t and to + rise·(t − length) meet at `meet`.
    let meet = (from - to + rise * length) / (rise - fall);
    let level = length * fall / (fall - rise);
    (from + fall * meet <= 0.0).then_some(a.distance + level)
}
