//! The stroke file that the text of a document names.

use std::sync::Arc;

use super::Document;
use super::edit::{Edit, EditError, path_of};

impl Document {
    /// Sets the name of the stroke file in the text. Undo and redo do not bring back an old name of the file: the text that
    /// they restore gets the current name of the file.
    ///
    /// # Errors
    /// The errors of [`apply`](Self::apply).
    pub fn name_strokes(&mut self, name: &str) -> Result<(), EditError> {
        let text = named(self.text(), name)?;
        self.history.rename_strokes(name);
        self.history.amend(text);
        self.read();
        Ok(())
    }

    /// Sets the name of the stroke file of a mask. This is no step of undo: the strokes themselves are steps.
    ///
    /// # Errors
    /// The errors of [`apply`](Self::apply).
    pub fn name_mask_strokes(&mut self, field: &str, name: &str) -> Result<(), EditError> {
        let path = path_of(&format!("fields.{field}.strokes"));
        let text = Edit::Word { path, value: name.to_owned() }.applied(self.text())?;
        self.history.amend(text.into());
        self.read();
        Ok(())
    }

    /// The stroke file that the text names.
    pub fn strokes(&self) -> Option<&str> {
        self.tree.as_ref()?.get("sculpt")?.get("strokes")?.as_str()
    }

    /// The text of [`recipe`](Self::recipe), with the stroke file of the current text.
    pub fn valid_text(&self) -> Arc<str> {
        let Some(recipe) = &self.valid else { return self.shared_text() };
        let text = &recipe.source.text;
        let named = self.strokes().map(|name| named(text, name));
        named.and_then(Result::ok).unwrap_or_else(|| Arc::clone(text))
    }

    /// Replaces the text, but keeps the current stroke file.
    pub fn swap_text(&mut self, text: Arc<str>) {
        let strokes = self.strokes().map(str::to_owned);
        self.replace_text(text, "Swap A and B");
        // Ignores a text that is not valid TOML: it cannot name a file.
        _ = strokes.map(|name| self.name_strokes(&name));
    }
}

/// The text with another name for its stroke file.
pub(super) fn named(text: &str, name: &str) -> Result<Arc<str>, EditError> {
    Edit::Word { path: path_of("sculpt.strokes"), value: name.to_owned() }.applied(text).map(Arc::from)
}
