//! Billow: Perlin's turbulence (1985), the sum of absolute values. Rounded hills between sharp valleys.

use super::{Ending, Fractal, Sample, Step};
use crate::interval::Interval;
use crate::jet::Jet;
use crate::lanes::Lanes;
use crate::octaves::Octaves;

/// `Σ aₖ·|nₖ| / Σ aₖ`, where `nₖ` is the noise of octave `k` and `aₖ` its amplitude. The range is that of |n|: [0, 1] over a
/// basis of range [−1, 1].
///
/// `∇|n| = sign(n)·∇n`. In the creases, where `n = 0`, the gradient is that of the side where `n` is positive.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Billow;

impl<const D: usize> Fractal<D> for Billow {
    type State<L: Lanes> = Jet<L::F, D>;

    fn interval(&self, _: &Octaves<D>, basis: Interval) -> Interval {
        // The result is a weighted average of |n| and of the mean of |n|.
        basis.abs()
    }

    #[inline(always)]
    fn start<L: Lanes>(&self, l: L) -> Self::State<L> {
        Jet::constant(l, l.lit(0.0))
    }

    #[inline(always)]
    fn step<L: Lanes>(
        &self,
        l: L,
        step: &Step<L::F>,
        sample: Sample<L::F, D>,
        sum: Self::State<L>,
    ) -> Self::State<L> {
        sum.plus(sample.noise.abs(l).times(step.seen))
    }

    #[inline(always)]
    fn finish<L: Lanes>(&self, _: L, sum: &Self::State<L>, ending: &Ending<L::F>) -> Jet<L::F, D> {
        // For the invisible share of each octave, the mean is added.
        sum.shifted(ending.unseen * ending.mean_abs).times(ending.scale)
    }
}
