//! Jets: a value with its first and second derivatives.

use crate::each::{each, filled, for_each, symmetric};
use crate::lanes::{Float, GuardedState, Lanes};

/// A value with its gradient and Hessian in `D` dimensions.
///
/// The code of kernels computes all three. The compiler removes the computation of derivatives that the caller does not
/// store. So the same code serves all orders of derivatives.
///
/// ```
/// use orogen_noise::{Fbm, Jet, Perlin};
///
/// let Jet { v, g, h } = Fbm::new(Perlin).at_with_hessian([120.0, 80.0]);
/// assert_eq!(h[0][1], h[1][0]);
/// let curvature = -(h[0][0] + h[1][1]);
/// assert!(v.is_finite() && g[0].is_finite() && curvature.is_finite());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Jet<F, const D: usize> {
    /// The value.
    pub v: F,
    /// `g[i] = ∂v/∂xᵢ`.
    pub g: [F; D],
    /// `h[i][j] = ∂²v/∂xᵢ∂xⱼ`, symmetric.
    pub h: [[F; D]; D],
}

/// The order of the derivatives to compute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Order {
    /// The value alone.
    Value,
    /// Value and gradient.
    Gradient,
    /// Value, gradient and Hessian.
    Hessian,
}

impl Order {
    /// One order higher, up to the Hessian.
    pub const fn raised(self) -> Self {
        match self {
            Self::Value => Self::Gradient,
            Self::Gradient | Self::Hessian => Self::Hessian,
        }
    }

    /// One order lower. `None` for [`Order::Value`].
    pub const fn lowered(self) -> Option<Self> {
        match self {
            Self::Value => None,
            Self::Gradient => Some(Self::Value),
            Self::Hessian => Some(Self::Gradient),
        }
    }

    /// Number of planes of a jet of this order in `dimensions` dimensions: value, gradient, then the upper triangle of
    /// the Hessian row by row.
    pub const fn planes(self, dimensions: usize) -> usize {
        match self {
            Self::Value => 1,
            Self::Gradient => 1 + dimensions,
            Self::Hessian => 1 + dimensions + dimensions * (dimensions + 1) / 2,
        }
    }
}

impl<F: Float, const D: usize> Jet<F, D> {
    /// A jet whose derivatives are all zero.
    #[inline(always)]
    pub fn constant<L: Lanes<F = F>>(l: L, v: F) -> Self {
        let zero = l.lit(0.0);
        Self { v, g: filled(zero), h: filled(filled(zero)) }
    }

    /// `f(self)` from `f`, `f′` and `f″` at the value. With `n` this jet, the gradient is `f′·∇n` and the Hessian is
    /// `f′·H(n) + f″·∇n·∇nᵀ`.
    #[inline(always)]
    pub fn chain(self, f: F, f1: F, f2: F) -> Self {
        Self {
            v: f,
            g: each!(i => f1 * self.g[i]),
            h: symmetric!(i, j => f1 * self.h[i][j] + f2 * (self.g[i] * self.g[j])),
        }
    }

    /// `self + other`.
    #[inline(always)]
    pub fn plus(self, other: Self) -> Self {
        Self {
            v: self.v + other.v,
            g: each!(i => self.g[i] + other.g[i]),
            h: symmetric!(i, j => self.h[i][j] + other.h[i][j]),
        }
    }

    /// `self − other`.
    #[inline(always)]
    pub fn minus(self, other: Self) -> Self {
        Self {
            v: self.v - other.v,
            g: each!(i => self.g[i] - other.g[i]),
            h: symmetric!(i, j => self.h[i][j] - other.h[i][j]),
        }
    }

    /// `factor · self` for a constant factor.
    #[inline(always)]
    pub fn times(self, factor: F) -> Self {
        Self {
            v: factor * self.v,
            g: each!(i => factor * self.g[i]),
            h: symmetric!(i, j => factor * self.h[i][j]),
        }
    }

    /// `self · other`, by the product rule.
    #[inline(always)]
    pub fn product(self, other: Self) -> Self {
        Self {
            v: self.v * other.v,
            g: each!(i => self.v * other.g[i] + other.v * self.g[i]),
            h: symmetric!(i, j => {
                self.v * other.h[i][j]
                    + other.v * self.h[i][j]
                    + (self.g[i] * other.g[j] + other.g[i] * self.g[j])
            }),
        }
    }

    /// `n(q)` with `q = p + shift(p)`: converts derivatives with respect to `q` to derivatives with respect to `p`. With the
    /// Jacobian `J = I + ∂shift/∂p`, the gradient is `Jᵀ∇n` and the Hessian is `Jᵀ·H(n)·J + Σᵢ ∂n/∂qᵢ · H(shiftᵢ)`.
    #[inline(always)]
    pub fn displaced<L: Lanes<F = F>>(self, l: L, shift: &[Self; D]) -> Self {
        let jacobian = jacobian(l, shift);
        let turn: [[F; D]; D] = each!(i => pull(&jacobian, &self.h[i]));
        Self {
            v: self.v,
            g: pull(&jacobian, &self.g),
            h: symmetric!(j, k => {
                let bend = sum::<_, D>(each!(i => jacobian[i][j] * turn[i][k]));
                bend + sum::<_, D>(each!(i => self.g[i] * shift[i].h[j][k]))
            }),
        }
    }

