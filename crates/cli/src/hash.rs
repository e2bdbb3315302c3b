//! The hashes by which a terrain is known: equal hashes, equal heights.

use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::path::Path;

use orogen::overlay::Complaint;
use orogen::recipe::spec::ParamKind;
use orogen::recipe::{Recipe, RecipeError};

use crate::failure::Failure;
use crate::strokes;

/// What a terrain follows from, in hexadecimal.
#[derive(Debug)]
pub(crate) struct Hashes {
    /// BLAKE3 of what the recipe means and of the files it reads.
    pub(crate) recipe: String,
    /// BLAKE3 of the files it reads, by the fields that read them.
    pub(crate) files: BTreeMap<String, String>,
    /// What was sculpted, if anything was.
    pub(crate) strokes: Option<StrokesHash>,
}

/// What strokes are known by.
#[derive(Debug)]
pub(crate) struct StrokesHash {
    /// How many there are.
    pub(crate) count: usize,
    /// BLAKE3 of what they are and of the pictures that they read, in hexadecimal.
    pub(crate) blake3: String,
}

/// The canonical text is hashed first, then the hashes of the files, in the order of the fields' names, then that of the strokes.
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
    let mut strokes = None;
    if let Some(sculpt) = &recipe.sculpt {
        let refused =
            |(message, help): Complaint| RecipeError::new(&recipe.source, sculpt.span, message).help(help);
        let (hash, count) = of_strokes(&sculpt.strokes).map_err(refused)?;
        hasher.update(hash.as_bytes());
        strokes = Some(StrokesHash { count, blake3: hash.to_hex().to_string() });
    }
    Ok(Hashes { recipe: hasher.finalize().to_hex().to_string(), files, strokes })
}

/// The strokes that lie on the ground, in their order, then the files that their brushes read. What was undone, and how they
/// came to be, leaves no trace.
fn of_strokes(path: &Path) -> Result<(blake3::Hash, usize), Complaint> {
    let layer = strokes::layer(path)?;
    let mut hasher = blake3::Hasher::new();
    for stroke in layer.strokes() {
        let text = serde_json::to_vec(stroke).unwrap_or_else(|_| unreachable!("strokes can be written"));
        hasher.update(&text);
    }
    for file in layer.files() {
        let hash = of_file(&file).map_err(|error| {
            let message = format!("{}, which a brush reads, cannot be read: {error}", file.display());
            (message, "check the path and its permissions".to_owned())
        })?;
        hasher.update(hash.as_bytes());
    }
    Ok((hasher.finalize(), layer.len()))
}

fn of_file(path: &Path) -> io::Result<blake3::Hash> {
    let mut hasher = blake3::Hasher::new();
    hasher.update_reader(File::open(path)?)?;
    Ok(hasher.finalize())
}
