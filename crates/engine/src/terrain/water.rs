//! The rivers and lakes of a terrain, as lines and places.

use orogen_erosion::{Lake, RiverPoint, Water};
use orogen_noise::level::Level;

use super::Terrain;
use super::layer::Images;
use super::repeated::repeated;
use super::solving::solved;
use crate::nodes::erosion;
use crate::recipe::{Field, Recipe, RecipeError};
use crate::solved::Solution;

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
/// Strokes lower rivers and lakes as they lower the field of `[water]`. So the surface of a river may rise from one point to the
/// next, where it leaves the ground that a stroke lowered. Shores stay where they are.
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
    let solution = &solutions[field.solution()];
    let mut water = Water {
        lakes: lakes(recipe, field, solution),
        rivers: solution.water.rivers.clone(),
        surface: vec![],
    };
    let (corner, metres) = (solution.corner(), Metres::of(recipe, field));
    for river in &mut water.rivers {
        river.move_by([corner, corner]);
        for RiverPoint { surface, depth, .. } in &mut river.points {
            (*surface, *depth) = (metres.height(*surface), metres.depth(*depth));
        }
    }
    if recipe.sculpt.is_some() {
        Terrain::with_water(recipe, images, solution.grid().spacing)?.sink(&mut water);
    }
    Ok(if recipe.domain.tile { repeated(&water, recipe.domain.size as f32) } else { water })
}

/// The lakes of a solution: positions in metres in the domain, heights in metres of the terrain without strokes. `field` is the
/// water of the solved field.
pub(super) fn lakes(recipe: &Recipe, field: &Field, solution: &Solution) -> Vec<Lake> {
    let (corner, metres) = (solution.corner(), Metres::of(recipe, field));
    let moved = |lake: &Lake| {
        let [level, depth] = [metres.height(lake.level), metres.depth(lake.depth)];
        let mut lake = Lake { level, depth, ..lake.clone() };
        lake.move_by([corner, corner]);
        lake
    };
    solution.water.lakes.iter().map(moved).collect()
}

/// Converts the erosion's metres to metres of the terrain.
struct Metres {
    factor: f64,
    offset: f64,
}

impl Metres {
    fn of(recipe: &Recipe, field: &Field) -> Self {
        Self { factor: recipe.height.scale / field.args.number("scale"), offset: recipe.height.offset }
    }

    fn height(&self, metres: f32) -> f32 {
        (f64::from(metres) * self.factor + self.offset) as f32
    }

    fn depth(&self, metres: f32) -> f32 {
        (f64::from(metres) * self.factor) as f32
    }
}

impl Terrain {
    /// Lowers rivers and lakes as far as the strokes over this terrain do.
    fn sink(&self, water: &mut Water) {
        let Some(laid) = &self.overlay else { return };
        for (lake, fall) in water.lakes.iter_mut().zip(laid.water.falls()) {
            let fall = *fall as f32;
            (lake.level, lake.depth) = (lake.level - fall, (lake.depth - fall).max(0.0));
        }
        let points: Vec<_> = water.rivers.iter_mut().flat_map(|river| &mut river.points).collect();
        let places: Vec<_> =
            points.iter().map(|point| [point.position[0].into(), point.position[1].into(), self.z]).collect();
        let base = Self { overlay: None, ..self.clone() };
        let [before, after] = [&base, self].map(|terrain| terrain.sample::<f64>(Level::best(), &places));
        for (at, point) in points.into_iter().enumerate() {
            let ground = [&before, &after].map(|samples| samples[at].height);
            let place = || [places[at][0], places[at][1]];
            point.surface -= laid.water.sunk(place, point.surface.into(), ground) as f32;
        }
    }
}
