//! The stroke files that the text of a document names, for the ground and for masks.
//!
//! Undo and redo do not bring back an old name of a file: a text that they restore gets the current names.

use std::sync::Arc;

use toml_edit::Item;

use super::edit::{Edit, EditError, Key, path_of};
use super::{Document, order};

/// A new name of a stroke file. This is no step of undo: the strokes themselves are steps.
#[derive(Clone, Debug)]
pub(super) struct NewName {
    /// The path of the name.
    path: Vec<Key>,
    /// The former name, or `None` if the file is new.
    from: Option<String>,
    to: String,
    /// The place of this in the order of all steps.
    order: i64,
}

impl Document {
    /// Sets the name of the stroke file of the ground. Undo and redo also set it in versions that were made before.
    ///
    /// # Errors
    /// The errors of [`apply`](Self::apply).
    pub fn name_strokes(&mut self, name: &str) -> Result<(), EditError> {
        self.name_stroke_file(path_of("sculpt.strokes"), name)
    }

    /// Sets the name of the stroke file of a mask. Undo and redo also set it in versions that were made before.
    ///
    /// # Errors
    /// The errors of [`apply`](Self::apply).
    pub fn name_mask_strokes(&mut self, field: &str, name: &str) -> Result<(), EditError> {
        self.name_stroke_file(path_of(&format!("fields.{field}.strokes")), name)
    }

    fn name_stroke_file(&mut self, path: Vec<Key>, name: &str) -> Result<(), EditError> {
        let text = named(self.text(), path.clone(), name)?;
        let from = self.word(&path).map(str::to_owned);
        self.new_names.push(NewName { path, from, to: name.to_owned(), order: order::next() });
        self.history.amend(text);
        self.read();
        Ok(())
    }

    /// Sets the names that files have got since the current version was made.
    pub(super) fn restore_stroke_names(&mut self) {
        let made = self.history.order();
        let later: Vec<_> = self.new_names.iter().filter(|new| new.order > made).cloned().collect();
        for NewName { path, from, to, .. } in later {
            let paths = match from {
                None => Vec::from_iter(self.lacks_strokes(&path).then_some(path)),
                Some(from) => self.paths_of_strokes(&from),
            };
            for path in paths {
                // Ignores a text that cannot be edited: it names no file.
                if let Ok(text) = named(self.text(), path, &to) {
                    self.history.amend(text);
                    self.read();
                }
            }
        }
    }

    /// Whether the ground or a mask without strokes has this path for the name of its file.
    fn lacks_strokes(&self, path: &[Key]) -> bool {
        let is_place = path.len() == 2 || self.is_mask(&path[1]);
        self.is_toml() && is_place && self.word(path).is_none()
    }

    fn is_mask(&self, field: &str) -> bool {
        self.item(["fields", field, "type"].into_iter()).and_then(Item::as_str) == Some("painted")
    }

    /// Where the text names a stroke file.
    fn paths_of_strokes(&self, name: &str) -> Vec<Vec<Key>> {
        let fields = self.tree.as_ref().and_then(|tree| tree.get("fields")?.as_table_like());
        let masks = fields.into_iter().flat_map(|fields| fields.iter());
        let masks = masks.filter(|(field, _)| self.is_mask(field));
        let mask_paths = masks.map(|(field, _)| path_of(&format!("fields.{field}.strokes")));
        let paths = [path_of("sculpt.strokes")].into_iter().chain(mask_paths);
        paths.filter(|path| self.word(path) == Some(name)).collect()
    }

    fn word(&self, path: &[Key]) -> Option<&str> {
        self.item(path.iter().map(String::as_str))?.as_str()
    }

    /// The stroke file that the text names.
    pub fn strokes(&self) -> Option<&str> {
        self.word(&path_of("sculpt.strokes"))
    }

    /// The text of [`recipe`](Self::recipe), with the stroke file of the current text.
    pub fn valid_text(&self) -> Arc<str> {
        let Some(recipe) = &self.valid else { return self.shared_text() };
        let text = &recipe.source.text;
        let named = self.strokes().map(|name| named(text, path_of("sculpt.strokes"), name));
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

/// The text with another name for the stroke file at a path.
fn named(text: &str, path: Vec<Key>, name: &str) -> Result<Arc<str>, EditError> {
    Edit::Word { path, value: name.to_owned() }.applied(text).map(Arc::from)
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

    /// Another program has replaced the file, so the strokes are in another one. The mask was renamed before that.
    #[test]
    fn undo_and_redo_keep_the_new_file_of_a_mask() {
        let text = "orogen = 1\nheight.field = \"forest\"\n[fields.forest]\ntype = \"painted\"\nstrokes = \"a.strokes\"\n\
            [fields.meadow]\ntype = \"painted\"\nstrokes = \"b.strokes\"\n";
        let mut document = Document::new("mine", text);
        let [from, to] = ["forest", "wood"].map(str::to_owned);
        document.apply(&Edit::RenameField { from, to }).unwrap();
        document.name_mask_strokes("wood", "c.strokes").unwrap();
        for (version, field) in [(0, "forest"), (1, "wood")] {
            document.jump(version);
            let file = |field: &str| document.word(&path_of(&format!("fields.{field}.strokes")));
            assert_eq!([file(field), file("meadow")], [Some("c.strokes"), Some("b.strokes")], "{version}");
        }
        // A user who types the former name means the former file.
        document.set_text(document.text().replace("c.strokes", "a.strokes"));
        document.end_undo_group();
        document.apply(&Edit::number(path_of("seed"), 4.0)).unwrap();
        document.undo();
        assert_eq!(document.word(&path_of("fields.wood.strokes")), Some("a.strokes"));
    }
}
