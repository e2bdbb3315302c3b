//! Carries out the actions of the user.

use std::path::{Path, PathBuf};

use egui::{Context, ViewportCommand};

use super::comparing::Comparison;
use super::deferred::Deferred;
use super::paint::PaintSession;
use super::project::Project;
use super::{Studio, UnsavedPrompt};
use crate::action::{Action, BrushEvent};
use crate::document::{Document, PICTURES, SideFile, has_extension};
use crate::eye::{Eye, Motion};
use crate::panels::{FileDialog, HelpPage, Purpose, Tour};
use crate::shortcuts::{Command, shortcut};

impl Studio {
    /// Carries out an action.
    pub(super) fn act(&mut self, action: Action, ctx: &Context) {
        // A success notice disappears with the next action.
        if matches!(
            action,
            Action::Edit(_)
                | Action::Reset(_)
                | Action::SetNode { .. }
                | Action::AddNode { .. }
                | Action::NewMask
                | Action::UseFile(..)
                | Action::Type(_)
                | Action::Undo
                | Action::Redo
                | Action::OpenExport
        ) {
            self.notice.take_if(|(_, bad)| !*bad);
        }
        // An error of a stroke disappears when another begins.
        if matches!(action, Action::Brush(BrushEvent::Begin { .. }) | Action::UseBrush(_)) {
            self.notice = None;
        }
        match action {
            // A file is read first: the question is needless if it cannot be opened.
            Action::OpenPreset(_) | Action::OpenRecovered(_) | Action::New if self.has_unsaved_changes() => {
                self.unsaved_prompt = Some(UnsavedPrompt::Act(action));
            }
            Action::OpenPreset(preset) => self.open(Document::new(preset.name, preset.text)),
            Action::OpenFile(path) => self.open_file(&path),
            Action::ShowPresets(on) => self.show_presets(on),
            Action::New
            | Action::OpenRecovered(_)
            | Action::RemoveRecovered(_)
            | Action::RemoveRecent(_)
            | Action::Search => self.act_on_start(action),
            Action::Help => self.help = Some(HelpPage::here(ctx)),
            Action::StartTour => self.tour = Some(Tour::default()),
            Action::ChooseFile => {
                self.file_dialog = Some(FileDialog::new(Purpose::Open, &self.current_folder().join("")));
            }
            Action::Save => self.save(),
            Action::SaveAs => self.ask_where_to_save(),
            Action::SaveTo(path) => self.defer(Deferred::Save(Some(path))),
            Action::OpenExport => self.open_export(false),
            Action::ShowExports => self.open_export(true),
            Action::Export(form) => self.defer_export(*form),
            Action::RemoveExport(at) => self.exports.remove(at),
            Action::OpenFolder(folder) => {
                self.folder_error = None;
                self.folders.open(&folder);
            }
            Action::Dismiss => self.notice = None,
            #[cfg(feature = "sound")]
            action @ (Action::SetSound(_) | Action::ChooseMusic) => self.act_on_sound(action),
            Action::Brush(draw) => self.draw(draw),
            Action::Undo => self.undo(),
            Action::Redo => self.redo(),
            Action::JumpTo(order) => self.jump_to(order),
            Action::ShowComparison(on) => self.show_comparison(on),
            Action::Vary(varied) => self.vary(varied.map(|varied| *varied)),
            Action::AllowSolving(on) => self.allow_solving(on),
            Action::LookAt(position) => self.look_at(position),
            Action::PaintMask(mask) => self.paint_target(mask),
            Action::UseStamp(stamp) => {
                let image = self.stamp_file(stamp).map(|path| path.display().to_string());
                let brushes = self.project.as_mut().and_then(|project| project.paint.brushes.as_mut());
                if let (Some(image), Some(brushes)) = (image, brushes) {
                    brushes.use_stamp(stamp, image);
                }
            }
            Action::ChooseStamp => {
                self.file_dialog = Some(FileDialog::new(Purpose::Picture, &self.current_folder().join("")));
            }
            Action::Edit(edit) => self.edit(&edit),
            Action::Reset(edit) => self.reset(&edit),
            action @ (Action::SetNode { .. }
            | Action::AddNode { .. }
            | Action::NewMask
            | Action::ChooseFileFor(_)
            | Action::UseFile(..)) => self.act_on_form(action),
            action => self.act_on_project(action),
        }
        ctx.request_repaint();
    }

