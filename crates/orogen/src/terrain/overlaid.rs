//! Terrains with something drawn over them.

use std::sync::Arc;

use super::{Sample, Terrain};
use crate::cpu::Number;
use crate::image::Images;
use crate::overlay::{Complaint, Ground, Layer, Overlay, Watch, always};
use crate::patch::{Patch, Relief};
use crate::recipe::{DomainKind, Recipe, RecipeError, Sculpt};

impl Terrain {
    /// This terrain under what its recipe names.
    pub(super) fn sculpted(
        self,
        recipe: &Recipe,
        sculpt: &Sculpt,
        images: &dyn Images,
        spacing: f64,
    ) -> Result<Self, RecipeError> {
        let refused =
            |(message, help): Complaint| RecipeError::new(&recipe.source, sculpt.span, message).help(help);
        let layer = images.strokes(&sculpt.strokes).map_err(refused)?;
        self.under(&*layer, recipe, images, spacing)
    }

    /// This terrain under a layer: all that it is asked for from here on has that in it. `recipe` is the one that the terrain
    /// was made of, for samples `spacing` metres apart.
    ///
    /// # Errors
    /// The layer cannot lie on this ground, with the place in the recipe that says what that is.
    pub fn under(
        self,
        layer: &dyn Layer,
        recipe: &Recipe,
        images: &dyn Images,
        spacing: f64,
    ) -> Result<Self, RecipeError> {
        let span = recipe.sculpt.as_ref().map_or(recipe.domain.span, |sculpt| sculpt.span);
        let complaint =
            |(message, help): Complaint| RecipeError::new(&recipe.source, span, message).help(help);
        if let Some(reason) = no_ground(recipe) {
            return Err(complaint(reason));
        }
        let base = Arc::new(self);
        let ground = Ground { recipe, base: Arc::clone(&base), images, spacing };
        let overlay = layer.over(ground).map_err(complaint)?;
        let doubts = overlay.doubts().iter().cloned().map(complaint);
        let mut warnings = base.warnings.clone();
        warnings.extend(doubts);
        Ok(Self { overlay: Some(overlay), warnings, ..(*base).clone() })
    }
}

/// Why nothing can be drawn over a recipe.
fn no_ground(recipe: &Recipe) -> Option<Complaint> {
    let reason = match recipe.domain.kind {
        DomainKind::Space => ["a space has no ground to sculpt", "write kind = \"plane\" in [domain]"],
        DomainKind::Plane if recipe.domain.tile => [
            "a terrain that repeats cannot be sculpted: strokes over its edge would not be repeated with it",
            "leave `tile = true` out",
        ],
        DomainKind::Plane | DomainKind::Planet(_) => return None,
    };
    Some(reason.map(str::to_owned).into())
}

/// Whether numbers are computed in double precision.
fn is_exact<S: Number>() -> bool {
    size_of::<S>() == size_of::<f64>()
}

/// Lays an overlay on samples, which keep the precision that they are in.
pub(super) fn lay_on_samples<S: Number>(overlay: &dyn Overlay, points: &[[f64; 3]], samples: &mut [Sample]) {
    overlay.lay_on_samples(points, samples, is_exact::<S>(), &always);
    let rounded = |number: f64| S::from_f64(number).to_f64();
    for sample in samples {
        *sample = Sample { height: rounded(sample.height), gradient: sample.gradient.map(rounded) };
    }
}

/// The relief of a patch with an overlay on it, unless `go_on` says no before that.
pub(super) fn lay_on_relief<S: Number>(
    overlay: &dyn Overlay,
    patch: &Patch,
    mut relief: Relief<S>,
    go_on: Watch<'_>,
) -> Option<Relief<S>> {
    let places: Vec<_> = (0..patch.len()).map(|sample| patch.position(sample)).collect();
    let sample = |i: usize| Sample {
        height: relief.height[i].to_f64(),
        gradient: [0, 1, 2].map(|axis| relief.slopes[axis][i].to_f64()),
    };
    let mut samples: Vec<_> = (0..patch.len()).map(sample).collect();
    if !overlay.lay_on_samples(&places, &mut samples, is_exact::<S>(), go_on) {
        return None;
    }
    for (i, sample) in samples.into_iter().enumerate() {
        relief.height[i] = S::from_f64(sample.height);
        (0..3).for_each(|axis| relief.slopes[axis][i] = S::from_f64(sample.gradient[axis]));
    }
    Some(relief)
}
