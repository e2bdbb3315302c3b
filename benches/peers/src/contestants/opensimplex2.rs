//! opensimplex2: f64 positions and f32 values; simplex noise of one octave only, so this module sums the octaves.

use ::opensimplex2::fast::noise2;

use super::Contestant;
use crate::task::{Fill, Task};
use crate::work::{Basis, Sum, Work};

pub(crate) fn contestant() -> Contestant {
    Contestant::new("opensimplex2", fill)
}

fn fill(task: &Task) -> Option<Fill> {
    let Work { basis, sum, octaves, .. } = task.work;
    let frequency = f64::from(task.frequency());
    let simplex = basis == Basis::Simplex && sum == Sum::Fbm;
    simplex.then(|| task.plane(move |x, y| fbm(octaves, f64::from(x) * frequency, f64::from(y) * frequency)))
}

#[inline]
fn fbm(octaves: u32, mut x: f64, mut y: f64) -> f32 {
    let (mut sum, mut amplitude) = (0.0, 0.5);
    for octave in 0..octaves {
        sum += amplitude * noise2(i64::from(octave), x, y);
        (x, y, amplitude) = (2.0 * x, 2.0 * y, 0.5 * amplitude);
    }
    sum
}
