//! The gradients prefer no direction: their second and fourth moments equal those of the circle and of the sphere, and the
//! hash selects all of them equally often.

use super::all::single;
use orogen_noise::basis::{AnyBasis, Perlin, Simplex};
use orogen_noise::noise::Dimension;

/// The gradients of `n` at lattice points, each with its count. There, the terms of all other corners are zero, and so are
/// their gradients.
fn gradients<const D: usize>(basis: AnyBasis) -> Vec<([f64; D], f64)>
where
    AnyBasis: Dimension<D>,
{
    let noise = single::<D>(basis, 21);
    let unskew = match basis {
        AnyBasis::Simplex(_) => (1.0 - 1.0 / (D as f64 + 1.0).sqrt()) / D as f64,
        _ => 0.0,
    };
    let mut seen: Vec<([f64; D], f64)> = Vec::new();
    let side = if D == 2 { 150 } else { 28 };
    for index in 0..u32::pow(side, D as u32) {
        let cell: [f64; D] = std::array::from_fn(|i| f64::from(index / side.pow(i as u32) % side) - 13.0);
        let back = unskew * cell.iter().sum::<f64>();
        let gradient = noise.at(cell.map(|c| c - back)).g;
        let same = |other: &[f64; D]| (0..D).all(|i| (other[i] - gradient[i]).abs() < 1e-9);
        match seen.iter_mut().find(|(other, _)| same(other)) {
            Some((_, count)) => *count += 1.0,
            None => seen.push((gradient, 1.0)),
        }
    }
    seen
}

fn judge<const D: usize>(basis: AnyBasis, directions: usize)
where
    AnyBasis: Dimension<D>,
{
    let gradients = gradients::<D>(basis);
    assert_eq!(gradients.len(), directions);
    let n = gradients.len() as f64;
    let expected = gradients.iter().map(|(_, count)| count).sum::<f64>() / n;
    let chi_square: f64 = gradients.iter().map(|(_, count)| (count - expected).powi(2) / expected).sum();
    assert!(chi_square < 40.0, "{basis:?}: χ² = {chi_square:.1} with {} degrees of freedom", n - 1.0);
    let length: f64 = gradients[0].0.iter().map(|g| g * g).sum::<f64>().sqrt();
    let mean = |f: &dyn Fn([f64; D]) -> f64| {
        gradients.iter().map(|(g, _)| f(g.map(|c| c / length))).sum::<f64>() / n
    };
    let d = D as f64;
    let near = |what: &str, found: f64, expected: f64| {
        assert!((found - expected).abs() < 1e-9, "{basis:?} {what}: {found}, not {expected}");
    };
    for i in 0..D {
        near("first moment", mean(&|g| g[i]), 0.0);
        for j in 0..D {
            let same = if i == j { 1.0 } else { 0.0 };
            near("second moment", mean(&|g| g[i] * g[j]), same / d);
            // The mean of gᵢ²gⱼ² on the unit sphere is 1/(d(d+2)), and the mean of gᵢ⁴ is three times this number.
            near("fourth moment", mean(&|g| (g[i] * g[j]).powi(2)), (1.0 + 2.0 * same) / (d * (d + 2.0)));
            near("odd fourth moment", mean(&|g| g[i].powi(3) * g[j]), same * 3.0 / (d * (d + 2.0)));
        }
    }
}

#[test]
fn in_the_plane() {
    judge::<2>(AnyBasis::Perlin(Perlin), 8);
    judge::<2>(AnyBasis::Simplex(Simplex), 8);
}

#[test]
fn in_space() {
    judge::<3>(AnyBasis::Perlin(Perlin), 12);
    judge::<3>(AnyBasis::Simplex(Simplex), 12);
}
