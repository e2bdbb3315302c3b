//! How distances are measured.

use crate::each::{each, filled, for_each, symmetric};
use crate::jet::Jet;
use crate::lanes::Lanes;

/// How cellular noise measures distances.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Metric {
    /// `√(x² + y²)`: cones.
    #[default]
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
    pub(super) fn of<const D: usize>(self, way: [f64; D]) -> f64 {
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
    pub(super) fn order<L: Lanes, const D: usize>(self, l: L, way: [L::F; D]) -> L::F {
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

    /// The distance from its [`order`](Self::order).
    #[inline(always)]
    pub(super) fn distance<L: Lanes>(self, l: L, order: L::F) -> L::F {
        if self == Self::Euclidean { l.sqrt(order) } else { order }
    }

    /// The distance to the point at the end of `way`, with derivatives with respect to where the way begins.
    #[inline(always)]
    pub(super) fn jet<L: Lanes, const D: usize>(self, l: L, way: [L::F; D]) -> Jet<L::F, D> {
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
                let mut g = filled(zero);
                // The last of equal components yields, so that one alone has the slope.
                let mut taken = l.lt(v, zero);
                for_each!(i < D => {
                    let largest = l.le(v, l.abs(way[i])) & !taken;
                    g[i] = l.select(largest, toward(l, way[i]), zero);
                    taken = taken | largest;
                });
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
