//! Lines of equal height in a grid of samples, by marching squares.
//!
//! A line crosses an edge of the grid where the height between the two samples, which changes evenly, is that of the line. The
//! place on the edge depends on these two samples alone. So in tiles that share the edge, the lines meet. Lines are directed:
//! higher ground is on their left.

use super::units::{CELL, EXTENT, Point};

/// A square grid of heights around a tile, row by row from the north.
pub(super) struct Samples {
    heights: Vec<f32>,
    side: usize,
    /// The coordinate of the first column and of the first row.
    first: i32,
    /// No point is farther beyond the borders of the tile than this.
    margin: i32,
}

/// An edge between two samples: twice the index of its western or northern sample, and 1 more if the other sample is in the
/// south.
pub(super) type Edge = u32;

/// A part of a line in one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Segment {
    level: i64,
    from: Edge,
    to: Edge,
}

/// A line of equal height.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Isoline {
    /// The number of its height.
    pub(super) level: i64,
    /// The edges that it crosses. Those of a ring begin and end with the same edge.
    pub(super) edges: Vec<Edge>,
}

impl Isoline {
    pub(super) fn is_ring(&self) -> bool {
        self.edges.first() == self.edges.last()
    }
}

impl Samples {
    /// Samples at the corners of cells. `margin` is the number of units that they go beyond the borders of the tile.
    pub(super) fn new(heights: Vec<f32>, margin: i32) -> Self {
        Self { heights, side: ((EXTENT + 2 * margin) / CELL + 1) as usize, first: -margin, margin }
    }

    /// These samples, with infinitely high ground around them. It takes no space: points on its edges are those of the outer
    /// samples.
    pub(super) fn walled(&self) -> Self {
        let (outer, wall) = (self.side + 2, f32::INFINITY);
        let mut heights = vec![wall; outer + 1];
        for row in self.heights.chunks(self.side) {
            heights.extend_from_slice(row);
            heights.extend([wall; 2]);
        }
        heights.resize(outer * outer, wall);
        Self { heights, side: outer, first: self.first - CELL, margin: self.margin }
    }

    pub(super) fn heights(&self) -> &[f32] {
        &self.heights
    }

    /// The corners of all cells: in the north-west, north-east, south-east and south-west.
    pub(super) fn cells(&self) -> impl Iterator<Item = [usize; 4]> {
        let side = self.side;
        let cells = (0..side - 1).flat_map(move |row| (0..side - 1).map(move |column| row * side + column));
        cells.map(move |nw| [nw, nw + 1, nw + side + 1, nw + side])
    }

    /// The lowest and the highest corner of a cell.
    pub(super) fn range(&self, corners: [usize; 4]) -> [f64; 2] {
        let heights = corners.map(|sample| f64::from(self.heights[sample]));
        let [first, ..] = heights;
        heights.iter().fold([first; 2], |[least, most], &height| [least.min(height), most.max(height)])
    }

    /// Whether the ground in the middle of a cell, at the mean height of its corners, is at a height or above. It decides which
    /// corners are connected where only two corners that face each other are that high.
    pub(super) fn is_high_in_the_middle(&self, corners: [usize; 4], height: f64) -> bool {
        corners.iter().map(|&sample| f64::from(self.heights[sample])).sum::<f64>() >= 4.0 * height
    }

    /// The lines at some levels. `levels` has the numbers of the levels above the lowest corner of a cell, up to the highest;
    /// `height` is the height of a level.
    pub(super) fn isolines<I: Iterator<Item = i64>>(
        &self,
        levels: impl Fn([f64; 2]) -> I,
        height: impl Fn(i64) -> f64,
    ) -> Vec<Isoline> {
        let mut segments = Vec::new();
        for corners in self.cells() {
            for level in levels(self.range(corners)) {
                let in_cell = self.in_cell(corners, height(level));
                segments.extend(in_cell.map(|[from, to]| Segment { level, from, to }));
            }
        }
        segments.sort_unstable();
        segments.chunk_by(|one, other| one.level == other.level).flat_map(joined).collect()
    }

    /// The one or two parts of a line in a cell, each from the edge where the corners, clockwise, rise above its height to one
    /// where they fall below it. The edge where they fell last is the right one if the middle is high: the low corners in
    /// between are alone. Otherwise it is the edge where they fall next.
    fn in_cell(&self, corners: [usize; 4], height: f64) -> impl Iterator<Item = [Edge; 2]> {
        let [nw, ne, _, sw] = corners.map(|sample| sample as Edge);
        let edges = [2 * nw, 2 * ne + 1, 2 * sw, 2 * nw + 1];
        let is_high = corners.map(|sample| f64::from(self.heights[sample]) >= height);
        let step = if self.is_high_in_the_middle(corners, height) { 3 } else { 1 };
        let rises = (0..4).filter(move |&at| !is_high[at] && is_high[(at + 1) % 4]);
        rises.filter_map(move |rise| {
            let mut others = (1..4).map(|count| (rise + count * step) % 4);
            let fall = others.find(|&at| is_high[at] && !is_high[(at + 1) % 4])?;
            Some([edges[rise], edges[fall]])
        })
    }

