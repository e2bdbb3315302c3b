//! The hash by which a terrain is known: equal hashes, equal heights.

use std::fs::File;

use orogen::nodes::spec::ParamKind;
use orogen::recipe::Recipe;

use crate::failure::Failure;

/// BLAKE3 of what the recipe means and of the files it reads, in hexadecimal.
///
/// The canonical text is hashed first, then the length and bytes of each file, in the order of the fields' names.
pub(crate) fn of(recipe: &Recipe) -> Result<String, Failure> {
    let mut hasher = blake3::Hasher::new();
    hasher.update(recipe.canonical().as_bytes());
    for field in recipe.fields.values() {
        let params = field.spec.params.iter();
        for param in params.filter(|param| param.kind == ParamKind::File) {
            let path = field.args.file(param.name);
            let read = |hasher: &mut blake3::Hasher| {
                let file = File::open(path)?;
                hasher.update(&file.metadata()?.len().to_le_bytes());
                hasher.update_reader(file).map(drop)
            };
            read(&mut hasher).map_err(|error: std::io::Error| {
                let message = format!("{} cannot be read: {error}", path.display());
                field.args.error(param.name, message, "check the path and its permissions")
            })?;
        }
    }
    Ok(hasher.finalize().to_hex().to_string())
}
