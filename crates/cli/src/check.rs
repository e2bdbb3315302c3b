//! `orogen check`: whether recipes are right, without making anything.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use orogen::query::{GROUND_DETAIL, height_range};
use orogen::recipe::RecipeError;
use orogen::terrain::Terrain;
use orogen_files::HeightMapping;
use serde_json::{Value, json};

use crate::failure::{self, Failure};
use crate::images::PictureFiles;
use crate::numbers::plain;
use crate::{generate, recipe};

/// Check recipes without making anything.
///
/// Each is read and built as `generate` would build it, pictures included; a planet's ground has to lie above its middle, or
/// there are no pictures of it. The exit status is 0 if all are right and 2 if any is wrong.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Recipe files, or names of presets.
    #[arg(value_name = "RECIPE", required = true)]
    recipes: Vec<PathBuf>,
    /// Print machine-readable facts.
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  orogen check mine.toml
  orogen check recipes/*.toml --json";

/// What is found out of a recipe that is right.
struct Good {
    heights: HeightMapping,
    warnings: Vec<RecipeError>,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let mut worst = 0;
    let mut facts = Vec::new();
    for name in &args.recipes {
        let found = examine(name);
        worst = worst.max(found.as_ref().map_or_else(Failure::status, |_| 0));
        match &found {
            _ if args.json => facts.push(facts_of(name, &found)),
            Ok(Good { heights, warnings }) => {
                failure::warn(warnings);
                let (min, max) = (plain(heights.min()), plain(heights.max()));
                writeln!(out, "{}: OK, heights between {min} and {max} m", name.display())?;
            }
            Err(failure) => failure.tell(),
        }
    }
    if args.json {
        writeln!(out, "{:#}", json!({ "recipes": facts }))?;
    }
    out.flush()?;
    if worst == 0 { Ok(()) } else { Err(Failure::Told(worst)) }
}

/// Everything that `generate` finds out before its work, and whether a planet can be painted.
fn examine(name: &Path) -> Result<Good, Failure> {
    let recipe = recipe::load(name, None)?;
    let pictures = PictureFiles::default();
    let terrain = Terrain::new(&recipe, &pictures, recipe.domain.spacing())?;
    if recipe.domain.sphere().is_some() {
        height_range(&recipe, &Terrain::new(&recipe, &pictures, GROUND_DETAIL)?)?;
    }
    let interval = terrain.interval();
    let heights = generate::sixteen_bit(interval.min, interval.max)?;
    Ok(Good { heights, warnings: terrain.warnings().to_vec() })
}

fn facts_of(name: &Path, found: &Result<Good, Failure>) -> Value {
    let name = name.display().to_string();
    match found {
        Ok(Good { heights, warnings }) => json!({
            "recipe": name,
            "ok": true,
            "min_height": heights.min(),
            "max_height": heights.max(),
            "warnings": warnings.iter().map(failure::facts_of).collect::<Vec<_>>(),
        }),
        Err(failure) => json!({ "recipe": name, "ok": false, "errors": [failure.facts()] }),
    }
}