    /// The point of an edge at a height, at least a unit from its ends: lines of one height never touch.
    pub(super) fn point(&self, edge: Edge, height: f64) -> Point {
        let [start, end] = self.ends(edge);
        let [below, above] = [start, end].map(|sample| f64::from(self.heights[sample]));
        let along = ((height - below) / (above - below) * f64::from(CELL)).round() as i32;
        let mut point = [start % self.side, start / self.side].map(|at| self.first + at as i32 * CELL);
        point[edge as usize % 2] += along.clamp(1, CELL - 1);
        point.map(|at| at.clamp(-self.margin, EXTENT + self.margin))
    }

    /// The two samples of an edge.
    pub(super) fn ends(&self, edge: Edge) -> [usize; 2] {
        let start = edge as usize / 2;
        [start, start + if edge.is_multiple_of(2) { 1 } else { self.side }]
    }
}

/// The lines of one level, from its segments in the order of their first edges. At most one segment begins at an edge and one
/// ends there.
fn joined(segments: &[Segment]) -> Vec<Isoline> {
    let mut ends: Vec<_> = segments.iter().map(|segment| segment.to).collect();
    ends.sort_unstable();
    let after = |edge: Edge| segments.binary_search_by_key(&edge, |segment| segment.from).ok();
    let begins_line = |at: &usize| ends.binary_search(&segments[*at].from).is_err();
    let mut is_used = vec![false; segments.len()];
    let mut lines = Vec::new();
    // Where no line begins, only rings are left.
    for start in (0..segments.len()).filter(begins_line).chain(0..segments.len()) {
        let mut edges = vec![segments[start].from];
        let mut next = Some(start);
        while let Some(at) = next.filter(|&at| !is_used[at]) {
            is_used[at] = true;
            edges.push(segments[at].to);
            next = after(segments[at].to);
        }
        if edges.len() > 1 {
            lines.push(Isoline { level: segments[start].level, edges });
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A grid with these heights in its north-western corner, and 0 elsewhere.
    fn samples(heights: &[&[f32]]) -> Samples {
        let side = (EXTENT / CELL + 1) as usize;
        let mut all = vec![0.0; side * side];
        for (row, heights) in heights.iter().enumerate() {
            all[row * side..][..heights.len()].copy_from_slice(heights);
        }
        Samples::new(all, 0)
    }

    fn lines(samples: &Samples, height: f64) -> Vec<(bool, Vec<Point>)> {
        let lines = samples.isolines(|_| std::iter::once(0), |_| height);
        let points = |line: &Isoline| line.edges.iter().map(|&edge| samples.point(edge, height)).collect();
        lines.iter().map(|line| (line.is_ring(), points(line))).collect()
    }

    /// Higher ground is on the left: to the north-west of a line to the north-east.
    #[test]
    fn a_line_begins_and_ends_at_the_border() {
        assert_eq!(lines(&samples(&[&[4.0, 0.0]]), 1.0), [(false, vec![[0, 12], [12, 0]])]);
    }

    #[test]
    fn a_peak_has_a_ring() {
        let peak = samples(&[&[0.0, 0.0, 0.0], &[0.0, 4.0, 0.0]]);
        let ring = vec![[16, 8], [8, 16], [16, 24], [24, 16], [16, 8]];
        assert_eq!(lines(&peak, 2.0), [(true, ring)]);
        assert!(lines(&peak, 4.5).is_empty() && lines(&peak, 4.0).len() == 1);
    }

    /// Two peaks at corners that face each other: below the mean height they are connected.
    #[test]
    fn saddles_are_decided_by_the_mean() {
        let peaks = samples(&[&[0.0; 4], &[0.0, 4.0, 0.0, 0.0], &[0.0, 0.0, 4.0, 0.0]]);
        assert_eq!([1.9, 2.1].map(|height| lines(&peaks, height).len()), [1, 2]);
    }

    /// Low ground in a wall is surrounded by a line at the outer samples.
    #[test]
    fn walls_close_lines() {
        let walled = samples(&[]).walled();
        let [(is_ring, points)] = &lines(&walled, 1.0)[..] else { panic!() };
        assert!(*is_ring && [[0, 0], [EXTENT, 0], [EXTENT; 2]].iter().all(|corner| points.contains(corner)));
        assert!(points.iter().flatten().all(|at| (0..=EXTENT).contains(at)));
    }
}
