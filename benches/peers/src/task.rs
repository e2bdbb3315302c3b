//! A work at a size: the positions of its samples, and how a function of one position fills the results.

use std::rc::Rc;

use crate::work::{PATCH, Places, Work};

/// Writes all results of a task: a plane of values and, if the work has gradients, a plane for each slope.
pub(crate) type Fill = Box<dyn FnMut(&mut [f32])>;

/// A work at a size.
#[derive(Clone)]
pub(crate) struct Task {
    pub(crate) work: Work,
    /// Samples along a side.
    pub(crate) side: usize,
    /// The positions of samples in space, row by row.
    pub(crate) points: Rc<[[f32; 3]]>,
}

impl Task {
    /// A work for a plane of `size` samples a side. Works in space have a quarter of that number along a side, and the patch
    /// has [`PATCH`].
    pub(crate) fn new(work: &Work, size: usize) -> Self {
        let side = match work.places {
            Places::Plane => size,
            Places::Tilted | Places::Scattered | Places::Slice => size / 4,
            Places::Patch => PATCH,
        };
        let points = match work.places {
            Places::Plane => Rc::from([]),
            Places::Scattered => scattered(side * side),
            places => grid(places, side),
        };
        Self { work: *work, side, points }
    }

    /// Number of samples.
    pub(crate) fn samples(&self) -> usize {
        self.side * self.side
    }

    /// Cells of the first octave per unit of length.
    pub(crate) fn frequency(&self) -> f32 {
        1.0 / self.work.wavelength
    }

    /// Evaluates a function of the plane at every sample. If the work has gradients, two more evaluations give them.
    pub(crate) fn plane(&self, noise: impl Fn(f32, f32) -> f32 + 'static) -> Fill {
        let side = self.side;
        if self.work.gradient {
            return self.jets(differences(noise));
        }
        Box::new(move |out| {
            for (y, row) in out.chunks_exact_mut(side).enumerate() {
                for (x, value) in row.iter_mut().enumerate() {
                    *value = noise(x as f32, y as f32);
                }
            }
        })
    }

    /// Evaluates a function of the plane that gives value and gradient.
    pub(crate) fn jets(&self, noise: impl Fn(f32, f32) -> [f32; 3] + 'static) -> Fill {
        let (side, samples) = (self.side, self.samples());
        Box::new(move |out| {
            let (values, slopes) = out.split_at_mut(samples);
            let (along_x, along_y) = slopes.split_at_mut(samples);
            for y in 0..side {
                for x in 0..side {
                    let at = y * side + x;
                    [values[at], along_x[at], along_y[at]] = noise(x as f32, y as f32);
                }
            }
        })
    }

    /// Evaluates a function of space at every point.
    pub(crate) fn space(&self, noise: impl Fn([f32; 3]) -> f32 + 'static) -> Fill {
        let points = Rc::clone(&self.points);
        Box::new(move |out| {
            for (value, point) in out.iter_mut().zip(&*points) {
                *value = noise(*point);
            }
        })
    }
}

/// Value and gradient by three evaluations, for libraries without derivatives.
fn differences(noise: impl Fn(f32, f32) -> f32) -> impl Fn(f32, f32) -> [f32; 3] {
    const STEP: f32 = 0.125;
    move |x, y| {
        let value = noise(x, y);
        [value, (noise(x + STEP, y) - value) / STEP, (noise(x, y + STEP) - value) / STEP]
    }
}

/// Directions of the rows and columns of the tilted plane and of the patch. They are orthonormal, and no component is 0.
pub(crate) const ALONG: [[f64; 3]; 2] =
    [[0.427_821, 0.857_012, 0.287_228], [-0.858_992, 0.484_383, -0.165_831]];

/// The direction of the middle of the patch.
pub(crate) const UP: [f64; 3] = [-0.281_246, -0.175_781, 0.943_398];

/// Radius of the sphere that the patch lies on, in samples.
pub(crate) const RADIUS: f64 = 1_000.0 * (PATCH - 1) as f64;

/// The position of the sample in a column and a row of a grid in space.
pub(crate) fn place(places: Places, column: usize, row: usize) -> [f64; 3] {
    let (x, y) = (column as f64, row as f64);
    match places {
        Places::Plane | Places::Slice | Places::Scattered => [x, y, 100.5],
        Places::Tilted => std::array::from_fn(|i| x * ALONG[0][i] + y * ALONG[1][i]),
        Places::Patch => {
            let half = (PATCH / 2) as f64;
            let flat: [f64; 3] =
                std::array::from_fn(|i| RADIUS * UP[i] + (x - half) * ALONG[0][i] + (y - half) * ALONG[1][i]);
            let length = flat.iter().map(|x| x * x).sum::<f64>().sqrt();
            flat.map(|x| x * RADIUS / length)
        }
    }
}

fn grid(places: Places, side: usize) -> Rc<[[f32; 3]]> {
    let all = (0..side * side).map(|i| place(places, i % side, i / side).map(|x| x as f32));
    all.collect()
}

/// Random positions in a cube of 1024 samples a side, by a linear congruential generator (Knuth's MMIX).
fn scattered(count: usize) -> Rc<[[f32; 3]]> {
    let mut state = 1_u64;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f32 / 16_384.0
    };
    (0..count).map(|_| [next(), next(), next()]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
        (0..3).map(|i| (a[i] - b[i]).powi(2)).sum::<f64>().sqrt()
    }

    #[test]
    fn neighbouring_samples_are_one_apart() {
        for places in [Places::Slice, Places::Tilted, Places::Patch] {
            let here = place(places, 30, 31);
            for next in [place(places, 31, 31), place(places, 30, 32)] {
                assert!((distance(here, next) - 1.0).abs() < 1e-4, "{places:?}");
            }
        }
    }

    #[test]
    fn the_patch_lies_on_its_sphere() {
        for (column, row) in [(0, 0), (64, 3), (32, 32)] {
            assert!((distance(place(Places::Patch, column, row), [0.0; 3]) - RADIUS).abs() < 1e-6);
        }
    }
}
