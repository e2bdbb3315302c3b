//! Rendered pictures, and their conversion to sRGB.

use std::sync::LazyLock;

use orogen_engine::srgb;

/// A picture in linear light.
///
/// ```
/// use orogen_view::Picture;
///
/// let picture = Picture { size: [2, 1], light: vec![[0.0; 3], [0.18; 3]], exposure: 1.0 };
/// let srgb = picture.to_srgb(0.0);
/// assert!(srgb.len() == 6 && srgb[5] > srgb[0] + 80);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// Columns and rows.
    pub size: [u32; 2],
    /// Radiance of each pixel, row by row from the top: red, green and blue with the primaries of sRGB. The sun's irradiance
    /// outside the air is 1. In the average of a pixel, samples brighter than white have less weight, see docs/looks.md.
    pub light: Vec<[f32; 3]>,
    /// The exposure: the factor from radiance to display brightness before the film curve. See [`metered`](crate::metered).
    pub exposure: f32,
}

impl Picture {
    /// The picture as sRGB bytes, three per pixel, after a film curve. Each stop of `stops` doubles the exposure.
    pub fn to_srgb(&self, stops: f32) -> Vec<u8> {
        let exposure = self.exposure * libm::exp2f(stops);
        let columns = self.size[0] as usize;
        let pixels = self.light.iter().enumerate().flat_map(|(at, light)| {
            let light = filmic(light.map(|v| v * exposure));
            let dither = dither(at % columns, at / columns);
            light.map(|v| (255.0 * srgb::encode(v) + 0.5 + dither).clamp(0.0, 255.0) as u8)
        });
        pixels.collect()
    }
}

/// Encodes light as sRGB bytes with a lookup table, for drafts. The film curve is that of [`Picture::to_srgb`], but this function
/// does not dither.
///
/// ```
/// let [red, green, blue] = orogen_view::to_srgb([0.18, 0.18, 0.18], 1.0);
/// assert!(red.abs_diff(118) < 12 && red.abs_diff(blue) < 2 && green.abs_diff(red) < 2);
/// ```
pub fn to_srgb(light: [f32; 3], exposure: f32) -> [u8; 3] {
    const LAST: f32 = 4095.0;
    static TABLE: LazyLock<Vec<u8>> =
        LazyLock::new(|| (0..4096_u16).map(|at| srgb::encode_byte(f32::from(at) / LAST)).collect());
    filmic(light.map(|light| light * exposure))
        .map(|light| TABLE[(light.clamp(0.0, 1.0) * LAST + 0.5) as usize])
}

/// A film curve: S. Hill's fit (2016) of the Academy's reference transforms. Bright colours become pale, as on film. The curve is
/// scaled so that middle grey keeps its value.
fn filmic(light: [f32; 3]) -> [f32; 3] {
    const TO_FILM: [[f32; 3]; 3] =
        [[0.597_19, 0.354_58, 0.048_23], [0.076, 0.908_34, 0.015_66], [0.028_4, 0.133_83, 0.837_77]];
    const TO_SCREEN: [[f32; 3]; 3] = [
        [1.604_75, -0.531_08, -0.073_67],
        [-0.102_08, 1.108_13, -0.006_05],
        [-0.003_27, -0.072_76, 1.076_02],
    ];
    const GAIN: f32 = 1.45;
    let times = |m: &[[f32; 3]; 3], v: [f32; 3]| {
        std::array::from_fn(|i| m[i][0] * v[0] + m[i][1] * v[1] + m[i][2] * v[2])
    };
    let film: [f32; 3] = times(&TO_FILM, light.map(|v| GAIN * v.max(0.0)));
    let curve =
        film.map(|v| (v * (v + 0.024_578_6) - 0.000_090_537) / (v * (0.983_729 * v + 0.432_951) + 0.238_081));
    times(&TO_SCREEN, curve)
}

/// The dither of a pixel: less than half a step of a byte, up or down, without a visible pattern. It prevents banding in slow
/// gradients. The method is interleaved gradient noise (J. Jimenez, "Next generation post processing", 2014).
fn dither(column: usize, row: usize) -> f32 {
    let along = 0.067_110_56 * column as f32 + 0.005_837_15 * row as f32;
    (52.982_918 * along.fract()).fract() - 0.5
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grey_stays_grey_and_order_stays() {
        let grey = filmic([0.18; 3]);
        assert!((grey[0] - grey[2]).abs() < 2e-3 && (0.15..0.22).contains(&grey[1]), "{grey:?}");
        let mut last = -1.0;
        for step in 0..200 {
            let [_, green, _] = filmic([0.0, 1e-4 * libm::exp2f(step as f32 * 0.1), 0.0]);
            assert!(green >= last, "{step}");
            last = green;
        }
        assert!(last > 0.7, "{last}");
    }

    /// A gradient over a few steps of a byte has no visible edge: within a column, pixels differ by a step.
    #[test]
    fn slow_gradients_are_dithered() {
        let light: Vec<_> = (0..64 * 64).map(|at| [0.2 + 0.0002 * (at % 64) as f32 / 64.0; 3]).collect();
        let picture = Picture { size: [64, 64], light, exposure: 1.0 };
        let bytes = picture.to_srgb(0.0);
        let column: Vec<_> = (0..64).map(|row| bytes[3 * (64 * row + 20)]).collect();
        assert!(column.iter().max() > column.iter().min());
    }
}
