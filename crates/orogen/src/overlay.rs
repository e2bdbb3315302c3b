//! What lies over the ground of a recipe: strokes of brushes, which the engine need not know.
//!
//! A [`Layer`] is what somebody drew, wherever it was kept. Over the terrain of a recipe, and for samples of one spacing, it
//! becomes an [`Overlay`], and the terrain under one is a [`Terrain`] like any other: its rows, maps,
//! patches and samples all have the overlay in them.

use std::fmt::Debug;
use std::sync::Arc;

use orogen_noise::interval::Interval;

use crate::image::Images;
use crate::raster::{Band, Grid};
use crate::recipe::Recipe;
use crate::terrain::{Sample, Terrain};

/// What is wrong, and the mend.
pub type Complaint = (String, String);

/// Asked now and then, on any thread, whether anybody still wants what is being made. Once it says no, it says no for ever.
pub type Watch<'a> = &'a (dyn Fn() -> bool + Sync);

/// What a layer is made ready for.
#[derive(Clone)]
pub struct Ground<'a> {
    /// The recipe.
    pub recipe: &'a Recipe,
    /// Its terrain without the layer.
    pub base: Arc<Terrain>,
    /// Where pictures come from.
    pub images: &'a dyn Images,
    /// Metres between samples: how fine `octaves = "auto"` goes.
    pub spacing: f64,
}

/// What was drawn over a recipe.
pub trait Layer: Debug + Send + Sync {
    /// Makes it ready over a ground.
    ///
    /// # Errors
    /// It cannot lie on this one: message and mend.
    fn over(&self, ground: Ground<'_>) -> Result<Arc<dyn Overlay>, Complaint>;
}

/// What lies over a terrain, ready to be laid.
///
/// What it makes of a sample depends on the place, the terrain and the spacing only, never on the other samples that are asked
/// for with it.
pub trait Overlay: Debug + Send + Sync {
    /// The heights in metres that can occur, of the ground under it where it leaves that alone, too.
    fn interval(&self) -> Interval;

    /// What is doubtful, though no reason to refuse it, each with the mend.
    fn doubts(&self) -> &[Complaint];

    /// Lays it on rows of a grid. `band` holds the terrain there, with slopes or without. Nothing is of meaning once `go_on`
    /// says no; then it returns false.
    fn lay_on_rows(&self, grid: &Grid, band: &mut Band, go_on: Watch<'_>) -> bool;

    /// Lays it on samples of the terrain that lie anywhere: in metres, on planets on their sphere. In `exact` ones heights
    /// were computed in double precision, and so is what is laid on them. On `go_on` see [`lay_on_rows`](Self::lay_on_rows).
    fn lay_on_samples(
        &self,
        places: &[[f64; 3]],
        samples: &mut [Sample],
        exact: bool,
        go_on: Watch<'_>,
    ) -> bool;
}

/// For who waits for the end, whatever it takes.
pub(crate) fn always() -> bool {
    true
}
