//! The ground under the rays of a camera.

use super::coarse::CoarseHeights;
use super::score::Pose;

/// Number of columns of rays, and of steps along each.
pub(super) const COLUMNS: usize = 40;
pub(super) const STEPS: usize = 150;

/// Ratio of successive distances.
const GROWTH: f64 = 1.04;

/// The ground under all columns of rays of a pose, from near to far in each column. If pitches are ignored, a column of rays is in a
/// vertical plane, so poses that differ only in height and pitch share it.
pub(super) struct RayGround {
    pub(super) points: Vec<GroundPoint>,
}

/// A point of the ground.
pub(super) struct GroundPoint {
    /// Height of ground or water, in metres.
    pub(super) height: f64,
    /// Light that it reflects under each of two suns, from 0 to 1.
    pub(super) light: [f64; 2],
    pub(super) is_water: bool,
    /// Whether it is in the domain.
    pub(super) is_inside: bool,
}

/// Distances of the steps from the eye, in metres along the ground.
pub(super) fn distances(coarse: &CoarseHeights) -> [f64; STEPS] {
    let mut next = 0.006 * coarse.size;
    std::array::from_fn(|_| {
        let distance = next;
        next *= GROWTH;
        distance
    })
}

/// The points under the rays of a pose. At a distance `s` they are at `eye + s (forward + t right)`, where `t` is the column's
/// horizontal tangent.
pub(super) fn positions(coarse: &CoarseHeights, pose: &Pose) -> Vec<[f64; 2]> {
    let ([fx, fy], [x, y, _], [half, _]) = (pose.forward(), pose.eye, pose.half);
    let distances = distances(coarse);
    let column = |column: usize| {
        let t = half * (2.0 * (column as f64 + 0.5) / COLUMNS as f64 - 1.0);
        distances.map(|s| [x + s * (fx - t * fy), y + s * (fy + t * fx)])
    };
    (0..COLUMNS).flat_map(column).collect()
}

impl RayGround {
    /// The ground with the heights at the positions of a pose, in the light from the directions of two suns.
    pub(super) fn new(
        coarse: &CoarseHeights,
        positions: &[[f64; 2]],
        heights: &[f64],
        suns: [[f64; 3]; 2],
    ) -> Self {
        let points = positions.iter().zip(heights).map(|(&position, &height)| {
            let [dx, dy] = coarse.slopes(position);
            let length = (1.0 + dx * dx + dy * dy).sqrt();
            GroundPoint {
                height,
                light: suns.map(|sun| (sun[2] - dx * sun[0] - dy * sun[1]).max(0.0) / length),
                is_water: coarse.sea.is_some_and(|level| height <= level),
                is_inside: position.iter().all(|along| (0.0..=coarse.size).contains(along)),
            }
        });
        Self { points: points.collect() }
    }
}
