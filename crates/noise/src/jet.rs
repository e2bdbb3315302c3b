//! Jets: a value with its first and second derivatives.

use crate::each::{each, filled, for_each, symmetric};
use crate::lanes::{Float, Lanes};

/// A value with its gradient and Hessian in `D` dimensions.
///
/// Kernels always write all three; what a caller does not store, the compiler does not compute. So value-only,
/// first-order and second-order evaluation come from one piece of code.
#[derive(Clone, Copy, Debug)]
pub struct Jet<F, const D: usize> {
    /// The value.
    pub v: F,
    /// `g[i] = ∂v/∂xᵢ`.
    pub g: [F; D],
    /// `h[i][j] = ∂²v/∂xᵢ∂xⱼ`, symmetric.
    pub h: [[F; D]; D],
}

/// How many derivatives are wanted.
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
    /// One order of derivatives more; there is none beyond the Hessian.
    pub const fn raised(self) -> Self {
        match self {
            Self::Value => Self::Gradient,
            Self::Gradient | Self::Hessian => Self::Hessian,
        }
    }

    /// One order of derivatives less, if there is one.
    pub const fn lowered(self) -> Option<Self> {
        match self {
            Self::Value => None,
            Self::Gradient => Some(Self::Value),
            Self::Hessian => Some(Self::Gradient),
        }
    }

    /// Rows that a jet of this order takes in `dimensions` dimensions: value, gradient, upper triangle of the
    /// Hessian row by row.
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

    /// `f(self)` from `f`, `f′` and `f″` at the value: `∇ = f′∇n`, `H = f′H + f″∇n∇nᵀ`.
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

    /// `factor · self` for a factor that does not depend on the position.
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

    /// `n(q)` with `q = p + shift(p)`, from `n` and its derivatives with respect to `q`, with derivatives with
    /// respect to `p`: for the Jacobian `J = I + ∂shift/∂p`, `∇ = Jᵀ∇n` and
    /// `H = Jᵀ(Hn)J + Σᵢ ∂n/∂qᵢ·∂²shiftᵢ/∂p²`.
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

    /// `if mask { yes } else { no }` lane by lane.
    #[inline(always)]
    pub fn select<L: Lanes<F = F>>(l: L, mask: L::M, yes: Self, no: Self) -> Self {
        Self {
            v: l.select(mask, yes.v, no.v),
            g: each!(i => l.select(mask, yes.g[i], no.g[i])),
            h: symmetric!(i, j => l.select(mask, yes.h[i][j], no.h[i][j])),
        }
    }

    /// `√self` for a value that is not negative. Where it is below `least`, a value so small that it does not
    /// matter, the root of that is taken and the derivatives, which have no limit at zero, are zero.
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

    /// `|self|`. At the crease, where the value is zero, the derivative of the positive side is taken.
    #[inline(always)]
    pub fn abs<L: Lanes<F = F>>(self, l: L) -> Self {
        let negative = l.lt(self.v, l.lit(0.0));
        let sign = l.select(negative, l.lit(-1.0), l.lit(1.0));
        self.times(sign)
    }

    /// `clamp(self, 0, 1)`. At and beyond either end the derivatives are zero.
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
    for_each!(k < D => {
        if k > 0 {
            total = total + terms[k];
        }
    });
    total
}
