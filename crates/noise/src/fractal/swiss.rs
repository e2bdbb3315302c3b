//! Swiss turbulence (Giliam de Carpentier, Scape, 2011): ridges with gullied slopes and smooth valleys, as if shaped by
//! glaciers.
//!
//! ```text
//! sum ← 0, d ← 0, a ← 1
//! for every octave:   n, ∇n ← noise at (p + warp·d)
//!                     sum ← sum + a·(1 − |n|)
//!                     d   ← d − a·n·∇n
//!                     a   ← a·gain·clamp(sum, 0, 1)
//! ```
//!
//! `d` points up the slope towards the nearest ridge: finer octaves are evaluated nearer to the ridge, so their features
//! stretch downhill. The sum `d` uses `−n·∇n` rather than the gradient `−sign(n)·∇n` of `1 − |n|`, which jumps at the ridges.
//! The amplitude `a` is multiplied by the sum so far, which keeps valleys smooth.
//!
//! The returned gradient is the exact gradient of the result, not the helper sum `d`. It includes the derivatives of the
//! displacement and of the amplitudes (the derivative of `∇n` is the Hessian of the basis).

use super::{Ending, Fractal, Sample, Step};
use crate::each::{each, filled};
use crate::interval::Interval;
use crate::jet::Jet;
use crate::lanes::Lanes;
use crate::octaves::Octaves;

/// Swiss turbulence, normalised by the sum of the amplitudes. Its range is [0, 1] over a basis of range [−1, 1].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Swiss {
    /// A factor of the displacement of finer octaves towards ridges, which is in wavelengths of the first octave. The original
    /// has 0.15.
    pub warp: f64,
}

impl Default for Swiss {
    /// The original's parameter.
    fn default() -> Self {
        Self { warp: 0.15 }
    }
}

impl<const D: usize> Fractal<D> for Swiss {
    const SLOPES: bool = true;
    const WARPS: bool = true;
    /// Sum and amplitude, and the drift towards ridges.
    type State<L: Lanes> = ([Jet<L::F, D>; 2], [Jet<L::F, D>; D]);

    fn interval(&self, _: &Octaves<D>, basis: Interval) -> Interval {
        // Amplitudes are at most those of the roughness, since the factor clamp(sum) is at most 1; they may be 0.
        let ridge = basis.abs().times(-1.0).shifted(1.0);
        ridge.hull(0.0)
    }

    #[inline(always)]
    fn start<L: Lanes>(&self, l: L) -> Self::State<L> {
        let zero = Jet::constant(l, l.lit(0.0));
        ([zero, Jet::constant(l, l.lit(1.0))], filled(zero))
    }

    #[inline(always)]
    fn step<L: Lanes>(
        &self,
        l: L,
        step: &Step<L::F>,
        sample: Sample<L::F, D>,
        state: Self::State<L>,
    ) -> Self::State<L> {
        let ([sum, amplitude], drift) = state;
        let ridge = sample.noise.abs(l).times(l.lit(-1.0)).shifted(l.lit(1.0));
        let ridge = step.faded(l, ridge, l.lit(1.0) - step.mean_abs);
        let sum = sum.plus(amplitude.product(ridge));
        let lean = amplitude.product(sample.noise).times(-step.weight);
        let drift = each!(i => drift[i].plus(lean.product(sample.slopes[i])));
        let amplitude = amplitude.product(sum.saturate(l)).times(step.gain);
        ([sum, amplitude], drift)
    }

    #[inline(always)]
    fn warp<L: Lanes>(&self, l: L, state: &Self::State<L>, _: L::F) -> [Jet<L::F, D>; D] {
        each!(i => state.1[i].times(l.lit(self.warp)))
    }

    #[inline(always)]
    fn finish<L: Lanes>(&self, l: L, state: &Self::State<L>, ending: &Ending<L::F>) -> Jet<L::F, D> {
        // Octaves too fine for the samples add their mean times the amplitude reached here.
        let ([sum, amplitude], _) = state;
        let unseen = amplitude.times(ending.tail * (l.lit(1.0) - ending.mean_abs));
        sum.plus(unseen).times(ending.scale)
    }
}
