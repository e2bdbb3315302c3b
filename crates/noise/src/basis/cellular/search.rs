//! The search for the feature points nearest to a place: exact, in rings around its cell.
//!
//! A cell that is `k` cells away along an axis has its feature point within `spread` (half the jitter) of the middle
//! `k + ½` of the cell, so that along this axis alone it is at least `max(|k + ½ − f| − spread, 0)` away from the
//! place `f`. Every metric here grows with each component; applied to these least distances it says how near the
//! cell's point can be. Cells (and rows and layers of them) that cannot improve the result in any lane are skipped,
//! and the search ends at the first ring that can do so nowhere: every cell beyond is at least `radius` away along
//! some axis.
//!
//! It does end: the distance to the ring grows by 1 a ring, while the own cell's point is at most ½ + spread ≤ 1
//! away along each axis, and that of the nearer neighbour along one axis at most 1½ along that and 1 along the
//! others. So at jitter 1 the sought distance is at most 2.07 in the Euclidean metric (3D, F2), 3½ in Manhattan's,
//! and the rings visited are at most 3 and 4. Mostly it is the first one only.
//!
//! Each lane decides by its own numbers alone what it takes, so results do not depend on the number of lanes.

use super::Metric;
use crate::each::each;
use crate::hash::Key;
use crate::lanes::Lanes;
use crate::lattice::Site;

/// The two nearest points: how far they are, and the ways to them.
#[derive(Clone, Copy)]
pub(super) struct Nearest<F, const D: usize> {
    pub(super) far: [F; 2],
    pub(super) way: [[F; D]; 2],
}

/// A search under way, for the `WANTED` (1 or 2) nearest points.
pub(super) struct Search<'a, L: Lanes, const D: usize, const WANTED: usize> {
    pub(super) l: L,
    pub(super) site: &'a Site<L, D>,
    pub(super) key: &'a Key,
    pub(super) spread: L::F,
    pub(super) metric: Metric,
}

impl<L: Lanes, const D: usize, const WANTED: usize> Search<'_, L, D, WANTED> {
    /// The nearest points; the second is left at the place itself where one is wanted.
    ///
    /// A function of its own rather than part of each kernel, for it is the same in every order of derivatives.
    pub(super) fn run(&self) -> Nearest<L::F, D> {
        self.l.vectorize(
            #[inline(always)]
            || self.rings(),
        )
    }

    #[inline(always)]
    fn rings(&self) -> Nearest<L::F, D> {
        let zero = self.l.lit(0.0);
        let mut best = Nearest { far: [self.l.lit(FARTHEST); 2], way: [[zero; D]; 2] };
        let mut radius = 0;
        loop {
            let mut way = [zero; D];
            way[0] = self.gap(radius);
            if !self.open(way, &best) {
                return best;
            }
            self.ring(radius, &mut best);
            radius += 1;
        }
    }

    /// How far the nearest side of a ring is.
    #[inline(always)]
    fn gap(&self, radius: i32) -> L::F {
        let l = self.l;
        let mut gap = l.lit(FARTHEST);
        for axis in 0..D {
            for side in [-radius, radius] {
                gap = l.min(self.least(self.middle(axis, side)), gap);
            }
        }
        gap
    }

    /// Visits the cells of a ring that may improve the result.
    #[inline(always)]
    fn ring(&self, radius: i32, best: &mut Nearest<L::F, D>) {
        let zero = self.l.lit(0.0);
        let mut cell = Cell { first: [zero; D], least: [zero; D], word: [self.l.word(0); D] };
        let depth = if D == 3 { radius } else { 0 };
        for z in -depth..=depth {
            (cell.least[0], cell.least[1]) = (zero, zero);
            if D == 3 {
                self.go(D - 1, z, &mut cell);
                if !self.open(cell.least, best) {
                    continue;
                }
            }
            for y in -radius..=radius {
                cell.least[0] = zero;
                self.go(1, y, &mut cell);
                if !self.open(cell.least, best) {
                    continue;
                }
                // In the outermost layers and rows the ring is whole; elsewhere it is its two ends.
                let whole = y.abs() == radius || z.abs() == radius;
                let mut x = -radius;
                while x <= radius {
                    self.go(0, x, &mut cell);
                    if self.open(cell.least, best) {
                        self.visit(&cell, best);
                    }
                    x += if whole { 1 } else { 2 * radius };
                }
            }
        }
    }

    /// Goes `steps` cells along an axis, from the place.
    #[inline(always)]
    fn go(&self, axis: usize, steps: i32, cell: &mut Cell<L, D>) {
        let l = self.l;
        let middle = self.middle(axis, steps);
        cell.first[axis] = middle - self.spread;
        cell.least[axis] = self.least(middle);
        cell.word[axis] = self.key.axis(l, axis, self.site.step(l, axis, steps as u32));
    }

    /// The way along an axis to the middle of a cell `steps` away.
    #[inline(always)]
    fn middle(&self, axis: usize, steps: i32) -> L::F {
        self.l.lit(f64::from(steps) + 0.5) - self.site.frac[axis]
    }

    /// The least distance along an axis to the point of a cell.
    #[inline(always)]
    fn least(&self, middle: L::F) -> L::F {
        let l = self.l;
        l.max(l.abs(middle) - self.spread, l.lit(0.0))
    }

    /// The lanes in which a point at the end of `way` would improve the result.
    #[inline(always)]
    fn nearer(&self, way: [L::F; D], best: &Nearest<L::F, D>) -> L::M {
        self.l.lt(self.metric.order(self.l, way), best.far[WANTED - 1])
    }

    /// Whether it would do so in any lane.
    #[inline(always)]
    fn open(&self, way: [L::F; D], best: &Nearest<L::F, D>) -> bool {
        self.l.any(self.nearer(way, best))
    }

    /// Compares a cell's point with the best so far.
    #[inline(always)]
    fn visit(&self, cell: &Cell<L, D>, best: &mut Nearest<L::F, D>) {
        let l = self.l;
        let mut word = self.key.point::<L, D>(l, cell.word);
        // The upper 24 bits of a word say where between the ends of its range the point is along an axis.
        let step = (self.spread + self.spread) * l.lit(1.0 / 16_777_216.0);
        let mut way = cell.first;
        let mut axis = 0;
        while axis < D {
            way[axis] = way[axis] + l.signed(l.shr(word, 8)) * step;
            word = self.key.again(l, word);
            axis += 1;
        }
        let far = self.metric.order(l, way);
        let far = l.select(self.nearer(cell.least, best), far, l.lit(FARTHEST));
        let first = l.lt(far, best.far[0]);
        if WANTED == 2 {
            let second = l.lt(far, best.far[1]);
            best.far[1] = l.select(first, best.far[0], l.select(second, far, best.far[1]));
            best.way[1] = each!(i => {
                l.select(first, best.way[0][i], l.select(second, way[i], best.way[1][i]))
            });
        }
        best.far[0] = l.select(first, far, best.far[0]);
        best.way[0] = each!(i => l.select(first, way[i], best.way[0][i]));
    }
}

/// Farther than any point that is looked at.
const FARTHEST: f64 = 1e9;

/// A cell near the place.
struct Cell<L: Lanes, const D: usize> {
    /// The way to the first corner of where its point may be.
    first: [L::F; D],
    /// The least distance of its point along each axis.
    least: [L::F; D],
    /// Its scrambled coordinates.
    word: [L::U; D],
}
