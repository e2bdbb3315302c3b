//! The layer `contours`.

use super::encode::{Geometry, Layer, Value};
use super::interval::ContourInterval;
use super::isolines::{Isoline, Samples};
use super::simplify::simplified;
use super::units::{CELL, EXTENT, Point, TOLERANCE};

/// Lines of equal height. `spacing` is the distance of samples in metres, which decides the interval.
///
/// Where the ground is so steep that lines would cross more cells than there are, only index contours are left, or every fifth
/// of these, and so on. They still meet those of the neighbours.
pub(super) fn contours(samples: &Samples, spacing: f64) -> Layer {
    let cells = samples.cells().count() as f64;
    let crossings = |interval: ContourInterval| -> f64 {
        samples.cells().map(|corners| interval.count(samples.range(corners))).sum()
    };
    let mut interval = ContourInterval::of(spacing);
    while crossings(interval) > cells {
        interval = interval.wider();
    }
    let lines = samples.isolines(|range| interval.numbers(range), |number| interval.height(number));
    let mut layer = Layer::new("contours");
    for lines in lines.chunk_by(|one, other| one.level == other.level) {
        let (level, height) = (lines[0].level, interval.height(lines[0].level));
        let lines: Vec<_> = lines.iter().filter_map(|line| drawn(samples, line, height)).collect();
        let attributes =
            [("height", Value::Number(height)), ("index", Value::Flag(interval.is_index(level)))];
        layer.add(Geometry::Lines(&lines), &attributes);
    }
    layer
}

/// A line with fewer points; `None` if it is smaller than a cell.
///
/// Points on the borders of the tile are kept, and what is between two of them is simplified alone. The neighbours do the same,
/// so lines still meet.
fn drawn(samples: &Samples, line: &Isoline, height: f64) -> Option<Vec<Point>> {
    let mut points: Vec<_> = line.edges.iter().map(|&edge| samples.point(edge, height)).collect();
    points.dedup();
    if line.is_ring() {
        if is_small(&points) {
            return None;
        }
        begin_at_border(&mut points);
    }
    let mut drawn: Vec<Point> = Vec::new();
    let mut from = 0;
    for to in 1..points.len() {
        if is_on_border(&points[to]) || to == points.len() - 1 {
            drawn.extend(simple(&points[from..=to]));
            from = to;
        }
    }
    drawn.dedup();
    (drawn.len() > 1).then_some(drawn)
}

fn simple(points: &[Point]) -> impl Iterator<Item = Point> {
    let points: Vec<_> = points.iter().map(|point| point.map(f64::from)).collect();
    simplified(&points, TOLERANCE).into_iter().map(|point| point.map(|at| at as i32))
}

/// Whether a ring is at most a cell wide and high.
fn is_small(ring: &[Point]) -> bool {
    [0, 1].iter().all(|&axis| {
        let along = || ring.iter().map(|point| point[axis]);
        along().max().zip(along().min()).is_none_or(|(most, least)| most - least <= CELL)
    })
}

fn is_on_border(point: &Point) -> bool {
    point.iter().any(|&at| at == 0 || at == EXTENT)
}

/// Turns a ring, whose first point is also its last, so that it begins at a border of the tile if it touches one.
fn begin_at_border(ring: &mut Vec<Point>) {
    let Some(at) = ring.iter().position(is_on_border) else { return };
    ring.pop();
    let at = at % ring.len().max(1);
    ring.rotate_left(at);
    ring.extend(ring.first().copied());
}
