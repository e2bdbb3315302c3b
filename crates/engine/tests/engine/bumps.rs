//! A layer for tests: bumps with a closed formula. Real strokes are in another crate.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use orogen_engine::interval::Interval;
use orogen_engine::overlay::{Complaint, Layer, LayerBase, Overlay, Watch};
use orogen_engine::raster::{Band, Grid};
use orogen_engine::terrain::{Images, Sample};

/// Bumps on the ground. Each has a height `h` at a place and a radius `r`: `h·(1 − d²/r²)³` at a distance `d < r`.
#[derive(Clone, Debug)]
pub(crate) struct Bumps {
    /// x, y, radius and height.
    pub(crate) bumps: Vec<[f64; 4]>,
    /// A warning.
    pub(crate) doubt: Option<Complaint>,
    /// How often rows were changed.
    pub(crate) made: Arc<AtomicUsize>,
    /// How often it was prepared for a ground.
    pub(crate) prepared: Arc<AtomicUsize>,
}

impl Bumps {
    /// A bump above 1, one between 0 and 1, and a hole.
    pub(crate) fn new() -> Self {
        let bumps = vec![[400.0, 420.0, 300.0, 1.6], [700.0, 700.0, 250.0, 0.7], [300.0, 800.0, 200.0, -0.9]];
        Self { bumps, doubt: None, made: Arc::default(), prepared: Arc::default() }
    }

    /// The height and its slopes that are added at a place.
    pub(crate) fn at(&self, [x, y]: [f64; 2]) -> [f64; 3] {
        let mut sum = [0.0; 3];
        for [u, v, radius, height] in &self.bumps {
            let [p, q] = [(x - u) / radius, (y - v) / radius];
            let rest = (1.0 - p * p - q * q).max(0.0);
            sum[0] += height * rest * rest * rest;
            sum[1] -= 6.0 * height * rest * rest * p / radius;
            sum[2] -= 6.0 * height * rest * rest * q / radius;
        }
        sum
    }
}

impl Layer for Bumps {
    fn over(&self, ground: LayerBase<'_>) -> Result<Arc<dyn Overlay>, Complaint> {
        self.prepared.fetch_add(1, Ordering::Relaxed);
        let base = ground.base.interval();
        Ok(Arc::new(Laid { bumps: self.clone(), interval: Interval::new(base.min - 3.0, base.max + 3.0) }))
    }

    fn words(&self, _: &dyn Images, add: &mut dyn FnMut(u64)) -> Result<(), Complaint> {
        self.bumps.iter().flatten().for_each(|number| add(number.to_bits()));
        Ok(())
    }
}

#[derive(Debug)]
struct Laid {
    bumps: Bumps,
    interval: Interval,
}

impl Overlay for Laid {
    fn interval(&self) -> Interval {
        self.interval
    }

    fn doubts(&self) -> &[Complaint] {
        self.bumps.doubt.as_slice()
    }

    fn lay_on_rows(&self, grid: &Grid, band: &mut Band, _: Watch<'_>) -> bool {
        self.bumps.made.fetch_add(1, Ordering::Relaxed);
        for (at, height) in band.height.iter_mut().enumerate() {
            let [column, row] = [at % grid.columns, at / grid.columns];
            let [added, dx, dy] = self.bumps.at([grid.x(column), grid.y(row)]);
            *height = (f64::from(*height) + added) as f32;
            for (slopes, added) in [(&mut band.dx, dx), (&mut band.dy, dy)] {
                slopes.get_mut(at).into_iter().for_each(|slope| *slope += added as f32);
            }
        }
        true
    }

    fn lay_on_samples(&self, places: &[[f64; 3]], samples: &mut [Sample], _: bool, _: Watch<'_>) -> bool {
        for (&[x, y, _], sample) in places.iter().zip(samples) {
            let [added, dx, dy] = self.bumps.at([x, y]);
            sample.height += added;
            sample.gradient[0] += dx;
            sample.gradient[1] += dy;
        }
        true
    }
}