    /// Converts the derivatives of a function at the position `m·p` with respect to `m·p` to derivatives with respect to `p`. The
    /// gradient `g` becomes `mᵀg`, and the Hessian `H` becomes `mᵀHm`.
    #[inline(always)]
    pub fn through_matrix(&self, m: &[[F; D]; D]) -> Self {
        let half: [[F; D]; D] = each!(i => {
            each!(j => sum::<_, D>(each!(k => self.h[i][k] * m[k][j])))
        });
        Self {
            v: self.v,
            g: each!(j => sum::<_, D>(each!(i => m[i][j] * self.g[i]))),
            h: symmetric!(i, j => sum::<_, D>(each!(k => m[k][i] * half[k][j]))),
        }
    }

    /// [`through_matrix`](Self::through_matrix) for a diagonal matrix.
    #[inline(always)]
    pub(crate) fn through_scale(&self, m: &[F; D]) -> Self {
        Self {
            v: self.v,
            g: each!(i => m[i] * self.g[i]),
            h: symmetric!(i, j => m[i] * (m[j] * self.h[i][j])),
        }
    }

    /// `if mask { yes } else { no }` lane by lane.
    #[inline(always)]
    pub fn select<L: Lanes<F = F>>(l: L, mask: L::M, yes: Self, no: Self) -> Self {
        Self {
            v: l.select(mask, yes.v, no.v),
            g: each!(i => l.select(mask, yes.g[i], no.g[i])),
            h: symmetric!(i, j => l.select(mask, yes.h[i][j], no.h[i][j])),
        }
    }

    /// `√self` for a value that is not negative. `least` should be negligibly small. For values up to `least`, the result is
    /// `√least` with zero derivatives, since the derivatives of the root have no limit at zero.
    #[inline(always)]
    pub fn sqrt<L: Lanes<F = F>>(self, l: L, least: L::F) -> Self {
        let root = l.sqrt(l.max(self.v, least));
        let f1 = l.lit(0.5) / root;
        let f2 = l.lit(-0.5) * f1 / (root * root);
        let tiny = l.le(self.v, least);
        let zero = l.lit(0.0);
        self.chain(root, l.select(tiny, zero, f1), l.select(tiny, zero, f2))
    }

    /// `a + t·(b − a)`.
    #[inline(always)]
    pub fn mix(t: Self, a: Self, b: Self) -> Self {
        a.plus(t.product(b.minus(a)))
    }

    /// `|self|`. At the crease, where the value is zero, the derivatives are those of the positive side.
    #[inline(always)]
    pub fn abs<L: Lanes<F = F>>(self, l: L) -> Self {
        let negative = l.lt(self.v, l.lit(0.0));
        let sign = l.select(negative, l.lit(-1.0), l.lit(1.0));
        self.times(sign)
    }

    /// `clamp(self, 0, 1)`. At and beyond both ends the derivatives are zero.
    #[inline(always)]
    pub fn saturate<L: Lanes<F = F>>(self, l: L) -> Self {
        let (zero, one) = (l.lit(0.0), l.lit(1.0));
        let inside = l.lt(zero, self.v) & l.lt(self.v, one);
        let slope = l.select(inside, one, zero);
        let v = l.max(l.min(self.v, one), zero);
        Self { v, g: each!(i => slope * self.g[i]), h: symmetric!(i, j => slope * self.h[i][j]) }
    }

    /// `1 / self`; the value must not be zero.
    #[inline(always)]
    pub fn recip<L: Lanes<F = F>>(self, l: L) -> Self {
        let f = l.lit(1.0) / self.v;
        let f1 = -(f * f);
        self.chain(f, f1, l.lit(-2.0) * (f * f1))
    }

    /// `self + shift` for a constant shift.
    #[inline(always)]
    pub fn shifted(self, shift: F) -> Self {
        Self { v: self.v + shift, ..self }
    }
}

impl<L: Lanes, const D: usize> GuardedState<L> for Jet<L::F, D> {
    fn numbers(&self, _: L) -> Vec<Vec<L::F>> {
        vec![[self.v].into_iter().chain(self.g).chain(self.h.into_iter().flatten()).collect()]
    }
}

/// `I + ∂shift/∂p`.
#[inline(always)]
pub(crate) fn jacobian<L: Lanes, const D: usize>(l: L, shift: &[Jet<L::F, D>; D]) -> [[L::F; D]; D] {
    each!(i => each!(j => if i == j { l.lit(1.0) + shift[i].g[j] } else { shift[i].g[j] }))
}

/// `Jᵀv`.
#[inline(always)]
pub(crate) fn pull<F: Float, const D: usize>(jacobian: &[[F; D]; D], vector: &[F; D]) -> [F; D] {
    each!(j => sum::<_, D>(each!(i => vector[i] * jacobian[i][j])))
}

/// The sum of the terms, first to last.
#[inline(always)]
pub(crate) fn sum<F: Float, const D: usize>(terms: [F; D]) -> F {
    let mut total = terms[0];
    for_each!(k in 1..D => {
        total = total + terms[k];
    });
    total
}
