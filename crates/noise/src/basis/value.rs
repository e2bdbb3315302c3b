//! Value noise: random numbers at lattice points, blended.

use super::corners::Cornered;
use super::edge::{Between, Edge, Edged, value_edge};
use super::{Facts, quintic};
use crate::each::each;
use crate::hash::Key;
use crate::interval::Interval;
use crate::jet::Jet;
use crate::lanes::Lanes;
use crate::lattice::{Corners, Site};

/// Value noise: independent uniform numbers in [−1, 1) at the lattice points, blended inside the cells. The mean is 0. The range
/// is [−1, 1], since a blend is a weighted mean and no weight is negative.
///
/// ```
/// use orogen_noise::{Fade, Fbm, Value};
///
/// assert!(Fbm::new(Value { fade: Fade::Cubic }).at([3.0, 4.0]).abs() <= 1.0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Value {
    /// How the numbers are blended.
    pub fade: Fade,
}

/// How value noise blends between lattice points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fade {
    /// `6t⁵ − 15t⁴ + 10t³`: second derivatives are continuous.
    #[default]
    Quintic,
    /// `3t² − 2t³`: the second derivative along an axis jumps at the borders of cells, which shows as creases in shaded
    /// pictures. On a border, the derivatives are those of the cell that begins there.
    Cubic,
}

impl Fade {
    /// The fade with its first and second derivative.
    #[inline(always)]
    fn weights<L: Lanes>(self, l: L, t: L::F) -> [L::F; 3] {
        match self {
            Self::Quintic => quintic(l, t),
            Self::Cubic => [
                t * t * (l.lit(3.0) - (t + t)),
                l.lit(6.0) * t * (l.lit(1.0) - t),
                l.lit(6.0) - l.lit(12.0) * t,
            ],
        }
    }
}

impl Edged for Value {
    fn facts(&self) -> Facts {
        let (mean_abs, mean_square) = match self.fade {
            Fade::Quintic => (0.3786, 0.2046),
            Fade::Cubic => (0.3572, 0.1839),
        };
        Facts {
            interval: Interval::new(-1.0, 1.0),
            mean_abs,
            mean_square,
            smooth: self.fade == Fade::Quintic,
        }
    }

    #[inline(always)]
    fn fade<L: Lanes>(&self, l: L, t: L::F) -> [L::F; 3] {
        self.fade.weights(l, t)
    }

    type Corner<L: Lanes> = L::F;

    #[inline(always)]
    fn corner<L: Lanes>(&self, l: L, word: L::U) -> L::F {
        l.signed_unit(word)
    }

    #[inline(always)]
    fn edge<L: Lanes>(&self, l: L, corners: [L::F; 2], _: L::F, u: [L::F; 3]) -> Edge<L::F> {
        value_edge(l, corners, u)
    }
}

impl Cornered<3> for Value {
    fn facts(&self) -> Facts {
        let (mean_abs, mean_square) = match self.fade {
            Fade::Quintic => (0.3302, 0.1604),
            Fade::Cubic => (0.3029, 0.1367),
        };
        Facts {
            interval: Interval::new(-1.0, 1.0),
            mean_abs,
            mean_square,
            smooth: self.fade == Fade::Quintic,
        }
    }

    /// The numbers.
    type AtCorners<L: Lanes> = Corners<L::F>;

    #[inline(always)]
    fn words<L: Lanes>(&self, l: L, site: &Site<L, 3>, key: &Key) -> Corners<L::U> {
        site.corners(l, key)
    }

    #[inline(always)]
    fn corners<L: Lanes>(&self, l: L, words: &Corners<L::U>) -> Corners<L::F> {
        each!(c => l.signed_unit(words[c]))
    }

    #[inline(always)]
    fn inside<L: Lanes>(&self, l: L, corners: &Self::AtCorners<L>, [x, y, z]: [L::F; 3]) -> Jet<L::F, 3> {
        let [u, v, [w, w1, w2]]: [_; 3] = [self.fade(l, x), self.fade(l, y), self.fade(l, z)];
        // The faces z = 0 and z = 1.
        let [near, far]: [Jet<L::F, 2>; 2] = each!(k => {
            let [bottom, top]: [_; 2] = each!(j => {
                value_edge(l, each!(i => corners[i + 2 * j + 4 * k]), u)
            });
            Between::new(&bottom, &top).at(y, v)
        });
        let rise = far.plus(near.times(l.lit(-1.0)));
        let n = near.plus(rise.times(w));
        let (twist_x, twist_y) = (w1 * rise.g[0], w1 * rise.g[1]);
        Jet {
            v: n.v,
            g: [n.g[0], n.g[1], w1 * rise.v],
            h: [
                [n.h[0][0], n.h[0][1], twist_x],
                [n.h[0][1], n.h[1][1], twist_y],
                [twist_x, twist_y, w2 * rise.v],
            ],
        }
    }
}
