//! Loads the recipe given on the command line: a preset name or a file.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use orogen_engine::nodes;
use orogen_engine::recipe::{MAX_BYTES, Recipe, RecipeError, Source, Span};

use crate::failure::Failure;
use crate::presets;

/// Reads the preset of that name or else the file, and replaces its seed if one is given.
///
/// Preset names come first, so that the meaning of a name does not depend on the current folder.
pub(crate) fn load(name: &Path, seed: Option<u64>) -> Result<Recipe, Failure> {
    let source = match name.to_str().and_then(presets::find) {
        Some(preset) => Source::new(preset.name, preset.text),
        None => from_file(name)?,
    };
    let mut recipe = Recipe::parse(source, nodes::registry()).map_err(|error| of_text(name, error))?;
    recipe.seed = seed.unwrap_or(recipe.seed);
    Ok(recipe)
}

fn from_file(path: &Path) -> Result<Source, Failure> {
    let name = path.display().to_string();
    let Ok(facts) = fs::metadata(path) else {
        return Err(absent(path));
    };
    if facts.is_dir() {
        let help = "give the path of a recipe in it, a .toml file";
        return Err(Failure::usage(format!("{name} is a folder, not a recipe"), help));
    }
    if !facts.is_file() {
        let help = "give a regular file; a device or a pipe may have no end";
        return Err(Failure::usage(format!("{name} is not a file"), help));
    }
    if facts.len() > MAX_BYTES as u64 {
        let message = format!("{name} is too large for a recipe: {} bytes", facts.len());
        return Err(Failure::usage(message, format!("a recipe has at most {MAX_BYTES} bytes")));
    }
    let mut bytes = Vec::new();
    // The file may have grown since.
    let read = File::open(path).and_then(|file| file.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes));
    read.map_err(|error| Failure::usage(format!("cannot read {name}: {error}"), "check its permissions"))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Source::new(name, text).in_folder(folder)),
        Err(error) => {
            let start = error.utf8_error().valid_up_to();
            let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
            let source = Arc::new(Source::new(name, text));
            let span = Span { start, end: start + 1 };
            let error = RecipeError::new(&source, span, "this is not UTF-8 text");
            Err(of_text(path, error.help("save the recipe as UTF-8")))
        }
    }
}

/// The error in a recipe's text, or that the file is not a recipe if neither its name nor its text looks like one.
fn of_text(path: &Path, error: RecipeError) -> Failure {
    let named = path.extension().is_none_or(|ending| ending.eq_ignore_ascii_case("toml"));
    if named || error.source.has_version() {
        return error.into();
    }
    let message = format!("{} is not a recipe: the line `orogen = 1` is missing", path.display());
    let help = "`orogen presets alps` prints a recipe; `orogen inspect` reads heights (.png, .tif, .exr, .r16), and \
                `orogen sample RECIPE --points` reads points";
    Failure::usage(message, help)
}

/// Reports that there is neither a preset nor a file of this name.
pub(crate) fn absent(path: &Path) -> Failure {
    let name = path.display();
    let is_path = path.components().count() > 1 || path.extension().is_some();
    let message =
        if is_path { format!("there is no file {name}") } else { format!("there is no recipe `{name}`") };
    let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let help = format!(
        "{}give the path of a recipe or the name of a preset; `orogen presets` lists the presets",
        presets::suggestion(stem)
    );
    Failure::usage(message, help)
}
