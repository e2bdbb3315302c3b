//! What is done of what is asked for.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use egui::{Context, ViewportCommand};

use super::deferred::Deferred;
use super::project::Project;
use super::{Leaving, Studio};
use crate::action::{Action, Draw};
use crate::document::Document;
use crate::eye::{Eye, Motion};
use crate::host::ExportOrder;
use crate::jobs::Export;
use crate::panels::{Chooser, ExportDraft, Purpose};

impl Studio {
    /// Does what is asked for.
    pub(super) fn act(&mut self, action: Action, ctx: &Context) {
        // What went well is no news any more once something else is done.
        if matches!(
            action,
            Action::Edit(_) | Action::Type(_) | Action::Undo | Action::Redo | Action::AskExport
        ) {
            self.notice.take_if(|(_, bad)| !*bad);
        }
        // And what went wrong with a stroke is none once another begins.
        if matches!(action, Action::Draw(Draw::Begin { .. }) | Action::TakeBrush(_)) {
            self.notice = None;
        }
        match action {
            Action::OpenPreset(_) | Action::OpenFile(_) | Action::Close if self.would_lose() => {
                self.leaving = Some(Leaving::Act(action));
            }
            Action::OpenPreset(preset) => self.open(Document::new(preset.name, preset.text)),
            Action::OpenFile(path) => self.files.open(&path),
            Action::Close => {
                self.let_go();
                self.leave_easel();
                self.files.leave();
                self.project = None;
                self.files.watch(None);
                self.show_gallery();
            }
            Action::ChooseFile => self.chooser = Some(Chooser::new(Purpose::Open, &self.here().join(""))),
            Action::Save => self.save(),
            Action::SaveAs => self.choose_where(),
            Action::SaveTo(path) => self.defer(Deferred::Save(Some(path))),
            Action::AskExport => self.ask_export(),
            Action::Export => self.defer(Deferred::Export),
            Action::EndExport => self.export = None,
            Action::Dismiss => self.notice = None,
            #[cfg(feature = "sound")]
            action @ (Action::Hear(_) | Action::ChooseMusic) => self.act_on_sound(action),
            Action::Draw(draw) => self.draw(draw),
            // Who holds a brush takes back strokes.
            Action::Undo if self.has_brush() => self.undo_stroke(),
            Action::Redo if self.has_brush() => self.redo_stroke(),
            Action::UndoStroke => self.undo_stroke(),
            Action::RedoStroke => self.redo_stroke(),
            Action::ChooseStamp => self.chooser = Some(Chooser::new(Purpose::Picture, &self.here().join(""))),
            action => self.act_on_project(action),
        }
        ctx.request_repaint();
    }

    fn act_on_project(&mut self, action: Action) {
        let Some(project) = &mut self.project else { return };
        match action {
            Action::Edit(edit) => {
                if let Err(error) = project.document.apply(&edit) {
                    self.notice = Some((error.to_string(), true));
                }
            }
            Action::Seal => project.document.seal(),
            Action::Type(text) => project.document.set_text(text),
            Action::Undo => project.document.undo(),
            Action::Redo => project.document.redo(),
            Action::Settle(take) => project.document.settle(take),
            Action::Move(motion, rows) => project.shift(motion, rows),
            Action::See(eye) => {
                project.eye = eye;
                // What is kept may be of other ground.
                project.shift(Motion::Zoom(0.0), 1.0);
            }
            Action::Shine(sun) => project.sun = sun,
            Action::Look(look) => project.look = look,
            Action::Point(place) => {
                if project.marks.len() >= 2 {
                    project.marks.clear();
                }
                project.marks.push(place);
            }
            Action::TakeBrush(on) => {
                project.easel.drop_drawing();
                if on && !project.easel.in_hand {
                    let across = project.eye.across();
                    project.easel.kit.iter_mut().for_each(|kit| kit.fit(across));
                }
                (project.easel.in_hand, project.measuring) = (on, project.measuring && !on);
            }
            Action::SetKit(kit) => project.easel.kit = Some(*kit),
            Action::Measure(on) => {
                project.measuring = on;
                project.easel.drop_drawing();
                project.easel.in_hand &= !on;
                project.marks.clear();
            }
            Action::Bookmark => project.bookmarks.push(project.eye),
            Action::Forget(at) if at < project.bookmarks.len() => drop(project.bookmarks.remove(at)),
            Action::KeepForComparison => {
                project.compared = Some(project.document.shared_text());
                self.notice =
                    Some(("Kept as B. Change something, then exchange the two with X.".to_owned(), false));
            }
            Action::Exchange => {
                if let Some(text) = project.compared.take() {
                    project.compared = Some(project.document.shared_text());
                    project.document.exchange(text);
                    self.notice = Some(("The other recipe of the two; X goes back.".to_owned(), false));
                }
            }
            Action::ShowGraph(on) => project.graph = on,
            Action::Split(on) => project.split = on,
            _ => {}
        }
    }

