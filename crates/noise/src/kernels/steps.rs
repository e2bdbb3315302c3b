//! The input of a fractal: the numbers of each octave, and the slopes at its samples.

use crate::basis::{AnyBasis, Dimension};
use crate::definition::Noise;
use crate::each::each;
use crate::fractal::{Ending, Step};
use crate::jet::Jet;
use crate::lanes::Lanes;

/// The numbers for one octave.
pub(super) fn step<const D: usize>(noise: &Noise<D>, index: usize) -> Step<f64>
where
    AnyBasis: Dimension<D>,
{
    let (facts, octave) = (noise.basis.facts::<D>(), &noise.octaves.list[index]);
    Step {
        index,
        amplitude: noise.octaves.amplitudes[index],
        gain: octave.gain,
        weight: octave.weight,
        seen: noise.octaves.amplitudes[index] * octave.weight,
        mean_abs: facts.mean_abs,
        mean: facts.mean(),
        mean_square: facts.mean_square,
    }
}

/// The numbers after the last octave.
pub(super) fn ending<const D: usize>(noise: &Noise<D>) -> Ending<f64>
where
    AnyBasis: Dimension<D>,
{
    let (facts, octaves) = (noise.basis.facts::<D>(), &noise.octaves);
    let fading = octaves.seen().iter().zip(&octaves.amplitudes);
    let faded: f64 = fading.map(|(octave, amplitude)| amplitude * (1.0 - octave.weight)).sum();
    Ending {
        scale: 1.0 / octaves.total,
        rest: octaves.rest,
        unseen: octaves.rest + faded,
        tail: octaves.tail,
        mean_abs: facts.mean_abs,
        mean: facts.mean(),
        mean_square: facts.mean_square,
    }
}

/// The slopes of a jet per wavelength: `local.g` times the wavelength. The gradient of slope `i` is row `i` of `local.h` times
/// the wavelength. For a position that is not displaced, `local.h` is the Hessian; for a displaced position, see
/// `displaced_sample`.
#[inline(always)]
pub(super) fn slopes<L: Lanes, const D: usize>(
    l: L,
    local: &Jet<L::F, D>,
    wavelength: L::F,
) -> [Jet<L::F, D>; D] {
    each!(i => Jet {
        v: local.g[i] * wavelength,
        g: each!(j => local.h[i][j] * wavelength),
        h: [[l.lit(0.0); D]; D],
    })
}
