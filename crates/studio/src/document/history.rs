//! What the text was before: undo and redo.

use std::sync::Arc;

/// The most texts that are kept.
const MOST: usize = 1000;

/// The most bytes of texts that are kept, but for the present one.
const MOST_BYTES: usize = 32 << 20;

/// The texts there were, and which of them is the present one.
#[derive(Clone, Debug)]
pub(super) struct History {
    texts: Vec<Arc<str>>,
    present: usize,
    /// What the last change was of, if more of it may join it.
    open: Option<String>,
}

impl History {
    pub(super) fn new(text: Arc<str>) -> Self {
        Self { texts: vec![text], present: 0, open: None }
    }

    pub(super) fn text(&self) -> &str {
        &self.texts[self.present]
    }

    pub(super) fn shared(&self) -> Arc<str> {
        Arc::clone(&self.texts[self.present])
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
        self.texts.push(text);
        self.open = mark;
        self.forget();
        self.present = self.texts.len() - 1;
        true
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
        let mut bytes: usize = self.texts.iter().map(|text| text.len()).sum();
        while self.texts.len() > 2 && (self.texts.len() > MOST || bytes > MOST_BYTES) {
            bytes -= self.texts.remove(0).len();
        }
    }
}
