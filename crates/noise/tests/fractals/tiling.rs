//! Noise on a tile repeats to the bit, values and derivatives.

use crate::cases::{PERLIN, fractals, layout, point, row};
use orogen_noise::basis::AnyBasis;
use orogen_noise::jet::Order;
use orogen_noise::level::Level;
use orogen_noise::noise::{Dimension, Noise};
use orogen_noise::octaves::{Layout, Octaves};
use orogen_noise::rows::{Rows, shift_planes};

fn repeats<const D: usize>()
where
    AnyBasis: Dimension<D>,
{
    for lacunarity in [2.0, 2.13, 1.7] {
        for side in [300.0, 1000.0, 16_384.0] {
            let layout = Layout { lacunarity, tile: Some(side), ..layout(6) };
            for fractal in fractals() {
                let noise = Noise::<D>::new(PERLIN, fractal, &layout).unwrap();
                // Eighths of a metre, so that adding the side does not round.
                let points: Vec<[f64; D]> =
                    (0..60).map(|index| point(index, 1.5 * side).map(|x| (x * 8.0).round() / 8.0)).collect();
                let mut shift = Rows::<f32>::new(D * shift_planes(D));
                for plane in 0..D * shift_planes(D) {
                    for i in 0..points.len() {
                        shift.plane_mut(plane)[i] = ((plane * 31 + i * 13) % 41) as f32 * 3.7 - 70.0;
                    }
                }
                for shift in [None, Some(&shift)] {
                    let bits = |moved: [f64; D]| {
                        let order = Order::Gradient;
                        let out = row::<f32, D>(&noise, Level::best(), order, &points, moved, shift);
                        (0..order.planes(D))
                            .flat_map(|plane| out.plane(plane)[..points.len()].to_vec())
                            .map(f32::to_bits)
                            .collect::<Vec<_>>()
                    };
                    let here = bits([0.0; D]);
                    for axis in 0..D {
                        for sides in [-3.0, 1.0, 2.0] {
                            let moved = std::array::from_fn(|i| if i == axis { sides * side } else { 0.0 });
                            assert_eq!(
                                here,
                                bits(moved),
                                "{fractal:?}, side {side}, {sides} along {axis}, {lacunarity}"
                            );
                        }
                    }
                    let other: Vec<[f64; D]> = points.iter().map(|p| p.map(|x| x + side)).collect();
                    let out = row::<f32, D>(&noise, Level::best(), Order::Gradient, &other, [0.0; D], shift);
                    let value: Vec<_> = out.plane(0)[..points.len()].iter().map(|v| v.to_bits()).collect();
                    assert_eq!(here[..points.len()], value, "columns moved by a side");
                }
            }
        }
    }
}

#[test]
fn repeats_in_the_plane() {
    repeats::<2>();
}

#[test]
fn repeats_in_space() {
    repeats::<3>();
}

#[test]
fn octaves_fill_the_side() {
    for (side, lacunarity) in [(1000.0, 2.13), (999.0, 2.0), (40.0, 1.9)] {
        let layout = Layout { lacunarity, tile: Some(side), ..layout(32) };
        for octave in Octaves::<3>::new(&layout).list {
            let [cells, ..] = octave.wrap.unwrap();
            let filled = f64::from(cells) * octave.wavelength;
            assert!((filled - side).abs() < 1e-9 * side, "{cells} cells fill {filled}");
        }
    }
}

/// Without a tile nothing repeats, so the tests above can detect a difference.
#[test]
fn does_not_repeat_by_itself() {
    let noise = Noise::<2>::new(PERLIN, fractals()[3], &layout(6)).unwrap();
    assert!(noise.at([3.0, 4.0]).v.to_bits() != noise.at([1003.0, 4.0]).v.to_bits());
}
