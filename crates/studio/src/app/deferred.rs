//! What waits until all strokes are on the disk: a recipe is not saved, and nothing exported, without the strokes over it.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};

use super::Studio;

/// What waits.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Deferred {
    /// Saving into a file, or else into that which the recipe has by then.
    Save(Option<PathBuf>),
    /// What the export dialog asks for.
    Export,
}

/// What waits, and what is being done of it.
#[derive(Debug, Default)]
pub(super) struct Queue {
    waiting: VecDeque<Deferred>,
    /// How often the keeper was asked to flush.
    flushes: u64,
    /// The flush that is waited for.
    flushing: Option<u64>,
    /// The save that is not at its end.
    pub(super) saving: Option<Saving>,
}

/// A save under way.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Saving {
    /// The recipe's file.
    pub(super) path: PathBuf,
    pub(super) strokes: StrokesOfSave,
}

/// What a save does with the strokes.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum StrokesOfSave {
    /// They stay where they are.
    Stay,
    /// They are being copied.
    AreMoving,
    /// They are where the recipe will be; what they were in, if that belonged to no recipe, has to go.
    Moved(Option<PathBuf>),
}

impl Queue {
    /// Whether a save waits or is under way.
    pub(super) fn saves(&self) -> bool {
        self.saving.is_some() || self.waiting.iter().any(|job| *job != Deferred::Export)
    }

    /// Whether an export waits.
    pub(super) fn exports(&self) -> bool {
        self.waiting.contains(&Deferred::Export)
    }

    /// The file of strokes is another: what was to be flushed is of no interest any more.
    pub(super) fn forget_flush(&mut self) {
        self.flushing = None;
    }

    /// Forgets what waits; whether there was anything.
    pub(super) fn clear(&mut self) -> bool {
        self.flushing = None;
        !std::mem::take(&mut self.waiting).is_empty()
    }
}

impl Studio {
    /// Does what needs all strokes on the disk once they are there.
    pub(super) fn defer(&mut self, job: Deferred) {
        if !self.queue.waiting.contains(&job) {
            self.queue.waiting.push_back(job);
        }
        self.release();
    }

    /// The export dialog is closed.
    pub(super) fn forget_export(&mut self) {
        self.queue.waiting.retain(|job| *job != Deferred::Export);
    }

    /// Goes on with what waits, as soon as all strokes are on their way to the disk.
    pub(super) fn release(&mut self) {
        let Some(project) = &self.project else { return };
        let Queue { waiting, flushes, flushing, saving } = &mut self.queue;
        if waiting.is_empty() || flushing.is_some() || saving.is_some() || !project.easel.is_at_rest() {
            return;
        }
        if project.easel.has_file() {
            *flushes += 1;
            *flushing = Some(*flushes);
            self.strokes.flush(*flushes);
        } else {
            self.do_first();
        }
    }

    /// Strokes are on the disk that were asked for before the flush of a number.
    pub(super) fn flushed(&mut self, number: u64) {
        if self.queue.flushing.take_if(|flushing| *flushing == number).is_some() {
            // If somebody paints meanwhile, another flush will follow.
            let is_at_rest = self.project.as_ref().is_some_and(|project| project.easel.is_at_rest());
            if is_at_rest && self.queue.saving.is_none() {
                self.do_first();
            }
        }
    }

    fn do_first(&mut self) {
        let Some(project) = &self.project else { return };
        match (self.queue.waiting.pop_front(), &self.export_draft) {
            (Some(Deferred::Save(path)), _) => {
                if let Some(path) = path.or_else(|| project.document.path().map(Path::to_owned)) {
                    self.save_to(&path);
                }
            }
            (Some(Deferred::Export), Some(draft)) if self.export.is_none() => {
                let order = Self::order(project, draft);
                self.begin_export(order);
            }
            _ => {}
        }
    }
}
