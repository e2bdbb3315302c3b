//! The program: its state, and one frame after another. No frame waits for a worker.

mod act;
mod deferred;
mod paint;
mod project;
mod render;
mod results;
mod show;
#[cfg(feature = "sound")]
mod sound;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use egui::{Context, TextureHandle};

use crate::action::Action;
use crate::host::{FormatChoice, Host, Preset, TargetChoice};
use crate::jobs::{
    DraftWorker, Export, FileWorker, RenderWorker, StrokeFileWorker, Subject, ThumbnailWorker, Waker,
};
use crate::panels::{ExportForm, FileDialog};
use crate::theme;
use crate::ui_log::UiLog;
use deferred::Queue;
use project::Project;

/// What the studio opens at startup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Startup {
    /// The start page.
    StartPage,
    /// A preset.
    Preset(Preset),
    /// A file.
    File(PathBuf),
}

/// The editor, which is an [`eframe::App`].
pub struct Studio {
    host: Arc<dyn Host>,
    waker: Waker,
    // Drop order matters: the program waits for these workers in this order, so that strokes and half-written files come first.
    strokes: StrokeFileWorker,
    files: FileWorker,
    export: Option<Export>,
    drafts: DraftWorker,
    renderer: RenderWorker,
    thumbnails: ThumbnailWorker,
    presets: Vec<Preset>,
    targets: Vec<TargetChoice>,
    formats: Vec<FormatChoice>,
    /// Thumbnails of presets.
    gallery: BTreeMap<&'static str, TextureHandle>,
    /// Recently opened recipes.
    recent: Vec<PathBuf>,
    project: Option<Project>,
    /// The device that renders, and whether it is a CPU driver.
    device: Option<(String, bool)>,
    /// Why no device renders.
    no_device: Option<String>,
    file_dialog: Option<FileDialog>,
    /// The settings of the export dialog, while it is open.
    export_form: Option<ExportForm>,
    /// The notice, and whether it is an error.
    notice: Option<(String, bool)>,
    /// What to do after the unsaved changes are saved or discarded.
    unsaved_prompt: Option<UnsavedPrompt>,
    /// Saves and exports that wait for strokes to be on disk.
    queue: Queue,
    /// The revision whose field thumbnails were requested.
    thumbnails_of: Option<u64>,
    /// The window title.
    title: String,
    #[cfg(feature = "sound")]
    sound: sound::SoundState,
}

/// An action that waits until unsaved changes are saved or discarded.
#[derive(Clone, Debug, PartialEq)]
enum UnsavedPrompt {
    /// Another action.
    Act(Action),
    /// Quitting the program.
    Quit,
}

impl Studio {
    /// Starts the editor. Its worker threads request repaints from `ctx` when they have results.
    ///
    /// # Errors
    /// The operating system cannot start a thread.
    pub fn new(ctx: &Context, host: Arc<dyn Host>, startup: Startup) -> std::io::Result<Self> {
        theme::apply(ctx);
        let window = ctx.clone();
        let waker = Waker::new(move || window.request_repaint());
        let presets = host.presets();
        let mut studio = Self {
            files: FileWorker::new(waker.clone())?,
            drafts: DraftWorker::new(Arc::clone(&host), waker.clone())?,
            renderer: RenderWorker::new(Arc::clone(&host), waker.clone())?,
            thumbnails: ThumbnailWorker::new(Arc::clone(&host), waker.clone())?,
            #[cfg(feature = "sound")]
            sound: sound::SoundState::new(waker.clone())?,
            strokes: StrokeFileWorker::new(waker.clone())?,
            targets: host.targets(),
            formats: host.formats(),
            presets,
            waker,
            host,
            gallery: BTreeMap::new(),
            recent: Vec::new(),
            project: None,
            device: None,
            no_device: None,
            file_dialog: None,
            export_form: None,
            export: None,
            notice: None,
            unsaved_prompt: None,
            queue: Queue::default(),
            thumbnails_of: None,
            title: String::new(),
        };
        match startup {
            Startup::StartPage => studio.show_start_page(),
            Startup::Preset(preset) => studio.act(Action::OpenPreset(preset), ctx),
            Startup::File(path) => studio.act(Action::OpenFile(path), ctx),
        }
        Ok(studio)
    }

    /// The text of the open recipe. `None` if no recipe is open.
    pub fn text(&self) -> Option<&str> {
        self.project.as_ref().map(|project| project.document.text())
    }

    /// The number of brush strokes on the terrain of the open recipe.
    pub fn strokes(&self) -> usize {
        self.project.as_ref().map_or(0, |project| project.paint.len())
    }

    /// Whether the picture is complete, or no recipe is open.
    pub fn is_settled(&self) -> bool {
        self.project.as_ref().is_none_or(|project| project.render.is_finished())
    }

    /// The file that lists the recent recipes.
    fn recent_list(&self) -> Option<PathBuf> {
        self.host.state_folder().map(|folder| folder.join("recent"))
    }

    /// Adds a recipe to the recent ones.
    fn remember(&self, path: &Path) {
        if let Some(list) = self.recent_list() {
            self.files.remember(&list, path);
        }
    }

    /// Requests the missing thumbnails of presets, and the recent recipes.
    fn show_start_page(&mut self) {
        if let Some(list) = self.recent_list() {
            self.files.recent(&list);
        }
        let lacking =
            self.presets.iter().enumerate().filter(|(_, preset)| !self.gallery.contains_key(preset.name));
        let requests: Vec<_> =
            lacking.map(|(at, preset)| (PRESETS + at as u64, Subject::Preset(*preset))).collect();
        self.thumbnails.request(requests);
        self.thumbnails_of = None;
    }
}

/// Thumbnail keys of presets begin here; keys of fields are below.
const PRESETS: u64 = 1 << 40;

impl eframe::App for Studio {
    fn ui(&mut self, ui: &mut egui::Ui, frame: &mut eframe::Frame) {
        if let (Some(log), Some(seconds)) = (ui.ctx().plugin_opt::<UiLog>(), frame.info().cpu_usage) {
            log.lock().set_frame_time(seconds);
        }
        self.show(ui);
    }
}
