//! Ridged noise: inverted billow. Sharp ridges between rounded valleys.

use super::{Billow, Ending, Fractal, Sample, Step};
use crate::interval::Interval;
use crate::jet::Jet;
use crate::lanes::Lanes;
use crate::octaves::Octaves;

/// `Σ aₖ·(1 − |nₖ|) / Σ aₖ = 1 − billow`, where `nₖ` is the noise of octave `k`, `aₖ` its amplitude, and `billow` the value of
/// [`Billow`]. The range is [0, 1] over a basis of range [−1, 1].
///
/// The gradient is `−∇billow`. On the ridges, where `n = 0`, the gradient is that of the side where `n` is positive.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ridged;

impl<const D: usize> Fractal<D> for Ridged {
    type State<L: Lanes> = Jet<L::F, D>;

    fn interval(&self, _: &Octaves<D>, basis: Interval) -> Interval {
        basis.abs().times(-1.0).shifted(1.0)
    }

    #[inline(always)]
    fn start<L: Lanes>(&self, l: L) -> Self::State<L> {
        <Billow as Fractal<D>>::start(&Billow, l)
    }

    #[inline(always)]
    fn step<L: Lanes>(
        &self,
        l: L,
        step: &Step<L::F>,
        sample: Sample<L::F, D>,
        sum: Self::State<L>,
    ) -> Self::State<L> {
        Billow.step(l, step, sample, sum)
    }

    #[inline(always)]
    fn finish<L: Lanes>(&self, l: L, sum: &Self::State<L>, ending: &Ending<L::F>) -> Jet<L::F, D> {
        let billow = Billow.finish(l, sum, ending);
        billow.times(l.lit(-1.0)).shifted(l.lit(1.0))
    }
}
