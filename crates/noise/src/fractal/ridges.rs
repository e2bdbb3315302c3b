//! Ridges: crests along the zero lines of fractional Brownian motion. The crests fork like lightning.

use super::{Ending, Fbm, Fractal, Sample, Step};
use crate::interval::Interval;
use crate::jet::Jet;
use crate::lanes::Lanes;
use crate::octaves::Octaves;

/// `1 − |fbm|`, with `fbm` the value of [`Fbm`]. The range is [0, 1] over a basis of range [−1, 1].
///
/// The gradient is `−sign(fbm)·∇fbm`. On the crests, where `fbm = 0`, the gradient is that of the side where `fbm` is
/// positive.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ridges;

impl<const D: usize> Fractal<D> for Ridges {
    type State<L: Lanes> = Jet<L::F, D>;

    fn interval(&self, octaves: &Octaves<D>, basis: Interval) -> Interval {
        Fbm.interval(octaves, basis).abs().times(-1.0).shifted(1.0)
    }

    #[inline(always)]
    fn start<L: Lanes>(&self, l: L) -> Self::State<L> {
        <Fbm as Fractal<D>>::start(&Fbm, l)
    }

    #[inline(always)]
    fn step<L: Lanes>(
        &self,
        l: L,
        step: &Step<L::F>,
        sample: Sample<L::F, D>,
        sum: Self::State<L>,
    ) -> Self::State<L> {
        Fbm.step(l, step, sample, sum)
    }

    #[inline(always)]
    fn finish<L: Lanes>(&self, l: L, sum: &Self::State<L>, ending: &Ending<L::F>) -> Jet<L::F, D> {
        let fbm = Fbm.finish(l, sum, ending);
        fbm.abs(l).times(l.lit(-1.0)).shifted(l.lit(1.0))
    }
}
