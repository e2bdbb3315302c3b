//! Cellular noise (Steven Worley, 1996): the distance to the nearest of scattered points.

mod metric;
mod moments;
mod points;
mod search;

pub use metric::Metric;

use super::{Basis, Facts};
use crate::hash::Key;
use crate::interval::Interval;
use crate::jet::Jet;
use crate::lanes::Lanes;
use crate::lattice::Site;
use crate::sites::{LatticeRow, Sites};
use points::Block;
use search::{Nearest, Search};

/// Cellular noise: one feature point in every cell of the lattice, and the distance from the place to the nearest
/// one, or to the second nearest, or the difference. In units of a cell, exact (no cell is left out of the search).
///
/// # Range
/// Along each axis the point of a cell `k` away from a place with fraction `f` is at most `|k + ½ − f| + j/2` away
/// (`j` the jitter), and all components can be that large at once, in all cells independently. So the largest F1 is
/// the least of these over all cells, the own cell's: with `t = |f − ½| ≤ ½`, components `t + j/2`. The largest F2 is
/// the second least, for which the component with the largest `t` becomes `1 − t + j/2`. It is largest where all `t`
/// are equal, and being convex in `t` it is largest at 0 or at ½. F2 − F1 is largest where the own cell's point is as
/// near as it can be, components `max(t − j/2, 0)`, and the second nearest as far as it can be; `t = j/2` is one more
/// candidate there, as the subtrahend begins to grow, and beyond it the triangle inequality
/// `|(1, j, …) + (−a, b, …)| ≤ |(1, j, …)| + |(a, b, …)|` keeps the difference below.
///
/// The smallest F1 is 0. The smallest F2 is half of the least distance `1 − j` between two points of different
/// cells, and the smallest F2 − F1 is 0. These bounds are reached (but for rare arrangements of points, so that
/// samples mostly stay far from the upper ones): at jitter 1
///
/// | | Euclidean | squared | Manhattan | Chebyshev |
/// |---|---|---|---|---|
/// | F1, 2D | √2 | 2 | 2 | 1 |
/// | F1, 3D | √3 | 3 | 3 | 1 |
/// | F2 and F2 − F1, 2D | √2.5 | 2.5 | 2 | 1.5 |
/// | F2 and F2 − F1, 3D | √3 | 3 | 3 | 1.5 |
///
/// # Derivatives
/// Those of the distance to the winning point. They jump where another point wins and, in the Manhattan and
/// Chebyshev metrics, where components vanish or equal each other. Where a distance has none, at the point itself
/// (Manhattan: where a component vanishes, for that component), they are zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cellular {
    /// Which distance.
    pub output: Output,
    /// How distances are measured.
    pub metric: Metric,
    /// How far feature points stray from the middles of their cells: anywhere in the cell at 1, not at all at 0.
    /// What lies outside [0, 1] counts as the nearer end.
    pub jitter: f64,
}

/// Which distance cellular noise yields.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Output {
    /// To the nearest point: bumps, craters.
    #[default]
    F1,
    /// To the second nearest point.
    F2,
    /// The difference, zero on the borders between regions: cracks, walls.
    F2MinusF1,
}

impl Default for Cellular {
    /// The Euclidean distance to the nearest point, with full jitter.
    fn default() -> Self {
        Self { output: Output::default(), metric: Metric::default(), jitter: 1.0 }
    }
}

impl Cellular {
    /// Half the jitter: how far a point strays along an axis.
    fn spread(&self) -> f64 {
        self.jitter.clamp(0.0, 1.0) / 2.0
    }

    /// See [`Cellular`].
    fn interval<const D: usize>(&self) -> Interval {
        let s = self.spread();
        let farthest = |t: f64| [t + s; D];
        let second = |t: f64| std::array::from_fn::<_, D, _>(|i| if i == 0 { 1.0 - t + s } else { t + s });
        let nearest = |t: f64| [(t - s).max(0.0); D];
        let largest = |f: &dyn Fn(f64) -> f64| f(0.0).max(f(s)).max(f(0.5));
        let mut half_gap = [0.0; D];
        half_gap[0] = 0.5 - s;
        match self.output {
            Output::F1 => Interval::new(0.0, self.metric.of(farthest(0.5))),
            Output::F2 => Interval::new(self.metric.of(half_gap), largest(&|t| self.metric.of(second(t)))),
            Output::F2MinusF1 => {
                Interval::new(0.0, largest(&|t| self.metric.of(second(t)) - self.metric.of(nearest(t))))
            }
        }
    }

    /// The output, with derivatives if `WAYS`.
    #[inline(always)]
    fn output<L: Lanes, const D: usize, const WAYS: bool>(
        &self,
        l: L,
        site: &Site<L, D>,
        key: &Key,
        block: &mut Block<L::Scalar, D>,
    ) -> Jet<L::F, D> {
        let spread = l.lit(self.spread());
        match self.output {
            Output::F1 => {
                let search = Search::<L, D, 1, WAYS> { l, site, key, spread, metric: self.metric };
                self.distance::<L, D, WAYS>(l, &search.run(block), 0)
            }
            Output::F2 | Output::F2MinusF1 => {
                let search = Search::<L, D, 2, WAYS> { l, site, key, spread, metric: self.metric };
                let nearest = search.run(block);
                let far = self.distance::<L, D, WAYS>(l, &nearest, 1);
                if self.output == Output::F2 {
                    return far;
                }
                far.plus(self.distance::<L, D, WAYS>(l, &nearest, 0).times(l.lit(-1.0)))
            }
        }
    }

    /// The distance to the nearest or second nearest point, with derivatives if `WAYS`.
    #[inline(always)]
    fn distance<L: Lanes, const D: usize, const WAYS: bool>(
        &self,
        l: L,
        nearest: &Nearest<L::F, D>,
        which: usize,
    ) -> Jet<L::F, D> {
        if WAYS {
            self.metric.jet(l, nearest.way[which])
        } else {
            Jet::constant(l, self.metric.distance(l, nearest.order[which]))
        }
    }
}

impl<const D: usize> Basis<D> for Cellular {
    const FOLLOWED: bool = false;

    fn facts(&self) -> Facts {
        let (mean_abs, mean_square) = moments::moments::<D>(self.output, self.metric, 2.0 * self.spread());
        Facts { interval: self.interval::<D>(), mean_abs, mean_square, smooth: false }
    }

    #[inline(always)]
    fn jet<L: Lanes>(&self, l: L, site: &Site<L, D>, key: &Key) -> Jet<L::F, D> {
        self.output::<L, D, true>(l, site, key, &mut Block::new())
    }

    #[inline(always)]
    fn row<L: Lanes, const ORDER: usize>(
        &self,
        l: L,
        key: &Key,
        row: &LatticeRow<'_, L::Scalar, D>,
        sites: &mut Sites<L::Scalar>,
        mut emit: impl FnMut(usize, Jet<L::F, D>),
    ) {
        let mut block = Block::new();
        for at in (0..row.len).step_by(L::LANES) {
            let site = sites.get(l, row, at);
            let jet = if ORDER == 0 {
                self.output::<L, D, false>(l, &site, key, &mut block)
            } else {
                self.output::<L, D, true>(l, &site, key, &mut block)
            };
            emit(at, jet);
        }
    }
}
