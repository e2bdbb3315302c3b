//! The way of a stroke: a centripetal Catmull-Rom spline through its points.

use crate::stroke::{Ground, Stroke};
use crate::vector::{length, minus, plus_scaled, unit};

/// A place on the way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Spot {
    pub(crate) position: [f64; 3],
    pub(crate) pressure: f64,
}

/// The corners of a fine polyline along the spline, on the ground. `step` is the distance of dabs: corners are an eighth of it
/// apart, or closer where points are.
pub(crate) fn polyline(stroke: &Stroke, ground: Ground, step: f64) -> Vec<Spot> {
    let points = apart(stroke, ground);
    let mut way = vec![points[0]];
    for index in 1..points.len() {
        let [from, to] = [points[index - 1], points[index]];
        // Beyond the ends the spline goes on as if mirrored.
        let before = if index > 1 { points[index - 2].position } else { beyond(&from, &to) };
        let after = if index + 1 < points.len() { points[index + 1].position } else { beyond(&to, &from) };
        let segment = Segment::new([before, from.position, to.position, after]);
        let chord = length(&minus(&to.position, &from.position));
        let corners = (8.0 * chord / step).ceil().clamp(8.0, MOST_CORNERS) as usize;
        for corner in 1..corners {
            let share = corner as f64 / corners as f64;
            let position = on(ground, segment.at(share));
            way.push(Spot { position, pressure: from.pressure + share * (to.pressure - from.pressure) });
        }
        way.push(to);
    }
    way
}

/// The most corners between two points: the dabs of a longer stroke are too many.
const MOST_CORNERS: f64 = 8.0 * crate::stroke::MAX_DABS as f64;

/// The points but for those that lie where the one before does, for which the spline has no direction.
fn apart(stroke: &Stroke, ground: Ground) -> Vec<Spot> {
    let near = 1e-6 * stroke.brush.radius;
    let mut kept: Vec<Spot> = Vec::with_capacity(stroke.points.len());
    for point in &stroke.points {
        let position = ground.position(point.place);
        if kept.last().is_none_or(|last| length(&minus(&position, &last.position)) > near) {
            kept.push(Spot { position, pressure: point.pressure });
        }
    }
    kept
}

fn beyond(end: &Spot, inner: &Spot) -> [f64; 3] {
    std::array::from_fn(|axis| 2.0 * end.position[axis] - inner.position[axis])
}

/// On planets, a place near the sphere moved onto it.
fn on(ground: Ground, position: [f64; 3]) -> [f64; 3] {
    match ground {
        Ground::Plane => position,
        Ground::Planet(sphere) => {
            unit(&position).map_or(position, |direction| direction.map(|x| x * sphere.radius()))
        }
    }
}

/// The spline between the second and the third of four points, by the scheme of Barry and Goldman (1988). Knots are the
/// square roots of chords apart (Yuksel et al. 2011: no loops and cusps within a segment).
struct Segment {
    points: [[f64; 3]; 4],
    knots: [f64; 4],
}

impl Segment {
    fn new(points: [[f64; 3]; 4]) -> Self {
        let mut knots = [0.0; 4];
        for index in 1..4 {
            knots[index] = knots[index - 1] + length(&minus(&points[index], &points[index - 1])).sqrt();
        }
        Self { points, knots }
    }

    /// At a share of the knots' interval, 0 to 1.
    fn at(&self, share: f64) -> [f64; 3] {
        let k = self.knots;
        let t = k[1] + share * (k[2] - k[1]);
        let between = |a: &[f64; 3], b: &[f64; 3], from: f64, to: f64| {
            plus_scaled(a, (t - from) / (to - from), &minus(b, a))
        };
        let [p0, p1, p2, p3] = &self.points;
        let first = [between(p0, p1, k[0], k[1]), between(p1, p2, k[1], k[2]), between(p2, p3, k[2], k[3])];
        let second = [between(&first[0], &first[1], k[0], k[2]), between(&first[1], &first[2], k[1], k[3])];
        between(&second[0], &second[1], k[1], k[2])
    }
}
