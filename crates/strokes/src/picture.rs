//! Pictures of stamps, interpolated smoothly between their pixels.

use std::sync::Arc;

use orogen_engine::image::Image;
use orogen_engine::interval::Interval;

/// A picture as a function with continuous slopes: bicubic between its pixels (Keys 1981, a = −½), clamped at its
/// edges.
#[derive(Clone, Debug)]
pub(crate) struct Picture {
    image: Arc<Image>,
    /// Half of the longer side, in pixels.
    half: f64,
}

impl Picture {
    pub(crate) fn new(image: Arc<Image>) -> Self {
        let half = 0.5 * image.width.max(image.height) as f64;
        Self { image, half }
    }

    /// The range of values. The weights of four pixels sum to 1. The sum of their magnitudes is at most 1.25, half-way
    /// between the middle two pixels. So over both axes, the range of values is up to 1.25² times as wide as the range of
    /// pixels, with the same middle.
    pub(crate) fn interval(&self) -> Interval {
        let ends =
            self.image.samples.iter().fold([f64::INFINITY, f64::NEG_INFINITY], |[min, max], &sample| {
                [min.min(f64::from(sample)), max.max(f64::from(sample))]
            });
        let (middle, half) = (0.5 * (ends[0] + ends[1]), 0.5 * (ends[1] - ends[0]) * 1.5625);
        Interval::new(middle - half, middle + half)
    }

    /// The value at a position and its derivatives there. The longer side spans −1 to 1; 0 is the centre.
    pub(crate) fn at(&self, [u, v]: [f64; 2]) -> [f64; 3] {
        let column = u * self.half + 0.5 * (self.image.width as f64 - 1.0);
        let row = v * self.half + 0.5 * (self.image.height as f64 - 1.0);
        let ([across, across_slope], [down, down_slope]) = (weights(column), weights(row));
        let mut sums = [0.0; 3];
        for j in 0..4 {
            let (mut value, mut slope) = (0.0, 0.0);
            for i in 0..4 {
                let pixel = self.pixel(column, row, i, j);
                value += across[i] * pixel;
                slope += across_slope[i] * pixel;
            }
            sums[0] += down[j] * value;
            sums[1] += down[j] * slope;
            sums[2] += down_slope[j] * value;
        }
        [sums[0], sums[1] * self.half, sums[2] * self.half]
    }

    /// One of the 4 × 4 pixels around a position.
    fn pixel(&self, column: f64, row: f64, i: usize, j: usize) -> f64 {
        let inside = |position: f64, step: usize, count: usize| {
            (position.floor() as i64 + step as i64 - 1).clamp(0, count as i64 - 1) as usize
        };
        let (x, y) = (inside(column, i, self.image.width), inside(row, j, self.image.height));
        f64::from(self.image.samples[y * self.image.width + x])
    }
}

/// The weights of four pixels at a position between the middle two pixels, and the derivatives of the weights.
fn weights(position: f64) -> [[f64; 4]; 2] {
    let t = position - position.floor();
    let (t2, t3) = (t * t, t * t * t);
    [
        [
            0.5 * (2.0 * t2 - t3 - t),
            0.5 * (3.0 * t3 - 5.0 * t2 + 2.0),
            0.5 * (4.0 * t2 - 3.0 * t3 + t),
            0.5 * (t3 - t2),
        ],
        [
            0.5 * (4.0 * t - 3.0 * t2 - 1.0),
            0.5 * (9.0 * t2 - 10.0 * t),
            0.5 * (8.0 * t - 9.0 * t2 + 1.0),
            0.5 * (3.0 * t2 - 2.0 * t),
        ],
    ]
}

#[cfg(test)]
mod tests {
    use orogen_engine::image::{PixelSize, SampleUnit};

    use super::*;

    fn picture(width: usize, height: usize, at: impl Fn(usize, usize) -> f32) -> Picture {
        let samples: Vec<_> =
            (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).map(|(x, y)| at(x, y)).collect();
        let unit = SampleUnit::Fraction;
        Picture::new(Arc::new(Image {
            width,
            height,
            samples: samples.into(),
            unit,
            pixel: PixelSize::Unknown,
        }))
    }

    #[test]
    fn it_passes_through_its_pixels_and_keeps_planes() {
        let plane = picture(8, 6, |x, y| x as f32 * 0.5 - y as f32 * 0.25);
        // The centre is between pixels (3, 2) and (4, 3). The width of a pixel is a quarter of half the picture's width.
        let [value, across, down] = plane.at([0.125, 0.125]);
        assert_eq!([value, across, down], [4.0 * 0.5 - 3.0 * 0.25, 2.0, -1.0]);
        assert_eq!(plane.at([0.0, 0.0])[0], 3.5 * 0.5 - 2.5 * 0.25);
    }

    #[test]
    fn slopes_are_those_of_the_values() {
        let bumpy = picture(7, 9, |x, y| ((x * 31 + y * 17) % 11) as f32 / 11.0);
        for i in 0..400 {
            let (u, v, h) = (f64::from(i % 20) * 0.11 - 1.1, f64::from(i / 20) * 0.113 - 1.1, 1e-6);
            let [_, du, dv] = bumpy.at([u, v]);
            let across = (bumpy.at([u + h, v])[0] - bumpy.at([u - h, v])[0]) / (2.0 * h);
            let down = (bumpy.at([u, v + h])[0] - bumpy.at([u, v - h])[0]) / (2.0 * h);
            assert!((du - across).abs() < 1e-4 && (dv - down).abs() < 1e-4, "({u}, {v})");
        }
    }
}
