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

/// Cellular noise: every cell of the lattice has one feature point. The noise is the distance to the nearest point, the distance
/// to the second nearest point, or the difference of the two. Distances are in units of a cell's width. They are exact: the
/// search skips only cells that cannot change the result.
///
/// ```
/// use orogen_noise::{Cellular, Fbm, Metric, Output};
///
/// let cracks = Cellular { output: Output::F2MinusF1, metric: Metric::Euclidean, jitter: 0.9 };
/// let noise = Fbm::new(cracks).octaves(1).wavelength(20.0);
/// assert!(noise.at([3.0, 4.0]) >= 0.0);
/// ```
///
/// # Range
/// Let `f` be the fraction of a place in its cell along an axis, and `j` the jitter. Along this axis, the point of a cell `k`
/// cells away is at most `|k + ½ − f| + j/2` away from the place. The points of all cells can reach this bound along all axes
/// at once. So each cell has a largest distance, and the largest F1 is the smallest of these distances. This is the largest
/// distance of the place's own cell, with the component `t + j/2` along each axis, where `t = |f − ½| ≤ ½`. The largest F2 is
/// the second smallest of the largest distances, that of the nearest neighbour cell. Its component along the axis with the
/// largest `t` is `1 − t + j/2`; the other components are `t + j/2`. The largest F2 is greatest where `t` is the same along all
/// axes. There, it is convex in `t`, so its maximum is at `t = 0` or at `t = ½`. F2 − F1 is largest where the point of the
/// place's own cell is as near as possible, with components `max(t − j/2, 0)`, and the second nearest point is as far as
/// possible. Here `t = j/2` is one more candidate, since F1 begins to grow there. For a larger `t`, let it be `j/2 + a` along the
/// first axis and `j/2 + b` along the others. Then the triangle inequality
/// `|(1, j, …) + (−a, b, …)| ≤ |(1, j, …)| + |(a, b, …)|` shows that the difference is at most that at `t = j/2`. The squared
/// metric has no triangle inequality. There, the difference is linear in `a` and `b`, and its maximum is at `t = j/2` or at
/// `t = ½`.
///
/// The smallest F1 is 0. The points of two cells are at least `1 − j` apart, so the smallest F2 is half of this distance
/// (squared in the squared metric). The smallest F2 − F1 is 0. Only rare arrangements of points reach these bounds: most
/// samples are far below the upper bounds. The upper bounds at jitter 1 are
///
/// | | Euclidean | squared | Manhattan | Chebyshev |
/// |---|---|---|---|---|
/// | F1, 2D | √2 | 2 | 2 | 1 |
/// | F1, 3D | √3 | 3 | 3 | 1 |
/// | F2 and F2 − F1, 2D | √2.5 | 2.5 | 2 | 1.5 |
/// | F2 and F2 − F1, 3D | √3 | 3 | 3 | 1.5 |
///
/// # Derivatives
/// The derivatives are those of the distances to the nearest and to the second nearest point. They jump where another point
/// becomes the nearest or the second nearest. In the Manhattan metric, they also jump where a component of the offset to the
/// point is zero; there, the returned derivative along the axis of this component is zero. In the Chebyshev metric, they also
/// jump where the two largest components have the same magnitude. At a feature point itself, the distance to this point has no
/// derivative, except in the squared metric, and the returned gradient of this distance is zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cellular {
    /// The distance to return.
    pub output: Output,
    /// How distances are measured.
    pub metric: Metric,
    /// Random offset of feature points from the middles of their cells. At 0 there is no offset; at 1 a point is anywhere in
    /// its cell. Values outside [0, 1] are clamped.
    pub jitter: f64,
}

/// The distance that cellular noise returns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Output {
    /// The distance to the nearest point: bumps, craters.
    #[default]
    F1,
    /// The distance to the second nearest point.
    F2,
    /// The difference F2 − F1. It is zero where the two nearest points are equally near, on the borders between the cells of the
    /// pattern: cracks, walls.
    F2MinusF1,
}

impl Default for Cellular {
    /// The Euclidean distance to the nearest point, with full jitter.
    fn default() -> Self {
        Self { output: Output::default(), metric: Metric::default(), jitter: 1.0 }
    }
}

impl Cellular {
    /// Half the jitter: the largest offset of a point along an axis.
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

    /// The output, with derivatives if `OFFSETS`.
    #[inline(always)]
    fn output<L: Lanes, const D: usize, const OFFSETS: bool>(
        &self,
        l: L,
        site: &Site<L, D>,
        key: &Key,
        block: &mut Block<L::Scalar, D>,
    ) -> Jet<L::F, D> {
        let spread = l.lit(self.spread());
        match self.output {
            Output::F1 => {
                let search = Search::<L, D, 1, OFFSETS> { l, site, key, spread, metric: self.metric };
                self.distance::<L, D, OFFSETS>(l, &search.run(block), 0)
            }
            Output::F2 | Output::F2MinusF1 => {
                let search = Search::<L, D, 2, OFFSETS> { l, site, key, spread, metric: self.metric };
                let nearest = search.run(block);
                let far = self.distance::<L, D, OFFSETS>(l, &nearest, 1);
                if self.output == Output::F2 {
                    return far;
                }
                far.plus(self.distance::<L, D, OFFSETS>(l, &nearest, 0).times(l.lit(-1.0)))
            }
        }
    }

    /// The distance to the nearest or second nearest point, with derivatives if `OFFSETS`.
    #[inline(always)]
    fn distance<L: Lanes, const D: usize, const OFFSETS: bool>(
        &self,
        l: L,
        nearest: &Nearest<L::F, D>,
        which: usize,
    ) -> Jet<L::F, D> {
        if OFFSETS {
            self.metric.jet(l, nearest.offset[which])
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
