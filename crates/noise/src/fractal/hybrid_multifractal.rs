//! Hybrid additive/multiplicative multifractal (F. Kenton Musgrave, in Ebert et al., Texturing and Modeling, 1994):
//! smooth plains and rough mountains.
//!
//! ```text
//! sum ← 0, w ← 1
//! for every octave:   n ← noise at p
//!                     s   ← w·a·(n + offset)
//!                     sum ← sum + s
//!                     w   ← min(s, 1)
//! ```
//!
//! `a` is the amplitude of the octave. The weight `w` of an octave is the product of the coarser octaves, which is small in
//! low places. With `m = n + offset`, `∇s = a·(m·∇w + w·∇n)`. Where the weight is clamped to 1, its gradient is zero. As in
//! the original, the weight has no lower bound. With an offset below 1 the weight may become negative; finer octaves are then
//! inverted.

use super::{Ending, Fractal, Sample, Step};
use crate::each::{each, symmetric};
use crate::interval::Interval;
use crate::jet::Jet;
use crate::lanes::Lanes;
use crate::octaves::Octaves;

/// Hybrid multifractal, normalised so that the magnitude of the result is at most 1 over a basis of range [−1, 1].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HybridMultifractal {
    /// A number that is added to every octave. With a larger offset, the fractal is more homogeneous. The original has 0.7.
    pub offset: f64,
}

impl Default for HybridMultifractal {
    /// The original's parameter.
    fn default() -> Self {
        Self { offset: 0.7 }
    }
}

impl HybridMultifractal {
    /// Bounds of the sum before normalisation, by interval arithmetic along the loop.
    fn sum(&self, amplitudes: &[f64], basis: Interval) -> Interval {
        let (mut sum, mut weight) = (Interval::point(0.0), Interval::point(1.0));
        for (index, &amplitude) in amplitudes.iter().enumerate() {
            let mut term = weight.product(basis.shifted(self.offset).times(amplitude));
            if index > 0 {
                // An octave too fine for the samples adds a number between 0 and the term of a noise of zero.
                term = term.hull(0.0);
            }
            sum = sum.plus(term);
            weight = term.map(|w| w.min(1.0));
        }
        sum
    }
}

impl<const D: usize> Fractal<D> for HybridMultifractal {
    /// Sum and weight.
    type State<L: Lanes> = [Jet<L::F, D>; 2];

    fn arrange(&self, octaves: &mut Octaves<D>) {
        octaves.total = self.sum(&octaves.amplitudes, Interval::new(-1.0, 1.0)).abs().max;
        // If the noise of the omitted octaves is zero, they add w·offset·a, w·offset·a·offset·a′, …, with `w` the weight of
        // the first of them and `a`, `a′`, … their amplitudes.
        let (mut tail, mut weight) = (0.0, 1.0_f64);
        for &amplitude in octaves.unseen() {
            let term = weight * self.offset * amplitude;
            tail += term;
            weight = term.min(1.0);
        }
        octaves.tail = tail;
    }

    fn interval(&self, octaves: &Octaves<D>, basis: Interval) -> Interval {
        self.sum(&octaves.amplitudes, basis.hull(0.0)).times(1.0 / octaves.total)
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
        let noise = step.faded(l, sample.noise, step.mean).shifted(l.lit(self.offset));
        let term = weight.product(noise.times(step.amplitude));
        [sum.plus(term), at_most_one(l, term)]
    }

    #[inline(always)]
    fn finish<L: Lanes>(&self, _: L, state: &Self::State<L>, ending: &Ending<L::F>) -> Jet<L::F, D> {
        // Octaves too fine for the samples add about as much as if their noise were zero, starting from the weight reached
        // here.
        let [sum, weight] = state;
        sum.plus(weight.times(ending.tail)).times(ending.scale)
    }
}

/// `min(jet, 1)`. Where the value is 1 or more, the derivatives are zero.
#[inline(always)]
fn at_most_one<L: Lanes, const D: usize>(l: L, jet: Jet<L::F, D>) -> Jet<L::F, D> {
    let one = l.lit(1.0);
    let slope = l.select(l.lt(jet.v, one), one, l.lit(0.0));
    Jet { v: l.min(jet.v, one), g: each!(i => slope * jet.g[i]), h: symmetric!(i, j => slope * jet.h[i][j]) }
}
