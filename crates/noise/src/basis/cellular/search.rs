//! The search for the feature points nearest to a place: exact, in rings around its cell.
//!
//! The feature point of a cell that is `k` cells away along an axis lies within `spread` (half the jitter) of the middle
//! `k + ½` of the cell. So along this axis the point is at least `max(|k + ½ − f| − spread, 0)` away from the place `f`. Every
//! metric here grows with each component. So the metric of these least components is a lower bound of the distance to the
//! cell's point. The search skips cells, and rows and layers of cells, that cannot improve the result in any lane. It ends at
//! the first ring that cannot improve the result: every cell beyond that ring is at least `radius` away along some axis.
//!
//! The search always ends: the distance to a ring grows by 1 per ring. The point of the place's own cell is at most ½ + spread
//! ≤ 1 away along each axis. The point of the nearer neighbour along one axis is at most 1½ away along that axis and 1 along
//! the other axes. So at jitter 1 the result is at most 2.07 in the Euclidean metric (3D, F2), and the search visits at most 3
//! rings. In the Manhattan metric, the result is at most 3½, and the search visits at most 4 rings. Mostly the search visits
//! only the own cell and the first ring, which have a separate function ([`Search::block`]).
//!
//! # The same bits
//! A skipped cell would not have changed the result in any lane, rounding included: see [`SLACK`]. So every lane has the
//! result of comparing the points of all cells in a fixed order. The result does not depend on which cells the search skipped
//! for neighbouring lanes, nor on whether points were hashed or reused. (The order decides which of two equally distant
//! points is the nearest.)

use super::metric::Metric;
use super::points::{Around, Block, Found, Hashed, OneColumn, TwoColumns, jitter, rows};
use crate::each::{each, filled, for_each};
use crate::hash::Key;
use crate::lanes::{GuardedState, Lanes};
use crate::lattice::Site;

/// The two nearest points.
#[derive(Clone, Copy)]
pub(super) struct Nearest<F, const D: usize> {
    /// The distances to the two points, see [`Metric::order`].
    pub(super) order: [F; 2],
    /// The offsets to the two points, if the search keeps offsets.
    pub(super) offset: [[F; D]; 2],
}

impl<L: Lanes, const D: usize> GuardedState<L> for Nearest<L::F, D> {
    fn numbers(&self, _: L) -> Vec<Vec<L::F>> {
        vec![self.order.into_iter().chain(self.offset.into_iter().flatten()).collect()]
    }
}

/// A search for the `WANTED` (1 or 2) nearest points. It keeps the offsets to them if `OFFSETS`.
pub(super) struct Search<'a, L: Lanes, const D: usize, const WANTED: usize, const OFFSETS: bool> {
    pub(super) l: L,
    pub(super) site: &'a Site<L, D>,
    pub(super) key: &'a Key,
    pub(super) spread: L::F,
    pub(super) metric: Metric,
}

/// The nearest and the second nearest point are never beyond this ring, see above.
const FARTHEST_RING: i32 = 4;

/// A distance that is larger than the distance to any visited point.
const FARTHEST: f64 = 1e9;

/// Subtracted from least distances, so that they remain lower bounds under rounding.
///
/// Up to the fourth ring the numbers added along an axis are below 8, where rounding to `f32` changes a number by at most
/// 2^−22. The offset of a point, `((middle − spread) + jitter)`, is rounded twice. The jitter (at most 1) was rounded before,
/// by at most 2^−25. The least distance is rounded once. Together this is less than 2^−20. The metric applies the same
/// operations to the offset and to the least distance, and rounding preserves their order.
const SLACK: f64 = 1.0 / 1_048_576.0;

/// The rows around the place, the nearest first. Each is given by its steps along the second and third axis, plus one.
const ROWS: [[usize; 2]; 9] = [[1, 1], [0, 1], [2, 1], [1, 0], [1, 2], [0, 0], [2, 0], [0, 2], [2, 2]];

