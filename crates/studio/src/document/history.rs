//! What the text was before: undo and redo.

use std::sync::Arc;

/// The most texts that are kept.
const MOST: usize = 1000;

/// The most bytes of texts that are kept, but for the present one.
const MOST_BYTES: usize = 32 << 20;

/// The texts there were, and which of them is the present one.
#[derive(Clone, Debug)]
pub(super) struct History {
    versions: Vec<Version>,
    present: usize,
    /// What the last change was of, if more of it may join it.
    open: Option<String>,
    /// What files of strokes are called today: that is nothing that is undone.
    files: Vec<String>,
}

/// A text, and which of the files of strokes lies over it, if it names one.
#[derive(Clone, Debug)]
struct Version {
    text: Arc<str>,
    strokes: Option<usize>,
}

impl History {
    pub(super) fn new(text: Arc<str>) -> Self {
        let first = Version { text, strokes: None };
        Self { versions: vec![first], present: 0, open: None, files: Vec::new() }
    }

    pub(super) fn text(&self) -> &str {
        &self.versions[self.present].text
    }

    pub(super) fn shared(&self) -> Arc<str> {
        Arc::clone(&self.versions[self.present].text)
    }

    pub(super) fn can_undo(&self) -> bool {
        self.present > 0
    }

    pub(super) fn can_redo(&self) -> bool {
        self.present + 1 < self.versions.len()
    }

    /// Makes a text the present one, and says whether it is another. One that has the mark of the change before takes its
    /// place, so that both are undone as one.
    pub(super) fn push(&mut self, text: Arc<str>, mark: Option<String>) -> bool {
        if *text == *self.text() {
            return false;
        }
        let joins = mark.is_some() && mark == self.open && self.present > 0;
        self.versions.truncate(self.present + 1);
        if joins {
            self.versions.pop();
        }
        self.versions.push(Version { text, strokes: None });
        self.open = mark;
        self.forget();
        self.present = self.versions.len() - 1;
        true
    }

    /// The present text, which is new, names a file of strokes, or none.
    pub(super) fn names_strokes(&mut self, name: Option<&str>) {
        self.versions[self.present].strokes = name.map(|name| self.file(name));
    }

    /// What the file of strokes over the present text is called today.
    pub(super) fn name_of_strokes(&self) -> Option<&str> {
        self.versions[self.present].strokes.map(|file| self.files[file].as_str())
    }

    /// The file of strokes over the present text has another name than before, or is a new one. Strokes over a text that named none
    /// lie over all texts that name none.
    pub(super) fn rename_strokes(&mut self, name: &str) {
        if let Some(file) = self.versions[self.present].strokes {
            name.clone_into(&mut self.files[file]);
            return;
        }
        let file = self.file(name);
        let others = self.versions.iter_mut().filter(|version| version.strokes.is_none());
        others.for_each(|version| version.strokes = Some(file));
    }

    /// The file of a name: one that is known, or another.
    fn file(&mut self, name: &str) -> usize {
        let known = self.files.iter().position(|file| file == name);
        known.unwrap_or_else(|| {
            self.files.push(name.to_owned());
            self.files.len() - 1
        })
    }

    /// Puts a text in the place of the present one.
    pub(super) fn amend(&mut self, text: Arc<str>) {
        self.seal();
        self.versions[self.present].text = text;
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
        let mut bytes: usize = self.versions.iter().map(|version| version.text.len()).sum();
        while self.versions.len() > 2 && (self.versions.len() > MOST || bytes > MOST_BYTES) {
            bytes -= self.versions.remove(0).text.len();
        }
    }
}
