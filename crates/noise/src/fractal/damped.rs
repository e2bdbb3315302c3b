//! Derivative-damped fractional Brownian motion (Inigo Quilez, 2008): slopes are smooth, level ground is detailed, as if
//! material had been washed off the slopes.
//!
//! ```text
//! sum ← 0, s ← 0
//! for every octave:   n, ∇n ← noise at p
//!                     s   ← s + ∇n                       (∇n per wavelength of the octave, without the amplitude)
//!                     sum ← sum + a·n / (1 + damping·|s|²)
//! ```
//!
//! `a` is the amplitude of the octave. An octave is damped by its own slopes and by those of all coarser octaves. With
//! `q = damping·|s|²` and `f = 1/(1 + q)`, `∇f = −f²·∇q` and `∇q = 2·damping·Σ sᵢ·∇sᵢ`, where `∇sᵢ` is a sum of rows of the
//! Hessians of the octaves. So the gradient of `n·f` is exact.

use super::{Ending, Fractal, Sample, Step};
use crate::each::{each, filled, for_each};
use crate::interval::Interval;
use crate::jet::Jet;
use crate::lanes::{Float, Lanes};
use crate::octaves::Octaves;

/// Derivative-damped fBm, normalised by the sum of the amplitudes. Its values are in the range of the basis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Damped {
    /// Strength of the damping, which must not be negative. The original has 1. With 0, the fractal is plain fBm.
    pub damping: f64,
}

impl Default for Damped {
    fn default() -> Self {
        Self { damping: 1.0 }
    }
}

/// `|v|²` of a vector of jets.
#[inline(always)]
pub(super) fn squared_length<F: Float, const D: usize>(v: &[Jet<F, D>; D]) -> Jet<F, D> {
    let mut sum = v[0].product(v[0]);
    for_each!(axis in 1..D => {
        sum = sum.plus(v[axis].product(v[axis]));
    });
    sum
}

impl<const D: usize> Fractal<D> for Damped {
    const SLOPES: bool = true;
    /// Sum and slopes.
    type State<L: Lanes> = (Jet<L::F, D>, [Jet<L::F, D>; D]);

    fn interval(&self, _: &Octaves<D>, basis: Interval) -> Interval {
        // Each octave is multiplied by numbers in [0, 1]: its visible share and 1/(1 + q).
        basis.hull(0.0)
    }

    #[inline(always)]
    fn start<L: Lanes>(&self, l: L) -> Self::State<L> {
        let zero = Jet::constant(l, l.lit(0.0));
        (zero, filled(zero))
    }

    #[inline(always)]
    fn step<L: Lanes>(
        &self,
        l: L,
        step: &Step<L::F>,
        sample: Sample<L::F, D>,
        state: Self::State<L>,
    ) -> Self::State<L> {
        let (sum, slopes) = state;
        let slopes = each!(i => slopes[i].plus(sample.slopes[i].times(step.weight)));
        let damping = squared_length(&slopes).times(l.lit(self.damping));
        let damped = sample.noise.product(damping.shifted(l.lit(1.0)).recip(l));
        (sum.plus(damped.times(step.seen)), slopes)
    }

    #[inline(always)]
    fn finish<L: Lanes>(&self, _: L, state: &Self::State<L>, ending: &Ending<L::F>) -> Jet<L::F, D> {
        // Octaves too fine for the samples have the mean 0: if all octaves change their sign, the sum changes its sign.
        state.0.times(ending.scale)
    }
}
