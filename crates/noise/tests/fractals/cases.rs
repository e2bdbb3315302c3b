//! Test cases for fractals.

use orogen_noise::basis::{AnyBasis, Perlin};
use orogen_noise::fractal::{
    AnyFractal, Billow, Damped, Fbm, HybridMultifractal, Jordan, Ridged, RidgedMultifractal, Ridges, Swiss,
};
use orogen_noise::jet::Order;
use orogen_noise::level::{Element, Level};
use orogen_noise::noise::{Dimension, Noise, Scratch};
use orogen_noise::octaves::{Count, Layout};
use orogen_noise::rows::Rows;

pub(crate) const PERLIN: AnyBasis = AnyBasis::Perlin(Perlin);

/// Every fractal with its default parameters. A fractal that has parameters is included once more, with other values.
pub(crate) fn fractals() -> Vec<AnyFractal> {
    vec![
        AnyFractal::Billow(Billow),
        AnyFractal::Damped(Damped::default()),
        AnyFractal::Damped(Damped { damping: 0.2 }),
        AnyFractal::Fbm(Fbm),
        AnyFractal::HybridMultifractal(HybridMultifractal::default()),
        AnyFractal::HybridMultifractal(HybridMultifractal { offset: 1.3 }),
        AnyFractal::Jordan(Jordan::default()),
        AnyFractal::Jordan(Jordan {
            gain1: 0.6,
            warp0: 0.15,
            warp: 0.2,
            damp0: 0.5,
            damp: 1.2,
            damp_scale: 0.7,
        }),
        AnyFractal::Ridged(Ridged),
        AnyFractal::RidgedMultifractal(RidgedMultifractal::default()),
        AnyFractal::RidgedMultifractal(RidgedMultifractal { offset: 0.7, sharpness: 3.0 }),
        AnyFractal::Ridges(Ridges),
        AnyFractal::Swiss(Swiss::default()),
        AnyFractal::Swiss(Swiss { warp: 0.4 }),
    ]
}

/// Rotated octaves with random offsets. The first has a wavelength of 100 metres.
pub(crate) fn layout(octaves: u32) -> Layout {
    Layout { count: Count::Exactly(octaves), scatter: true, rotation: 30.0, ..Layout::single(7, 100.0) }
}

/// All orders up to that of a noise.
pub(crate) fn orders(noise_order: Order) -> Vec<Order> {
    [Order::Value, Order::Gradient, Order::Hessian]
        .into_iter()
        .filter(|&order| order <= noise_order)
        .collect()
}

/// One row of jets.
pub(crate) fn row<S: Element, const D: usize>(
    noise: &Noise<D>,
    level: Level,
    order: Order,
    columns: &[[f64; D]],
    row: [f64; D],
    shift: Option<&Rows<S>>,
) -> Rows<S>
where
    AnyBasis: Dimension<D>,
{
    let (strip, line, mut out) = (noise.strip::<S>(columns), noise.line(&row), Rows::default());
    noise.row(level, order, &strip, &line, shift, &mut Scratch::default(), &mut out).unwrap();
    out
}

/// Numbers in [0, 1) that depend on the index alone.
pub(crate) fn unit(index: u64) -> f64 {
    let mut z = index.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((z ^ (z >> 31)) >> 11) as f64 / 9_007_199_254_740_992.0
}

/// A point in the cube from −`size` to `size`.
pub(crate) fn point<const D: usize>(index: u64, size: f64) -> [f64; D] {
    std::array::from_fn(|axis| (2.0 * unit(index * 7 + axis as u64) - 1.0) * size)
}
