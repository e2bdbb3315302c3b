//! Warnings about a recipe.

use orogen_noise::interval::Interval;

use crate::digits::rounded;
use crate::nodes;
use crate::recipe::spec::Group;
use crate::recipe::{self, DomainKind, Field, Input, Material, Recipe, RecipeError};

/// The range of a field, or of the heights, needs at least this many numbers of single precision.
const MIN_STEPS: f64 = 1000.0;

/// The distance between neighbouring numbers of single precision near the values of `range + shift`, if the range has too few of
/// them.
pub(crate) fn coarse_step(range: Interval, shift: f64) -> Option<f64> {
    let largest = range.shifted(shift).abs().max as f32;
    let step = f64::from(largest.next_up()) - f64::from(largest);
    (range.length() > 0.0 && range.length() < MIN_STEPS * step).then_some(step)
}

/// A field that the terrain does not read.
pub(crate) fn unused(field: &Field) -> RecipeError {
    let message = format!("the field `{}` is not used", field.name);
    let help = "use it in [height] or in a field that is used, or remove it";
    RecipeError::new(field.source(), field.span, message).label("not used").help(help)
}

/// A field whose values are too far from 0 for their range.
pub(crate) fn coarse_field(field: &Field, range: Interval, step: f64) -> RecipeError {
    let message = format!(
        "the values of `{}` range from {} to {}, where single precision has steps of {step}",
        field.name,
        rounded(range.min),
        rounded(range.max)
    );
    let help = "bring the values nearer to 0: their range has fewer than 1000 of these steps";
    RecipeError::new(field.source(), field.span, message).label("loses precision").help(help)
}

/// Heights that the recipe's offset moves too far from 0 for their range.
pub(crate) fn coarse_height(recipe: &Recipe, heights: Interval, step: f64) -> RecipeError {
    let message = format!(
        "heights range from {} to {} m, where single precision has steps of {step} m",
        rounded(heights.min),
        rounded(heights.max)
    );
    let help = "make `offset` smaller: the range of heights has fewer than 1000 of these steps";
    RecipeError::new(&recipe.source, recipe.height.offset_span, message).label("too large").help(help)
}

/// A fractal none of whose octaves shows, even at the recipe's own spacing. This is hardly intended.
pub(crate) fn too_fine(field: &Field, spacing: f64) -> RecipeError {
    let message = format!(
        "every octave of `{}` is finer than the samples, which are {} m apart: the field is the same \
         everywhere",
        field.name,
        rounded(spacing)
    );
    let help = "numbers are metres, and strings can have a unit: wavelength = \"5 km\"; make `wavelength` at \
                least four times the spacing, or use more samples";
    RecipeError::new(field.source(), field.args.span("wavelength"), message)
        .label("too fine to show")
        .help(help)
}

/// Heights that look as if the recipe gives them no scale.
pub(crate) fn flat(recipe: &Recipe, field: Interval) -> Option<RecipeError> {
    let (height, side) = (&recipe.height, recipe.domain.size);
    if height.scale != 1.0 || !recipe::is_flat(field.length(), side) {
        return None;
    }
    let heights = field.shifted(height.offset);
    let message = format!(
        "heights range from {} to {} m in a domain of {} m: that is flat",
        rounded(heights.min),
        rounded(heights.max),
        rounded(side)
    );
    let pictures = recipe.fields.values().any(|field| field.spec.name == "image");
    let help = "set how many metres the value 1 is: scale = 1000.0 in [height]";
    let of_pictures = "; if a picture contains metres, set unit = \"metres\" in its field";
    let help = format!("{help}{}", if pictures { of_pictures } else { "" });
    Some(RecipeError::new(&recipe.source, height.field_span, message).label("has no scale").help(help))
}

/// Heights that span more than any mountain and abyss. The heights of planets are sums of more fields, whose extremes never
/// meet, so their bounds are farther from the heights.
pub(crate) fn absurd(recipe: &Recipe, scaled: Interval) -> Option<RecipeError> {
    const MOST: f64 = 40_000.0;
    const MOST_OF_PLANETS: f64 = 4.0 * MOST;
    let most = match recipe.domain.kind {
        DomainKind::Plane => MOST,
        DomainKind::Planet(_) => MOST_OF_PLANETS,
        DomainKind::Space => return None,
    };
    if scaled.length() <= most {
        return None;
    }
    let heights = scaled.shifted(recipe.height.offset);
    let message = format!(
        "heights may range from {} to {} m: no land is that high",
        rounded(heights.min),
        rounded(heights.max)
    );
    let help = "check `scale` in [height] and `factor` in the fields: dunes, craters and other landforms \
                are already in metres, and take metres";
    Some(RecipeError::new(&recipe.source, recipe.height.field_span, message).label("very high").help(help))
}

/// A landform that needs true heights, but whose scale differs from the scale of the terrain.
pub(crate) fn other_scale(recipe: &Recipe) -> Option<RecipeError> {
    let mut field = &recipe.fields[&recipe.height.field];
    while !nodes::is_erosion(field.spec) {
        // Landforms change their input but not its scale; other nodes may change both.
        let input = field.spec.inputs.iter().position(|input| input.name == "input");
        let input = input.filter(|_| field.spec.group == Group::Landform).map(|input| &field.inputs[input]);
        let Some(Input::Field(name, _)) = input else { return None };
        field = &recipe.fields[name];
    }
    let (scale, of_height) = (field.args.number("scale"), recipe.height.scale);
    if field.output.is_some() || scale == of_height {
        return None;
    }
    let message = format!(
        "`{}` computes with heights of {} m where its input is 1, but [height] makes that {} m",
        field.name,
        rounded(scale),
        rounded(of_height)
    );
    let help = "write the same `scale` in both, or leave out both if the fields are metres";
    let span = field.args.span("scale");
    Some(RecipeError::new(field.source(), span, message).label("another scale").help(help))
}

/// Ground of a planet that may reach beyond its centre.
pub(crate) fn hollow(recipe: &Recipe, scaled: Interval) -> Option<RecipeError> {
    let radius = recipe.domain.sphere()?.radius();
    let lowest = scaled.shifted(recipe.height.offset).min;
    (lowest <= -radius).then(|| {
        let message = format!(
            "heights may be as low as {} m, and the planet's centre is {} m below height 0",
            rounded(lowest),
            rounded(radius)
        );
        let help = "make `scale` or `offset` in [height] smaller, or the planet's radius larger";
        RecipeError::new(&recipe.source, recipe.height.field_span, message).label("very low").help(help)
    })
}

/// The first material covers everything, so its rules have no effect.
pub(crate) fn idle_rules(recipe: &Recipe, first: &Material) -> Option<RecipeError> {
    let rules = [
        (first.height.is_some(), "height"),
        (first.slope.is_some(), "slope"),
        (first.curvature.is_some(), "curvature"),
        (first.noise.is_some(), "noise"),
    ];
    let names: Vec<_> =
        rules.iter().filter(|(given, _)| *given).map(|(_, name)| format!("`{name}`")).collect();
    if names.is_empty() {
        return None;
    }
    let message =
        format!("the first material is everywhere, so these rules have no effect: {}", names.join(", "));
    let help = "remove them, or put a material without rules first";
    Some(RecipeError::new(&recipe.source, first.span, message).label("is everywhere").help(help))
}
