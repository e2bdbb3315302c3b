//! Distances to shapes, and what else they say, on a grid.

use rayon::prelude::*;

use super::area::{Area, Cells};
use super::tree::{Nearest, Tree};
use super::{Segments, Shapes};

/// Rows that are computed before the caller is asked again whether to go on.
const ROWS: usize = 32;

/// The grid that shapes are sampled on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sampling {
    /// Cells along a side.
    pub(crate) side: usize,
    /// Metres along a cell.
    pub(crate) spacing: f64,
    /// The position of the first corner along both axes, in metres.
    pub(crate) corner: f64,
    /// Metres after which the shapes repeat, if they do.
    pub(crate) period: Option<f64>,
}

/// Rasters of the distance to shapes, the side, the height, the distance along the line, and the cover of polygons, one after the other.
/// `segments` are those of the shapes. `None` if `wanted`, which gets the share of the work that is done, returns false.
pub(crate) fn sampled(
    shapes: &Shapes,
    segments: &Segments,
    sampling: Sampling,
    wanted: &dyn Fn(f32) -> bool,
) -> Option<Vec<f32>> {
    let Sampling { side, spacing, corner, period } = sampling;
    let area = Area::new(shapes, Cells { side, spacing, corner }, period, &|| wanted(0.0))?;
    let tree = Tree::new(&segments.all);
    let count = side * side;
    let mut numbers = Vec::with_capacity(5 * count);
    numbers.resize(4 * count, 0.0);
    for first in (0..side).step_by(ROWS) {
        if !wanted(first as f32 / side as f32) {
            return None;
        }
        let rows: Vec<Vec<[f32; 4]>> = (first..side.min(first + ROWS))
            .into_par_iter()
            .map(|row| {
                let place = |cell: usize| corner + (cell as f64 + 0.5) * spacing;
                let mut near = 0;
                let column = |column: usize| {
                    let at = [place(column), place(row)];
                    let nearest = tree.nearest(&segments.all, at, near);
                    near = nearest.segment;
                    segments.at(at, nearest, area.holds[row * side + column])
                };
                (0..side).map(column).collect()
            })
            .collect();
        for (row, found) in rows.iter().enumerate() {
            for (column, found) in found.iter().enumerate() {
                let cell = (first + row) * side + column;
                found.iter().enumerate().for_each(|(index, &number)| numbers[index * count + cell] = number);
            }
        }
    }
    numbers.extend(area.share);
    Some(numbers)
}

impl Segments {
    /// The distance, the side, the height and the distance along the line at a place.
    fn at(&self, place: [f64; 2], nearest: Nearest, is_inside: bool) -> [f32; 4] {
        let segment = &self.all[nearest.segment];
        let distance = nearest.square.sqrt();
        let signed = if is_inside { -distance } else { distance };
        let is_outline = self.lines[segment.line as usize].is_outline;
        let side = match is_outline {
            true => signed,
            false if self.is_left(place, nearest) => -distance,
            false => distance,
        };
        let length = segment.length();
        let along = segment.along + nearest.share * length;
        let [from, to] = segment.heights;
        [signed, side, from + nearest.share * (to - from), along].map(|number| number as f32)
    }

    /// Whether a place is to the left of its nearest segment, for someone who walks along the line. If an end is nearest, the sum
    /// of the normals of both segments there decides (Bærentzen and Aanæs, 2005).
    fn is_left(&self, place: [f64; 2], nearest: Nearest) -> bool {
        let segment = &self.all[nearest.segment];
        let own = segment.direction();
        let beside = match nearest.share {
            0.0 => self.neighbour(nearest.segment, false),
            1.0 => self.neighbour(nearest.segment, true),
            _ => None,
        };
        let other = beside.map_or([0.0; 2], |beside| self.all[beside].direction());
        let [x, y] = [0, 1].map(|axis| own[axis] + other[axis]);
        let origin = if nearest.share == 1.0 { segment.to } else { segment.from };
        // y grows down, so the right of (x, y) is (−y, x).
        x * (place[1] - origin[1]) - y * (place[0] - origin[0]) < 0.0
    }
}
