//! Applies the overlay of a terrain to samples.

use std::fmt::Debug;
use std::sync::Arc;

use orogen_noise::interval::Interval;

use super::evaluate::Sample;
use super::sunken::Sunken;
use crate::cpu::Number;
use crate::patch::{Patch, PatchSamples};
use crate::raster::{Band, Grid};

/// A fault: what is wrong, and how to fix it.
pub type Complaint = (String, String);

/// A function that returns whether the result is still wanted. It is called repeatedly, on any thread. Once it has returned
/// false, it always returns false.
pub type Watch<'a> = &'a (dyn Fn() -> bool + Sync);

/// A [`Layer`](super::Layer) prepared for one terrain and one spacing.
///
/// The result at a sample depends only on the sample's position, the terrain and the spacing, never on the other samples of the
/// call.
pub trait Overlay: Debug + Send + Sync {
    /// An interval that contains all heights in metres, including those of the terrain below the overlay.
    fn interval(&self) -> Interval;

    /// Warnings, each with how to fix it.
    fn doubts(&self) -> &[Complaint];

    /// Changes rows of a grid. `band` has the terrain of these rows, with or without slopes.
    ///
    /// Returns false if `go_on` does; `band` is then meaningless.
    fn lay_on_rows(&self, grid: &Grid, band: &mut Band, go_on: Watch<'_>) -> bool;

    /// Changes samples of the terrain at any positions, in metres; those of a planet lie on its sphere. If `exact`, the samples
    /// were computed in double precision, and the result must be, too. For `go_on` and the returned value, see
    /// [`lay_on_rows`](Self::lay_on_rows).
    fn lay_on_samples(
        &self,
        places: &[[f64; 3]],
        samples: &mut [Sample],
        exact: bool,
        go_on: Watch<'_>,
    ) -> bool;
}

/// A [`Watch`] that always returns true.
pub(crate) fn always() -> bool {
    true
}

/// Whether numbers are computed in double precision.
fn is_exact<S: Number>() -> bool {
    size_of::<S>() == size_of::<f64>()
}

/// The overlay of a terrain, and the water that it moves.
#[derive(Clone, Debug)]
pub(super) struct Laid {
    pub(super) overlay: Arc<dyn Overlay>,
    pub(super) water: Sunken,
}

impl Laid {
    /// Applies the overlay to rows of a grid. Returns false if `go_on` does.
    pub(super) fn on_rows(&self, grid: &Grid, band: &mut Band, go_on: Watch<'_>) -> bool {
        let before = self.water.ground(&band.height, &band.others);
        let is_whole = self.overlay.lay_on_rows(grid, band, go_on);
        if is_whole {
            let place = |at: usize| [grid.x(at % grid.columns), grid.y(at / grid.columns)];
            self.water.sink([&before, &band.height], &mut band.others, place);
        }
        is_whole
    }

    /// Applies the overlay to samples, which keep their precision.
    pub(super) fn on_samples<S: Number>(&self, points: &[[f64; 3]], samples: &mut [Sample]) {
        self.overlay.lay_on_samples(points, samples, is_exact::<S>(), &always);
        let rounded = |number: f64| S::from_f64(number).to_f64();
        for sample in samples {
            *sample = Sample { height: rounded(sample.height), gradient: sample.gradient.map(rounded) };
        }
    }

    /// Applies the overlay to the relief of a patch. `None` if `go_on` returns false first.
    pub(super) fn on_patch<S: Number>(
        &self,
        patch: &Patch,
        relief: PatchSamples<S>,
        go_on: Watch<'_>,
    ) -> Option<PatchSamples<S>> {
        let places: Vec<_> = (0..patch.len()).map(|sample| patch.position(sample)).collect();
        self.on_places(&places, relief, go_on)
    }

    /// Applies the overlay to the relief at places in metres. `None` if `go_on` returns false first.
    pub(super) fn on_places<S: Number>(
        &self,
        places: &[[f64; 3]],
        mut relief: PatchSamples<S>,
        go_on: Watch<'_>,
    ) -> Option<PatchSamples<S>> {
        let before = self.water.ground(&relief.height, &relief.others);
        let sample = |i: usize| Sample {
            height: relief.height[i].to_f64(),
            gradient: [0, 1, 2].map(|axis| relief.slopes[axis][i].to_f64()),
        };
        let mut samples: Vec<_> = (0..places.len()).map(sample).collect();
        if !self.overlay.lay_on_samples(places, &mut samples, is_exact::<S>(), go_on) {
            return None;
        }
        for (i, sample) in samples.into_iter().enumerate() {
            relief.height[i] = S::from_f64(sample.height);
            (0..3).for_each(|axis| relief.slopes[axis][i] = S::from_f64(sample.gradient[axis]));
        }
        let place = |at: usize| [places[at][0], places[at][1]];
        self.water.sink([&before, &relief.height], &mut relief.others, place);
        Some(relief)
    }
}
