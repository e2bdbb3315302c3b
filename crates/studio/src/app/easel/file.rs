//! Where strokes are kept: their file, and what the recipe calls it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{Easel, StrokeFile};
use crate::app::Studio;
use crate::app::deferred::{Queue, Saving, StrokesOfSave};
use crate::app::project::Project;
use crate::jobs::Kept;
use crate::sculpture::{Kit, Sculpture};

impl Easel {
    /// Where strokes are kept that belong to no file yet, if they are in that folder.
    pub(in crate::app) fn stray(&self, rescue: Option<&Path>) -> Option<PathBuf> {
        let StrokeFile::Open(path) = &self.file else { return None };
        (path.parent() == rescue).then(|| path.clone())
    }
}

impl Studio {
    /// Takes in what has come of the file of strokes.
    pub(in crate::app) fn of_strokes(&mut self, kept: Kept) {
        let Some(project) = &mut self.project else { return };
        let easel = &mut project.easel;
        match kept {
            Kept::Begun(path) => {
                easel.file = StrokeFile::Open(path.clone());
                self.name_strokes(&path);
            }
            Kept::Opened(path, layer, undone) => {
                self.strokes.heard();
                easel.file = StrokeFile::Open(path);
                easel.clear();
                (easel.sculpture, easel.undone) = (Some(Arc::new(Sculpture::of_layer(layer))), undone);
            }
            Kept::Redone(stroke) => {
                easel.redoing = false;
                easel.undone = easel.undone.saturating_sub(1);
                // It lay there once.
                easel.changed(|sculpture| _ = sculpture.push((*stroke).clone()));
            }
            Kept::Moved(path) => {
                let stray = easel.stray(rescue_folder(self.host.state_folder()).as_deref());
                easel.file = StrokeFile::Open(path.clone());
                if let Some(saving) = &mut self.queue.saving {
                    saving.strokes = StrokesOfSave::Moved(stray);
                    // The folder that the recipe will be in.
                    let save = saving.path.clone();
                    self.name_strokes_in(&path, save.parent());
                    self.write(&save);
                }
            }
            Kept::Parted { from, to } => {
                easel.file = StrokeFile::Open(to.clone());
                self.name_strokes(&to);
                let said = format!(
                    "{} was replaced by another program. What is painted here is in {} from now on.",
                    from.display(),
                    to.display()
                );
                self.notice = Some((said, true));
            }
            Kept::Flushed(number) => self.flushed(number),
            Kept::Failed(error) => self.strokes_failed(&error),
            Kept::Lost(path) => {
                let why = format!("{} cannot be read any more", path.display());
                easel.file = StrokeFile::Closed(path, why);
            }
        }
    }

    fn strokes_failed(&mut self, error: &str) {
        let Some(easel) = self.project.as_mut().map(|project| &mut project.easel) else { return };
        easel.redoing = false;
        // A recipe whose strokes cannot be read can still be saved.
        let is_opening = easel.is_opening();
        match &easel.file {
            StrokeFile::Beginning => {
                easel.file = StrokeFile::None;
                easel.clear();
            }
            StrokeFile::Opening(path) => {
                easel.file = StrokeFile::Closed(path.clone(), error.to_owned());
            }
            StrokeFile::None | StrokeFile::Open(_) | StrokeFile::Closed(..) => {}
        }
        let ended = self.queue.saving.take_if(|saving| saving.strokes == StrokesOfSave::AreMoving).is_some();
        let dropped = !is_opening && self.queue.clear();
        let rest = if ended || dropped { ". Nothing was saved or exported" } else { "" };
        if ended || dropped {
            self.leaving = None;
        }
        // That stays to be said as long as it is so.
        if !is_opening {
            self.notice = Some((format!("{error}{rest}"), true));
        }
    }

    /// A file was saved, or could not be: what its strokes are called is settled then.
    pub(in crate::app) fn saved_strokes(&mut self, path: &Path, done: bool) {
        let Some(saving) = self.queue.saving.take_if(|saving| saving.path == path) else { return };
        let file = self.project.as_ref().map(|project| project.easel.file.clone());
        match (done, saving.strokes, file) {
            (true, StrokesOfSave::Moved(Some(stray)), _) => self.files.keep(&stray, None),
            // The recipe stays where it was, and its strokes are in the new file.
            (false, StrokesOfSave::Moved(_), Some(StrokeFile::Open(path))) => {
                self.name_strokes_in(&path, None);
            }
            _ => {}
        }
    }

