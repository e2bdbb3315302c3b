//! Ridged multifractal (F. Kenton Musgrave, in Ebert et al., Texturing and Modeling, 1994): sharp ridges, rough near
//! them and smooth in the valleys.
//!
//! ```text
//! sum ← 0, w ← 1
//! for every octave:   n ← noise at p
//!                     s   ← w·(offset − |n|)²
//!                     sum ← sum + a·s
//!                     w   ← clamp(sharpness·s, 0, 1)
//! ```
//!
//! Each octave is weighted by the one before, so detail gathers where the coarser octaves have ridges. With
//! `r = offset − |n|`, `∇r² = −2r·sign(n)·∇n`, and `∇s = r²·∇w + w·∇r²`. There are creases at `n = 0`, and kinks of
//! the finer octaves where the weight reaches 1; there the derivative is that of the clamped side.

use super::{Ending, Fractal, Sample, Step};
use crate::interval::Interval;
use crate::jet::Jet;
use crate::lanes::Lanes;
use crate::octaves::Octaves;

/// Ridged multifractal, normalised to the range [0, 1] over a basis of range [−1, 1].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RidgedMultifractal {
    /// Height of the ridges above `|n| = 0`; 1 in the original. Below 1 the ground beyond `|n| = offset` rises again.
    pub offset: f64,
    /// How quickly detail sets in beside a ridge: the original's gain, 2 there. Not negative.
    pub sharpness: f64,
}

impl Default for RidgedMultifractal {
    /// The original's parameters.
    fn default() -> Self {
        Self { offset: 1.0, sharpness: 2.0 }
    }
}

impl RidgedMultifractal {
    /// What `(offset − |n|)²` lies in.
    fn crest(&self, basis: Interval) -> Interval {
        basis.abs().times(-1.0).shifted(self.offset).abs().map(|r| r * r)
    }
}

impl<const D: usize> Fractal<D> for RidgedMultifractal {
    /// Sum and weight.
    type State<L: Lanes> = [Jet<L::F, D>; 2];

    fn arrange(&self, octaves: &mut Octaves<D>) {
        // Weights are at most 1, so crests of the largest height in all octaves are the most there can be.
        octaves.total *= self.crest(Interval::new(-1.0, 1.0)).max;
    }

    fn interval(&self, octaves: &Octaves<D>, basis: Interval) -> Interval {
        // The first octave is whole, the others have weights in [0, 1].
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
        // Octaves too fine to be seen would have added their mean, at the weight reached here.
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
