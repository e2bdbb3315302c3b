//! Values with gradients, of which dunes are composed. The gradients of slip faces already use the second derivatives of the
//! noise, so there is no Hessian. Dunes are stored in arrays, where an unused Hessian would take memory.

use orogen_noise::each;
use orogen_noise::lanes::{Float, Lanes};

/// A value with its gradient along x and y.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grade<F> {
    pub(super) v: F,
    pub(super) g: [F; 2],
}

impl<F: Float> Grade<F> {
    #[inline(always)]
    pub(super) fn constant<L: Lanes<F = F>>(l: L, v: f64) -> Self {
        Self { v: l.lit(v), g: [l.lit(0.0); 2] }
    }

    #[inline(always)]
    pub(super) fn plus(self, other: Self) -> Self {
        Self { v: self.v + other.v, g: each!(i => self.g[i] + other.g[i]) }
    }

    #[inline(always)]
    pub(super) fn product(self, other: Self) -> Self {
        Self { v: self.v * other.v, g: each!(i => self.v * other.g[i] + other.v * self.g[i]) }
    }

    #[inline(always)]
    pub(super) fn times(self, factor: F) -> Self {
        Self { v: factor * self.v, g: each!(i => factor * self.g[i]) }
    }

    /// `f(self)` from `f` and `f′` at the value.
    #[inline(always)]
    pub(super) fn chain(self, f: F, f1: F) -> Self {
        Self { v: f, g: each!(i => f1 * self.g[i]) }
    }

    #[inline(always)]
    pub(super) fn select<L: Lanes<F = F>>(l: L, mask: L::M, yes: Self, no: Self) -> Self {
        Self { v: l.select(mask, yes.v, no.v), g: each!(i => l.select(mask, yes.g[i], no.g[i])) }
    }

    #[inline(always)]
    pub(super) fn min<L: Lanes<F = F>>(self, l: L, other: Self) -> Self {
        Self::select(l, l.lt(self.v, other.v), self, other)
    }

    #[inline(always)]
    pub(super) fn max<L: Lanes<F = F>>(self, l: L, other: Self) -> Self {
        Self::select(l, l.lt(other.v, self.v), self, other)
    }
}
