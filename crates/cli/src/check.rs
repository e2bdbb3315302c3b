//! `orogen check`: validates recipes without generating anything.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use orogen_engine::nodes;
use orogen_engine::query::{GROUND_DETAIL, height_range};
use orogen_engine::recipe::{Recipe, RecipeError, migrate};
use orogen_engine::terrain::Terrain;
use orogen_files::PendingOutput;
use serde_json::{Value, json};

use crate::failure::{self, Failure};
use crate::numbers::plain;
use crate::solving;
use crate::{generate, json, printable, recipe};

/// Check recipes without generating anything.
///
/// Each recipe is read and built as `generate` would build it, with the images it reads. The ground of a planet must lie
/// above its centre, or the planet cannot be rendered. The exit status is 0 if all recipes are valid and 2 if any is not.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Recipe files or preset names; `-` reads a recipe from standard input.
    #[arg(value_name = "RECIPE", required = true)]
    recipes: Vec<PathBuf>,
    /// Replace former names of parameters in the files by the current ones.
    ///
    /// Comments and layout stay as they are. Files with errors are not changed.
    #[arg(long)]
    migrate: bool,
    #[command(flatten)]
    choices: recipe::Choices,
    /// Print the results as JSON, errors included.
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  orogen check mine.toml
  orogen check --migrate mine.toml
  orogen check *.toml --json";

/// A valid recipe: its heights, and warnings.
struct ValidRecipe {
    recipe: Recipe,
    /// The lowest and the highest possible height.
    heights: [f64; 2],
    warnings: Vec<RecipeError>,
    /// Whether the recipe's file was changed.
    migrated: bool,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let mut worst = 0;
    let mut results = Vec::new();
    for name in &args.recipes {
        let result = check(name, &args.choices);
        let result =
            if args.migrate { result.and_then(|valid| migrated(name, valid, &args.choices)) } else { result };
        worst = worst.max(result.as_ref().map_or_else(Failure::status, |_| 0));
        match &result {
            _ if args.json => results.push(result_json(name, &result, args.migrate)),
            Ok(ValidRecipe { heights, warnings, migrated, .. }) => {
                failure::warn(warnings);
                if *migrated {
                    writeln!(out, "{}: former names replaced", printable::path(name))?;
                }
                let (min, max) = (plain(heights[0]), plain(heights[1]));
                writeln!(out, "{}: OK, heights between {min} and {max} m", printable::path(name))?;
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
fn check(name: &Path, choices: &recipe::Choices) -> Result<ValidRecipe, Failure> {
    let recipe = recipe::load(name, choices)?;
    let pictures = solving::files(true);
    let terrain = Terrain::new(&recipe, &pictures, recipe.domain.spacing())?;
    if recipe.domain.sphere().is_some() {
        height_range(&recipe, &Terrain::new(&recipe, &pictures, GROUND_DETAIL)?)?;
    }
    let interval = terrain.interval();
    generate::sixteen_bit(interval.min, interval.max)?;
    let warnings = terrain.warnings().to_vec();
    Ok(ValidRecipe { recipe, heights: [interval.min, interval.max], warnings, migrated: false })
}

/// Replaces former names in the file of a valid recipe, and checks the new text.
fn migrated(name: &Path, valid: ValidRecipe, choices: &recipe::Choices) -> Result<ValidRecipe, Failure> {
    let Some(text) = migrate(&valid.recipe.source, nodes::registry())? else { return Ok(valid) };
    rewrite(name, &text)?;
    Ok(ValidRecipe { migrated: true, ..check(name, choices)? })
}

/// Replaces the contents of a file at once. Its permissions stay the same.
fn rewrite(name: &Path, text: &str) -> Result<(), Failure> {
    let failed = |error: io::Error| {
        let message = format!("cannot rewrite {}: {error}", name.display());
        Failure::job(message, "check the permissions of the file and its folder")
    };
    // Renaming onto a symbolic link would replace the link.
    let path = name.canonicalize().map_err(failed)?;
    let permissions = fs::metadata(&path).map_err(failed)?.permissions();
    if permissions.readonly() {
        return Err(failed(io::ErrorKind::PermissionDenied.into()));
    }
    PendingOutput::of_bytes(&path, text.as_bytes())?.commit()?;
    fs::set_permissions(&path, permissions).map_err(failed)
}

fn result_json(name: &Path, result: &Result<ValidRecipe, Failure>, migrate: bool) -> Value {
    let name = name.display().to_string();
    match result {
        Ok(ValidRecipe { heights, warnings, migrated, .. }) => {
            let mut result = json!({
                "recipe": name,
                "ok": true,
                "min_height": heights[0],
                "max_height": heights[1],
                "warnings": warnings.iter().map(failure::recipe_error_json).collect::<Vec<_>>(),
            });
            if migrate {
                result["migrated"] = (*migrated).into();
            }
            result
        }
        Err(failure) => json!({ "recipe": name, "ok": false, "errors": [failure.json()] }),
    }
}
