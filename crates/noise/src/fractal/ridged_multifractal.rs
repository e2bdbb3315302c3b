//! Ridged multifractal (F. Kenton Musgrave, in Ebert et al., Texturing and Modeling, 1994): sharp ridges. The land is rough
//! near the ridges and smooth in the valleys.
//!
//! ```text
//! sum ← 0, w ← 1
//! for every octave:   n ← noise at p
//!                     s   ← w·(offset − |n|)²
//!                     sum ← sum + a·s
//!                     w   ← clamp(sharpness·s, 0, 1)
//! ```
//!
//! `a` is the amplitude of the octave. The octave before gives the weight `w` of an octave, so there is more detail where the
//! coarser octaves have ridges. With `r = offset − |n|`, `∇r² = −2r·sign(n)·∇n`, and `∇s = r²·∇w + w·∇r²`. The noise has
//! creases at `n = 0`. Finer octaves have kinks where the weight reaches 1; the gradient there is that of the clamped side.

use super::{Ending, Fractal, Sample, Step};
use crate::interval::Interval;
use crate::jet::Jet;
use crate::lanes::Lanes;
use crate::octaves::Octaves;

/// Ridged multifractal, normalised to the range [0, 1] over a basis of range [−1, 1].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RidgedMultifractal {
    /// Sets the height of the ridges: with `n` the noise of the basis, an octave has the shape `(offset − |n|)²`, with ridges at
    /// `n = 0`. The original has 1. Below 1, the octave rises again where `|n| > offset`.
    pub offset: f64,
    /// How quickly detail increases towards a ridge. It must not be negative. The original calls it the gain, and has 2.
    pub sharpness: f64,
}

impl Default for RidgedMultifractal {
    /// The original's parameters.
    fn default() -> Self {
        Self { offset: 1.0, sharpness: 2.0 }
    }
}

impl RidgedMultifractal {
    /// Bounds of `(offset − |n|)²`.
    fn crest(&self, basis: Interval) -> Interval {
        basis.abs().times(-1.0).shifted(self.offset).abs().map(|r| r * r)
    }
}

impl<const D: usize> Fractal<D> for RidgedMultifractal {
    /// Sum and weight.
    type State<L: Lanes> = [Jet<L::F, D>; 2];

    fn arrange(&self, octaves: &mut Octaves<D>) {
        // Weights are at most 1, so the sum is at most that of the highest crests in all octaves.
        octaves.total *= self.crest(Interval::new(-1.0, 1.0)).max;
    }

    fn interval(&self, octaves: &Octaves<D>, basis: Interval) -> Interval {
        // The first octave has weight 1, the others have weights in [0, 1].
        let crest = self.crest(basis);
        let others = octaves.amplitudes.iter().skip(1).sum();
        crest.plus(crest.hull(0.0).times(others)).times(1.0 / octaves.total)
    }

    #[inline(always)]
    fn start<L: Lanes>(&self, l: L) -> Self::State<L> {
        [Jet::constant(l, l.lit(0.0)), Jet::constant(l, l.lit(1.0))]
    }

    #[inline(always)]
    fn step<L: Lanes>(
        &self,
        l: L,
        step: &Step<L::F>,
        sample: Sample<L::F, D>,
        state: Self::State<L>,
    ) -> Self::State<L> {
        let [sum, weight] = state;
        let height = sample.noise.abs(l).times(l.lit(-1.0)).shifted(l.lit(self.offset));
        let mean = self.mean(l, step.mean_abs, step.mean_square);
        let crest = weight.product(step.faded(l, height.product(height), mean));
        [sum.plus(crest.times(step.amplitude)), crest.times(l.lit(self.sharpness)).saturate(l)]
    }

    #[inline(always)]
    fn finish<L: Lanes>(&self, l: L, state: &Self::State<L>, ending: &Ending<L::F>) -> Jet<L::F, D> {
        // Octaves too fine for the samples add their mean times the weight reached here.
        let [sum, weight] = state;
        let mean = self.mean(l, ending.mean_abs, ending.mean_square);
        sum.plus(weight.times(ending.rest * mean)).times(ending.scale)
    }
}

impl RidgedMultifractal {
    /// Mean of `(offset − |n|)²`.
    #[inline(always)]
    fn mean<L: Lanes>(&self, l: L, mean_abs: L::F, mean_square: L::F) -> L::F {
        l.lit(self.offset * self.offset) - l.lit(2.0 * self.offset) * mean_abs + mean_square
    }
}
