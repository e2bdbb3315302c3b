//! A document and its file: unsaved changes, and changes by other programs.

use std::path::Path;
use std::sync::Arc;

use super::Document;

impl Document {
    /// Whether there are unsaved changes.
    pub fn is_changed(&self) -> bool {
        self.gone || self.saved.as_deref() != Some(self.text())
    }

    /// Records that the text was saved to a file, which is the file of the recipe from now on.
    pub fn saved_to(&mut self, path: &Path, text: Arc<str>) {
        self.title = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let moved = self.path.as_deref() != Some(path);
        self.path = Some(path.to_owned());
        (self.saved, self.gone) = (Some(text), false);
        self.theirs = None;
        self.history.end_undo_group();
        if moved {
            // Image paths are relative to the folder of the recipe.
            self.read();
        }
    }

    /// Handles a text that another program wrote to the file. Without unsaved changes, the document takes this text at once;
    /// otherwise there is a conflict to resolve. `None`: the file was deleted.
    pub fn file_changed(&mut self, text: Option<Arc<str>>) {
        let Some(text) = text else {
            self.gone = true;
            return;
        };
        // Editors that replace a file leave a moment without one.
        self.gone = false;
        if self.saved.as_deref() == Some(&*text) {
            return;
        }
        if *text == *self.text() {
            (self.saved, self.theirs) = (Some(text), None);
        } else if self.is_changed() {
            self.theirs = Some(text);
        } else {
            self.saved = Some(Arc::clone(&text));
            self.change(text, None, "Load file".to_owned());
        }
    }

    /// Whether another program wrote the file while there were unsaved changes.
    pub fn has_conflict(&self) -> bool {
        self.theirs.is_some()
    }

    /// Resolves the conflict: takes the file's text, or keeps the current text. Undo brings back the other text.
    pub fn resolve_conflict(&mut self, take_theirs: bool) {
        if let Some(theirs) = self.theirs.take() {
            self.saved = Some(Arc::clone(&theirs));
            let mine = self.shared_text();
            self.change(theirs, None, "Load file".to_owned());
            if !take_theirs {
                self.change(mine, None, "Keep my changes".to_owned());
            }
        }
    }
}
