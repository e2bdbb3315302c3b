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

use crate::each::each;
use crate::hash::Key;
use crate::lanes::Lanes;
use crate::lattice::Site;

use super::Metric;

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
        let l = self.l;
        let zero = l.lit(0.0);
        let mut best = Nearest {
            far: [l.lit(1e9); 2],
            way: [[zero; D]; 2],
        };
        self.visit([0; D], &mut best);
        let mut radius = 1;
        loop {
            // The nearest side of the ring.
            let mut gap = self.least(0, radius);
            for axis in 0..D {
                gap = l.min(self.least(axis, radius), l.min(self.least(axis, -radius), gap));
            }
            let mut way = [zero; D];
            way[0] = gap;
            if !self.open(way, &best) {
                return best;
            }
            self.ring(radius, &mut best);
            radius += 1;
        }
    }

    /// Visits the cells of a ring that may improve the result.
    #[inline(always)]
    fn ring(&self, radius: i32, best: &mut Nearest<L::F, D>) {
        let depth = if D == 3 { radius } else { 0 };
        for z in -depth..=depth {
            let mut way = [self.l.lit(0.0); D];
            if D == 3 {
                way[D - 1] = self.least(D - 1, z);
                if !self.open(way, best) {
                    continue;
                }
            }
            for y in -radius..=radius {
                way[1] = self.least(1, y);
                way[0] = self.l.lit(0.0);
                if !self.open(way, best) {
                    continue;
                }
                // Within the outermost layers and rows the ring is whole; elsewhere it is its two ends.
                let whole = y.abs() == radius || z.abs() == radius;
                let mut x = -radius;
                while x <= radius {
                    way[0] = self.least(0, x);
                    if self.open(way, best) {
                        let cell = [x, y, z];
                        self.visit(each!(axis => cell[axis]), best);
                    }
                    x += if whole { 1 } else { 2 * radius };
                }
            }
        }
    }

    /// The least distance along an axis to the point of a cell `steps` away.
    #[inline(always)]
    fn least(&self, axis: usize, steps: i32) -> L::F {
        let l = self.l;
        l.max(l.abs(self.middle(axis, steps)) - self.spread, l.lit(0.0))
    }

    /// The way along an axis to the middle of a cell `steps` away.
    #[inline(always)]
    fn middle(&self, axis: usize, steps: i32) -> L::F {
        self.l.lit(f64::from(steps) + 0.5) - self.site.frac[axis]
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

    /// Compares the point of the cell `steps` away with the best so far.
    #[inline(always)]
    fn visit(&self, steps: [i32; D], best: &mut Nearest<L::F, D>) {
        let l = self.l;
        let least: [L::F; D] = each!(axis => self.least(axis, steps[axis]));
        let axes: [L::U; D] = each!(axis => {
            let cell = self.site.step(l, axis, steps[axis] as u32);
            self.key.axis(l, axis, cell)
        });
        let mut word = self.key.point::<L, D>(l, axes);
        let mut way = [l.lit(0.0); D];
        let mut axis = 0;
        while axis < D {
            way[axis] = self.middle(axis, steps[axis]) + self.spread * l.signed_unit(word);
            word = self.key.again(l, word);
            axis += 1;
        }
        let far = l.select(self.nearer(least, best), self.metric.order(l, way), l.lit(1e9));
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
