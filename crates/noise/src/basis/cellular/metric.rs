//! Metrics of cellular noise.

use crate::each::{each, filled, for_each, symmetric};
use crate::jet::{Jet, sum};
use crate::lanes::Lanes;

/// The metric of cellular noise. The formulas below give the distance for an offset `(x, y)`; in 3D, `z` is one more component.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Metric {
    /// `√(x² + y²)`: F1 has the shape of cones.
    #[default]
    Euclidean,
    /// `x² + y²`: F1 has the shape of paraboloids.
    Squared,
    /// `|x| + |y|`: F1 has contour lines in the shape of diamonds.
    Manhattan,
    /// `max(|x|, |y|)`: F1 has contour lines in the shape of squares.
    Chebyshev,
}

impl Metric {
    /// The distance, for scalar `f64`.
    pub(super) fn of<const D: usize>(self, offset: [f64; D]) -> f64 {
        let squares: f64 = offset.iter().map(|w| w * w).sum();
        match self {
            Self::Euclidean => squares.sqrt(),
            Self::Squared => squares,
            Self::Manhattan => offset.iter().map(|w| w.abs()).sum(),
            Self::Chebyshev => offset.iter().fold(0.0, |most, w| w.abs().max(most)),
        }
    }

    /// The distance; in the Euclidean metric, its square. A square sorts points in the same order as the distance does. The
    /// result never falls when the magnitude of a component rises.
    #[inline(always)]
    pub(super) fn order<L: Lanes, const D: usize>(self, l: L, offset: [L::F; D]) -> L::F {
        match self {
            Self::Euclidean | Self::Squared => sum::<_, D>(each!(axis => offset[axis] * offset[axis])),
            Self::Manhattan => sum::<_, D>(each!(axis => l.abs(offset[axis]))),
            Self::Chebyshev => {
                let mut largest = l.abs(offset[0]);
                for_each!(axis in 1..D => {
                    largest = l.max(l.abs(offset[axis]), largest);
                });
                largest
            }
        }
    }

    /// The distance from its [`order`](Self::order).
    #[inline(always)]
    pub(super) fn distance<L: Lanes>(self, l: L, order: L::F) -> L::F {
        if self == Self::Euclidean { l.sqrt(order) } else { order }
    }

    /// The distance to the point at `offset`, with derivatives with respect to the place.
    #[inline(always)]
    pub(super) fn jet<L: Lanes, const D: usize>(self, l: L, offset: [L::F; D]) -> Jet<L::F, D> {
        let (zero, one) = (l.lit(0.0), l.lit(1.0));
        match self {
            // With `w` the offset, the gradient is −w/|w| and the Hessian is (I − w·wᵀ/|w|²)/|w|.
            Self::Euclidean => {
                let v = l.sqrt(self.order(l, offset));
                let inverse = l.select(l.lt(zero, v), one / v, zero);
                let g = each!(i => -(offset[i] * inverse));
                let h = symmetric!(i, j => {
                    let bend = zero - g[i] * g[j];
                    if i == j { (one + bend) * inverse } else { bend * inverse }
                });
                // At the point itself, 1/|w| is set to zero, so the term I/|w| is zero, too.
                Jet { v, g, h }
            }
            Self::Squared => Jet {
                v: self.order(l, offset),
                g: each!(i => -(offset[i] + offset[i])),
                h: symmetric!(i, j => if i == j { l.lit(2.0) } else { zero }),
            },
            Self::Manhattan => {
                Jet { v: self.order(l, offset), g: each!(i => toward(l, offset[i])), h: [[zero; D]; D] }
            }
            Self::Chebyshev => {
                let v = self.order(l, offset);
                let mut g = filled(zero);
                // If several components have the largest magnitude, only the first of them gives a slope.
                let mut taken = l.lt(v, zero);
                for_each!(i < D => {
                    let largest = l.le(v, l.abs(offset[i])) & !taken;
                    g[i] = l.select(largest, toward(l, offset[i]), zero);
                    taken = taken | largest;
                });
                Jet { v, g, h: [[zero; D]; D] }
            }
        }
    }
}

/// The derivative of `|w|` with respect to the place, for the offset `w`: −1, 0 or 1.
#[inline(always)]
fn toward<L: Lanes>(l: L, offset: L::F) -> L::F {
    let (zero, one) = (l.lit(0.0), l.lit(1.0));
    l.select(l.lt(zero, offset), -one, l.select(l.lt(offset, zero), one, zero))
}
