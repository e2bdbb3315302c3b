//! The path of a stroke: a centripetal Catmull-Rom spline through its points.

use crate::stroke::{Stroke, Surface};
use crate::vector::{length, minus, plus_scaled, unit};

/// A point of the path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PathPoint {
    pub(crate) position: [f64; 3],
    pub(crate) pressure: f64,
}

/// The vertices of a fine polyline along the spline, on the surface. `step` is the distance between dabs. Vertices are an
/// eighth of this distance apart, or closer where the stroke's points are closer.
pub(crate) fn polyline(stroke: &Stroke, surface: Surface, step: f64) -> Vec<PathPoint> {
    let points = distinct_points(stroke, surface);
    let mut path = vec![points[0]];
    for index in 1..points.len() {
        let [from, to] = [points[index - 1], points[index]];
        // Beyond its ends, the spline continues as if mirrored at the end point.
        let before = if index > 1 { points[index - 2].position } else { beyond(&from, &to) };
        let after = if index + 1 < points.len() { points[index + 1].position } else { beyond(&to, &from) };
        let segment = Segment::new([before, from.position, to.position, after]);
        let chord = length(&minus(&to.position, &from.position));
        let vertices = (8.0 * chord / step).ceil().clamp(8.0, MAX_VERTICES) as usize;
        for vertex in 1..vertices {
            let share = vertex as f64 / vertices as f64;
            let position = projected(surface, segment.at(share));
            path.push(PathPoint {
                position,
                pressure: from.pressure + share * (to.pressure - from.pressure),
            });
        }
        path.push(to);
    }
    path
}

/// Maximum number of vertices between two points. A stroke that needs more vertices has too many dabs.
const MAX_VERTICES: f64 = 8.0 * crate::stroke::MAX_DABS as f64;

/// The stroke's points, without points that repeat the point before. The spline would have no direction at such a point.
fn distinct_points(stroke: &Stroke, surface: Surface) -> Vec<PathPoint> {
    let near = 1e-6 * stroke.brush.radius;
    let mut kept: Vec<PathPoint> = Vec::with_capacity(stroke.points.len());
    for point in &stroke.points {
        let position = surface.position(point.position);
        if kept.last().is_none_or(|last| length(&minus(&position, &last.position)) > near) {
            kept.push(PathPoint { position, pressure: point.pressure });
        }
    }
    kept
}

fn beyond(end: &PathPoint, inner: &PathPoint) -> [f64; 3] {
    std::array::from_fn(|axis| 2.0 * end.position[axis] - inner.position[axis])
}

/// On planets, projects a position near the sphere onto it.
fn projected(surface: Surface, position: [f64; 3]) -> [f64; 3] {
    match surface {
        Surface::Plane => position,
        Surface::Planet(sphere) => {
            unit(&position).map_or(position, |direction| direction.map(|x| x * sphere.radius()))
        }
    }
}

/// The spline between the second and the third of four points, by the scheme of Barry and Goldman (1988). The distance
/// between knots is the square root of the chord (Yuksel et al. 2011: no loops or cusps within a segment).
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

    /// The position at a fraction of the knots' interval, 0 to 1.
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
