//! The stroke file, and its name in the recipe.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{PaintSession, PaintTarget, StrokeFile};
use crate::app::Studio;
use crate::app::deferred::{Queue, SaveStrokes, Saving};
use crate::app::project::Project;
use crate::jobs::StrokeFileEvent;
use crate::layer::{BrushSet, EditedLayer};

impl PaintSession {
    /// The open stroke file, if it is in the recovery folder and so belongs to no saved recipe.
    pub(in crate::app) fn recovery_file(&self, recovery: Option<&Path>) -> Option<PathBuf> {
        let StrokeFile::Open(path) = &self.file else { return None };
        (path.parent() == recovery).then(|| path.clone())
    }
}

impl Studio {
    /// Handles an event of the stroke file.
    pub(in crate::app) fn on_stroke_file_event(&mut self, event: StrokeFileEvent) {
        let Some(project) = &mut self.project else { return };
        let paint = &mut project.paint;
        match event {
            StrokeFileEvent::Created(path) => {
                paint.file = StrokeFile::Open(path.clone());
                if let (None, Some((_, recipe))) = (&paint.layer, &project.shown) {
                    paint.layer = Some(Arc::new(EditedLayer::new(EditedLayer::ground(recipe))));
                }
                self.name_strokes(&path);
            }
            StrokeFileEvent::Opened(path, layer, undone) => {
                self.strokes.acknowledge();
                // After a failure, an open file is read again.
                let is_new = paint.is_opening();
                let known = if is_new { project.orders.remove(&path) } else { Some(paint.orders.clone()) };
                paint.file = StrokeFile::Open(path);
                paint.set_opened(layer, undone, known);
            }
            StrokeFileEvent::Redone(stroke) => {
                paint.redoing = paint.redoing.saturating_sub(1);
                // The stroke was accepted before, so this cannot fail.
                paint.changed(|layer| _ = layer.push((*stroke).clone()));
                paint.orders.redo();
            }
            StrokeFileEvent::Moved(path) => {
                let recovery_file = paint.recovery_file(recovery_folder(self.host.state_folder()).as_deref());
                paint.file = StrokeFile::Open(path.clone());
                if let Some(saving) = &mut self.queue.saving {
                    saving.strokes = SaveStrokes::Copied(recovery_file);
                    // The name is relative to the folder in which the recipe will be saved.
                    let save = saving.path.clone();
                    self.name_strokes_in(&path, save.parent());
                    self.write(&save);
                }
            }
            StrokeFileEvent::Diverged { from, to } => {
                paint.file = StrokeFile::Open(to.clone());
                self.name_strokes(&to);
                let message = format!(
                    "Another program replaced {}. Your strokes are now saved in {}.",
                    from.display(),
                    to.display()
                );
                self.notice = Some((message, true));
            }
            StrokeFileEvent::Flushed(number) => self.flushed(number),
            StrokeFileEvent::Failed(error) => self.strokes_failed(&error),
            StrokeFileEvent::Lost(path) => {
                let why = format!("{} can no longer be read", path.display());
                paint.file = StrokeFile::Unusable(path, why);
            }
        }
    }

    fn strokes_failed(&mut self, error: &str) {
        self.mask_to_paint = None;
        let Some(paint) = self.project.as_mut().map(|project| &mut project.paint) else { return };
        paint.redoing = 0;
        // A recipe whose strokes cannot be read can still be saved.
        let is_opening = paint.is_opening();
        match &paint.file {
            StrokeFile::Creating => {
                paint.file = StrokeFile::None;
                paint.clear();
            }
            StrokeFile::Opening(path) => {
                paint.file = StrokeFile::Unusable(path.clone(), error.to_owned());
            }
            StrokeFile::None | StrokeFile::Open(_) | StrokeFile::Unusable(..) => {}
        }
        let ended = self.queue.saving.take_if(|saving| saving.strokes == SaveStrokes::Copying).is_some();
        let dropped = !is_opening && self.queue.clear();
        let rest = if ended || dropped { ". Nothing was saved or exported" } else { "" };
        if ended || dropped {
            self.unsaved_prompt = None;
        }
        // An error of opening needs no notice: a banner shows it as long as it lasts.
        if !is_opening {
            self.notice = Some((format!("{error}{rest}"), true));
        }
    }

    /// Sets the final name of the stroke file after a save has ended.
    pub(in crate::app) fn saved_strokes(&mut self, path: &Path, done: bool) {
        let Some(saving) = self.queue.saving.take_if(|saving| saving.path == path) else { return };
        let file = self.project.as_ref().map(|project| project.ground_paint().file.clone());
        match (done, saving.strokes, file) {
            (true, SaveStrokes::Copied(Some(recovery_file)), _) => {
                self.files.write_recovery(&recovery_file, None);
            }
            // The recipe was not saved, but its strokes are in the new file.
            (false, SaveStrokes::Copied(_), Some(StrokeFile::Open(path))) => {
                self.on_ground(|studio| studio.name_strokes_in(&path, None));
            }
            _ => {}
        }
    }

