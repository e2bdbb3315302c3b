//! What is doubtful in a recipe, though no reason to refuse it.

use orogen_noise::interval::Interval;

use crate::recipe::{Field, Recipe, RecipeError};

/// Single precision has to have this many numbers at least in the range of a field or of the heights.
const LEAST_STEPS: f64 = 1000.0;

/// The distance of neighbouring numbers of single precision around the values in `range + shift`, where there are too
/// few of them in the range.
pub(crate) fn coarse_step(range: Interval, shift: f64) -> Option<f64> {
    let largest = range.shifted(shift).abs().max as f32;
    let step = f64::from(largest.next_up()) - f64::from(largest);
    (range.length() > 0.0 && range.length() < LEAST_STEPS * step).then_some(step)
}

/// A field that nothing leads to from the terrain.
pub(crate) fn unused(recipe: &Recipe, field: &Field) -> RecipeError {
    let message = format!("the field `{}` is not used", field.name);
    let help = "name it in [height] or in a field that is used, or take it out";
    RecipeError::new(&recipe.source, field.span, message).label("nothing leads here").help(help)
}

/// A field whose values are too far from 0 for their range.
pub(crate) fn coarse_field(recipe: &Recipe, field: &Field, range: Interval, step: f64) -> RecipeError {
    let message = format!(
        "the values of `{}` lie from {} to {}, where single precision counts in steps of {step}",
        field.name, range.min, range.max
    );
    let help = "bring it nearer to 0: its range holds less than 1000 of these steps";
    RecipeError::new(&recipe.source, field.span, message).label("loses its digits").help(help)
}

/// Heights that the recipe's offset lifts too far from 0 for their range.
pub(crate) fn coarse_height(recipe: &Recipe, heights: Interval, step: f64) -> RecipeError {
    let message = format!(
        "heights lie from {} to {} m, where single precision counts in steps of {step} m",
        heights.min, heights.max
    );
    let help = "make `offset` smaller: the range of heights holds less than 1000 of these steps";
    RecipeError::new(&recipe.source, recipe.height.offset_span, message).label("too large").help(help)
}
