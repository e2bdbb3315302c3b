//! The view of one field in place of the heights. It never changes the recipe.

use std::sync::Arc;

use orogen_engine::recipe::Recipe;

use super::project::Project;
use crate::document::new_revision;
use crate::map::field_alone;

/// The height of the view of a field, as a share of the domain's size; on a planet, of the equator.
const RELIEF: f64 = 0.12;
const RELIEF_OF_PLANETS: f64 = 0.01;

/// A recipe whose heights are one field of another recipe.
#[derive(Debug)]
pub(super) struct Preview {
    /// The other recipe.
    of: Arc<Recipe>,
    field: String,
    /// The least and the greatest value of the field, once they are known.
    range: Option<[f64; 2]>,
    revision: u64,
    recipe: Arc<Recipe>,
}

impl Project {
    /// The recipe to show instead of the document's, and its revision. `None` if no field is pinned.
    pub(super) fn preview(&mut self) -> Option<(u64, Arc<Recipe>)> {
        let recipe = self.document.recipe()?;
        let field = self.graph_state.pinned.as_ref().filter(|field| recipe.fields.contains_key(*field));
        let Some(field) = field else {
            self.preview = None;
            return None;
        };
        let range = self.ranges.get(field).copied();
        let is_current = |preview: &Preview| {
            Arc::ptr_eq(&preview.of, recipe) && preview.field == *field && preview.range == range
        };
        if !self.preview.as_ref().is_some_and(is_current) {
            self.preview = Some(Preview {
                of: Arc::clone(recipe),
                field: field.clone(),
                range,
                revision: new_revision(),
                recipe: Arc::new(shown(recipe, field, range)),
            });
        }
        self.preview.as_ref().map(|preview| (preview.revision, Arc::clone(&preview.recipe)))
    }

    /// Whether the view shows a field in place of the heights.
    pub(super) fn is_preview(&self) -> bool {
        self.preview.is_some()
    }
}

/// A recipe with a field as heights. Fields have no unit in common, so the range of values gets a fixed height.
fn shown(recipe: &Recipe, field: &str, range: Option<[f64; 2]>) -> Recipe {
    let mut shown = field_alone(recipe, field);
    let is_planet = recipe.domain.sphere().is_some();
    let relief = recipe.domain.size * if is_planet { RELIEF_OF_PLANETS } else { RELIEF };
    shown.height.scale = match range {
        Some([low, high]) if high > low => relief / (high - low),
        _ => recipe.height.scale,
    };
    shown.height.offset = -shown.height.scale * range.map_or(0.0, |[low, _]| low);
    shown
}
