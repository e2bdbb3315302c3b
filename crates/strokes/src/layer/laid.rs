//! Strokes laid over a terrain.

use orogen::interval::Interval;
use orogen::overlay::{Complaint, Overlay, Watch};
use orogen::raster::{Band, Grid};
use orogen::terrain::Sample;

use super::heights;
use crate::sculpted::Sculpted;

/// Strokes over a terrain, as the engine lays them.
#[derive(Debug)]
pub(super) struct Laid {
    ground: Sculpted,
    interval: Interval,
    doubts: Vec<Complaint>,
}

impl Laid {
    /// `base` holds the heights of the terrain that the strokes lie on.
    pub(super) fn new(ground: Sculpted, base: Interval, doubts: Vec<Complaint>) -> Self {
        let interval = heights::with(base, ground.prepared(), ground.ground());
        Self { ground, interval, doubts }
    }
}

impl Overlay for Laid {
    fn interval(&self) -> Interval {
        self.interval
    }

    fn doubts(&self) -> &[Complaint] {
        &self.doubts
    }

    fn lay_on_rows(&self, grid: &Grid, band: &mut Band, go_on: Watch<'_>) -> bool {
        self.ground.lay_on_rows(grid, band, go_on)
    }

    fn lay_on_samples(
        &self,
        places: &[[f64; 3]],
        samples: &mut [Sample],
        exact: bool,
        go_on: Watch<'_>,
    ) -> bool {
        self.ground.lay_on_samples(places, samples, exact, go_on)
    }
}
