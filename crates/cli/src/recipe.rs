//! Loads the recipe given on the command line: a preset name or a file.

use std::borrow::Cow;
use std::io;
use std::path::Path;

use orogen::{Error, ErrorKind, Recipe, read_recipe, read_recipe_from};
use orogen_engine::nodes;
use orogen_engine::recipe::Settings;

use crate::failure::Failure;
use crate::printable::printable;
use crate::{numbers, presets};

/// Whether a path stands for standard input.
pub(crate) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// The values of a recipe that the command line sets.
#[derive(Clone, clap::Args, Default)]
pub(crate) struct Choices {
    /// Replace the recipe's seed: decimal or hexadecimal (0x9e37).
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = numbers::seed)]
    pub(crate) seed: Option<u64>,
    /// Set a parameter of the recipe: a number, or a length such as 2km. May be repeated.
    #[arg(long, value_name = "NAME=VALUE", value_parser = numbers::setting)]
    pub(crate) set: Vec<(String, f64)>,
}

/// Reads the preset of this name, or else the file, and applies the values of the command line. `-` reads standard input.
///
/// Preset names come first, so that the meaning of a name does not depend on the current folder.
pub(crate) fn load(name: &Path, choices: &Choices) -> Result<Recipe, Failure> {
    let mut recipe = match name.to_str().and_then(presets::find) {
        Some(preset) => preset.recipe()?,
        None if is_stdin(name) => read_recipe_from("stdin", io::stdin().lock())?,
        None => read_recipe(name).map_err(|error| failure(name, error))?,
    };
    recipe = recipe.with_settings(nodes::registry(), &settings(choices)?)?;
    recipe.seed = choices.seed.unwrap_or(recipe.seed);
    Ok(recipe)
}

fn settings(choices: &Choices) -> Result<Settings, Failure> {
    let mut settings = Settings::new();
    for (name, value) in &choices.set {
        if settings.insert(name.clone(), *value).is_some() {
            let message = format!("the parameter `{}` is set twice", printable(name));
            return Err(Failure::usage(message, "set each parameter by only one --set"));
        }
    }
    Ok(settings)
}

/// The base name of files that are made from a recipe: the name of its file or preset.
pub(crate) fn stem(name: &Path) -> Cow<'_, str> {
    if is_stdin(name) { "terrain".into() } else { name.file_stem().unwrap_or_default().to_string_lossy() }
}

/// The failure of reading a recipe, with help about the subcommands.
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
