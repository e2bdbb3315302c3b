//! The hashes by which a terrain is known: equal hashes, equal heights.

use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::path::Path;

use orogen::nodes::spec::ParamKind;
use orogen::recipe::Recipe;

use crate::failure::Failure;

/// What a terrain follows from, in hexadecimal.
#[derive(Debug)]
pub(crate) struct Hashes {
    /// BLAKE3 of what the recipe means and of the files it reads.
    pub(crate) recipe: String,
    /// BLAKE3 of the files it reads, by the fields that read them.
    pub(crate) files: BTreeMap<String, String>,
}

/// The canonical text is hashed first, then the hashes of the files, in the order of the fields' names.
pub(crate) fn of(recipe: &Recipe) -> Result<Hashes, Failure> {
    let mut hasher = blake3::Hasher::new();
    hasher.update(recipe.canonical().as_bytes());
    let mut files = BTreeMap::new();
    for (name, field) in &recipe.fields {
        let params = field.spec.params.iter();
        for param in params.filter(|param| param.kind == ParamKind::File) {
            let path = field.args.file(param.name);
            let hash = of_file(path).map_err(|error| {
                let message = format!("{} cannot be read: {error}", path.display());
                field.args.error(param.name, message, "check the path and its permissions")
            })?;
            hasher.update(hash.as_bytes());
            files.insert(name.clone(), hash.to_hex().to_string());
        }
    }
    Ok(Hashes { recipe: hasher.finalize().to_hex().to_string(), files })
}

fn of_file(path: &Path) -> io::Result<blake3::Hash> {
    let mut hasher = blake3::Hasher::new();
    hasher.update_reader(File::open(path)?)?;
    Ok(hasher.finalize())
}