    fn act_on_project(&mut self, action: Action) {
        let Some(project) = &mut self.project else { return };
        match action {
            Action::EndEdit => project.document.end_undo_group(),
            Action::Type(text) => project.document.set_text(text),
            Action::ResolveConflict(take) => project.document.resolve_conflict(take),
            Action::Move(motion, rows) => project.move_eye(motion, rows),
            Action::SetEye(eye) => {
                (project.eye, project.flight, project.walking) = (eye, None, false);
                // A bookmark may be below the current ground.
                project.move_eye(Motion::Zoom(0.0), 1.0);
            }
            Action::SetSun(sun) => project.set_sun(sun),
            Action::Look(look) => project.look = look,
            Action::MeasurePoint(place) => {
                if project.marks.len() >= 2 {
                    project.marks.clear();
                }
                project.marks.push(place);
            }
            Action::SetMarks(marks) => project.marks = marks,
            Action::UseBrush(on) => {
                project.paint.cancel_stroke();
                if on {
                    let across = project.across();
                    project.paint.brushes.iter_mut().for_each(|brushes| brushes.fit(across));
                }
                (project.paint.active, project.measuring) = (on, project.measuring && !on);
            }
            Action::SetBrushes(brushes) => project.paint.brushes = Some(*brushes),
            Action::Measure(on) => {
                project.measuring = on;
                project.paint.cancel_stroke();
                project.paint.active &= !on;
                project.marks.clear();
            }
            Action::Bookmark => project.add_bookmark(),
            Action::RemoveBookmark(at) => project.remove_bookmark(at),
            Action::FlyTo(place) => project.fly_to(place),
            Action::Walk(on) => project.set_walking(on),
            Action::KeepForComparison => {
                project.compared = Some(project.document.shared_text());
                let text =
                    format!("Stored as B. Press {} to swap A and B.", shortcut(Command::Swap).key_names());
                self.notice = Some((text, false));
            }
            Action::Swap => {
                if let Some(text) = project.compared.take() {
                    project.compared = Some(project.document.shared_text());
                    project.document.swap_text(text);
                    let text = format!(
                        "Swapped A and B. Press {} to swap back.",
                        shortcut(Command::Swap).key_names()
                    );
                    self.notice = Some((text, false));
                }
            }
            Action::HideWarning(message) => drop(project.hidden_warnings.insert(message)),
            Action::ShowGraph(on) => project.graph = on,
            Action::ShowMap(on) => project.split = on,
            Action::SetMap(view) => project.inspection.view = Some(view),
            _ => {}
        }
    }

    /// Whether there are unsaved changes. A preset whose changes were undone has none.
    pub(super) fn has_unsaved_changes(&self) -> bool {
        let is_unsaved = |project: &Project| {
            project.document.is_changed() || project.sessions().any(PaintSession::has_unwritten_strokes)
        };
        self.project.as_ref().is_some_and(is_unsaved) || self.queue.has_save()
    }

    /// Opens a file, instead of the one that is being opened.
    fn open_file(&mut self, path: &Path) {
        self.cancel_opening();
        if has_extension(path, PICTURES) {
            self.import.import(path);
        } else {
            self.files.open(path);
        }
    }

    /// Discards the file that is being opened.
    pub(super) fn cancel_opening(&mut self) {
        self.files.cancel_opening();
        self.import.discard_results();
    }

