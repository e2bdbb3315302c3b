//! What the text was before: undo and redo.

use std::sync::Arc;

/// The most texts that are kept.
const MOST: usize = 1000;

/// The most bytes of texts that are kept, but for the present one.
const MOST_BYTES: usize = 32 << 20;

/// The texts there were, and which of them is the present one.
#[derive(Clone, Debug)]
pub(super) struct History {
    texts: Vec<Version>,
    present: usize,
    /// What the last change was of, if more of it may join it.
    open: Option<String>,
    /// What the file of strokes was called, one name after the other: which of them holds now is nothing that is undone.
    names: Vec<String>,
}

/// A text, and how many names of the file of strokes there were when it was written.
#[derive(Clone, Debug)]
struct Version {
    text: Arc<str>,
    names: usize,
}

impl History {
    pub(super) fn new(text: Arc<str>) -> Self {
        Self { texts: vec![Version { text, names: 0 }], present: 0, open: None, names: Vec::new() }
    }

    pub(super) fn text(&self) -> &str {
        &self.texts[self.present].text
    }

    pub(super) fn shared(&self) -> Arc<str> {
        Arc::clone(&self.texts[self.present].text)
    }

    pub(super) fn can_undo(&self) -> bool {
        self.present > 0
    }

    pub(super) fn can_redo(&self) -> bool {
        self.present + 1 < self.texts.len()
    }

    /// Makes a text the present one, and says whether it is another. One that has the mark of the change before takes its
    /// place, so that both are undone as one.
    pub(super) fn push(&mut self, text: Arc<str>, mark: Option<String>) -> bool {
        if *text == *self.text() {
            return false;
        }
        let joins = mark.is_some() && mark == self.open && self.present > 0;
        self.texts.truncate(self.present + 1);
        if joins {
            self.texts.pop();
        }
        self.texts.push(Version { text, names: self.names.len() });
        self.open = mark;
        self.forget();
        self.present = self.texts.len() - 1;
        true
    }

    /// The file of strokes, which the present text calls by a name or by none, has another name now.
    pub(super) fn rename_strokes(&mut self, old: Option<String>, new: &str) {
        self.names.extend(old.filter(|old| !self.names.contains(old)));
        self.names.push(new.to_owned());
    }

    /// What the file of strokes is to be called in the present text, which calls it by a name or by none, if that is older than
    /// its name and speaks of the same file.
    pub(super) fn name_of_strokes(&self, found: Option<&String>) -> Option<&String> {
        let Version { names, .. } = self.texts[self.present];
        let is_old = names < self.names.len() && found.is_none_or(|found| self.names.contains(found));
        self.names.last().filter(|last| is_old && found != Some(*last))
    }

    /// Puts a text in the place of the present one.
    pub(super) fn amend(&mut self, text: Arc<str>) {
        self.seal();
        self.texts[self.present] = Version { text, names: self.names.len() };
    }

    /// No later change joins the last one.
    pub(super) fn seal(&mut self) {
        self.open = None;
    }

    pub(super) fn undo(&mut self) -> bool {
        self.seal();
        let can = self.can_undo();
        self.present -= usize::from(can);
        can
    }

    pub(super) fn redo(&mut self) -> bool {
        self.seal();
        let can = self.can_redo();
        self.present += usize::from(can);
        can
    }

    /// Forgets the oldest texts where there are too many.
    fn forget(&mut self) {
        let mut bytes: usize = self.texts.iter().map(|version| version.text.len()).sum();
        while self.texts.len() > 2 && (self.texts.len() > MOST || bytes > MOST_BYTES) {
            bytes -= self.texts.remove(0).text.len();
        }
    }
}
