//! The error that a mesh has without a split, for every split of a tile.
//!
//! The error of a split is the largest vertical distance of any sample from the triangles that share it, and of any triangle
//! below them. It is computed from the smallest triangles to the largest. So a split has at least the error of the splits that
//! need it, and the mesh with all splits whose error exceeds a threshold has no crack. In this mesh, no sample is farther from
//! the triangles than the threshold.
//!
//! A triangle has as many samples as its area, so all triangles of a level have all samples, and all levels together take time
//! proportional to the number of samples times its logarithm.

use std::sync::atomic::{AtomicU32, Ordering};

use rayon::prelude::*;

use super::heights::Heights;
use super::hierarchy::{Hierarchy, Point, Split, Triangle};
use super::histogram::Histogram;
use super::rounding::up;

/// The errors of a tile's splits as bits of 32-bit floats, rounded up. They are atomic because rows are computed in parallel;
/// each is written once for its level, and read by larger levels only.
pub(super) struct Errors {
    pub(super) hierarchy: Hierarchy,
    bits: Vec<AtomicU32>,
}

/// Rows that a thread computes at once.
const ROWS: usize = 16;

/// Histograms in memory, of a megabyte each.
const MOST_HISTOGRAMS: usize = 32;

impl Errors {
    /// All zero.
    pub(super) fn new(hierarchy: Hierarchy) -> Self {
        Self { hierarchy, bits: (0..hierarchy.places()).map(|_| AtomicU32::new(0)).collect() }
    }

    /// The error of the meshes without this split, in metres.
    pub(super) fn of(&self, split: Point) -> f32 {
        f32::from_bits(self.bits[self.hierarchy.place(split)].load(Ordering::Relaxed))
    }

    fn set(&self, split: Point, error: f32) {
        self.bits[self.hierarchy.place(split)].store(error.to_bits(), Ordering::Relaxed);
    }

    /// Computes the errors of the splits with this reach. Call it for each reach in order, first for hypotenuses and then for
    /// squares.
    pub(super) fn measure(&self, heights: Heights<'_>, reach: usize, of_squares: bool) {
        let rows: Vec<_> = self.hierarchy.rows(reach, of_squares).collect();
        rows.par_iter().with_min_len(ROWS.div_ceil(reach)).for_each(|&row| {
            let splits = self.hierarchy.splits(reach, row, of_squares);
            splits.for_each(|split| self.set(split.at, self.error(heights, split)));
        });
    }

    fn error(&self, heights: Heights<'_>, split: Split) -> f32 {
        if let Some([a, b]) = self.ends_around(split) {
            // Most splits are of this kind: the only other sample is the middle of the hypotenuse.
            let [a, b] = [a, b].map(|end| f64::from(heights.at(end)));
            return up((f64::from(heights.at(split.at)) - 0.5 * (a + b)).abs());
        }
        let mut error = 0.0_f32;
        for triangle in self.hierarchy.sharing(split).into_iter().flatten() {
            let Some(corners) = self.hierarchy.corners(&triangle) else { continue };
            error = error.max(up(heights.distance(corners)));
            for half in triangle.halves(split.at) {
                let below = half.middle().filter(|_| self.hierarchy.corners(&half).is_some());
                error = below.map_or(error, |below| error.max(self.of(below)));
            }
        }
        error
    }

    /// The ends of a hypotenuse of two steps along an axis, if both are samples.
    fn ends_around(&self, Split { at: [x, y], reach }: Split) -> Option<[Point; 2]> {
        let ends = match (x % 2 == 1, y % 2 == 1) {
            (true, false) => [[x - 1, y], [x + 1, y]],
            (false, true) => [[x, y - 1], [x, y + 1]],
            _ => return None,
        };
        let [columns, rows] = self.hierarchy.samples;
        (reach == 1 && ends[1][0] < columns && ends[1][1] < rows).then_some(ends)
    }

    /// Gives the splits on the border between two tiles with this reach the larger of their two errors, so that meshes with the
    /// same threshold have the same border. The tiles must have the same hierarchy on their border. `axis` is 0 if the other
    /// tile is to the east, 1 if it is to the south.
    pub(super) fn agree(&self, other: &Self, axis: usize, reach: usize) {
        let last = self.hierarchy.samples.map(|count| count - 1);
        for along in (reach..last[1 - axis]).step_by(2 * reach) {
            let at = |across: usize| if axis == 0 { [across, along] } else { [along, across] };
            let (here, there) = (at(last[axis]), at(0));
            let error = self.of(here).max(other.of(there));
            self.set(here, error);
            other.set(there, error);
        }
    }

    /// The triangles that a split adds.
    fn gain(&self, split: Split, with_skirts: bool) -> i64 {
        let Split { at, reach } = split;
        let is_inside = |axis: usize| at[axis] > reach && at[axis] + reach < self.hierarchy.samples[axis] - 1;
        if is_inside(0) && is_inside(1) {
            return 2;
        }
        let weight = |triangle| weight(&self.hierarchy, &triangle, with_skirts) as i64;
        let shared = self.hierarchy.sharing(split).into_iter().flatten();
        shared.map(|triangle| triangle.halves(at).map(weight).iter().sum::<i64>() - weight(triangle)).sum()
    }
}

/// The triangles, skirts included, that each split of all tiles adds, by its error.
pub(super) fn histogram(tiles: &[Errors], with_skirts: bool) -> Histogram {
    let levels = |errors: &Errors| {
        let of_reach = |reach| [(reach, false), (reach, true)];
        errors.hierarchy.reaches().flat_map(of_reach).collect::<Vec<_>>()
    };
    let rows = tiles.iter().flat_map(|errors| {
        levels(errors).into_iter().flat_map(move |(reach, of_squares)| {
            errors.hierarchy.rows(reach, of_squares).map(move |row| (errors, reach, of_squares, row))
        })
    });
    let rows: Vec<_> = rows.collect();
    rows.par_iter()
        .with_min_len(rows.len().div_ceil(MOST_HISTOGRAMS))
        .fold(Histogram::new, |mut histogram, &(errors, reach, of_squares, row)| {
            for split in errors.hierarchy.splits(reach, row, of_squares) {
                histogram.add(errors.of(split.at), errors.gain(split, with_skirts));
            }
            histogram
        })
        .reduce(Histogram::new, Histogram::plus)
}

/// The triangles that stand for one: itself if it has an area, and two of a skirt for each edge on the border.
pub(super) fn weight(hierarchy: &Hierarchy, triangle: &Triangle, with_skirts: bool) -> u64 {
    let Some(corners) = hierarchy.corners(triangle) else { return 0 };
    1 + if with_skirts { 2 * hierarchy.border_edges(corners).count() as u64 } else { 0 }
}
