//! The ground below cameras on a plane.

use std::cell::OnceCell;

use orogen_engine::query::HeightQuery;
use orogen_engine::recipe::Recipe;
use orogen_view::{Camera, GroundExtent, ViewError, ViewFinder, refuse_inside};

use super::camera_args::Position;

/// The ground below cameras.
pub(super) struct CameraGround<'a> {
    pub(super) recipe: &'a Recipe,
    /// The ground with the detail that a camera near it sees.
    query: &'a HeightQuery,
    /// The ground with the detail of the domain's spacing, which is faster to compute.
    coarse: &'a HeightQuery,
    /// Created on first use.
    view_finder: OnceCell<ViewFinder<'a>>,
}

impl<'a> CameraGround<'a> {
    pub(super) fn new(recipe: &'a Recipe, query: &'a HeightQuery, coarse: &'a HeightQuery) -> Self {
        Self { recipe, query, coarse, view_finder: OnceCell::new() }
    }

    /// Finds views.
    pub(super) fn view_finder(&self) -> &ViewFinder<'a> {
        self.view_finder.get_or_init(|| ViewFinder::new(self.recipe, self.coarse))
    }

    /// The height of the ground, or of the water above it.
    pub(super) fn covered(&self, x: f64, y: f64) -> f64 {
        let sea = self.recipe.sea.as_ref().map_or(f64::NEG_INFINITY, |sea| sea.level);
        self.query.sample(x, y).height.max(sea)
    }

    /// The centre of the domain.
    pub(super) fn centre(&self) -> Position {
        let middle = 0.5 * self.recipe.domain.size;
        Position { x: middle, y: middle, height: None }
    }

    /// Refuses a camera inside the ground or the water.
    pub(super) fn refuse_inside(&self, camera: &Camera, bounds: GroundExtent) -> Result<(), ViewError> {
        refuse_inside(camera, bounds, self.recipe, self.query).map(drop)
    }
}
