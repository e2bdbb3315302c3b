//! Fractional Brownian motion (Mandelbrot and Van Ness, 1968; for terrain Musgrave, 1989).

use super::{Ending, Fractal, Sample, Step};
use crate::interval::Interval;
use crate::jet::Jet;
use crate::lanes::Lanes;
use crate::octaves::Octaves;

/// `Σ aₖ·nₖ / Σ aₖ`, where `nₖ` is the noise of octave `k` and `aₖ` its amplitude: the plain sum of octaves, in the range of
/// the basis.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Fbm;

impl<const D: usize> Fractal<D> for Fbm {
    type State<L: Lanes> = Jet<L::F, D>;

    fn interval(&self, _: &Octaves<D>, basis: Interval) -> Interval {
        // Each octave adds its visible share, and its mean for the remaining share.
        basis
    }

    #[inline(always)]
    fn start<L: Lanes>(&self, l: L) -> Self::State<L> {
        Jet::constant(l, l.lit(0.0))
    }

    #[inline(always)]
    fn step<L: Lanes>(
        &self,
        _: L,
        step: &Step<L::F>,
        sample: Sample<L::F, D>,
        sum: Self::State<L>,
    ) -> Self::State<L> {
        sum.plus(sample.noise.times(step.seen))
    }

    #[inline(always)]
    fn finish<L: Lanes>(&self, _: L, sum: &Self::State<L>, ending: &Ending<L::F>) -> Jet<L::F, D> {
        // For the invisible share of each octave, the mean is added.
        sum.shifted(ending.unseen * ending.mean).times(ending.scale)
    }
}
