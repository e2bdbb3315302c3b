//! Strokes as the overlay that the engine applies.

use orogen_engine::interval::Interval;
use orogen_engine::overlay::{Complaint, Overlay, Watch};
use orogen_engine::raster::{Band, Grid};
use orogen_engine::terrain::Sample;

use super::heights;
use crate::prepared_strokes::PreparedStrokes;

/// Strokes on a terrain, with bounds of their heights.
#[derive(Debug)]
pub(super) struct StrokeOverlay {
    ground: PreparedStrokes,
    interval: Interval,
    doubts: Vec<Complaint>,
}

impl StrokeOverlay {
    /// `base` bounds the heights of the terrain without strokes.
    pub(super) fn new(ground: PreparedStrokes, base: Interval, doubts: Vec<Complaint>) -> Self {
        let interval = heights::with(base, ground.prepared(), ground.surface());
        Self { ground, interval, doubts }
    }
}

impl Overlay for StrokeOverlay {
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
