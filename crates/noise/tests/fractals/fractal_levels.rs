//! Every fractal gives the same bits at every SIMD level, and `f32` is close to `f64`.

use crate::cases::{PERLIN, fractals, layout, orders, row};
use orogen_noise::basis::AnyBasis;
use orogen_noise::fractal::{AnyFractal, Swiss};
use orogen_noise::jet::Order;
use orogen_noise::level::Level;
use orogen_noise::noise::{Dimension, Noise};
use orogen_noise::octaves::Layout;
use orogen_noise::rows::{Rows, shift_planes};

fn positions<const D: usize>() -> Vec<[f64; D]> {
    let place = |i: usize| std::array::from_fn(|axis| if axis == 0 { i as f64 * 3.7 - 200.0 } else { 0.0 });
    (0..101).map(place).collect()
}

fn start<const D: usize>() -> [f64; D] {
    std::array::from_fn(|axis| if axis == 0 { 0.0 } else { 17.3 * axis as f64 - 30.0 })
}

fn equal_bits<const D: usize>()
where
    AnyBasis: Dimension<D>,
{
    let columns = positions::<D>();
    for fractal in fractals() {
        for tile in [None, Some(1600.0)] {
            let layout = Layout { tile, ..layout(7) };
            let noise = Noise::<D>::new(PERLIN, fractal, &layout).unwrap();
            for order in orders(noise.max_order()) {
                let mut shift = Rows::new(D * shift_planes(D));
                for plane in 0..D * shift_planes(D) {
                    for i in 0..columns.len() {
                        shift.plane_mut(plane)[i] = ((plane * 131 + i * 17) % 97) as f32 * 0.01 - 0.5;
                    }
                }
                for shift in [None, Some(&shift)] {
                    let bits = |level| {
                        let out = row::<f32, D>(&noise, level, order, &columns, start(), shift);
                        let planes = (0..order.planes(D)).flat_map(|plane| out.plane(plane)[..101].to_vec());
                        planes.map(f32::to_bits).collect::<Vec<_>>()
                    };
                    let scalar = bits(Level::Scalar);
                    for (name, level) in Level::all() {
                        assert_eq!(scalar, bits(level), "{fractal:?} {order:?} {D}D at {name}");
                    }
                }
            }
        }
    }
}

#[test]
fn give_equal_bits_in_the_plane() {
    equal_bits::<2>();
}

#[test]
fn give_equal_bits_in_space() {
    equal_bits::<3>();
}

fn near_the_origin<const D: usize>()
where
    AnyBasis: Dimension<D>,
{
    for fractal in fractals() {
        let noise = Noise::<D>::new(PERLIN, fractal, &layout(6)).unwrap();
        let [mut worst, amplitude] = [0.0_f64, noise.interval().abs().max];
        for k in 0..20 {
            let mut start = start();
            start[1] += 7.7 * f64::from(k);
            let single = row::<f32, D>(&noise, Level::best(), Order::Value, &positions(), start, None);
            let double = row::<f64, D>(&noise, Level::Scalar, Order::Value, &positions(), start, None);
            for i in 0..101 {
                worst = worst.max((f64::from(single.plane(0)[i]) - double.plane(0)[i]).abs());
            }
        }
        // A displacement amplifies the rounding errors of the octaves before it.
        let strong = matches!(fractal, AnyFractal::Swiss(Swiss { warp }) if warp > 0.15);
        let bound = if strong { 1e-5 } else { 2e-6 };
        assert!(worst < bound * amplitude, "{fractal:?} {D}D: off by {worst:e}");
    }
}

#[test]
fn are_close_to_the_reference() {
    near_the_origin::<2>();
    near_the_origin::<3>();
}
