//! The rivers and lakes of a terrain, as lines and places.

use std::sync::Arc;

use orogen_erosion::Water;

use super::layer::Images;
use super::repeated::repeated;
use super::solving::solved;
use crate::nodes::erosion;
use crate::recipe::{Field, Recipe, RecipeError};

/// The field of the recipe's `[water]` if it is the water of an `erosion`.
pub(super) fn eroded(recipe: &Recipe) -> Option<&Field> {
    let field = recipe.fields.get(&recipe.water.as_ref()?.field)?;
    field.output.as_ref().is_some_and(|output| output.name == erosion::WATER).then_some(field)
}

/// The rivers and lakes of the recipe's `[water]`. Positions are in metres in the domain, and heights are in metres of the
/// terrain. The result is empty if the recipe has no `[water]`, or if the field of `[water]` is not the water of an `erosion`.
///
/// [`Water::surface`] is empty, because the field of `[water]` is the surface. In a domain that does not repeat, some rivers and
/// lakes extend beyond its edges, farther than the solved grid of the field; the field does not show them there. In a domain that
/// repeats, a river or lake that crosses an edge is listed once for each copy of it that is partly inside the domain. If a copy
/// of a river flows into water of which no such copy is listed, the river ends at an outlet.
///
/// # Errors
/// The same as those of [`Terrain::new`](super::Terrain::new).
///
/// # Example
/// ```
/// use orogen_engine::image::NoImages;
/// use orogen_engine::recipe::{Recipe, Source};
/// use orogen_engine::terrain::water;
///
/// let text = "orogen = 1\ndomain.size = 9000.0\nheight = { field = 'land', scale = 900.0 }\nwater.field = 'land.water'
///     [fields.hills]\ntype = 'fbm'\nwavelength = 4000.0\noctaves = 3
///     [fields.land]\ntype = 'erosion'\ninput = 'hills'\nscale = 900.0\ndetail = 100.0";
/// let recipe = Recipe::parse(Source::new("land.toml", text), orogen_engine::nodes::registry())?;
/// let water = water(&recipe, &NoImages)?;
/// let longest = water.rivers.iter().max_by_key(|river| river.points.len()).ok_or("no river")?;
/// let [source, mouth] = [longest.points[0], longest.points[longest.points.len() - 1]];
/// assert!(source.surface > mouth.surface && source.width < mouth.width);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn water(recipe: &Recipe, images: &dyn Images) -> Result<Water, RecipeError> {
    let Some(field) = eroded(recipe) else { return Ok(Water::default()) };
    let (solutions, _) = solved(recipe, images, &[&field.name])?;
    let solution = Arc::clone(&solutions[field.solution()]);
    let mut water = solution.water.clone();
    let corner = solution.corner();
    let factor = recipe.height.scale / field.args.number("scale");
    water.move_by([corner, corner]);
    let raised = |height: &mut f32| *height = (f64::from(*height) * factor + recipe.height.offset) as f32;
    let deepened = |depth: &mut f32| *depth = (f64::from(*depth) * factor) as f32;
    for point in water.rivers.iter_mut().flat_map(|river| &mut river.points) {
        raised(&mut point.surface);
        deepened(&mut point.depth);
    }
    for lake in &mut water.lakes {
        raised(&mut lake.level);
        deepened(&mut lake.depth);
    }
    Ok(if recipe.domain.tile { repeated(&water, recipe.domain.size as f32) } else { water })
}
