//! Reading TOML tables: known keys, required keys, and the order of the text.

use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use super::error::RecipeError;
use super::expression::Names;
use super::nearest::suggest;
use super::source::{Source, Span};
use super::syntax;
use super::value::{Value, quote};

/// A table of a recipe, or of another text of TOML.
pub struct Table<'a> {
    pub(super) source: &'a Arc<Source>,
    pub(super) names: &'a Names<'a>,
    pub(super) what: String,
    pub(super) span: Span,
    pub(super) entries: &'a DeTable<'a>,
}

/// Reads a TOML text that is not a recipe, with the units and the errors of recipes. `what` names the text in errors.
///
/// # Errors
/// The text is not TOML, or `read` returns an error.
///
/// ```
/// use std::sync::Arc;
/// use orogen_engine::recipe::spec::Unit;
/// use orogen_engine::recipe::{Source, read_table};
///
/// let source = Arc::new(Source::new("walk.toml", "far = \"2 km\""));
/// let far = read_table(&source, "the walk", |table| {
///     table.refuse_unknown(&["far"])?;
///     table.require("far", "say how far it goes")?.number(0.0..=1e9, Unit::Metres)
/// })?;
/// assert_eq!(far, 2000.0);
/// # Ok::<(), orogen_engine::recipe::RecipeError>(())
/// ```
pub fn read_table<T>(
    source: &Arc<Source>,
    what: &str,
    read: impl FnOnce(&Table<'_>) -> Result<T, RecipeError>,
) -> Result<T, RecipeError> {
    let entries = syntax::parse(source)?;
    let names = Names::none();
    read(&Table { source, names: &names, what: what.to_owned(), span: source.end(), entries: &entries })
}

impl<'a> Table<'a> {
    /// An error of the table as a whole.
    pub fn error(&self, message: impl Into<String>) -> RecipeError {
        RecipeError::new(self.source, self.span, message)
    }

    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<Value<'a>> {
        let (key, value) = self.entries.get_key_value(key)?;
        Some(self.value(key, value))
    }

    /// The value of a required key.
    ///
    /// # Errors
    /// The key is missing; `help` says what to write.
    pub fn require(&self, key: &str, help: &str) -> Result<Value<'a>, RecipeError> {
        self.get(key).ok_or_else(|| {
            let message = format!("{} lacks {}", self.what, quote(key));
            RecipeError::new(self.source, self.span, message).label(format!("needs `{key}`")).help(help)
        })
    }

    /// Every value in the order of the text.
    pub(super) fn values(&self) -> Vec<Value<'a>> {
        let mut values: Vec<_> = self.entries.iter().map(|(key, value)| self.value(key, value)).collect();
        values.sort_by_key(|value| value.key_span);
        values
    }

    /// Refuses the first key that is not in `known`.
    ///
    /// # Errors
    /// The table has such a key. The error suggests known keys.
    pub fn refuse_unknown(&self, known: &[&str]) -> Result<(), RecipeError> {
        let unknown = self.values().into_iter().find(|value| !known.contains(&value.key));
        let Some(value) = unknown else { return Ok(()) };
        let message = format!("{} has no key {}", self.what, quote(value.key));
        let help = suggest(value.key, "its keys", known);
        Err(RecipeError::new(self.source, value.key_span, message).label("unknown key").help(help))
    }

    fn value(&self, key: &'a Spanned<DeString<'a>>, value: &'a Spanned<DeValue<'a>>) -> Value<'a> {
        Value {
            source: self.source,
            names: self.names,
            key: key.get_ref(),
            key_span: self.source.fit(key.span()),
            span: self.source.fit(value.span()),
            value: value.get_ref(),
        }
    }
}

impl<'a> Value<'a> {
    /// A table.
    ///
    /// # Errors
    /// The value is of another kind; `wanted` and `help` say what it should be.
    pub fn table(&self, wanted: &str, help: &str) -> Result<Table<'a>, RecipeError> {
        let entries = self.value.as_table().ok_or_else(|| {
            let tables = |array: &toml::de::DeArray<'_>| array.iter().any(|value| value.get_ref().is_table());
            let doubled = self.value.as_array().is_some_and(tables);
            self.wants(wanted).help(if doubled { "write the table's name in single brackets" } else { help })
        })?;
        Ok(Table {
            source: self.source,
            names: self.names,
            what: quote(self.key),
            span: self.key_span,
            entries,
        })
    }
}
