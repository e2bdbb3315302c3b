//! Fields of different seeds and of different octaves are not correlated.

use super::all::{Random, bases, single};
use orogen_noise::basis::AnyBasis;
use orogen_noise::fractal::{AnyFractal, Fbm};
use orogen_noise::jet::Order;
use orogen_noise::level::Level;
use orogen_noise::noise::{Dimension, Noise};
use orogen_noise::octaves::{Count, Layout};
use orogen_noise::rows::{Rows, STRIP};

const ROWS: usize = 1600; // of STRIP = 128 samples: 204,800

/// Samples three cells apart. They are almost independent, so the correlation has a standard deviation of 0.0022.
fn field<const D: usize>(noise: &Noise<D>, shift: f64) -> Vec<f32>
where
    AnyBasis: Dimension<D>,
{
    let mut random = Random(8);
    let columns: Vec<[f64; D]> = (0..STRIP)
        .map(|i| {
            std::array::from_fn(|axis| {
                if axis == 0 { i as f64 * 3.0 + random.unit() + shift } else { random.unit() }
            })
        })
        .collect();
    let strip = noise.strip::<f32>(&columns);
    let (mut scratch, mut out) = (Default::default(), Rows::default());
    let mut values = Vec::with_capacity(ROWS * STRIP);
    for y in 0..ROWS {
        let row = std::array::from_fn(|axis| if axis == 0 { 0.0 } else { y as f64 * 3.0 });
        noise
            .row(Level::best(), Order::Value, &strip, &noise.line(&row), None, &mut scratch, &mut out)
            .unwrap();
        values.extend(out.plane(0));
    }
    values
}

/// The correlation of two fields. All samples of a column have the same place in their cells, and the mean of some bases
/// depends on this place. So deviations are taken from the mean of the column.
fn correlation(a: &[f32], b: &[f32]) -> f64 {
    let deviations = |field: &[f32]| -> Vec<f64> {
        let mut means = [0.0; STRIP];
        for row in field.chunks(STRIP) {
            for (mean, &value) in means.iter_mut().zip(row) {
                *mean += f64::from(value) / ROWS as f64;
            }
        }
        field.iter().zip(means.iter().cycle()).map(|(&value, mean)| f64::from(value) - mean).collect()
    };
    let (a, b) = (deviations(a), deviations(b));
    let product = |u: &[f64], v: &[f64]| u.iter().zip(v).map(|(x, y)| x * y).sum::<f64>();
    product(&a, &b) / (product(&a, &a) * product(&b, &b)).sqrt()
}

/// Whether the noise of a basis depends on the seed. Only that of Perlin's reference permutation does not.
fn seeded(basis: AnyBasis) -> bool {
    basis != AnyBasis::ImprovedPerlin(orogen_noise::basis::ImprovedPerlin::reference())
}

fn compare<const D: usize>()
where
    AnyBasis: Dimension<D>,
{
    for basis in bases().into_iter().filter(|&basis| seeded(basis)) {
        for (a, b) in [(1, 2), (0, 1 << 32), (0, 1 << 63)] {
            let first = field(&single::<D>(basis, a), 0.0);
            let second = single::<D>(basis, b);
            for shift in [-2.0, -1.0, 0.0, 1.0, 2.0] {
                let r = correlation(&first, &field(&second, shift));
                assert!(
                    r.abs() < 0.02,
                    "{basis:?} in {D}D, seeds {a:x} and {b:x}, shift {shift}: r = {r:.4}"
                );
            }
        }
    }
}

#[test]
fn of_different_seeds_in_the_plane() {
    compare::<2>();
}

#[test]
fn of_different_seeds_in_space() {
    compare::<3>();
}

/// Compares single octaves at the same lattice coordinates (the lacunarity is 1). The octaves of `ImprovedPerlin` share a
/// table of 256 entries and begin at different entries. By chance, some columns of lattice points are shifted copies of
/// others. Each such column adds 1/256 to the correlation.
#[test]
fn of_different_octaves() {
    for basis in bases().into_iter().filter(|&basis| seeded(basis)) {
        let layout = Layout { count: Count::Exactly(4), lacunarity: 1.0, ..Layout::single(3, 1.0) };
        let all = Noise::<2>::new(basis, AnyFractal::Fbm(Fbm), &layout).unwrap();
        let fields: Vec<Vec<f32>> = (0..4)
            .map(|index| {
                let mut one = all.clone();
                one.octaves.list = vec![all.octaves.list[index]];
                field(&one, 0.0)
            })
            .collect();
        for i in 0..4 {
            for j in 0..i {
                let r = correlation(&fields[i], &fields[j]);
                let most = if matches!(basis, AnyBasis::ImprovedPerlin(_)) { 0.04 } else { 0.02 };
                assert!(r.abs() < most, "{basis:?}, octaves {j} and {i}: r = {r:.4}");
            }
        }
    }
}

/// Checks the measure: a field is correlated with itself.
#[test]
fn a_field_is_correlated_with_itself() {
    for basis in bases() {
        let field = field(&single::<2>(basis, 1), 0.0);
        assert!((correlation(&field, &field) - 1.0).abs() < 1e-9);
    }
}
