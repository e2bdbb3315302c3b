//! Octaves: lattices and amplitudes, and agreement of levels of detail.

use crate::cases::{PERLIN, fractals, layout, row, unit};
use orogen_noise::fractal::AnyFractal;
use orogen_noise::jet::Order;
use orogen_noise::level::Level;
use orogen_noise::noise::Noise;
use orogen_noise::octaves::{Count, Layout, MAX_OCTAVES, Octaves, Roughness};

fn auto(spacing: f64) -> Layout {
    Layout { count: Count::Auto, spacing, ..layout(0) }
}

fn turned_by<const D: usize>(degrees: f64) {
    let layout = Layout { rotation: degrees, ..layout(6) };
    let mut before: Option<[[f64; D]; D]> = None;
    for octave in Octaves::<D>::new(&layout).list {
        let m = octave.map.matrix.map(|row| row.map(|x| x * octave.wavelength));
        let product = |a: [[f64; D]; D], b: [[f64; D]; D], i: usize, j: usize| -> f64 {
            (0..D).map(|k| a[i][k] * b[j][k]).sum()
        };
        for i in 0..D {
            for j in 0..D {
                let expected = f64::from(u8::from(i == j));
                assert!((product(m, m, i, j) - expected).abs() < 1e-12, "not orthonormal: {m:?}");
            }
        }
        if let Some(before) = before {
            // The trace of a rotation is 2·cos in the plane, 1 + 2·cos in space.
            let trace: f64 = (0..D).map(|i| product(m, before, i, i)).sum();
            let expected = 2.0 * degrees.to_radians().cos() + (D as f64 - 2.0);
            assert!((trace - expected).abs() < 1e-12, "{trace}, should be {expected}");
            if D == 2 {
                let sine = product(m, before, 1, 0);
                assert!((sine - degrees.to_radians().sin()).abs() < 1e-12);
            }
        }
        before = Some(m);
    }
    if D == 3 {
        // The rotation around (1, 1, 1) is right-handed and preserves this axis.
        let m = Octaves::<D>::new(&layout).list[1].map.matrix;
        let sums: Vec<f64> = m.iter().map(|row| row.iter().sum()).collect();
        assert!(sums.iter().all(|s| (s - sums[0]).abs() < 1e-12), "{sums:?}");
        assert!(m[1][0] > m[0][1]);
    }
}

#[test]
fn each_octave_is_turned_against_the_one_before() {
    for degrees in [0.0, 30.0, 77.0] {
        turned_by::<2>(degrees);
    }
    for degrees in [30.0, 77.0] {
        turned_by::<3>(degrees);
    }
}

#[test]
fn amplitudes_follow_the_roughness() {
    let amplitudes = |roughness| {
        let layout = Layout { roughness, lacunarity: 2.5, ..layout(10) };
        Octaves::<2>::new(&layout).amplitudes
    };
    for (k, a) in amplitudes(Roughness::Gain(0.6)).iter().enumerate() {
        assert!((a - 0.6_f64.powi(k as i32)).abs() < 1e-15);
    }
    for (k, a) in amplitudes(Roughness::Hurst(0.8)).iter().enumerate() {
        assert!((a - 2.5_f64.powf(-0.8 * k as f64)).abs() < 1e-15);
    }
    let pair = amplitudes(Roughness::Pair { coarse: 0.7, fine: 0.35 });
    let gains: Vec<f64> = pair.windows(2).map(|a| a[1] / a[0]).collect();
    for (k, expected) in [0.7, 0.65, 0.6, 0.55, 0.5, 0.45, 0.4, 0.35, 0.35].iter().enumerate() {
        assert!((gains[k] - expected).abs() < 1e-12, "{gains:?}");
    }
}

#[test]
fn no_spacing_shows_every_octave() {
    let octaves = Octaves::<2>::new(&auto(0.0));
    assert_eq!(octaves.list.len(), MAX_OCTAVES as usize);
    assert!(octaves.list.iter().all(|octave| octave.weight == 1.0 && octave.wavelength > 0.0));
    assert_eq!((octaves.rest, octaves.tail), (0.0, 0.0));
}

#[test]
fn octaves_fade_between_four_and_two_samples() {
    let octaves = Octaves::<2>::new(&auto(100.0 / 24.0));
    let weights: Vec<f64> = octaves.list.iter().map(|octave| octave.weight).collect();
    assert_eq!(weights, [1.0, 1.0, 1.0, 0.5]);
    assert!((octaves.rest - 0.125).abs() < 1e-9 && (octaves.tail - 2.0).abs() < 1e-7);
    assert!(Octaves::<2>::new(&auto(1e6)).list.is_empty());
}

/// Mean value over the same positions in a large area.
fn mean(fractal: AnyFractal, roughness: Roughness, spacing: f64) -> f64 {
    let layout = Layout { roughness, ..auto(spacing) };
    let noise = Noise::<2>::new(PERLIN, fractal, &layout).unwrap();
    let (rows, len) = (400, 128);
    let mut sum = 0.0;
    for k in 0..rows {
        let columns: Vec<[f64; 2]> = (0..len).map(|i| [(i as f64 + unit(k * len + i)) * 73.0, 0.0]).collect();
        let out = row::<f32, 2>(&noise, Level::best(), Order::Value, &columns, [0.0, k as f64 * 61.0], None);
        sum += out.plane(0)[..len as usize].iter().map(|&v| f64::from(v)).sum::<f64>();
    }
    sum / (rows * len) as f64
}

#[test]
fn levels_of_detail_have_the_same_mean() {
    let mut failed = Vec::new();
    for fractal in fractals() {
        // Where weights are clamped, the clamped mean is not the mean of the clamped weights. So if fine octaves have high
        // amplitudes, the mean of the ridged multifractal rises a little where these octaves fade out.
        for (gain, bound) in [(0.5, 0.015), (0.65, 0.02)] {
            let roughness = Roughness::Gain(gain);
            let length = Noise::<2>::new(PERLIN, fractal, &auto(1.0)).unwrap().interval().length();
            // At both spacings, the third octave is the last that is complete. At the second spacing, about half of the fourth
            // octave is visible.
            for spacing in [100.0 / 17.0, 100.0 / 25.0] {
                let (coarse, fine) =
                    (mean(fractal, roughness, spacing), mean(fractal, roughness, spacing / 16.0));
                let off = (coarse - fine).abs() / length;
                if off > bound {
                    failed
                        .push(format!("{fractal:?}, gain {gain}, spacing {spacing}: {coarse}, finer {fine}"));
                }
            }
        }
    }
    assert!(failed.is_empty(), "{failed:#?}");
}
