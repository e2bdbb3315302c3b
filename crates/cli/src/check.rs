//! `orogen check`: validates recipes without generating anything.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use orogen_engine::query::{GROUND_DETAIL, height_range};
use orogen_engine::recipe::RecipeError;
use orogen_engine::terrain::Terrain;
use orogen_files::HeightMapping;
use serde_json::{Value, json};

use crate::failure::{self, Failure};
use crate::numbers::plain;
use crate::{generate, json, recipe};
use orogen::Files;

/// Check recipes without generating anything.
///
/// Each recipe is read and built as `generate` would build it, with the images it reads. The ground of a planet must lie
/// above its centre, or the planet cannot be rendered. The exit status is 0 if all recipes are valid and 2 if any is not.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Recipe files or preset names.
    #[arg(value_name = "RECIPE", required = true)]
    recipes: Vec<PathBuf>,
    /// Print the results as JSON, errors included.
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  orogen check mine.toml
  orogen check *.toml --json";

/// A valid recipe: its heights, and warnings.
struct ValidRecipe {
    heights: HeightMapping,
    warnings: Vec<RecipeError>,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let mut worst = 0;
    let mut results = Vec::new();
    for name in &args.recipes {
        let result = check(name);
        worst = worst.max(result.as_ref().map_or_else(Failure::status, |_| 0));
        match &result {
            _ if args.json => results.push(result_json(name, &result)),
            Ok(ValidRecipe { heights, warnings }) => {
                failure::warn(warnings);
                let (min, max) = (plain(heights.min()), plain(heights.max()));
                writeln!(out, "{}: OK, heights between {min} and {max} m", name.display())?;
            }
            Err(failure) => failure.print(),
        }
    }
    out.flush()?;
    if args.json {
        json::print(&json!({ "recipes": results }))?;
    }
    if worst == 0 { Ok(()) } else { Err(Failure::Reported(worst)) }
}

/// Checks everything that `generate` checks before its work, and that a planet can be rendered.
fn check(name: &Path) -> Result<ValidRecipe, Failure> {
    let recipe = recipe::load(name, None)?;
    let pictures = Files::default();
    let terrain = Terrain::new(&recipe, &pictures, recipe.domain.spacing())?;
    if recipe.domain.sphere().is_some() {
        height_range(&recipe, &Terrain::new(&recipe, &pictures, GROUND_DETAIL)?)?;
    }
    let interval = terrain.interval();
    let heights = generate::sixteen_bit(interval.min, interval.max)?;
    Ok(ValidRecipe { heights, warnings: terrain.warnings().to_vec() })
}

fn result_json(name: &Path, result: &Result<ValidRecipe, Failure>) -> Value {
    let name = name.display().to_string();
    match result {
        Ok(ValidRecipe { heights, warnings }) => json!({
            "recipe": name,
            "ok": true,
            "min_height": heights.min(),
            "max_height": heights.max(),
            "warnings": warnings.iter().map(failure::recipe_error_json).collect::<Vec<_>>(),
        }),
        Err(failure) => json!({ "recipe": name, "ok": false, "errors": [failure.json()] }),
    }
}
