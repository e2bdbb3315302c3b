//! Saves and exports that wait until all strokes are on disk: neither happens without the strokes.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};

use super::Studio;
use super::paint::PaintSession;
use super::project::Project;
use crate::export_form::ExportForm;

/// A deferred save or export.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Deferred {
    /// Save to this file. `None`: the file that the recipe has when the save runs.
    Save(Option<PathBuf>),
    /// Export with these settings.
    Export(Box<ExportForm>),
}

/// The deferred jobs, and the save in progress.
#[derive(Debug, Default)]
pub(super) struct Queue {
    waiting: VecDeque<Deferred>,
    /// Number of flushes requested so far.
    flushes: u64,
    /// The flush in progress, and how many files have not finished it.
    flushing: Option<(u64, usize)>,
    /// The save in progress.
    pub(super) saving: Option<Saving>,
}

/// A save in progress.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Saving {
    /// The recipe's file.
    pub(super) path: PathBuf,
    pub(super) strokes: SaveStrokes,
}

/// The strokes during a save.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum SaveStrokes {
    /// The strokes stay in their file.
    InPlace,
    /// The strokes are being copied.
    Copying,
    /// The strokes are in a copy beside the new file. The recovery file that contained them before, if any, must be deleted.
    Copied(Option<PathBuf>),
}

impl Queue {
    /// Whether a save is waiting or in progress.
    pub(super) fn has_save(&self) -> bool {
        self.saving.is_some() || self.waiting.iter().any(|job| matches!(job, Deferred::Save(_)))
    }

    /// Whether an export is waiting.
    pub(super) fn has_export(&self) -> bool {
        self.waiting.iter().any(|job| matches!(job, Deferred::Export(_)))
    }

    /// Ignores the flush in progress, because the stroke file has changed.
    pub(super) fn forget_flush(&mut self) {
        self.flushing = None;
    }

    /// Drops all waiting jobs. Returns whether there were any.
    pub(super) fn clear(&mut self) -> bool {
        self.flushing = None;
        !std::mem::take(&mut self.waiting).is_empty()
    }
}

impl Studio {
    /// Runs a job once all strokes are on disk.
    pub(super) fn defer(&mut self, job: Deferred) {
        if !self.queue.waiting.contains(&job) {
            self.queue.waiting.push_back(job);
        }
        self.run_deferred();
    }

    /// Continues with the waiting jobs as soon as all strokes have been sent to the stroke file.
    pub(super) fn run_deferred(&mut self) {
        let Some(project) = &self.project else { return };
        let Queue { waiting, flushes, flushing, saving } = &mut self.queue;
        let is_written = project.sessions().all(PaintSession::is_written);
        if waiting.is_empty() || flushing.is_some() || saving.is_some() || !is_written {
            return;
        }
        let workers = [&self.strokes, &self.parked_strokes];
        let open: Vec<_> =
            project.sessions().zip(workers).filter(|(session, _)| session.has_file()).collect();
        if open.is_empty() {
            return self.run_first();
        }
        *flushes += 1;
        *flushing = Some((*flushes, open.len()));
        open.iter().for_each(|(_, worker)| worker.flush(*flushes));
    }

    /// A flush of a file is complete: strokes sent to it before are on disk.
    pub(super) fn flushed(&mut self, number: u64) {
        let rest = self.queue.flushing.as_mut().filter(|(flushing, _)| *flushing == number);
        rest.into_iter().for_each(|(_, rest)| *rest -= 1);
        if self.queue.flushing.take_if(|flushing| *flushing == (number, 0)).is_some() {
            // If more strokes were painted meanwhile, another flush follows.
            let is_written = |project: &Project| project.sessions().all(PaintSession::is_written);
            let is_written = self.project.as_ref().is_some_and(is_written);
            if is_written && self.queue.saving.is_none() {
                self.run_first();
            }
        }
    }

    fn run_first(&mut self) {
        let Some(project) = &self.project else { return };
        match self.queue.waiting.pop_front() {
            Some(Deferred::Save(path)) => {
                if let Some(path) = path.or_else(|| project.document.path().map(Path::to_owned)) {
                    self.save_to(&path);
                }
            }
            Some(Deferred::Export(form)) => self.add_export(&form),
            None => {}
        }
    }
}
