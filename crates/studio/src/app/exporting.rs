//! Exports: orders from the settings of the dialog, and the dialog itself.

use std::path::{Path, PathBuf};
use std::time::Duration;

use egui::{Context, Ui};

use super::Studio;
use super::deferred::Deferred;
use super::project::Project;
use crate::action::Action;
use crate::export_form::ExportForm;
use crate::eye::Eye;
use crate::host::{ExportOrder, Scene, Viewpoint};
use crate::jobs::{Export, Look};
use crate::panels::{self, Choices, ExportStep, Exports, FileDialog, Purpose};

/// Time between frames that show the progress of exports.
const PAUSE: Duration = Duration::from_millis(100);

/// The same if the CPU draws the window, where frames slow the export down.
const CPU_PAUSE: Duration = Duration::from_millis(700);

impl Project {
    /// A viewpoint with its height above the ground or water.
    fn viewpoint(&self, eye: Eye) -> Viewpoint {
        let exact = self.ground.as_ref().and_then(|ground| ground.at(eye.below()));
        let over = match (eye, exact, self.height_field.as_deref()) {
            (Eye::Globe(globe), Some([height, _]), Some(field)) => globe.altitude - field.covered(height),
            (eye, _, field) => eye.above(field),
        };
        Viewpoint { eye, over: over.max(0.01) }
    }

    /// The export that a form describes. It exports the recipe that is shown, which is the last valid one. `None` for a flight
    /// with fewer than two views.
    pub(super) fn order(&self, form: &ExportForm) -> Option<ExportOrder> {
        let title = self.document.title();
        let path =
            self.document.path().map_or_else(|| PathBuf::from(format!("{title}.toml")), Path::to_owned);
        let saved = self.bookmarks.iter().map(|eye| self.viewpoint(*eye)).collect();
        Some(ExportOrder {
            text: self.document.valid_text(),
            path,
            output: form.output(),
            product: form.product(self.scene(form), saved)?,
            force: form.force,
        })
    }

    /// The scene of the view.
    fn scene(&self, form: &ExportForm) -> Scene {
        let Look { style, surface, bounds } = self.look;
        let (size, samples) = (form.pictures.size, form.pictures.samples);
        let viewpoint = self.viewpoint(self.eye);
        Scene { viewpoint, sun: self.sun, style, surface, bounds, size, samples }
    }
}

impl Studio {
    /// Opens the dialog, with its settings or with the queue.
    pub(super) fn open_export(&mut self, shows_queue: bool) {
        let Some(project) = &self.project else { return };
        let title = project.document.title().to_owned();
        let folder = self.current_folder();
        let Some(project) = &mut self.project else { return };
        let form = self.export_form.get_or_insert_with(|| {
            let last = project.exported.take().filter(|last| last.is_for(&folder, &title));
            last.unwrap_or_else(|| ExportForm::new(&folder, &title))
        });
        form.shows_queue = shows_queue;
    }

    /// Adds an export with these settings to the queue. All strokes are on disk.
    pub(super) fn add_export(&mut self, form: &ExportForm) {
        let Some(project) = &self.project else { return };
        let Some(order) = project.order(form) else { return };
        let command = project.cli_name().map(|name| order.command(&name));
        self.exports.add(order, command);
        self.is_warned = false;
    }

    /// Continues with the queue, and shows its progress.
    pub(super) fn update_exports(&mut self, ctx: &Context) {
        self.exports.update(&self.host, &self.waker);
        self.folder_error = self.folders.failures().last().or(self.folder_error.take());
        if self.exports.is_busy() {
            ctx.request_repaint_after(if self.renders_on_cpu() { CPU_PAUSE } else { PAUSE });
        }
    }

    pub(super) fn export_dialog(&mut self, ui: &mut Ui, actions: &mut Vec<Action>) {
        let (Some(form), Some(project), None) = (&mut self.export_form, &self.project, &self.file_dialog)
        else {
            return;
        };
        // Only one dialog at a time.
        if self.unsaved_prompt.is_some() {
            return;
        }
        let command = |form: &ExportForm| Some(project.order(form)?.command(&project.cli_name()?));
        let domain = project.shown.as_ref().map(|(_, recipe)| &recipe.domain);
        let (targets, formats) = (&self.targets[..], &self.formats[..]);
        let sizes = &form
            .files
            .target
            .as_ref()
            .map_or(Ok(None), |target| self.host.accepted_sizes(target, form.files.tiles.unwrap_or(1)));
        let has_error = project.document.error().is_some();
        let saved_views = project.bookmarks.len();
        let choices = Choices { targets, formats, domain, sizes, saved_views, has_error };
        let exports = Exports {
            all: self.exports.exports(),
            is_saving: self.queue.has_export(),
            folder_error: self.folder_error.as_deref(),
        };
        match panels::export(ui, form, choices, exports, &command, actions) {
            ExportStep::Stay => {}
            ExportStep::Folder => {
                let folder = form.output().parent().map(Path::to_owned).unwrap_or_default();
                self.file_dialog = Some(FileDialog::new(Purpose::Folder, &folder));
            }
            ExportStep::Start => {
                form.shows_queue = true;
                actions.push(Action::Export(Box::new(form.clone())));
            }
            ExportStep::Close => {
                let form = self.export_form.take();
                self.folder_error = None;
                if let Some(project) = &mut self.project {
                    project.exported = form;
                    project.exported.iter_mut().for_each(|form| form.force = false);
                }
            }
        }
    }

    /// Runs an export once all strokes are on disk.
    pub(super) fn defer_export(&mut self, form: ExportForm) {
        self.defer(Deferred::Export(Box::new(form)));
    }

    /// The text of the bar about running exports. `None` if there are none.
    pub(super) fn export_progress(&self) -> Option<String> {
        let all = self.exports.exports();
        let running = all.iter().position(Export::is_running)?;
        let ended = all.iter().filter(|export| export.outcome().is_some()).count();
        let percent = 100.0 * all[running].progress();
        Some(format!("Exporting {} of {}: {percent:.0} %", ended + 1, all.len()))
    }
}
