//! Cellular noise (Steven Worley, 1996): the distance to the nearest of scattered points.

mod moments;
mod search;

use super::{Basis, Facts};
use crate::each::{each, symmetric};
use crate::hash::Key;
use crate::interval::Interval;
use crate::jet::Jet;
use crate::lanes::Lanes;
use crate::lattice::Site;
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// To the nearest point: bumps, craters.
    F1,
    /// To the second nearest point.
    F2,
    /// The difference, zero on the borders between regions: cracks, walls.
    F2MinusF1,
}

/// How cellular noise measures distances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metric {
    /// `√(x² + y²)`: cones.
    Euclidean,
    /// `x² + y²`: paraboloids.
    Squared,
    /// `|x| + |y|`: diamonds.
    Manhattan,
    /// `max(|x|, |y|)`: squares.
    Chebyshev,
}

impl Metric {
    /// The distance in plain numbers.
    fn of<const D: usize>(self, way: [f64; D]) -> f64 {
        let squares: f64 = way.iter().map(|w| w * w).sum();
        match self {
            Self::Euclidean => squares.sqrt(),
            Self::Squared => squares,
            Self::Manhattan => way.iter().map(|w| w.abs()).sum(),
            Self::Chebyshev => way.iter().fold(0.0, |most, w| w.abs().max(most)),
        }
    }

    /// The distance, or in the Euclidean metric its square, which orders places alike. It never falls when the
    /// magnitude of a component rises.
    #[inline(always)]
    fn order<L: Lanes, const D: usize>(self, l: L, way: [L::F; D]) -> L::F {
        match self {
            Self::Euclidean | Self::Squared => {
                let mut sum = way[0] * way[0];
                for &w in &way[1..] {
                    sum = sum + w * w;
                }
                sum
            }
            Self::Manhattan => {
                let mut sum = l.abs(way[0]);
                for &w in &way[1..] {
                    sum = sum + l.abs(w);
                }
                sum
            }
            Self::Chebyshev => {
                let mut largest = l.abs(way[0]);
                for &w in &way[1..] {
                    largest = l.max(l.abs(w), largest);
                }
                largest
            }
        }
    }

    /// The distance to the point at the end of `way`, with derivatives with respect to where the way begins.
    #[inline(always)]
    fn jet<L: Lanes, const D: usize>(self, l: L, way: [L::F; D]) -> Jet<L::F, D> {
        let (zero, one) = (l.lit(0.0), l.lit(1.0));
        match self {
            // ∇|w| = −w/|w|, H = (I − w·wᵀ/|w|²)/|w|.
            Self::Euclidean => {
                let v = l.sqrt(self.order(l, way));
                let inverse = l.select(l.lt(zero, v), one / v, zero);
                let g = each!(i => -(way[i] * inverse));
                let h = symmetric!(i, j => {
                    let bend = zero - g[i] * g[j];
                    if i == j { (one + bend) * inverse } else { bend * inverse }
                });
                // At the point itself the formula's I/|w| is cut to zero with 1/|w|.
                Jet { v, g, h }
            }
            Self::Squared => Jet {
                v: self.order(l, way),
                g: each!(i => -(way[i] + way[i])),
                h: symmetric!(i, j => if i == j { l.lit(2.0) } else { zero }),
            },
            Self::Manhattan => {
                Jet { v: self.order(l, way), g: each!(i => toward(l, way[i])), h: [[zero; D]; D] }
            }
            Self::Chebyshev => {
                let v = self.order(l, way);
                let mut g = [zero; D];
                // The last of equal components yields, so that one alone has the slope.
                let mut taken = l.lt(v, zero);
                for i in 0..D {
                    let largest = l.le(v, l.abs(way[i])) & !taken;
                    g[i] = l.select(largest, toward(l, way[i]), zero);
                    taken = taken | largest;
                }
                Jet { v, g, h: [[zero; D]; D] }
            }
        }
    }
}

/// The derivative of `|w|` with respect to where the way `w` begins: −1, 0 or 1.
#[inline(always)]
fn toward<L: Lanes>(l: L, way: L::F) -> L::F {
    let (zero, one) = (l.lit(0.0), l.lit(1.0));
    l.select(l.lt(zero, way), -one, l.select(l.lt(way, zero), one, zero))
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

    #[inline(always)]
    fn nearest<L: Lanes, const D: usize, const WANTED: usize>(
        &self,
        l: L,
        site: &Site<L, D>,
        key: &Key,
    ) -> Nearest<L::F, D> {
        let search =
            Search::<L, D, WANTED> { l, site, key, spread: l.lit(self.spread()), metric: self.metric };
        search.run()
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
        match self.output {
            Output::F1 => {
                let nearest = self.nearest::<L, D, 1>(l, site, key);
                self.metric.jet(l, nearest.way[0])
            }
            Output::F2 => {
                let nearest = self.nearest::<L, D, 2>(l, site, key);
                self.metric.jet(l, nearest.way[1])
            }
            Output::F2MinusF1 => {
                let nearest = self.nearest::<L, D, 2>(l, site, key);
                let [near, far]: [Jet<L::F, D>; 2] = each!(i => self.metric.jet(l, nearest.way[i]));
                far.plus(near.times(l.lit(-1.0)))
            }
        }
    }
}
