//! Checks the contents of `terrain.json`.

use orogen_engine::recipe::Recipe;
use orogen_files::TerrainInfo;
use orogen_files::verify::{Needs, tolerance_of_extremes};

use super::reference::Reference;
use crate::failure::Failure;

/// Descriptions of where `terrain.json` differs from the recipe. This computes all heights to find their range.
pub(super) fn flaws(
    info: &TerrainInfo,
    recipe: &Recipe,
    reference: &Reference<'_>,
) -> Result<Vec<String>, Failure> {
    let grid = info.grid();
    let (mut min, mut max) = (f32::INFINITY, f32::NEG_INFINITY);
    reference.each_band("terrain.json", Needs::Heights, |band| {
        (min, max) =
            band.height.iter().fold((min, max), |(min, max), &height| (min.min(height), max.max(height)));
    })?;
    let interval = reference.terrain.interval();
    let kind = recipe.domain.kind.name();
    let period = recipe.domain.tile.then_some(recipe.domain.size);
    let mut flaws = Vec::new();
    let mut compare = |key: &str, same: bool, found: String, expected: String| {
        if !same {
            flaws.push(format!("`{key}` is {found}, but the recipe gives {expected}"));
        }
    };
    compare("recipe", info.recipe == recipe.name, format!("{:?}", info.recipe), format!("{:?}", recipe.name));
    compare("domain", info.domain == kind, info.domain.clone(), kind.to_owned());
    let origin = [grid.x(0), grid.y(0)];
    compare("origin", info.origin == origin, format!("{:?}", info.origin), format!("{origin:?}"));
    let tolerance = tolerance_of_extremes(info, interval.max - interval.min);
    let near = |one: f32, other: f32| f64::from((one - other).abs()) <= tolerance;
    compare("min_height", near(info.min_height, min), info.min_height.to_string(), min.to_string());
    compare("max_height", near(info.max_height, max), info.max_height.to_string(), max.to_string());
    let possible = [interval.min, interval.max];
    let found = info.possible_heights.unwrap_or(possible);
    compare("possible_heights", found == possible, format!("{found:?}"), format!("{possible:?}"));
    let sea = reference.terrain.sea_level();
    compare("sea_level", info.sea_level == sea, of_option(info.sea_level), of_option(sea));
    compare("period", info.period == period, of_option(info.period), of_option(period));
    if info.files.is_empty() {
        flaws.push("`files` is empty, but a terrain has files".to_owned());
    }
    Ok(flaws)
}

fn of_option(number: Option<f64>) -> String {
    number.map_or_else(|| "none".to_owned(), |number| number.to_string())
}
