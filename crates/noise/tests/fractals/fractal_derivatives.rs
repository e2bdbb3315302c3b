//! Compares derivatives of every fractal with finite differences in `f64`.
//!
//! The test uses fourth-order central differences with two step sizes, and counts a point if both agree. They do not agree
//! within two steps (a five-hundredth of the finest wavelength) of a crease or a cell border. At a crease, an octave of a
//! ridged fractal is zero or a weight is clamped. At a cell border, the third derivative of the basis jumps.

use crate::cases::{PERLIN, fractals, layout, point, row};
use orogen_noise::basis::AnyBasis;
use orogen_noise::fractal::{AnyFractal, Fbm};
use orogen_noise::jet::Order;
use orogen_noise::level::Level;
use orogen_noise::noise::{Dimension, Noise};
use orogen_noise::octaves::Layout;
use orogen_noise::rows::{Rows, shift_planes};

/// Value, gradient and Hessian (row by row, upper triangle), at a point that is displaced by `shift` if given.
fn jet<const D: usize>(noise: &Noise<D>, shift: Option<&[Noise<D>; D]>, p: [f64; D]) -> Vec<f64>
where
    AnyBasis: Dimension<D>,
{
    let order = noise.max_order();
    let planes = order.planes(D);
    let shifts = shift.map(|noises| {
        let mut rows = Rows::new(D * shift_planes(D));
        for (axis, noise) in noises.iter().enumerate() {
            let one = row::<f64, D>(noise, Level::Scalar, order, &[p], [0.0; D], None);
            for plane in 0..planes {
                rows.plane_mut(axis * shift_planes(D) + plane)[0] = 40.0 * one.plane(plane)[0];
            }
        }
        rows
    });
    let out = row::<f64, D>(noise, Level::Scalar, order, &[p], [0.0; D], shifts.as_ref());
    (0..planes).map(|plane| out.plane(plane)[0]).collect()
}

/// Fourth-order central difference of every number of the jet along an axis.
fn difference<const D: usize>(
    at: &dyn Fn([f64; D]) -> Vec<f64>,
    p: [f64; D],
    axis: usize,
    h: f64,
) -> Vec<f64> {
    let step = |steps: f64| {
        let mut q = p;
        q[axis] += steps * h;
        at(q)
    };
    let (a, b, c, d) = (step(-2.0), step(-1.0), step(1.0), step(2.0));
    (0..a.len()).map(|i| (a[i] - 8.0 * b[i] + 8.0 * c[i] - d[i]) / (12.0 * h)).collect()
}

fn check<const D: usize>(noise: &Noise<D>, shift: Option<&[Noise<D>; D]>)
where
    AnyBasis: Dimension<D>,
{
    let at = |p: [f64; D]| jet(noise, shift, p);
    let finest = noise.octaves.list.last().unwrap().wavelength;
    let (points, h) = (60, finest / 1000.0);
    let (mut compared, mut all) = ([0, 0], [0, 0]);
    for index in 0..points {
        let p = point(index, 2000.0);
        let here = at(p);
        // For derivatives near zero, the tolerance is relative to the derivatives of an octave with a thousandth of the
        // finest amplitude.
        let floor =
            [1e-3, 1e-3 / finest].map(|least| least * noise.octaves.amplitudes.last().unwrap() / finest);
        let length = |list: &[f64]| list.iter().map(|x| x * x).sum::<f64>().sqrt();
        let (slope, bend) = (length(&here[1..=D]), length(&here[1 + D..]));
        for axis in 0..D {
            let (coarse, fine) = (difference(&at, p, axis, h), difference(&at, p, axis, h / 2.0));
            let mut compare = |order: usize, from: usize, derivative: f64, size: f64| {
                let size = size.max(floor[order]);
                all[order] += 1;
                if (coarse[from] - fine[from]).abs() > 1e-5 * size {
                    return;
                }
                compared[order] += 1;
                assert!(
                    (fine[from] - derivative).abs() < 1e-4 * size,
                    "{:?}, {} octaves, shift {}, derivative {from}/{axis} at {p:?}: {derivative}, expected {}",
                    noise.fractal,
                    noise.octaves.list.len(),
                    shift.is_some(),
                    fine[from],
                );
            };
            compare(0, 0, here[1 + axis], slope);
            if noise.max_order() == Order::Hessian {
                for other in 0..D {
                    let (i, j) = (axis.min(other), axis.max(other));
                    let plane = 1 + D + i * D - i * (i + 1) / 2 + j;
                    compare(1, 1 + other, here[plane], bend);
                }
            }
        }
    }
    for order in 0..2 {
        assert!(
            compared[order] * 10 >= all[order] * 8,
            "{:?}, {} octaves: only {compared:?} of {all:?} compared",
            noise.fractal,
            noise.octaves.list.len(),
        );
    }
}

fn check_all<const D: usize>()
where
    AnyBasis: Dimension<D>,
{
    let drift: [_; D] = std::array::from_fn(|axis| {
        let layout = Layout { seed: 100 + axis as u64, wavelength: 300.0, ..layout(2) };
        Noise::new(PERLIN, AnyFractal::Fbm(Fbm), &layout).unwrap()
    });
    for fractal in fractals() {
        for octaves in [1, 2, 5] {
            let noise = Noise::new(PERLIN, fractal, &layout(octaves)).unwrap();
            check(&noise, None);
            check(&noise, Some(&drift));
        }
    }
}

#[test]
fn are_exact_in_the_plane() {
    check_all::<2>();
}

#[test]
fn are_exact_in_space() {
    check_all::<3>();
}
