//! Hashes that identify a terrain: equal hashes mean equal heights.

use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::path::Path;

use orogen_engine::nodes::is_painted;
use orogen_engine::overlay::Complaint;
use orogen_engine::recipe::{Field, Recipe, RecipeError};

use crate::error::Error;
use crate::files::read_strokes;
use crate::terrain::Terrain;

/// Hashes of everything in a recipe that decides its heights, in hexadecimal.
///
/// # Example
/// ```
/// use orogen::{Hashes, Preset};
///
/// let alps = Preset::find("alps")?.recipe()?;
/// let hashes = Hashes::of(&alps)?;
/// assert!(hashes.files.is_empty() && hashes.strokes.is_none());
/// # Ok::<(), orogen::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hashes {
    /// BLAKE3 of the [canonical](Recipe::canonical) recipe and of the files that it reads.
    pub recipe: String,
    /// BLAKE3 of the files that it reads, by the fields that read them. For masks, of the painted strokes without undone ones.
    pub files: BTreeMap<String, String>,
    /// The strokes, if the recipe has any.
    pub strokes: Option<StrokesHash>,
}

/// The hash of the strokes of a recipe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrokesHash {
    /// Number of strokes.
    pub count: usize,
    /// BLAKE3 of the strokes and of the images that they read, in hexadecimal.
    pub blake3: String,
}

impl Hashes {
    /// Hashes the canonical text, then the hashes of the files in the order of the field names, then the hash of the strokes.
    ///
    /// # Errors
    /// A file cannot be read.
    pub fn of(recipe: &Recipe) -> Result<Self, Error> {
        let mut hasher = blake3::Hasher::new();
        hasher.update(recipe.canonical().as_bytes());
        let mut files = BTreeMap::new();
        for (name, field) in &recipe.fields {
            for (param, path) in field.files() {
                let hash = of_field_file(field, path)
                    .map_err(|(message, help)| field.args.error(param, message, help))?;
                hasher.update(hash.as_bytes());
                files.insert(name.clone(), hash.to_hex().to_string());
            }
        }
        let mut strokes = None;
        if let Some(sculpt) = &recipe.sculpt {
            let refused = |(message, help): Complaint| {
                RecipeError::new(&recipe.source, sculpt.span, message).help(help)
            };
            let (hash, count) = of_strokes(&sculpt.strokes).map_err(refused)?;
            hasher.update(hash.as_bytes());
            strokes = Some(StrokesHash { count, blake3: hash.to_hex().to_string() });
        }
        Ok(Self { recipe: hasher.finalize().to_hex().to_string(), files, strokes })
    }
}

impl Terrain {
    /// A hash of everything that the bits of the heights depend on, in hexadecimal: the version of this crate, and
    /// [`Hashes::recipe`], which includes the seed, the parameters, and the files that the recipe reads.
    ///
    /// # Errors
    /// A file that the recipe names cannot be read.
    ///
    /// # Example
    /// ```
    /// let alps = orogen::Terrain::preset("alps")?;
    /// assert_eq!(alps.digest()?, orogen::Terrain::preset("alps")?.digest()?);
    /// assert_ne!(alps.digest()?, alps.with_seed(40)?.digest()?);
    /// # Ok::<(), orogen::Error>(())
    /// ```
    pub fn digest(&self) -> Result<String, Error> {
        let text = format!("orogen {} {}", env!("CARGO_PKG_VERSION"), Hashes::of(self.recipe())?.recipe);
        Ok(blake3::hash(text.as_bytes()).to_hex().to_string())
    }
}

/// Hashes a file that a field reads.
fn of_field_file(field: &Field, path: &Path) -> Result<blake3::Hash, Complaint> {
    if is_painted(field.spec) {
        return Ok(of_strokes(path)?.0);
    }
    of_file(path).map_err(|error| {
        let message = format!("cannot read {}: {error}", path.display());
        (message, "check the path and its permissions".to_owned())
    })
}

/// Hashes the strokes in their order, without undone ones, then the files that their brushes read.
fn of_strokes(path: &Path) -> Result<(blake3::Hash, usize), Complaint> {
    let layer = read_strokes(path).map_err(|error| (error.message().to_owned(), error.help().to_owned()))?;
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