    pub(super) fn open(&mut self, document: Document) {
        self.write_side_file();
        self.discard_recovery();
        self.close_paint_session();
        self.discard_events();
        self.mask_to_paint = None;
        self.solving.begin_session();
        let watched = document.path().map(|path| (path, document.shared_text()));
        self.files.watch(watched);
        self.files.follow(Vec::new());
        let project = Project::new(document);
        if let Some(path) = project.document.path() {
            self.files.read_side_file(&SideFile::path_of(path));
        }
        if let Some(recovery) = project.recovery_path(self.host.state_folder()) {
            self.files.read_recovery(&recovery);
        }
        (self.project, self.notice, self.thumbnails_of) = (Some(project), None, None);
        self.comparison.iter_mut().for_each(Comparison::clear);
        self.is_browsing = false;
        self.close_open_dialog();
        // A file for a field is for a field of the other recipe.
        self.file_dialog.take_if(|_| self.file_use.take().is_some());
    }

    /// Discards files that were requested for the recipe that is closed now, or instead of it.
    fn discard_events(&mut self) {
        self.files.discard_events();
        self.import.discard_results();
    }

    /// Deletes the recovery file.
    pub(super) fn discard_recovery(&mut self) {
        let state = self.host.state_folder();
        let existing = self
            .project
            .as_mut()
            .and_then(|project| project.recovery_state.take().and_then(|_| project.recovery_path(state)));
        if let Some(recovery) = existing {
            self.files.write_recovery(&recovery, None);
        }
    }

    fn save(&mut self) {
        // If the first save of a recipe is pending, the recipe has a file by the time this save runs.
        let has_file = self.project.as_ref().is_some_and(|project| project.document.path().is_some());
        if has_file || self.queue.has_save() {
            self.defer(Deferred::Save(None));
        } else {
            self.ask_where_to_save();
        }
    }

    /// Writes the recipe's text to a file.
    pub(super) fn write(&mut self, path: &Path) {
        if let Some(project) = &self.project {
            self.files.save(path, project.document.shared_text());
        }
    }

    pub(super) fn ask_where_to_save(&mut self) {
        let Some(project) = &self.project else { return };
        let name = format!("{}.toml", project.document.title());
        let path = project.document.path().map_or_else(|| self.current_folder().join(name), Path::to_owned);
        self.file_dialog = Some(FileDialog::new(Purpose::Save, &path));
    }

    /// The folder that dialogs start in: the folder of the recipe, or the current one.
    pub(super) fn current_folder(&self) -> PathBuf {
        let path = self.project.as_ref().and_then(|project| project.document.path());
        let folder = path.and_then(Path::parent).map(Path::to_owned);
        folder.or_else(|| std::env::current_dir().ok()).unwrap_or_else(|| PathBuf::from("."))
    }

    /// Continues after the unsaved changes are saved or discarded.
    pub(super) fn proceed(&mut self, ctx: &Context) {
        self.write_side_file();
        self.discard_recovery();
        self.close_paint_session();
        self.discard_events();
        match self.unsaved_prompt.take() {
            Some(UnsavedPrompt::Quit) => {
                self.project = None;
                ctx.send_viewport_cmd(ViewportCommand::Close);
            }
            Some(UnsavedPrompt::Act(action)) => {
                self.project = None;
                self.act(action, ctx);
            }
            None => {}
        }
    }

    /// Moves the camera to a position on the map, given as fractions of its width and height.
    pub(super) fn look_at(&mut self, position: [f64; 2]) {
        let Some(project) = &mut self.project else { return };
        (project.flight, project.walking) = (None, false);
        match (&mut project.eye, project.height_field.as_deref()) {
            (Eye::Plane(eye), Some(height_field)) => {
                let [x, y] = position.map(|along| along * height_field.size);
                let height = height_field.height(x, y).unwrap_or(0.0);
                (eye.target, eye.distance) = ([x, y, height], eye.distance.min(0.4 * height_field.size));
            }
            (Eye::Globe(eye), _) => {
                (eye.longitude, eye.latitude) =
                    (360.0 * position[0] - 180.0, (90.0 - 180.0 * position[1]).clamp(-89.5, 89.5));
            }
            _ => {}
        }
        // The ground there may be higher than the camera.
        project.eye.shift(Motion::Zoom(0.0), 1.0, project.height_field.as_deref());
    }
}
