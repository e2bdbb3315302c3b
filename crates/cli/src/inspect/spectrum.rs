//! The radial power spectrum of a terrain: the power of its features by wavelength.

use std::f64::consts::TAU;
use std::sync::Arc;

use rustfft::algorithm::{BluesteinsAlgorithm, Radix4};
use rustfft::num_complex::Complex64;
use rustfft::{Fft, FftDirection};

use super::height_field::HeightField;

/// The most samples along a side of the transformed square.
const LARGEST: usize = 2048;
/// The fewest samples. Smaller squares have no octave between the longest wave that fits well and the shortest.
const SMALLEST: usize = 64;
/// Rings of the spectral plane, evenly spaced in the logarithm of the frequency.
const RINGS: usize = 40;

/// Power against wavelength, averaged over all directions.
pub(crate) struct Spectrum {
    /// Wavelength in metres (or samples, if the scale is unknown), decreasing, and mean power density in m² per
    /// (cycle per metre)².
    pub(crate) rings: Vec<[f64; 2]>,
    /// The exponent β in power ~ wavelength^β, for wavelengths from four samples to an eighth of the side.
    pub(crate) beta: f64,
    /// The logarithm of the fitted power at wavelength 1.
    pub(crate) log_offset: f64,
}

impl Spectrum {
    /// The spectrum of the largest centred square, or `None` if the terrain is too small or too flat. The mean and slope
    /// of the square are removed and a Hann window fades its edges, so that these do not appear as features.
    pub(crate) fn of(field: &HeightField) -> Option<Self> {
        let side = field.columns.min(field.rows).min(LARGEST);
        if side < SMALLEST {
            return None;
        }
        let spacing = field.scale.as_ref().map_or(1.0, |scale| scale.spacing);
        let mut plane = middle(field, side);
        remove_plane(&mut plane, side);
        fade_out(&mut plane, side);
        transform(&mut plane, side);
        let rings = rings(&plane, side, spacing);
        let length = side as f64 * spacing;
        let fitted =
            rings.iter().filter(|[wavelength, _]| (4.0 * spacing..=length / 8.0).contains(wavelength));
        let (beta, log_offset) = line(fitted.map(|[wavelength, power]| [wavelength.ln(), power.ln()]))?;
        Some(Self { rings, beta, log_offset })
    }
}

/// The centred square. Samples that are not finite are replaced by the mean.
fn middle(field: &HeightField, side: usize) -> Vec<Complex64> {
    let (left, top) = ((field.columns - side) / 2, (field.rows - side) / 2);
    let rows = field.heights.chunks_exact(field.columns).skip(top).take(side);
    let heights: Vec<f64> =
        rows.flat_map(|row| &row[left..][..side]).map(|&height| f64::from(height)).collect();
    let finite = || heights.iter().filter(|height| height.is_finite());
    let mean = finite().sum::<f64>() / finite().count().max(1) as f64;
    heights.iter().map(|&height| Complex64::from(if height.is_finite() { height } else { mean })).collect()
}

/// Subtracts the plane of least squares. On a square, the coordinates from its centre, x and y, are orthogonal to
/// each other and to 1, so each coefficient is a quotient of two sums.
fn remove_plane(plane: &mut [Complex64], side: usize) {
    let centred = |i: usize| i as f64 - (side - 1) as f64 / 2.0;
    let [mut sum, mut along_x, mut along_y, mut squares] = [0.0; 4];
    for (at, height) in plane.iter().enumerate() {
        let (x, y) = (centred(at % side), centred(at / side));
        sum += height.re;
        along_x += x * height.re;
        along_y += y * height.re;
        squares += x * x;
    }
    let mean = sum / plane.len() as f64;
    for (at, height) in plane.iter_mut().enumerate() {
        height.re -= mean + (along_x * centred(at % side) + along_y * centred(at / side)) / squares;
    }
}

fn hann(i: usize, side: usize) -> f64 {
    0.5 - 0.5 * libm::cos(TAU * i as f64 / side as f64)
}

fn fade_out(plane: &mut [Complex64], side: usize) {
    let window: Vec<f64> = (0..side).map(|i| hann(i, side)).collect();
    for (row, fade) in plane.chunks_exact_mut(side).zip(&window) {
        row.iter_mut().zip(&window).for_each(|(height, across)| *height *= fade * across);
    }
}

/// The Fourier transform along both axes, with the axes swapped.
fn transform(plane: &mut [Complex64], side: usize) {
    let fourier = fourier(side);
    fourier.process(plane);
    for row in 0..side {
        for column in 0..row {
            plane.swap(row * side + column, column * side + row);
        }
    }
    fourier.process(plane);
}

