//! Undo and redo of the text, as a list of labelled versions. They do not bring back an old name of the stroke file: a restored
//! text gets the current name.

use std::sync::Arc;

use super::order;

/// Maximum number of versions.
const MAX_VERSIONS: usize = 1000;

/// Maximum total size of the versions in bytes, not counting the current one.
const MAX_BYTES: usize = 32 << 20;

/// All versions of the text, and the current one.
#[derive(Clone, Debug)]
pub(super) struct History {
    versions: Vec<Version>,
    current: usize,
    /// The key of the last edit, if more edits may join it.
    open: Option<String>,
    /// The current names of the stroke files. Undo does not change them.
    files: Vec<String>,
    /// The stroke files that masks have got.
    masks: Vec<MaskFile>,
}

/// The stroke file that a mask has got when it was painted first.
#[derive(Clone, Debug)]
struct MaskFile {
    field: String,
    name: String,
    /// The place of this in the order of all steps.
    order: i64,
}

/// A text, what changed it, its place in the order of all steps of undo, and the index of its stroke file, if it names one.
#[derive(Clone, Debug)]
struct Version {
    text: Arc<str>,
    label: String,
    order: i64,
    strokes: Option<usize>,
}

impl History {
    pub(super) fn new(text: Arc<str>) -> Self {
        let first = Version { text, label: "Open".to_owned(), order: order::OPEN, strokes: None };
        Self { versions: vec![first], current: 0, open: None, files: Vec::new(), masks: Vec::new() }
    }

    pub(super) fn text(&self) -> &str {
        &self.versions[self.current].text
    }

    pub(super) fn shared(&self) -> Arc<str> {
        Arc::clone(&self.versions[self.current].text)
    }

    pub(super) fn can_undo(&self) -> bool {
        self.current > 0
    }

    pub(super) fn can_redo(&self) -> bool {
        self.current + 1 < self.versions.len()
    }

    /// What made each version, and its place in the order of all steps, oldest first.
    pub(super) fn steps(&self) -> impl ExactSizeIterator<Item = (&str, i64)> {
        self.versions.iter().map(|version| (version.label.as_str(), version.order))
    }

    /// The index of the current version.
    pub(super) fn current(&self) -> usize {
        self.current
    }

    /// Makes another version current. Returns whether it exists and was not current.
    pub(super) fn jump(&mut self, to: usize) -> bool {
        self.end_undo_group();
        let can = to < self.versions.len() && to != self.current;
        if can {
            self.current = to;
        }
        can
    }

    /// Adds a version and makes it current. Returns whether the text has changed. If the previous edit has the same key, the
    /// new version replaces the previous one, so that both edits are undone together.
    pub(super) fn push(&mut self, text: Arc<str>, key: Option<String>, label: String) -> bool {
        if *text == *self.text() {
            return false;
        }
        let joins = key.is_some() && key == self.open && self.current > 0;
        self.versions.truncate(self.current + 1);
        if joins {
            self.versions.pop();
        }
        self.versions.push(Version { text, label, order: order::next(), strokes: None });
        self.open = key;
        self.trim();
        self.current = self.versions.len() - 1;
        true
    }

    /// Sets the stroke file that the new current text names.
    pub(super) fn set_strokes(&mut self, name: Option<&str>) {
        self.versions[self.current].strokes = name.map(|name| self.file(name));
    }

    /// The current name of the stroke file of the current text.
    pub(super) fn strokes_name(&self) -> Option<&str> {
        self.versions[self.current].strokes.map(|file| self.files[file].as_str())
    }

    /// Renames the stroke file of the current text, or sets a new file. A new file applies to all versions that name no
    /// stroke file.
    pub(super) fn rename_strokes(&mut self, name: &str) {
        if let Some(file) = self.versions[self.current].strokes {
            name.clone_into(&mut self.files[file]);
            return;
        }
        let file = self.file(name);
        let others = self.versions.iter_mut().filter(|version| version.strokes.is_none());
        others.for_each(|version| version.strokes = Some(file));
    }

    /// Remembers the stroke file that a mask has got.
    pub(super) fn add_mask_file(&mut self, field: &str, name: &str) {
        let (field, name) = (field.to_owned(), name.to_owned());
        self.masks.push(MaskFile { field, name, order: order::next() });
    }

    /// The fields that have got a stroke file since the current version was made, and the files, oldest first.
    pub(super) fn mask_files(&self) -> Vec<(String, String)> {
        let made = self.versions[self.current].order;
        let later = self.masks.iter().filter(|mask| mask.order > made);
        later.map(|MaskFile { field, name, .. }| (field.clone(), name.clone())).collect()
    }

    /// The index of a file name, which is added if it is new.
    fn file(&mut self, name: &str) -> usize {
        let known = self.files.iter().position(|file| file == name);
        known.unwrap_or_else(|| {
            self.files.push(name.to_owned());
            self.files.len() - 1
        })
    }

    /// Replaces the current text.
    pub(super) fn amend(&mut self, text: Arc<str>) {
        self.end_undo_group();
        self.versions[self.current].text = text;
    }

    /// Drops the versions that redo would bring back.
    pub(super) fn forget_redo(&mut self) {
        self.versions.truncate(self.current + 1);
    }

    /// Ends a group of edits that are undone together.
    pub(super) fn end_undo_group(&mut self) {
        self.open = None;
    }

    pub(super) fn undo(&mut self) -> bool {
        self.jump(self.current.saturating_sub(1))
    }

    pub(super) fn redo(&mut self) -> bool {
        self.jump(self.current + 1)
    }

    /// Drops the oldest versions beyond the limits. The first one of the rest cannot be undone, so it takes the place of the version
    /// that was opened.
    fn trim(&mut self) {
        let mut bytes: usize = self.versions.iter().map(|version| version.text.len()).sum();
        while self.versions.len() > 2 && (self.versions.len() > MAX_VERSIONS || bytes > MAX_BYTES) {
            bytes -= self.versions.remove(0).text.len();
            let first = &mut self.versions[0];
            (first.label, first.order) = ("Earlier changes".to_owned(), order::OPEN);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Otherwise the first version would be newer than the strokes before it, and undo of these would be a state of its own.
    #[test]
    fn the_first_version_that_is_left_takes_the_place_of_the_opened_one() {
        let mut history = History::new("0".into());
        for number in 1..MAX_VERSIONS + 7 {
            history.push(number.to_string().into(), None, "Edit".to_owned());
        }
        let steps: Vec<_> = history.steps().collect();
        assert_eq!((steps.len(), steps[0]), (MAX_VERSIONS, ("Earlier changes", order::OPEN)));
        assert!(steps[1].0 == "Edit" && steps.is_sorted_by_key(|(_, order)| *order));
    }
}
