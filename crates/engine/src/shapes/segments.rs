//! The segments of shapes, in an order that does not depend on their places.

use std::ops::RangeInclusive;

use super::{Polyline, Shape, Shapes};

/// The most segments, with the copies of shapes in a domain that repeats.
pub(crate) const MAX_SEGMENTS: usize = 4_000_000;

/// A segment from one point to another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Segment {
    pub(super) from: [f64; 2],
    pub(super) to: [f64; 2],
    /// The heights of its ends; 0 if the file has none.
    pub(super) heights: [f64; 2],
    /// Metres from the start of its line to its own start.
    pub(super) along: f64,
    /// The index of its line in [`Segments::lines`].
    pub(super) line: u32,
}

/// The segments of a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    /// The index of its first segment.
    first: usize,
    /// How many segments it has.
    count: usize,
    /// Whether it is an outline of a polygon.
    pub(super) is_outline: bool,
    /// Whether it ends where it starts.
    is_closed: bool,
}

/// All segments, line by line.
#[derive(Debug, Default)]
pub(crate) struct Segments {
    pub(super) all: Vec<Segment>,
    pub(super) lines: Vec<Line>,
}

impl Segments {
    /// The segments of shapes. In a domain of `period` metres that repeats, shapes have a copy wherever a copy can be the nearest
    /// to a place in the domain. `None` if there are more than [`MAX_SEGMENTS`].
    pub(crate) fn new(shapes: &Shapes, period: Option<f64>) -> Option<Self> {
        let mut segments = Self::default();
        for shape in &shapes.shapes {
            let is_outline = matches!(shape, Shape::Polygon(_));
            let lines = shape.polylines();
            let points: usize = lines.iter().map(|line| line.points.len()).sum();
            for shift in shifts(shape, period, MAX_SEGMENTS / points.max(1))? {
                for line in lines {
                    segments.add(line, shift, is_outline)?;
                }
            }
        }
        Some(segments)
    }

    /// Whether no line has a length.
    pub(crate) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    fn add(&mut self, line: &Polyline, [dx, dy]: [f64; 2], is_outline: bool) -> Option<()> {
        let first = self.all.len();
        let heights = |point: usize| line.heights.as_ref().map_or(0.0, |heights| heights[point]);
        let mut along = 0.0;
        for (index, pair) in line.points.windows(2).enumerate() {
            let [from, to] = [pair[0], pair[1]].map(|[x, y]| [x + dx, y + dy]);
            // The length of a tiny segment is 0 after rounding, and it has no direction.
            if length([to[0] - from[0], to[1] - from[1]]) == 0.0 {
                continue;
            }
            let heights = [heights(index), heights(index + 1)];
            self.all.push(Segment { from, to, heights, along, line: self.lines.len() as u32 });
            along += length([to[0] - from[0], to[1] - from[1]]);
        }
        let ends = self.all.get(first).map(|segment| segment.from);
        let is_closed = ends.is_some() && ends == self.all.last().map(|segment| segment.to);
        self.lines.push(Line { first, count: self.all.len() - first, is_outline, is_closed });
        (self.all.len() <= MAX_SEGMENTS).then_some(())
    }

    /// The segment that ends where this one starts, or that starts where it ends, if the line goes on there.
    pub(super) fn neighbour(&self, segment: usize, after: bool) -> Option<usize> {
        let Line { first, count, is_closed, .. } = self.lines[self.all[segment].line as usize];
        let place = segment - first;
        match (after, is_closed) {
            (true, _) if place + 1 < count => Some(segment + 1),
            (true, true) => Some(first),
            (false, _) if place > 0 => Some(segment - 1),
            (false, true) => Some(first + count - 1),
            _ => None,
        }
    }
}

impl Segment {
    /// The direction of the segment, as a vector of length 1.
    pub(super) fn direction(&self) -> [f64; 2] {
        let length = self.length();
        self.difference().map(|part| part / length)
    }

    pub(super) fn length(&self) -> f64 {
        length(self.difference())
    }

    fn difference(&self) -> [f64; 2] {
        [self.to[0] - self.from[0], self.to[1] - self.from[1]]
    }
}

/// The length of a vector. Unlike that of `f64::hypot`, its last bit is the same on every system.
fn length([x, y]: [f64; 2]) -> f64 {
    (x * x + y * y).sqrt()
}

/// The shifts of a shape's copies. In a domain that repeats, the nearest copy of a point is at most half a period away along each
/// axis, so a copy counts if its bounds reach the domain with a margin of half a period. `None` if there are more than `limit`.
pub(super) fn shifts(shape: &Shape, period: Option<f64>, limit: usize) -> Option<Vec<[f64; 2]>> {
    let Some(period) = period else { return Some(vec![[0.0; 2]]) };
    let points = || shape.polylines().iter().flat_map(|line| &line.points);
    let along = |axis: usize| {
        let least = points().map(|point| point[axis]).fold(f64::INFINITY, f64::min);
        let most = points().map(|point| point[axis]).fold(f64::NEG_INFINITY, f64::max);
        // most + k · period ≥ −period / 2, and least + k · period ≤ 3/2 · period
        let first = (-0.5 - most / period).ceil() as i64;
        let last = (1.5 - least / period).floor() as i64;
        first..=last
    };
    let (columns, rows) = (along(0), along(1));
    let count = |range: &RangeInclusive<i64>| usize::try_from(range.end() - range.start() + 1).unwrap_or(0);
    if count(&columns).checked_mul(count(&rows)).is_none_or(|copies| copies > limit.max(1)) {
        return None;
    }
    let shift = |k: i64| k as f64 * period;
    Some(rows.flat_map(|row| columns.clone().map(move |column| [shift(column), shift(row)])).collect())
}
