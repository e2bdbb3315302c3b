//! The files that a job reads. It never overwrites or removes them.

use std::path::{Path, PathBuf};

use orogen_engine::nodes::is_painted;
use orogen_engine::recipe::{Field, Recipe};
use same_file::is_same_file;

use crate::failure::Failure;
use crate::presets;

/// The recipe's file, the recipes that it uses, the files of its fields, and its strokes, with the files of their brushes. `name`
/// is the preset or file of the command line.
pub(crate) fn of(name: &Path, recipe: &Recipe) -> Vec<PathBuf> {
    let is_preset = name.to_str().is_some_and(|name| presets::find(name).is_some());
    let mut inputs: Vec<PathBuf> = (!is_preset).then(|| name.to_owned()).into_iter().collect();
    inputs.extend(recipe.files.iter().cloned());
    inputs.extend(recipe.fields.values().flat_map(Field::files).map(|(_, path)| path.to_owned()));
    inputs.extend(recipe.sculpt.iter().map(|sculpt| sculpt.strokes.clone()));
    // Strokes that cannot be read fail elsewhere.
    let masks = recipe.fields.values().filter(|field| is_painted(field.spec)).flat_map(Field::files);
    let strokes = recipe.sculpt.iter().map(|sculpt| &*sculpt.strokes).chain(masks.map(|(_, path)| path));
    let layers = strokes.filter_map(|path| orogen::read_strokes(path).ok());
    inputs.extend(layers.flat_map(|layer| layer.files()));
    // A link may lead to a file that would be replaced.
    let targets: Vec<_> = inputs.iter().filter_map(|path| path.canonicalize().ok()).collect();
    inputs.extend(targets);
    inputs
}

/// Refuses to write or remove files that the job reads, whether `--force` is given or not.
pub(crate) fn refuse(name: &Path, recipe: &Recipe, outputs: &[PathBuf]) -> Result<(), Failure> {
    let inputs = of(name, recipe);
    // A rename replaces a file under one name only; under its other names, the file keeps its contents. So names are
    // compared, without case, because many systems ignore case.
    let is_named = |input: &Path, output: &Path| match (input.file_name(), output.file_name()) {
        (Some(input), Some(output)) => input.eq_ignore_ascii_case(output),
        _ => false,
    };
    let is_input = |output: &Path| {
        inputs.iter().any(|input| is_named(input, output) && is_same_file(input, output).unwrap_or(false))
    };
    match outputs.iter().find(|output| is_input(output)) {
        None => Ok(()),
        Some(output) => {
            let message = format!("refusing to overwrite {}: this job reads it", output.display());
            Err(Failure::job(message, "choose another folder or file with -o"))
        }
    }
}
