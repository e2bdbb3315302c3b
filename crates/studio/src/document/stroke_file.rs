//! The stroke file that the text of a document names.

use std::sync::Arc;

use toml_edit::Item;

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

    /// Sets the name of the stroke file of a mask. This is no step of undo: the strokes themselves are steps. Undo and redo also set
    /// it in versions that were made before.
    ///
    /// # Errors
    /// The errors of [`apply`](Self::apply).
    pub fn name_mask_strokes(&mut self, field: &str, name: &str) -> Result<(), EditError> {
        let text = mask_named(self.text(), field, name)?;
        self.history.add_mask_file(field, name);
        self.history.amend(text);
        self.read();
        Ok(())
    }

    /// Sets the stroke files that masks have got since the current version was made.
    pub(super) fn restore_mask_names(&mut self) {
        for (field, name) in self.history.mask_files() {
            let key = |key: &str| self.item(["fields", &field, key].into_iter());
            let is_unnamed =
                key("type").and_then(Item::as_str) == Some("painted") && key("strokes").is_none();
            // Ignores a text that cannot be edited: it has no such mask.
            if let (true, Ok(text)) = (is_unnamed, mask_named(self.text(), &field, &name)) {
                self.history.amend(text);
                self.read();
            }
        }
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

/// The text with a name for the stroke file of a mask.
fn mask_named(text: &str, field: &str, name: &str) -> Result<Arc<str>, EditError> {
    let path = path_of(&format!("fields.{field}.strokes"));
    Edit::Word { path, value: name.to_owned() }.applied(text).map(Arc::from)
}

/// The text with another name for its stroke file.
pub(super) fn named(text: &str, name: &str) -> Result<Arc<str>, EditError> {
    Edit::Word { path: path_of("sculpt.strokes"), value: name.to_owned() }.applied(text).map(Arc::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A mask keeps its file in versions that were made before it was painted, and in no version that was made after.
    #[test]
    fn undo_and_redo_keep_the_file_of_a_mask() {
        let text = "orogen = 1\nseed = 1\nheight.field = \"forest\"\n[fields.forest]\ntype = \"painted\"\n";
        let seed = |document: &mut Document, seed| {
            document.apply(&Edit::number(path_of("seed"), seed)).unwrap();
            document.end_undo_group();
        };
        let mut document = Document::new("mine", text);
        seed(&mut document, 2.0);
        seed(&mut document, 3.0);
        document.undo();
        document.name_mask_strokes("forest", "forest.strokes").unwrap();
        let has_file = |document: &Document| document.text().contains("strokes = \"forest.strokes\"");
        for version in [0, 2, 1] {
            document.jump(version);
            assert!(has_file(&document), "{version}: {}", document.text());
        }
        document.apply(&Edit::Remove { path: path_of("fields.forest.strokes") }).unwrap();
        seed(&mut document, 4.0);
        document.undo();
        assert!(!has_file(&document), "a mask from which the file was removed: {}", document.text());
    }
}