impl<L: Lanes, const D: usize, const WANTED: usize, const OFFSETS: bool> Search<'_, L, D, WANTED, OFFSETS> {
    /// Finds the nearest points. The second is meaningless if `WANTED` is 1. The block can be reused for nearby places with
    /// the same key, spread and wrap.
    ///
    /// This is a separate function, so that kernels for different outputs and orders of derivatives share its code.
    pub(super) fn run(&self, block: &mut Block<L::Scalar, D>) -> Nearest<L::F, D> {
        self.l.vectorize(
            #[inline(always)]
            || {
                let (l, zero) = (self.l, self.l.lit(0.0));
                let mut best = Nearest { order: [l.lit(FARTHEST); 2], offset: [[zero; D]; 2] };
                match block.find(l, self.site, self.key, self.spread) {
                    Found::Nowhere => {
                        self.block(&Hashed::new(l, self.site, self.key, self.spread), &mut best);
                    }
                    Found::In(column) => self.block(&OneColumn { block, column }, &mut best),
                    Found::Across(column, second) => {
                        self.block(&TwoColumns { block, column, second }, &mut best);
                    }
                }
                self.beyond(&mut best);
                best
            },
        )
    }

    /// Visits the cells that are at most one cell away along each axis.
    ///
    /// The search skips a row of three cells with a single branch, since an unpredictable branch costs as much as two points.
    /// Where points are reused, even the branch for a whole row does not pay off.
    #[inline(always)]
    fn block<A: Around<L, D>>(&self, around: &A, best: &mut Nearest<L::F, D>) {
        let l = self.l;
        let middle: [[L::F; 3]; D] = each!(axis => each!(steps => self.middle(axis, steps as i32 - 1)));
        let first: [[L::F; 3]; D] = each!(axis => each!(steps => middle[axis][steps] - self.spread));
        let least: [[L::F; 3]; D] = each!(axis => each!(steps => self.least(middle[axis][steps])));
        for [y, z] in &ROWS[..rows::<D>()] {
            let mut steps = filled(*z);
            steps[1] = *y;
            if A::EXPENSIVE {
                let mut nearest = filled(l.lit(0.0));
                for_each!(axis in 1..D => {
                    nearest[axis] = least[axis][steps[axis]];
                });
                let open = self.open(nearest, best);
                l.when(
                    open,
                    best,
                    #[inline(always)]
                    |best| self.three(around, &first, steps, best),
                );
            } else {
                self.three(around, &first, steps, best);
            }
        }
    }

    /// Visits the three cells of a row.
    #[inline(always)]
    fn three<A: Around<L, D>>(
        &self,
        around: &A,
        first: &[[L::F; 3]; D],
        mut steps: [usize; D],
        best: &mut Nearest<L::F, D>,
    ) {
        for x in [1, 0, 2] {
            steps[0] = x;
            self.l.part(
                #[inline(always)]
                || {
                    let jitter = around.jitter(self.l, steps);
                    self.visit(each!(axis => first[axis][steps[axis]] + jitter[axis]), best);
                },
            );
        }
    }

    /// Visits the rings beyond the cells of `block`, up to the first ring that cannot improve the result.
    #[inline(always)]
    fn beyond(&self, best: &mut Nearest<L::F, D>) {
        for radius in 2..=FARTHEST_RING {
            let mut offset = filled(self.l.lit(0.0));
            offset[0] = self.gap(radius);
            let open = self.open(offset, best);
            let near = self.l.when(
                open,
                best,
                #[inline(always)]
                |best| self.ring(radius, best),
            );
            if !near {
                return;
            }
        }
    }

    /// A lower bound of the distance along an axis to the points of a ring's nearest side.
    #[inline(always)]
    fn gap(&self, radius: i32) -> L::F {
        let l = self.l;
        let mut gap = l.lit(FARTHEST);
        for_each!(axis < D => {
            for side in [-radius, radius] {
                gap = l.min(self.least(self.middle(axis, side)), gap);
            }
        });
        gap
    }

    /// Visits the cells of a ring that may improve the result.
    #[inline(always)]
    fn ring(&self, radius: i32, best: &mut Nearest<L::F, D>) {
        let zero = self.l.lit(0.0);
        let mut cell = Cell { first: [zero; D], least: [zero; D], word: [self.l.word(0); D] };
        if D == 2 {
            return self.layer(radius, false, &mut cell, best);
        }
        for z in -radius..=radius {
            self.l.part(
                #[inline(always)]
                || {
                    (cell.least[0], cell.least[1]) = (zero, zero);
                    self.go(D - 1, z, &mut cell);
                    let open = self.open(cell.least, best);
                    self.l.when(
                        open,
                        best,
                        #[inline(always)]
                        |best| self.layer(radius, z.abs() == radius, &mut cell, best),
                    );
                },
            );
        }
    }

    /// Visits the cells of a layer of a ring: all of them in the first and last layer, otherwise those around the layer's
    /// edge.
    #[inline(always)]
    fn layer(&self, radius: i32, whole: bool, cell: &mut Cell<L, D>, best: &mut Nearest<L::F, D>) {
        for y in -radius..=radius {
            self.l.part(
                #[inline(always)]
                || {
                    cell.least[0] = self.l.lit(0.0);
                    self.go(1, y, cell);
                    let open = self.open(cell.least, best);
                    self.l.when(
                        open,
                        best,
                        #[inline(always)]
                        |best| self.row(radius, whole || y.abs() == radius, cell, best),
                    );
                },
            );
        }
    }

    /// Visits the cells of a row of a ring: all of them on a side of the ring, otherwise those at the row's two ends.
    #[inline(always)]
    fn row(&self, radius: i32, whole: bool, cell: &mut Cell<L, D>, best: &mut Nearest<L::F, D>) {
        let mut x = -radius;
        while x <= radius {
            self.l.part(
                #[inline(always)]
                || {
                    self.go(0, x, cell);
                    let open = self.open(cell.least, best);
                    self.l.when(
                        open,
                        best,
                        #[inline(always)]
                        |best| {
                            let word = self.key.point(self.l, cell.word);
                            let jitter: [L::F; D] = jitter(self.l, self.key, self.spread, word);
                            self.visit(each!(axis => cell.first[axis] + jitter[axis]), best);
                        },
                    );
                },
            );
            x += if whole { 1 } else { 2 * radius };
        }
    }

    /// Moves `cell` to `steps` cells from the place along an axis.
    #[inline(always)]
    fn go(&self, axis: usize, steps: i32, cell: &mut Cell<L, D>) {
        let l = self.l;
        let middle = self.middle(axis, steps);
        cell.first[axis] = middle - self.spread;
        cell.least[axis] = self.least(middle);
        cell.word[axis] = self.key.axis(l, axis, self.site.step(l, axis, steps as u32));
    }

    /// The offset along an axis to the middle of a cell `steps` away.
    #[inline(always)]
    fn middle(&self, axis: usize, steps: i32) -> L::F {
        self.l.lit(f64::from(steps) + 0.5) - self.site.frac[axis]
    }

    /// The least distance along an axis to the point of a cell.
    #[inline(always)]
    fn least(&self, middle: L::F) -> L::F {
        let l = self.l;
        l.max(l.abs(middle) - (self.spread + l.lit(SLACK)), l.lit(0.0))
    }

    /// Whether a point at `offset` would improve the result.
    #[inline(always)]
    fn open(&self, offset: [L::F; D], best: &Nearest<L::F, D>) -> L::M {
        self.l.lt(self.metric.order(self.l, offset), best.order[WANTED - 1])
    }

    /// Compares the point at `offset` with the best so far.
    #[inline(always)]
    fn visit(&self, offset: [L::F; D], best: &mut Nearest<L::F, D>) {
        let l = self.l;
        let order = self.metric.order(l, offset);
        if OFFSETS {
            let first = l.lt(order, best.order[0]);
            if WANTED == 2 {
                let second = l.lt(order, best.order[1]);
                best.offset[1] = each!(i => {
                    l.select(first, best.offset[0][i], l.select(second, offset[i], best.offset[1][i]))
                });
            }
            best.offset[0] = each!(i => l.select(first, offset[i], best.offset[0][i]));
        }
        if WANTED == 2 {
            best.order[1] = l.min(l.max(order, best.order[0]), best.order[1]);
        }
        best.order[0] = l.min(order, best.order[0]);
    }
}

/// A cell near the place.
struct Cell<L: Lanes, const D: usize> {
    /// The offset from the place to the first corner of the range of the cell's point.
    first: [L::F; D],
    /// The least distance from the place to the cell's point along each axis.
    least: [L::F; D],
    /// The cell's scrambled coordinates.
    word: [L::U; D],
}
