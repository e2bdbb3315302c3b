//! Bits are the same at every SIMD level, for every order of derivatives, and for any neighbouring samples.

use super::all::{Random, bases, cellular};
use orogen_noise::basis::AnyBasis;
use orogen_noise::fractal::{AnyFractal, Fbm};
use orogen_noise::jet::Order;
use orogen_noise::level::Level;
use orogen_noise::noise::{Dimension, Noise};
use orogen_noise::octaves::Layout;
use orogen_noise::rows::{Rows, STRIP};

/// The bits of a few rows, plane by plane. Some columns are neighbours, others far apart; one is a lattice point. In a second
/// strip, many columns are in one cell.
fn bits<const D: usize>(noise: &Noise<D>, level: Level, order: Order) -> Vec<Vec<u32>>
where
    AnyBasis: Dimension<D>,
{
    let mut random = Random(6);
    let columns: Vec<[f64; D]> =
        (0..STRIP).map(|i| if i < 64 { [i as f64 * 0.05; D] } else { random.point(1e5) }).collect();
    let close: Vec<[f64; D]> = (0..STRIP).map(|i| [i as f64 * 0.011; D]).collect();
    let strips = [columns, close].map(|columns| noise.strip::<f32>(&columns));
    let (mut scratch, mut out) = (Default::default(), Rows::default());
    let mut planes = vec![Vec::new(); order.planes(D)];
    for index in 0..40 {
        let strip = &strips[index % 2];
        let row = noise.line(&if index < 2 { [0.0; D] } else { random.point(1e3) });
        noise.row(level, order, strip, &row, None, &mut scratch, &mut out).unwrap();
        for (plane, bits) in planes.iter_mut().enumerate() {
            bits.extend(out.plane(plane).iter().map(|v| v.to_bits()));
        }
    }
    planes
}

fn compare<const D: usize>(basis: AnyBasis)
where
    AnyBasis: Dimension<D>,
{
    let layouts = [
        Layout::single(9, 1.0),
        Layout { scatter: true, rotation: 30.0, ..Layout::single(9, 1.7) },
        Layout {
            count: orogen_noise::octaves::Count::Exactly(2),
            scatter: true,
            rotation: 30.0,
            ..Layout::single(9, 1.7)
        },
    ];
    for layout in &layouts {
        let noise = Noise::<D>::new(basis, AnyFractal::Fbm(Fbm), layout).unwrap();
        let whole = bits(&noise, Level::Scalar, Order::Hessian);
        for (name, level) in Level::all() {
            for order in [Order::Value, Order::Gradient, Order::Hessian] {
                for (plane, found) in bits(&noise, level, order).iter().enumerate() {
                    assert!(
                        found == &whole[plane],
                        "{basis:?} in {D}D, {name}, {order:?}: plane {plane} differs from the scalar path"
                    );
                }
            }
        }
    }
}

#[test]
fn in_the_plane() {
    for basis in [bases(), cellular(0.5)].concat() {
        compare::<2>(basis);
    }
}

#[test]
fn in_space() {
    for basis in [bases(), cellular(0.5)].concat() {
        compare::<3>(basis);
    }
}
