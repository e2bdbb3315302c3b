//! The ground below cameras.

use std::cell::OnceCell;

use orogen::query::HeightQuery;
use orogen::recipe::Recipe;
use orogen_view::{Bounds, Camera, Scout, ViewError, refuse_inside};

use super::wish::Place;

/// The ground below cameras.
pub(super) struct Ground<'a> {
    pub(super) recipe: &'a Recipe,
    /// As fine as cameras stand on it.
    query: &'a HeightQuery,
    /// As fine as its raster, which is asked sooner.
    broad: &'a HeightQuery,
    /// Who finds views, if one is wanted.
    scout: OnceCell<Scout<'a>>,
}

impl<'a> Ground<'a> {
    pub(super) fn new(recipe: &'a Recipe, query: &'a HeightQuery, broad: &'a HeightQuery) -> Self {
        Self { recipe, query, broad, scout: OnceCell::new() }
    }

    /// Finds views.
    pub(super) fn scout(&self) -> &Scout<'a> {
        self.scout.get_or_init(|| Scout::new(self.recipe, self.broad))
    }

    /// The height of the ground, or of the water over it.
    pub(super) fn covered(&self, x: f64, y: f64) -> f64 {
        let sea = self.recipe.sea.as_ref().map_or(f64::NEG_INFINITY, |sea| sea.level);
        self.query.sample(x, y).height.max(sea)
    }

    /// The domain's middle.
    pub(super) fn middle(&self) -> Place {
        let middle = 0.5 * self.recipe.domain.size;
        Place { x: middle, y: middle, height: None }
    }

    /// Refuses a camera inside the ground or the water, before any work.
    pub(super) fn refuse_inside(&self, camera: &Camera, bounds: Bounds) -> Result<(), ViewError> {
        refuse_inside(camera, bounds, self.recipe, self.query).map(drop)
    }
}
