//! Hashes that identify a terrain: equal hashes mean equal heights.

use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::path::Path;

use orogen_engine::overlay::Complaint;
use orogen_engine::recipe::{Recipe, RecipeError};

use crate::failure::Failure;

/// Hashes of everything that determines a terrain, in hexadecimal.
#[derive(Debug)]
pub(crate) struct Hashes {
    /// BLAKE3 of the canonical recipe and of the files it reads.
    pub(crate) recipe: String,
    /// BLAKE3 of the files it reads, by the fields that read them.
    pub(crate) files: BTreeMap<String, String>,
    /// The strokes, if the recipe has any.
    pub(crate) strokes: Option<StrokesHash>,
}

/// The hash of the strokes.
#[derive(Debug)]
pub(crate) struct StrokesHash {
    /// Number of strokes.
    pub(crate) count: usize,
    /// BLAKE3 of the strokes and of the images they read, in hexadecimal.
    pub(crate) blake3: String,
}

/// Hashes the canonical text, then the hashes of the files in the order of the field names, then the hash of the strokes.
pub(crate) fn of(recipe: &Recipe) -> Result<Hashes, Failure> {
    let mut hasher = blake3::Hasher::new();
    hasher.update(recipe.canonical().as_bytes());
    let mut files = BTreeMap::new();
    for (name, field) in &recipe.fields {
        for (param, path) in field.files() {
            let hash = of_file(path).map_err(|error| {
                let message = format!("cannot read {}: {error}", path.display());
                field.args.error(param, message, "check the path and its permissions")
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

/// Hashes the strokes in their order, without undone ones, then the files that their brushes read.
fn of_strokes(path: &Path) -> Result<(blake3::Hash, usize), Complaint> {
    let refused = |error: orogen::Error| (error.message().to_owned(), error.help().to_owned());
    let layer = orogen::read_strokes(path).map_err(refused)?;
    let mut hasher = blake3::Hasher::new();
    for stroke in layer.strokes() {
        let text = serde_json::to_vec(stroke).unwrap_or_else(|_| unreachable!("strokes can be written"));
        hasher.update(&text);
    }
    for file in layer.files() {
        let hash = of_file(&file).map_err(|error| {
            let message = format!("cannot read {}, the file of a brush: {error}", file.display());
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
