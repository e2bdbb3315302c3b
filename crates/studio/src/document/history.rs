//! Undo and redo of the text, as a list of labelled versions.

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
}

/// A text, what changed it, and its place in the order of all steps of undo.
#[derive(Clone, Debug)]
struct Version {
    text: Arc<str>,
    label: String,
    order: i64,
}

impl History {
    pub(super) fn new(text: Arc<str>) -> Self {
        let first = Version { text, label: "Open".to_owned(), order: order::OPEN };
        Self { versions: vec![first], current: 0, open: None }
    }

    pub(super) fn text(&self) -> &str {
        &self.versions[self.current].text
    }

    pub(super) fn shared(&self) -> Arc<str> {
        Arc::clone(&self.versions[self.current].text)
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
        self.versions.push(Version { text, label, order: order::next() });
        self.open = key;
        self.trim();
        self.current = self.versions.len() - 1;
        true
    }

    /// The place of the current version in the order of all steps.
    pub(super) fn order(&self) -> i64 {
        self.versions[self.current].order
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