    /// Whether there are changes that no file has. What was undone to a preset is none.
    pub(super) fn would_lose(&self) -> bool {
        let loses = |project: &Project| project.document.is_changed() || project.easel.is_unkept();
        self.project.as_ref().is_some_and(loses) || self.queue.saves()
    }

    /// Whether a brush is in the hand.
    pub(super) fn has_brush(&self) -> bool {
        self.project.as_ref().is_some_and(|project| project.easel.in_hand)
    }

    pub(super) fn open(&mut self, document: Document) {
        self.let_go();
        self.leave_easel();
        self.files.leave();
        let watched = document.path().map(|path| (path, document.shared_text()));
        self.files.watch(watched);
        let project = Project::new(document);
        if let Some(rescue) = project.rescue(self.host.state_folder()) {
            self.files.recall(&rescue);
        }
        (self.project, self.notice, self.thumbnails_of) = (Some(project), None, None);
    }

    /// Lets go of what was kept for the case of an early end.
    pub(super) fn let_go(&mut self) {
        let state = self.host.state_folder();
        let kept =
            self.project.as_mut().and_then(|project| project.kept.take().and_then(|_| project.rescue(state)));
        if let Some(rescue) = kept {
            self.files.keep(&rescue, None);
        }
    }

    fn save(&mut self) {
        // One that is being saved for the first time has a file by then.
        let has_file = self.project.as_ref().is_some_and(|project| project.document.path().is_some());
        if has_file || self.queue.saves() { self.defer(Deferred::Save(None)) } else { self.choose_where() }
    }

    /// Writes the recipe's text into a file.
    pub(super) fn write(&mut self, path: &Path) {
        if let Some(project) = &self.project {
            self.files.save(path, project.document.shared_text());
        }
    }

    fn choose_where(&mut self) {
        let Some(project) = &self.project else { return };
        let name = format!("{}.toml", project.document.title());
        let path = project.document.path().map_or_else(|| self.here().join(name), Path::to_owned);
        self.chooser = Some(Chooser::new(Purpose::Save, &path));
    }

    /// The folder where one is: that of the recipe, or the current one.
    pub(super) fn here(&self) -> PathBuf {
        let path = self.project.as_ref().and_then(|project| project.document.path());
        let folder = path.and_then(Path::parent).map(Path::to_owned);
        folder.or_else(|| std::env::current_dir().ok()).unwrap_or_else(|| PathBuf::from("."))
    }

    fn ask_export(&mut self) {
        let Some(project) = &self.project else { return };
        if self.export_draft.is_none() {
            let (here, title) = (self.here(), project.document.title());
            let last = project.exported.clone().filter(|(of, _)| *of == here.join(title));
            self.export_draft = Some(last.map_or_else(|| ExportDraft::new(&here, title), |(_, last)| last));
        }
    }

    /// The job that a draft asks for.
    pub(super) fn order(project: &Project, draft: &ExportDraft) -> ExportOrder {
        let document = &project.document;
        let path = document
            .path()
            .map_or_else(|| PathBuf::from(format!("{}.toml", document.title())), Path::to_owned);
        // What is wrong at the moment is not exported: the terrain that is shown is.
        let text = document.good_text();
        let ExportDraft { target, formats, size, folder, force } = draft.clone();
        ExportOrder { text, path, folder, target, formats, size, force }
    }

    pub(super) fn begin_export(&mut self, order: ExportOrder) {
        match Export::begin(Arc::clone(&self.host), order, self.waker.clone()) {
            Ok(export) => self.export = Some(export),
            Err(error) => self.notice = Some((format!("There is no thread for the export: {error}"), true)),
        }
    }

    /// Goes on after it is settled what becomes of changes.
    pub(super) fn leave(&mut self, ctx: &Context) {
        self.let_go();
        self.leave_easel();
        self.files.leave();
        match self.leaving.take() {
            Some(Leaving::Quit) => {
                self.project = None;
                ctx.send_viewport_cmd(ViewportCommand::Close);
            }
            Some(Leaving::Act(action)) => {
                self.project = None;
                self.act(action, ctx);
            }
            None => {}
        }
    }

    /// Where a click on the map leads.
    pub(super) fn look_at(&mut self, share: [f64; 2]) {
        let Some(project) = &mut self.project else { return };
        match (&mut project.eye, project.relief.as_deref()) {
            (Eye::Plane(eye), Some(relief)) => {
                let [x, y] = share.map(|share| share * relief.size);
                let height = relief.height(x, y).unwrap_or(0.0);
                (eye.target, eye.distance) = ([x, y, height], eye.distance.min(0.4 * relief.size));
            }
            (Eye::Globe(eye), _) => {
                (eye.longitude, eye.latitude) =
                    (360.0 * share[0] - 180.0, (90.0 - 180.0 * share[1]).clamp(-89.5, 89.5));
            }
            _ => {}
        }
        // The ground on the way there may be higher.
        project.eye.shift(Motion::Zoom(0.0), 1.0, project.relief.as_deref());
    }
}
