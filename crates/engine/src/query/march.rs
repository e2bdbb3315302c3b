//! Finds where a ray meets the ground, on planes and on planets.
//!
//! Along a ray the *clearance* is the height of the ray above the ground. Its derivative is known exactly, because slopes are
//! exact. The ray meets the ground where the clearance changes its sign. The slopes of a recipe have no known bound, so no
//! step can be proven to miss nothing, however large the clearance. The march takes steps as short as the detail, which finds
//! everything that is wider than the detail. It takes shorter steps where the tangents at two neighbouring steps allow the
//! clearance to reach zero between them. Newton's method in a bracket refines the root.

use super::Ray;

/// Steps whose places are computed together.
const BATCH: u64 = 64;

/// How often a step is cut in two where it may have passed something narrow. On smooth ground each cut comes much nearer to the
/// crest.
const CUTS: u32 = 5;

/// The most steps to a root. Every third step halves the bracket, and seventy halvings lead from 10¹² m to a nanometre.
const REFINEMENTS: usize = 3 * 70;

/// A place on a ray.
#[derive(Clone, Copy)]
pub(super) struct RayPoint {
    /// From the ray's origin, in metres.
    pub(super) distance: f64,
    /// Height above the ground, in metres.
    pub(super) clearance: f64,
    /// The change of the clearance, in metres per metre of the ray.
    pub(super) rate: f64,
    /// The gradient of the ground.
    pub(super) gradient: [f64; 3],
}

/// Ground that rays are above or below.
pub(super) trait RaySurface {
    /// The points at some distances along a ray, with their clearance.
    fn places(&self, ray: &Ray, distances: &[f64]) -> Vec<RayPoint>;
}

/// The first place between two distances where a ray goes through the ground, or touches it. The ray is sampled in `steps` even
/// steps, rounded up.
pub(super) fn first_crossing(
    ground: &impl RaySurface,
    ray: &Ray,
    [begin, end]: [f64; 2],
    steps: f64,
) -> Option<RayPoint> {
    let steps = steps.ceil().max(1.0);
    let distance = |step: u64| begin + (end - begin) * (step as f64 / steps);
    // The conversion saturates. Nobody waits for the end of 2⁶⁴ steps.
    let steps = steps as u64;
    let mut last = ground.places(ray, &[begin])[0];
    for first in (1..=steps).step_by(BATCH as usize) {
        let batch = first..=steps.min(first.saturating_add(BATCH - 1));
        let distances: Vec<_> = batch.map(distance).collect();
        for next in ground.places(ray, &distances) {
            let found = crossing(ground, ray, last, next, CUTS);
            if found.is_some() {
                return found;
            }
            last = next;
        }
    }
    None
}

/// The first crossing between two points that can be detected.
fn crossing(ground: &impl RaySurface, ray: &Ray, a: RayPoint, b: RayPoint, cuts: u32) -> Option<RayPoint> {
    if a.clearance.is_nan() || b.clearance.is_nan() {
        return None;
    }
    if a.clearance == 0.0 {
        return Some(a);
    }
    if a.clearance.signum() != b.clearance.signum() || b.clearance == 0.0 {
        return Some(refined(ground, ray, a, b));
    }
    let nearest = nearest_between(&a, &b).filter(|_| cuts > 0)?;
    let middle = ground.places(ray, &[nearest])[0];
    let first = crossing(ground, ray, a, middle, cuts - 1);
    first.or_else(|| crossing(ground, ray, middle, b, cuts - 1))
}

/// The root between two points on different sides of the ground. Newton's steps begin at the end nearer to the ground. Every
/// third step, and any that would leave the bracket, goes to the middle instead, so the bracket shrinks on any ground.
fn refined(ground: &impl RaySurface, ray: &Ray, mut a: RayPoint, mut b: RayPoint) -> RayPoint {
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
        let next = ground.places(ray, &[next])[0];
        if next.clearance.signum() == a.clearance.signum() { a = next } else { b = next }
    }
    b
}

/// The distance at which ground may be between two points on the same side of it. There may be ground if the clearance falls at
/// the first point, rises at the second, and the tangents meet beyond the ground: a clearance that curves only one way does not
/// reach beyond its tangents. The distance is where the rate is 0, if the rate changes evenly.
fn nearest_between(a: &RayPoint, b: &RayPoint) -> Option<f64> {
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
