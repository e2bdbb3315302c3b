//! Where strokes are kept: their file, what the recipe calls it, and what waits until they are there.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{Easel, StrokeFile};
use crate::action::Action;
use crate::app::Studio;
use crate::app::project::Project;
use crate::host::ExportOrder;
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
    /// Does what needs all strokes on the disk once they are there.
    pub(in crate::app) fn hold(&mut self, action: Action) {
        self.held.push_back(action);
        self.release();
    }

    /// Asks when strokes are on the disk, as soon as all are on their way, if something waits for that.
    pub(in crate::app) fn release(&mut self) {
        let easel = self.project.as_ref().map(|project| &project.easel);
        let is_ready = easel.is_some_and(|easel| !easel.is_unkept() && !easel.is_opening());
        if is_ready && !self.asked && !self.held.is_empty() {
            self.asked = true;
            self.strokes.tell();
        }
    }

    /// Does the first of what waited.
    fn act_on_held(&mut self) {
        self.asked = false;
        match self.held.pop_front() {
            Some(Action::SaveTo(path)) => self.save_to(&path),
            Some(Action::Export(order)) => {
                // The text may name its strokes only now.
                let text = self.project.as_ref().map(|project| project.text_to_export());
                self.begin_export(ExportOrder { text: text.unwrap_or(order.text), ..order });
            }
            _ => {}
        }
    }

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
                easel.stray = easel.stray(rescue_folder(self.host.state_folder()).as_deref());
                easel.file = StrokeFile::Open(path.clone());
                if let Some(save) = easel.saving.clone() {
                    // The folder that the recipe will be in.
                    let folder = save.parent().map(Path::to_owned);
                    self.name_strokes_in(&path, folder.as_deref());
                    self.write(&save);
                }
            }
            Kept::Done => self.act_on_held(),
            Kept::Failed(error) => {
                easel.redoing = false;
                if !self.held.is_empty() {
                    self.leaving = None;
                    self.held.clear();
                }
                if let (Some(_), StrokeFile::Open(_)) = (easel.saving.take(), &easel.file) {
                    self.leaving = None;
                }
                match &easel.file {
                    StrokeFile::Beginning => {
                        easel.file = StrokeFile::None;
                        easel.clear();
                    }
                    StrokeFile::Opening(path) => easel.file = StrokeFile::Closed(path.clone()),
                    StrokeFile::None | StrokeFile::Open(_) | StrokeFile::Closed(_) => {}
                }
                self.notice = Some((error, true));
            }
            Kept::Lost(path) => easel.file = StrokeFile::Closed(path),
        }
    }

    /// The recipe was saved, or could not be: what its strokes are called is settled then.
    pub(in crate::app) fn saved_strokes(&mut self, done: bool) {
        let Some(easel) = self.project.as_mut().map(|project| &mut project.easel) else { return };
        if easel.saving.take().is_none() {
            return;
        }
        match (done, easel.stray.take(), easel.file.clone()) {
            (true, Some(stray), _) => self.files.keep(&stray, None),
            // The recipe stays where it was, and its strokes are in the new file.
            (false, _, StrokeFile::Open(path)) => self.name_strokes_in(&path, None),
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
        match (&project.easel.file, path.parent(), path.file_stem()) {
            // Strokes that were painted meanwhile come first.
            _ if project.easel.is_unkept() || project.easel.is_opening() => {
                self.held.push_front(Action::SaveTo(path.to_owned()));
            }
            (StrokeFile::Open(_), Some(folder), Some(name)) if is_elsewhere => {
                self.strokes.go_on_in(folder, &name.to_string_lossy());
                project.easel.saving = Some(path.to_owned());
            }
            _ => self.write(path),
        }
    }

    /// Reads the strokes that the recipe names, if those are others than before.
    pub(in crate::app) fn follow_strokes(&mut self) {
        let Some(Project { shown: Some((_, recipe)), easel, relief, document, .. }) = &mut self.project
        else {
            return;
        };
        if let (None, Some(relief)) = (&easel.kit, relief) {
            let [low, high] = relief.range.map(f64::from);
            easel.kit = Some(Kit::new(recipe.domain.size, high - low));
        }
        let known = match &easel.file {
            StrokeFile::None => None,
            // The recipe will name it.
            StrokeFile::Beginning => return,
            StrokeFile::Opening(path) | StrokeFile::Open(path) | StrokeFile::Closed(path) => Some(path),
        };
        let named = recipe.sculpt.as_ref().map(|sculpt| &sculpt.strokes);
        if named.is_none() && known.is_none() && easel.drawing.is_none() && easel.len() == 0 {
            // What is about to be painted may lie on another ground.
            easel.sculpture = None;
        }
        // What is shown while the text has a mistake is the recipe before, which may not know of the strokes.
        if known == named || easel.saving.is_some() || document.error().is_some() {
            return;
        }
        easel.clear();
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
        self.held.clear();
        self.asked = false;
        let state = self.host.state_folder();
        let Some(project) = &self.project else { return };
        // What a saved recipe names is its own, wherever it lies.
        let stray = match project.document.path() {
            Some(_) => None,
            None => project.easel.stray(rescue_folder(state).as_deref()),
        };
        self.strokes.close();
        if let Some(stray) = stray {
            self.files.keep(&stray, None);
        }
    }
}

/// Where is kept what belongs to no file yet.
pub(in crate::app) fn rescue_folder(state: Option<PathBuf>) -> Option<PathBuf> {
    state.map(|state| state.join("rescue"))
}