/// The Fourier transform of `side` numbers. Two algorithms are enough for all sides. A planner would add algorithms for all
/// small primes, which make up a fortieth of the command's size.
fn fourier(side: usize) -> Arc<dyn Fft<f64>> {
    let radix4 = |len| Arc::new(Radix4::new(len, FftDirection::Forward));
    if side.is_power_of_two() {
        radix4(side)
    } else {
        Arc::new(BluesteinsAlgorithm::new(side, radix4((2 * side - 1).next_power_of_two())))
    }
}

/// The mean power of each ring that has any.
///
/// Let `F` be the transform, `N²` the number of samples, `h` the heights and `w` the window's weights. Σ|F|² over all
/// frequencies is N²·Σ(w·h)², so |F|²·spacing²/Σw² is the variance per (cycle per metre)².
fn rings(plane: &[Complex64], side: usize, spacing: f64) -> Vec<[f64; 2]> {
    let weight: f64 = (0..side).map(|i| hann(i, side) * hann(i, side)).sum::<f64>().powi(2);
    let (first, last) = (2.0_f64, side as f64 / 2.0);
    let mut sums = [[0.0; 3]; RINGS];
    let signed = |i: usize| {
        if i > side / 2 { i as f64 - side as f64 } else { i as f64 }
    };
    for (at, value) in plane.iter().enumerate() {
        let waves = libm::hypot(signed(at % side), signed(at / side));
        if (first..last).contains(&waves) {
            let ring = RINGS as f64 * (waves / first).ln() / (last / first).ln();
            let [count, frequency, power] = &mut sums[(ring as usize).min(RINGS - 1)];
            *count += 1.0;
            *frequency += waves;
            *power += value.norm_sqr() * spacing * spacing / weight;
        }
    }
    let filled = sums.into_iter().filter(|[count, _, power]| *count > 0.0 && *power > 0.0);
    filled
        .map(|[count, frequency, power]| [side as f64 * spacing * count / frequency, power / count])
        .collect()
}

/// Slope and offset of the line of least squares through at least three points.
fn line(points: impl Iterator<Item = [f64; 2]>) -> Option<(f64, f64)> {
    let [mut n, mut sx, mut sy, mut sxx, mut sxy] = [0.0; 5];
    for [x, y] in points {
        n += 1.0;
        sx += x;
        sy += y;
        sxx += x * x;
        sxy += x * y;
    }
    let slope = (n * sxy - sx * sy) / (n * sxx - sx * sx);
    (n >= 3.0 && slope.is_finite()).then(|| (slope, (sy - slope * sx) / n))
}

#[cfg(test)]
mod tests {
    use super::super::height_field::Scale;
    use super::*;

    const SIDE: usize = 256;
    const SPACING: f64 = 10.0;

    fn field(height: impl Fn(f64, f64) -> f64) -> HeightField {
        let at = |i: usize| height((i % SIDE) as f64, (i / SIDE) as f64) as f32;
        let scale = Some(Scale { spacing: SPACING, slopes: Vec::new(), exact: true });
        let heights = (0..SIDE * SIDE).map(at).collect();
        HeightField { name: String::new(), columns: SIDE, rows: SIDE, heights, scale }
    }

    #[test]
    fn a_wave_appears_at_its_wavelength() {
        // Twenty waves along a diagonal, on a slope that must not appear.
        let phase = |x: f64, y: f64| TAU * (12.0 * x + 16.0 * y) / SIDE as f64;
        let spectrum = Spectrum::of(&field(|x, y| phase(x, y).sin() + 3.0 * x - 2.0 * y)).unwrap();
        let strongest = spectrum.rings.iter().max_by(|a, b| a[1].total_cmp(&b[1])).unwrap();
        let length = SIDE as f64 * SPACING / 20.0;
        assert!((strongest[0] / length - 1.0).abs() < 0.08, "{} {length}", strongest[0]);
    }

    #[test]
    fn white_noise_has_a_flat_spectrum_and_its_variance() {
        let mut state = 1_u64;
        let mut noise = Vec::new();
        for _ in 0..SIDE * SIDE {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            noise.push((state >> 40) as f64 / (1_u64 << 24) as f64);
        }
        let spectrum = Spectrum::of(&field(|x, y| noise[y as usize * SIDE + x as usize])).unwrap();
        assert!(spectrum.beta.abs() < 0.1, "{}", spectrum.beta);
        // The variance 1/12 is spread over 1/spacing² of the plane of frequencies.
        let density = SPACING * SPACING / 12.0;
        let [_, fine] = spectrum.rings[RINGS - 2];
        assert!((fine / density - 1.0).abs() < 0.1, "{fine} {density}");
    }

    #[test]
    fn small_and_flat_terrain_has_no_spectrum() {
        assert!(Spectrum::of(&field(|_, _| 5.0)).is_none());
        let small = HeightField { columns: 32, rows: 32, ..field(|x, _| x) };
        assert!(Spectrum::of(&small).is_none());
    }
}
