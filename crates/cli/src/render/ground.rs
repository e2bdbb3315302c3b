//! The ground below cameras.

use orogen::query::HeightQuery;
use orogen::recipe::Recipe;
use orogen_view::{Bounds, Camera, ViewError};

use super::wish::Place;

/// The ground below cameras.
pub(super) struct Ground<'a> {
    pub(super) recipe: &'a Recipe,
    pub(super) query: &'a HeightQuery,
}

impl Ground<'_> {
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

    /// Refuses a camera inside the ground, before any work.
    pub(super) fn refuse_inside(&self, camera: &Camera, bounds: Bounds) -> Result<(), ViewError> {
        let [x, y, eye] = camera.eye();
        let is_there = match bounds {
            Bounds::Endless => true,
            Bounds::Domain => [x, y].iter().all(|along| (0.0..=self.recipe.domain.size).contains(along)),
        };
        let ground = self.query.sample(x, y).height;
        if is_there && eye <= ground { Err(ViewError::Underground { eye, ground }) } else { Ok(()) }
    }
}
