//! Recipes from files.

use std::io::{ErrorKind as Io, Read};
use std::path::Path;
use std::sync::Arc;

use orogen_engine::nodes;
use orogen_engine::recipe::{
    MAX_BYTES, Recipe, RecipeError, Source, Span, Unreadable, read_at_most, read_bytes,
};

use crate::error::{Error, ErrorKind};

/// Reads a recipe. Paths in the recipe are relative to the folder of the file.
///
/// # Errors
/// The file cannot be read, is larger than a recipe may be, or is not a valid recipe.
///
/// # Example
/// ```
/// use orogen::ErrorKind;
///
/// let error = orogen::read_recipe("no/such/alps.toml").unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::NoSuchFile);
/// assert_eq!(error.message(), "there is no file no/such/alps.toml");
/// ```
pub fn read_recipe(path: impl AsRef<Path>) -> Result<Recipe, Error> {
    let path = path.as_ref();
    let source = source(&path.display().to_string(), bytes(path)?).map_err(|error| of_text(path, error))?;
    let source = source.in_folder(path.parent().unwrap_or(Path::new("")));
    Recipe::parse(source, nodes::registry()).map_err(|error| of_text(path, error))
}

/// Reads a recipe from a stream, such as the output of another program. Errors call the recipe `name`. Paths in the recipe
/// are relative to the current folder.
///
/// # Errors
/// The stream cannot be read, or is not a valid recipe.
///
/// # Example
/// ```
/// let text = "orogen = 1\ndomain.size = 90.0\nheight.field = 'land'\n[fields.land]\ntype = 'constant'";
/// let recipe = orogen::read_recipe_from("mine", text.as_bytes())?;
/// assert_eq!(recipe.domain.size, 90.0);
/// let error = orogen::read_recipe_from("mine", &b"orogen = \xff"[..]).unwrap_err();
/// assert_eq!(error.message(), "this is not UTF-8 text");
/// # Ok::<(), orogen::Error>(())
/// ```
pub fn read_recipe_from(name: &str, stream: impl Read) -> Result<Recipe, Error> {
    let bytes = read_at_most(stream).map_err(|error| {
        Error::new(
            ErrorKind::File,
            format!("cannot read {name}: {error}"),
            "run the program that writes the recipe alone, and check its output",
        )
    })?;
    Ok(Recipe::parse(source(name, bytes)?, nodes::registry())?)
}

/// The text of a recipe.
fn source(name: &str, bytes: Vec<u8>) -> Result<Source, RecipeError> {
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Source::new(name, text)),
        Err(error) => {
            let start = error.utf8_error().valid_up_to();
            let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
            let source = Arc::new(Source::new(name, text));
            let span = Span { start, end: start + 1 };
            Err(RecipeError::new(&source, span, "this is not UTF-8 text").help("save the recipe as UTF-8"))
        }
    }
}

/// Reads a regular file that is not too large for a recipe.
fn bytes(path: &Path) -> Result<Vec<u8>, Error> {
    let name = path.display();
    read_bytes(path).map_err(|why| match why {
        Unreadable::Io(error) if matches!(error.kind(), Io::NotFound | Io::NotADirectory) => {
            let help = "check the spelling, and the folder that the program runs in";
            Error::new(ErrorKind::NoSuchFile, format!("there is no file {name}"), help)
        }
        Unreadable::Io(error) => {
            Error::new(ErrorKind::File, format!("cannot read {name}: {error}"), "check its permissions")
        }
        Unreadable::Folder => {
            let help = "give the path of a recipe in it, a .toml file";
            Error::new(ErrorKind::File, format!("{name} is a folder, not a recipe"), help)
        }
        Unreadable::NotAFile => {
            let help = "give a regular file; reading a device or a pipe might never end";
            Error::new(ErrorKind::File, format!("{name} is not a file"), help)
        }
        Unreadable::TooLarge(bytes) => {
            let message = format!("{name} is too large for a recipe: {bytes} bytes");
            Error::new(ErrorKind::File, message, format!("a recipe has at most {MAX_BYTES} bytes"))
        }
    })
}

/// Returns the error in the recipe's text. If neither the name nor the text of the file looks like a recipe, the error says
/// instead that the file is not a recipe.
fn of_text(path: &Path, error: RecipeError) -> Error {
    let named = path.extension().is_none_or(|ending| ending.eq_ignore_ascii_case("toml"));
    if named || error.source.has_version() {
        return error.into();
    }
    let message = format!("{} is not a recipe: the line `orogen = 1` is missing", path.display());
    Error::new(ErrorKind::NotARecipe, message, "give a recipe: a .toml file that begins with `orogen = 1`")
}
