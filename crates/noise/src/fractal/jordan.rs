//! Jordan turbulence (Giliam de Carpentier, Scape, 2011): rounded, worn mountains with gullies, and smooth ground where the
//! coarse octaves are level.
//!
//! ```text
//! n, ∇n ← noise at p                             the first octave has its own weights
//! sum ← n²
//! w ← warp0·n·∇n,  d ← damp0·n·∇n
//! a ← gain1
//! b ← gain1·gain
//! for every further octave, of frequency f:
//!     n, ∇n ← noise at p·f + w
//!     sum ← sum + b·n²
//!     w ← w + warp·n·∇n,  d ← d + damp·n·∇n
//!     a ← a·gain
//!     b ← a·(1 − damp_scale / (1 + |d|²))
//! ```
//!
//! `∇n` is the slope per wavelength of the octave, and `w` is in wavelengths of the octave that it displaces. `n·∇n` is half
//! the gradient of `n²`; the parameters contain the factor 2. The second octave is not damped. Since `a` starts from gain1 and
//! `b` from gain1·gain, the second and third octave have the same amplitude before damping. With `g = gain`, the amplitudes
//! are 1, gain1·g, gain1·g, gain1·g², …
//!
//! The returned gradient is the exact gradient of the result. It includes the derivatives of `n²` (with its factor 2), of the
//! displacement (with the Hessian of the basis) and of the damping, `∇(1/(1 + q)) = −∇q/(1 + q)²` with `q = |d|²`.

use super::damped::squared_length;
use super::{Ending, Fractal, Sample, Step};
use crate::each::{each, filled};
use crate::interval::Interval;
use crate::jet::Jet;
use crate::lanes::Lanes;
use crate::octaves::Octaves;

/// Jordan turbulence, normalised by the sum of the undamped amplitudes. Its range is [0, 1] over a basis of range [−1, 1], if
/// `damp_scale` is in [0, 1] and `gain1` is not negative. Before damping, the amplitudes are 1, gain1·g, gain1·g, gain1·g², …,
/// with `g` the gain of the [roughness](crate::octaves::Roughness).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Jordan {
    /// A factor of the amplitudes of all octaves but the first.
    pub gain1: f64,
    /// How much the first octave displaces the other octaves, in wavelengths of the displaced octave.
    pub warp0: f64,
    /// How much each of the other octaves displaces the octaves that follow it, in wavelengths of the displaced octave.
    pub warp: f64,
    /// How much the slopes of the first octave reduce the damping of the other octaves.
    pub damp0: f64,
    /// How much the slopes of each of the other octaves reduce the damping of the octaves that follow it.
    pub damp: f64,
    /// Damping of octaves on level ground, as a share of their amplitude. Above 1, octaves are inverted on level ground.
    pub damp_scale: f64,
}

impl Default for Jordan {
    /// The original's parameters.
    fn default() -> Self {
        Self { gain1: 0.8, warp0: 0.4, warp: 0.35, damp0: 1.0, damp: 0.8, damp_scale: 1.0 }
    }
}

impl Jordan {
    /// `1 − damp_scale / (1 + |d|²)`.
    #[inline(always)]
    fn damping<L: Lanes, const D: usize>(&self, l: L, slopes: &[Jet<L::F, D>; D]) -> Jet<L::F, D> {
        squared_length(slopes).shifted(l.lit(1.0)).recip(l).times(l.lit(-self.damp_scale)).shifted(l.lit(1.0))
    }
}

impl<const D: usize> Fractal<D> for Jordan {
    const SLOPES: bool = true;
    const WARPS: bool = true;
    /// Sum, displacement, and slopes for the damping.
    type State<L: Lanes> = (Jet<L::F, D>, [[Jet<L::F, D>; D]; 2]);

    fn arrange(&self, octaves: &mut Octaves<D>) {
        let amplitudes = &mut octaves.amplitudes;
        for index in (2..amplitudes.len()).rev() {
            amplitudes[index] = self.gain1 * amplitudes[index - 1];
        }
        if let Some(second) = amplitudes.get_mut(1) {
            *second *= self.gain1;
        }
        octaves.measure();
        // The first two octaves are not damped, even if they are omitted.
        octaves.tail = octaves.amplitudes.iter().take(2).skip(octaves.seen().len()).sum();
    }

    fn interval(&self, octaves: &Octaves<D>, basis: Interval) -> Interval {
        // With |d|² anywhere between 0 and infinity, damping is between 1 − damp_scale and 1.
        let square = basis.abs().map(|x| x * x);
        let damped = square.product(Interval::point(1.0).hull(1.0 - self.damp_scale));
        let two = octaves.amplitudes.iter().take(2).sum();
        let others = octaves.amplitudes.iter().skip(2).sum();
        square
            .times(two)
            .plus(square.hull(damped.min).hull(damped.max).times(others))
            .times(1.0 / octaves.total)
    }

    #[inline(always)]
    fn start<L: Lanes>(&self, l: L) -> Self::State<L> {
        let zero = Jet::constant(l, l.lit(0.0));
        (zero, filled(filled(zero)))
    }

    #[inline(always)]
    fn step<L: Lanes>(
        &self,
        l: L,
        step: &Step<L::F>,
        sample: Sample<L::F, D>,
        state: Self::State<L>,
    ) -> Self::State<L> {
        let (sum, [warp, damp]) = state;
        let noise = sample.noise;
        let square = step.faded(l, noise.product(noise), step.mean_square);
        let square = square.times(step.amplitude);
        let square = if step.index < 2 { square } else { square.product(self.damping(l, &damp)) };
        let (by_warp, by_damp) =
            if step.index == 0 { (self.warp0, self.damp0) } else { (self.warp, self.damp) };
        let (by_warp, by_damp) = (l.lit(by_warp) * step.weight, l.lit(by_damp) * step.weight);
        let lean: [_; D] = each!(i => noise.product(sample.slopes[i]));
        let warp = each!(i => warp[i].plus(lean[i].times(by_warp)));
        let damp = each!(i => damp[i].plus(lean[i].times(by_damp)));
        (sum.plus(square), [warp, damp])
    }

    #[inline(always)]
    fn warp<L: Lanes>(&self, _: L, state: &Self::State<L>, next: L::F) -> [Jet<L::F, D>; D] {
        let [warp, _] = &state.1;
        each!(i => warp[i].times(next))
    }

    #[inline(always)]
    fn finish<L: Lanes>(&self, l: L, state: &Self::State<L>, ending: &Ending<L::F>) -> Jet<L::F, D> {
        // Octaves too fine for the samples add their mean, damped by the slopes so far.
        let (sum, [_, damp]) = state;
        let unseen = self
            .damping(l, damp)
            .times(ending.rest - ending.tail)
            .shifted(ending.tail)
            .times(ending.mean_square);
        sum.plus(unseen).times(ending.scale)
    }
}
