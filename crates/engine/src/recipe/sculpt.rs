//! The strokes over the fields: the section `[sculpt]`.

use std::path::PathBuf;

use super::error::RecipeError;
use super::params::path;
use super::source::Span;
use super::table::Table;
use super::value::Value;

/// The strokes that were drawn over the fields.
#[derive(Clone, Debug, PartialEq)]
pub struct Sculpt {
    /// The file of strokes, in the recipe's folder if the path is relative.
    pub strokes: PathBuf,
    /// Its path as written.
    pub written: String,
    /// Where the path is written.
    pub span: Span,
}

pub(super) fn sculpt(value: &Value<'_>) -> Result<Sculpt, RecipeError> {
    const FORM: &str = "begin a line with [sculpt], and write strokes = \"mine.strokes\" below";
    let table = Table { what: "[sculpt]".to_owned(), ..value.table("a table", FORM)? };
    table.refuse_unknown(&["strokes"])?;
    let file = table.require("strokes", "name the file of strokes: strokes = \"mine.strokes\"")?;
    let (written, strokes) = path(&file)?;
    Ok(Sculpt { strokes, written, span: file.span })
}
