//! Loads the recipe given on the command line: a preset name or a file.

use std::path::Path;

use orogen::{Error, ErrorKind, Recipe, read_recipe};

use crate::failure::Failure;
use crate::presets;

/// Reads the preset of that name or else the file, and replaces its seed if one is given.
///
/// Preset names come first, so that the meaning of a name does not depend on the current folder.
pub(crate) fn load(name: &Path, seed: Option<u64>) -> Result<Recipe, Failure> {
    let mut recipe = match name.to_str().and_then(presets::find) {
        Some(preset) => preset.recipe()?,
        None => read_recipe(name).map_err(|error| failure(name, error))?,
    };
    recipe.seed = seed.unwrap_or(recipe.seed);
    Ok(recipe)
}

/// The failure of reading a recipe, with help about the command's own verbs.
fn failure(name: &Path, error: Error) -> Failure {
    match error.kind() {
        ErrorKind::NoSuchFile => absent(name),
        ErrorKind::NotARecipe => {
            let help = "`orogen presets alps` prints a recipe; `orogen inspect` reads heights (.png, .tif, .exr, .r16), and \
                        `orogen sample RECIPE --points` reads points";
            Failure::usage(error.message(), help)
        }
        _ => error.into(),
    }
}

/// Reports that there is neither a preset nor a file of this name.
pub(crate) fn absent(path: &Path) -> Failure {
    let name = path.display();
    let is_path = path.components().count() > 1 || path.extension().is_some();
    let message =
        if is_path { format!("there is no file {name}") } else { format!("there is no recipe `{name}`") };
    let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let with_extension = path.with_extension("toml");
    if path.extension().is_none() && with_extension.is_file() {
        return Failure::usage(message, format!("did you mean the file `{}`?", with_extension.display()));
    }
    let help = format!(
        "{}give the path of a recipe or the name of a preset; `orogen presets` lists the presets",
        presets::suggestion(stem)
    );
    Failure::usage(message, help)
}