    /// Writes into the recipe where its strokes are.
    fn name_strokes(&mut self, path: &Path) {
        let folder = self.project.as_ref().and_then(|project| project.document.path()?.parent());
        let folder = folder.map(Path::to_owned);
        self.name_strokes_in(path, folder.as_deref());
    }

    /// The same for a recipe in a folder: strokes beside it are named alone.
    fn name_strokes_in(&mut self, path: &Path, folder: Option<&Path>) {
        let Some(project) = &mut self.project else { return };
        let beside = folder.is_some() && path.parent() == folder;
        let name = if beside { path.file_name().map_or(path, Path::new) } else { path };
        if let Err(error) = project.document.name_strokes(&name.display().to_string()) {
            let said =
                format!("The strokes are in {}, but the recipe cannot say so: {error}", path.display());
            self.notice = Some((said, true));
        }
        // Should the program end now, the strokes are to be found.
        project.kept = Some((project.document.revision(), f64::MIN));
    }

    /// Saves the recipe into a file, and its strokes beside it, unless they are there.
    pub(in crate::app) fn save_to(&mut self, path: &Path) {
        let Some(project) = &mut self.project else { return };
        let is_elsewhere = project.document.path() != Some(path);
        let strokes = match (&project.easel.file, path.parent(), path.file_stem()) {
            (StrokeFile::Open(_), Some(folder), Some(name)) if is_elsewhere => {
                self.strokes.go_on_in(folder, &name.to_string_lossy());
                StrokesOfSave::AreMoving
            }
            _ => StrokesOfSave::Stay,
        };
        if strokes == StrokesOfSave::Stay {
            self.write(path);
        }
        self.queue.saving = Some(Saving { path: path.to_owned(), strokes });
    }

    /// Reads the strokes that the recipe names, if those are others than before.
    pub(in crate::app) fn follow_strokes(&mut self) {
        let Some(Project { shown: Some((_, recipe)), easel, relief, document, .. }) = &mut self.project
        else {
            return;
        };
        if let (None, Some(relief)) = (&easel.kit, relief) {
            let [low, high] = relief.range.map(f64::from);
            let field = recipe.height.field.clone();
            easel.kit = Some(Kit { field, ..Kit::new(recipe.domain.size, high - low) });
        }
        let known = match &easel.file {
            StrokeFile::None => None,
            // The recipe will name it.
            StrokeFile::Beginning => return,
            StrokeFile::Opening(path) | StrokeFile::Open(path) | StrokeFile::Closed(path, _) => Some(path),
        };
        let named = recipe.sculpt.as_ref().map(|sculpt| &sculpt.strokes);
        if named.is_none() && known.is_none() && easel.drawing.is_none() && easel.len() == 0 {
            // What is about to be painted may lie on another ground.
            easel.sculpture = None;
        }
        // What is shown while the text has a mistake is the recipe before, which may not know of the strokes.
        if known == named || self.queue.saving.is_some() || document.error().is_some() {
            return;
        }
        easel.clear();
        self.queue.forget_flush();
        self.strokes.close();
        easel.file = match named {
            None => StrokeFile::None,
            Some(path) => {
                self.strokes.open(path);
                StrokeFile::Opening(path.clone())
            }
        };
    }

    /// Closes the file of strokes of a project that is left; strokes of a recipe that was never saved go with it.
    pub(in crate::app) fn leave_easel(&mut self) {
        self.queue = Queue::default();
        let state = self.host.state_folder();
        let Some(project) = &self.project else { return };
        // What a saved recipe names is its own, wherever it lies.
        let is_stray = project.document.path().is_none()
            && project.easel.stray(rescue_folder(state).as_deref()).is_some();
        if is_stray { self.strokes.discard() } else { self.strokes.close() }
    }
}

/// Where is kept what belongs to no file yet.
pub(in crate::app) fn rescue_folder(state: Option<PathBuf>) -> Option<PathBuf> {
    state.map(|state| state.join("rescue"))
}
