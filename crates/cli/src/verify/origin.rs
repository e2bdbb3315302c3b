//! The recipe that a terrain was made from.

use std::collections::BTreeMap;
use std::path::Path;

use orogen::nodes;
use orogen::recipe::spec::ParamKind;
use orogen::recipe::{Recipe, Source};
use orogen_files::TerrainInfo;

use crate::failure::Failure;
use crate::generate::{PICTURES, STROKES};
use crate::hash::{self, Hashes, StrokesHash};
use crate::recipe;

/// The recipe that is named, or else the one that the description holds, with the seed of the terrain; only if it is
/// the one that the terrain was made from.
pub(super) fn recipe(info: &TerrainInfo, path: &Path, named: Option<&Path>) -> Result<Recipe, Failure> {
    let recipe = match named {
        Some(named) => recipe::load(named, Some(info.seed))?,
        None => recorded(info, path)?,
    };
    let Hashes { recipe: hash, files, strokes } = hash::of(&recipe)?;
    if hash == info.recipe_hash {
        return Ok(recipe);
    }
    if let Some(changed) = changed_picture(info, &recipe, &files) {
        return Err(changed);
    }
    if let Some(changed) = changed_strokes(info, &recipe, strokes.as_ref()) {
        return Err(changed);
    }
    let hashes = format!("its hash is {hash}, and `recipe_hash` is {}", info.recipe_hash);
    Err(match named {
        Some(named) => Failure::of_use(
            format!("{} is not the recipe that this terrain was made from: {hashes}", named.display()),
            format!("name the recipe as it was then, and the files it reads: the seed is {}", info.seed),
        ),
        None => Failure::of_job(
            format!("the recipe in {} is not the one that made the terrain: {hashes}", path.display()),
            of_version(info),
        ),
    })
}

/// Says which of the files that the recipe reads is another than it was, if one is.
fn changed_picture(info: &TerrainInfo, recipe: &Recipe, files: &BTreeMap<String, String>) -> Option<Failure> {
    let recorded = info.details.get(PICTURES)?;
    let (field, _) = files.iter().find(|(field, hash)| {
        recorded[field.as_str()]["blake3"].as_str().is_some_and(|before| before != hash.as_str())
    })?;
    let path = recipe.fields[field].args.file("file").display();
    let message =
        format!("{path}, which the field `{field}` reads, is not the file that this terrain was made from");
    Some(Failure::of_use(message, "put it back as it was, or generate the terrain anew"))
}

/// Says that the strokes are others than they were, if they are.
fn changed_strokes(info: &TerrainInfo, recipe: &Recipe, now: Option<&StrokesHash>) -> Option<Failure> {
    let (recorded, now) = (info.details.get(STROKES)?, now?);
    if recorded["blake3"].as_str()? == now.blake3 {
        return None;
    }
    let path = recipe.sculpt.as_ref()?.strokes.display();
    let (before, count) = (&recorded["count"], now.count);
    let message = format!(
        "the strokes in {path} are not those that this terrain was made with: there are {count} now, and there were {before}"
    );
    Some(Failure::of_use(message, "undo or redo to how they were, or generate the terrain anew"))
}

/// Why the recipe in a description may be another, and what to do.
fn of_version(info: &TerrainInfo) -> String {
    match same_version(info) {
        true => {
            "`recipe_text`, `seed` or `recipe_hash` were changed in it: generate the terrain anew".to_owned()
        }
        false => format!(
            "orogen {} made it, and this is {}: verify it with the version that made it",
            info.orogen_version,
            env!("CARGO_PKG_VERSION")
        ),
    }
}

/// Whether this version of orogen made the terrain.
pub(super) fn same_version(info: &TerrainInfo) -> bool {
    info.orogen_version == env!("CARGO_PKG_VERSION")
}

fn recorded(info: &TerrainInfo, path: &Path) -> Result<Recipe, Failure> {
    let path = path.display();
    let Some(text) = &info.recipe_text else {
        return Err(Failure::of_use(
            format!("{path} does not hold the recipe of its terrain"),
            "name the recipe: --recipe mine.toml",
        ));
    };
    let source = Source::new(format!("recipe_text of {path}"), text.as_str());
    let mut recipe = Recipe::parse(source, nodes::registry()).map_err(|error| {
        Failure::from(error).tell();
        Failure::of_job(format!("the recipe in {path} cannot be understood"), of_version(info))
    })?;
    recipe.seed = info.seed;
    let relative = recipe.fields.values().any(|field| {
        let mut files = field.spec.params.iter().filter(|param| param.kind == ParamKind::File);
        files.any(|param| field.args.file(param.name).is_relative())
    });
    if relative || recipe.sculpt.as_ref().is_some_and(|sculpt| sculpt.strokes.is_relative()) {
        return Err(Failure::of_use(
            format!("the recipe in {path} reads other files, and does not say where they lie"),
            "name the recipe that the terrain was made from, beside its files: --recipe mine.toml",
        ));
    }
    Ok(recipe)
}