    /// Sets the recipe's reference to the stroke file.
    fn name_strokes(&mut self, path: &Path) {
        let folder = self.project.as_ref().and_then(|project| project.document.path()?.parent());
        let folder = folder.map(Path::to_owned);
        self.name_strokes_in(path, folder.as_deref());
    }

    /// Sets the reference in a recipe of this folder. A stroke file in the same folder is referenced by its name alone.
    fn name_strokes_in(&mut self, path: &Path, folder: Option<&Path>) {
        let Some(project) = &mut self.project else { return };
        let beside = folder.is_some() && path.parent() == folder;
        let name = if beside { path.file_name().map_or(path, Path::new) } else { path };
        let name = name.display().to_string();
        let named = match &project.paint.target {
            PaintTarget::Ground => project.document.name_strokes(&name),
            PaintTarget::Mask(field) => project.document.name_mask_strokes(field, &name),
        };
        if let Err(error) = named {
            let message = format!(
                "Strokes were saved to {}, but the recipe could not be updated: {error}",
                path.display()
            );
            self.notice = Some((message, true));
        }
        // Writes the recovery file at once, so that the strokes are found if the program ends now.
        project.recovery_state = Some((project.document.revision(), f64::MIN));
    }

    /// Saves the recipe, and copies the strokes on its ground beside it if they are elsewhere.
    pub(in crate::app) fn save_to(&mut self, path: &Path) {
        self.on_ground(|studio| studio.save_with_strokes(path));
    }

    fn save_with_strokes(&mut self, path: &Path) {
        let Some(project) = &mut self.project else { return };
        let is_elsewhere = project.document.path() != Some(path);
        let strokes = match (&project.paint.file, path.parent(), path.file_stem()) {
            (StrokeFile::Open(_), Some(folder), Some(name)) if is_elsewhere => {
                self.strokes.move_to(folder, &name.to_string_lossy());
                SaveStrokes::Copying
            }
            _ => SaveStrokes::InPlace,
        };
        if strokes == SaveStrokes::InPlace {
            self.write(path);
        }
        self.queue.saving = Some(Saving { path: path.to_owned(), strokes });
    }

    /// Opens the stroke files that the recipe names for the ground and for the mask that is painted, if they differ from the open
    /// ones.
    pub(in crate::app) fn follow_strokes(&mut self) {
        self.project.iter_mut().for_each(Project::follow_renamed_masks);
        self.drop_lost_mask();
        self.follow_session();
        self.with_parked(Self::follow_session);
    }

    fn follow_session(&mut self) {
        let Some(Project { shown: Some((_, recipe)), paint, height_field, document, orders, .. }) =
            &mut self.project
        else {
            return;
        };
        if let (None, Some(height_field)) = (&paint.brushes, height_field) {
            let [low, high] = height_field.range.map(f64::from);
            let field = recipe.height.field.clone();
            paint.brushes = Some(match paint.target {
                PaintTarget::Ground => BrushSet { field, ..BrushSet::new(recipe.domain.size, high - low) },
                PaintTarget::Mask(_) => BrushSet::for_masks(recipe.domain.size),
            });
        }
        let known = match &paint.file {
            StrokeFile::None => None,
            // The recipe will name the new file soon.
            StrokeFile::Creating => return,
            StrokeFile::Opening(path) | StrokeFile::Open(path) | StrokeFile::Unusable(path, _) => Some(path),
        };
        let named = paint.target.file(recipe);
        let named = named.as_ref();
        if named.is_none() && known.is_none() && paint.drawing.is_none() && paint.len() == 0 {
            // The next strokes may be on another ground.
            paint.layer = None;
        }
        // While the text has an error, the last valid recipe is shown, which may not name the strokes of an open file. A file
        // that is not open yet may be the error, which the banner about strokes helps to mend.
        let is_other_recipe = document.error().is_some() && known.is_some();
        if known == named || self.queue.saving.is_some() || is_other_recipe {
            return;
        }
        paint.keep_orders(orders);
        paint.clear();
        self.queue.forget_flush();
        self.strokes.close();
        paint.file = match named {
            None => StrokeFile::None,
            Some(path) => {
                self.strokes.open(path);
                StrokeFile::Opening(path.clone())
            }
        };
    }

    /// Closes the stroke file. Strokes of a recipe that was never saved are deleted.
    pub(in crate::app) fn close_paint_session(&mut self) {
        self.queue = Queue::default();
        self.on_ground(Self::close_ground);
        self.parked_strokes.close();
    }

    fn close_ground(&mut self) {
        let state = self.host.state_folder();
        let Some(project) = &self.project else { return };
        // The strokes that a saved recipe names are kept, wherever they are.
        let is_recovery = project.document.path().is_none()
            && project.paint.recovery_file(recovery_folder(state).as_deref()).is_some();
        if is_recovery { self.strokes.discard() } else { self.strokes.close() }
    }
}

/// The folder for recovery files.
pub(in crate::app) fn recovery_folder(state: Option<PathBuf>) -> Option<PathBuf> {
    state.map(|state| state.join("rescue"))
}
