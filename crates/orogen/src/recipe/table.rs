//! Reading TOML tables: known keys, required keys, and the order of the text.

use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use super::error::RecipeError;
use super::nearest::suggest;
use super::source::{Source, Span};
use super::value::{Value, quote};

/// A table of a recipe: `what` names it in errors.
pub(super) struct Table<'a> {
    pub(super) source: &'a Arc<Source>,
    pub(super) what: String,
    pub(super) span: Span,
    pub(super) entries: &'a DeTable<'a>,
}

impl<'a> Table<'a> {
    /// The value of a key.
    pub(super) fn get(&self, key: &str) -> Option<Value<'a>> {
        let (key, value) = self.entries.get_key_value(key)?;
        Some(self.value(key, value))
    }

    /// The value of a key that has to be there.
    pub(super) fn require(&self, key: &str, mend: &str) -> Result<Value<'a>, RecipeError> {
        self.get(key).ok_or_else(|| {
            let message = format!("{} lacks {}", self.what, quote(key));
            RecipeError::new(self.source, self.span, message).label(format!("needs `{key}`")).help(mend)
        })
    }

    /// Every value in the order of the text.
    pub(super) fn values(&self) -> Vec<Value<'a>> {
        let mut values: Vec<_> = self.entries.iter().map(|(key, value)| self.value(key, value)).collect();
        values.sort_by_key(|value| value.key_span);
        values
    }

    /// Refuses the first key that is none of `known`.
    pub(super) fn refuse_unknown(&self, known: &[&str]) -> Result<(), RecipeError> {
        let unknown = self.values().into_iter().find(|value| !known.contains(&value.key));
        let Some(value) = unknown else { return Ok(()) };
        let message = format!("{} has no key {}", self.what, quote(value.key));
        let help = suggest(value.key, "its keys", known);
        Err(RecipeError::new(self.source, value.key_span, message).label("unknown key").help(help))
    }

    fn value(&self, key: &'a Spanned<DeString<'a>>, value: &'a Spanned<DeValue<'a>>) -> Value<'a> {
        Value {
            source: self.source,
            key: key.get_ref(),
            key_span: self.source.fit(key.span()),
            span: self.source.fit(value.span()),
            value: value.get_ref(),
        }
    }
}
