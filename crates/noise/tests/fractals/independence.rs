//! A sample has the same bits in every strip, and for every division of its position between column and row.

use crate::cases::{PERLIN, fractals, layout, row};
use orogen_noise::basis::AnyBasis;
use orogen_noise::fractal::AnyFractal;
use orogen_noise::jet::Order;
use orogen_noise::level::Level;
use orogen_noise::noise::{Dimension, Noise};
use orogen_noise::octaves::Layout;
use orogen_noise::rows::Rows;
use proptest::prelude::*;

const STRIP: usize = 128;

fn bits<const D: usize>(noise: &Noise<D>, columns: &[[f64; D]], place: [f64; D]) -> Vec<[u32; 3]>
where
    AnyBasis: Dimension<D>,
{
    let out: Rows<f32> = row(noise, Level::best(), Order::Gradient, columns, place, None);
    (0..columns.len()).map(|i| std::array::from_fn(|plane| out.plane(plane)[i].to_bits())).collect()
}

fn along<const D: usize>(x: f64) -> [f64; D] {
    std::array::from_fn(|axis| if axis == 0 { x } else { 0.0 })
}

/// Octaves whose wavelengths are powers of two. So positions in multiples of 1/64 metre can be divided between column and row
/// without rounding.
fn exact<const D: usize>(fractal: AnyFractal) -> Noise<D>
where
    AnyBasis: Dimension<D>,
{
    let layout = Layout { wavelength: 256.0, rotation: 0.0, ..layout(7) };
    Noise::new(PERLIN, fractal, &layout).unwrap()
}

fn splits<const D: usize>(fractal: AnyFractal, start: i32, cut: usize, part: i32)
where
    AnyBasis: Dimension<D>,
{
    let at = |i: usize| (f64::from(start) + i as f64) / 64.0;
    let place: [f64; D] = std::array::from_fn(|axis| if axis == 0 { 0.0 } else { 977.0 / 64.0 });
    let columns: Vec<[f64; D]> = (0..STRIP).map(|i| along(at(i))).collect();
    // Even with rotated octaves, a strip may begin anywhere.
    for noise in [exact(fractal), Noise::new(PERLIN, fractal, &layout(7)).unwrap()] {
        let whole = bits(&noise, &columns, place);
        let mut pieces = bits(&noise, &columns[..cut], place);
        pieces.extend(bits(&noise, &columns[cut..], place));
        assert_eq!(whole, pieces, "{fractal:?} cut at {cut}");
    }
    // Any part of the position may be in the row instead of the columns.
    let noise = exact(fractal);
    let part = f64::from(part) / 64.0;
    let share = |i: usize| std::array::from_fn(|axis| if axis == 0 { at(i) - part } else { part });
    let columns_moved: Vec<[f64; D]> = (0..STRIP).map(share).collect();
    let place_moved = std::array::from_fn(|axis| place[axis] + if axis == 0 { part } else { -part });
    let whole = bits(&noise, &columns, place);
    assert_eq!(whole, bits(&noise, &columns_moved, place_moved), "{fractal:?} split");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn holds_in_the_plane(
        kind in 0..fractals().len(), start in any::<i32>(), cut in 1..STRIP, part in any::<i32>()
    ) {
        splits::<2>(fractals()[kind], start, cut, part);
    }

    #[test]
    fn holds_in_space(
        kind in 0..fractals().len(), start in any::<i32>(), cut in 1..STRIP, part in any::<i32>()
    ) {
        splits::<3>(fractals()[kind], start, cut, part);
    }
}
