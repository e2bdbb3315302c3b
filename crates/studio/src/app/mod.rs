//! The program: its state, and one frame after another. No frame waits for a worker.

mod act;
mod camera;
mod colours;
mod comparing;
mod deferred;
mod exporting;
mod forms;
mod inspect;
mod paint;
mod pointer;
mod preview;
mod project;
mod render;
mod results;
mod shortcuts;
mod show;
mod side_file;
mod solving;
#[cfg(feature = "sound")]
mod sound;
mod start;
mod timeline;
mod tour;
mod varying;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use egui::{Context, TextureHandle};

use crate::action::{Action, FileUse};
use crate::export_form::ExportForm;
use crate::host::{FormatChoice, Host, Preset, TargetChoice};
use crate::jobs::{
    DraftWorker, ExportQueue, FileWorker, FolderOpener, ImportWorker, MapWorker, MonitoredHost,
    ProfileWorker, RenderWorker, SolvingMonitor, StartFiles, StrokeFileWorker, ThumbnailWorker, Waker,
};
use crate::layer::Stamp;
use crate::panels::{FileDialog, HelpPage, Spans, StartState, Thumbnails, Tour};
use crate::theme;
use crate::ui_log::UiLog;
use comparing::Comparison;
use deferred::Queue;
use pointer::PointerQueue;
use project::Project;
pub use render::Liveness;
use varying::Variations;

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
    /// The stroke file of the parked session.
    parked_strokes: StrokeFileWorker,
    files: FileWorker,
    exports: ExportQueue,
    /// Whether the user knows that quitting cancels the exports.
    is_warned: bool,
    drafts: DraftWorker,
    renderer: RenderWorker,
    thumbnails: ThumbnailWorker,
    variation_thumbnails: ThumbnailWorker,
    variations: Option<Variations>,
    comparison: Option<Comparison>,
    /// The progress of solutions.
    solving: Arc<SolvingMonitor>,
    maps: MapWorker,
    profiles: ProfileWorker,
    import: ImportWorker,
    folders: FolderOpener,
    /// Why the folder of an export cannot be shown.
    folder_error: Option<String>,
    presets: Vec<Preset>,
    /// The usual values of parameters.
    spans: Spans,
    targets: Vec<TargetChoice>,
    formats: Vec<FormatChoice>,
    /// Thumbnails of the start page.
    start_thumbnails: Thumbnails,
    /// Thumbnails of the stamps whose heights are saved.
    stamps: BTreeMap<&'static str, TextureHandle>,
    /// Recent recipes and recovered changes.
    start_files: StartFiles,
    start_state: StartState,
    /// The help page, while it is open.
    help: Option<HelpPage>,
    /// The tour, while it is in progress.
    tour: Option<Tour>,
    project: Option<Project>,
    /// Whether the start page is shown although a recipe is open.
    is_browsing: bool,
    /// The device that renders, and whether it is a CPU driver.
    device: Option<(String, bool)>,
    /// Why no device renders.
    no_device: Option<String>,
    file_dialog: Option<FileDialog>,
    /// What the file dialog chooses a file of a field for.
    file_use: Option<FileUse>,
    /// Events of the mouse for later frames.
    pointer: PointerQueue,
    /// The mask to paint once the recipe is saved.
    mask_to_paint: Option<String>,
    /// The settings of the export dialog, while it is open.
    export_form: Option<ExportForm>,
    /// The notice, and whether it is an error.
    notice: Option<(String, bool)>,
    /// What to do after the unsaved changes are saved or discarded.
    unsaved_prompt: Option<UnsavedPrompt>,
    /// Saves and exports that wait for strokes to be on disk.
    queue: Queue,
    /// The revision and the versions of the masks whose field thumbnails were requested.
    thumbnails_of: Option<(u64, Vec<[u64; 2]>)>,
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
        let solving = SolvingMonitor::new(waker.clone());
        // The view shows the progress of the open recipe, and of no other.
        let others = Arc::clone(&host);
        let host: Arc<dyn Host> = Arc::new(MonitoredHost { host, monitor: Arc::clone(&solving) });
        let presets = host.presets();
        let mut studio = Self {
            files: FileWorker::new(waker.clone())?,
            drafts: DraftWorker::new(Arc::clone(&host), waker.clone())?,
            renderer: RenderWorker::new(Arc::clone(&host), waker.clone())?,
            thumbnails: ThumbnailWorker::new(Arc::clone(&others), Arc::clone(&host), waker.clone())?,
            variation_thumbnails: ThumbnailWorker::new(
                Arc::clone(&others),
                Arc::clone(&host),
                waker.clone(),
            )?,
            variations: None,
            comparison: None,
            solving,
            maps: MapWorker::new(Arc::clone(&host), waker.clone())?,
            profiles: ProfileWorker::new(waker.clone())?,
            import: ImportWorker::new(Arc::clone(&host), waker.clone())?,
            folders: FolderOpener::new(Arc::clone(&host), waker.clone()),
            folder_error: None,
            #[cfg(feature = "sound")]
            sound: sound::SoundState::new(waker.clone())?,
            strokes: StrokeFileWorker::new(waker.clone())?,
            parked_strokes: StrokeFileWorker::new(waker.clone())?,
            targets: host.targets(),
            formats: host.formats(),
            spans: Spans::of(&presets),
            presets,
            waker,
            host,
            start_thumbnails: Thumbnails::default(),
            stamps: BTreeMap::new(),
            start_files: StartFiles::default(),
            start_state: StartState::default(),
            help: None,
            tour: None,
            project: None,
            is_browsing: false,
            device: None,
            no_device: None,
            file_dialog: None,
            file_use: None,
            pointer: PointerQueue::default(),
            mask_to_paint: None,
            export_form: None,
            exports: ExportQueue::default(),
            is_warned: false,
            notice: None,
            unsaved_prompt: None,
            queue: Queue::default(),
            thumbnails_of: None,
            title: String::new(),
        };
        studio.offer_tour();
        match startup {
            Startup::StartPage => studio.show_start_page(),
            Startup::Preset(preset) => studio.act(Action::OpenPreset(preset), ctx),
            Startup::File(path) => studio.act(Action::OpenFile(path), ctx),
        }
        Ok(studio)
    }

    /// The recipe that is shown. `None` on the start page.
    fn shown_project(&self) -> Option<&Project> {
        self.project.as_ref().filter(|_| !self.is_browsing)
    }

    /// The text of the open recipe. `None` if no recipe is open.
    pub fn text(&self) -> Option<&str> {
        self.project.as_ref().map(|project| project.document.text())
    }

    /// The number of brush strokes on what is painted: the terrain of the open recipe, or a mask.
    pub fn strokes(&self) -> usize {
        self.project.as_ref().map_or(0, |project| project.paint.len())
    }

    /// Whether the picture is complete or, on the start page, all thumbnails are shown.
    pub fn is_settled(&self) -> bool {
        self.shown_project()
            .map_or_else(|| self.has_start_thumbnails(), |project| project.render.is_finished())
    }

    /// The file with the heights of a stamp. `None` if nothing shall persist.
    fn stamp_file(&self, stamp: Stamp) -> Option<PathBuf> {
        self.host.state_folder().map(|folder| folder.join("stamps").join(stamp.file_name()))
    }

    /// How closely the view follows the user at a time in seconds since the program started, which is egui's time.
    pub fn liveness(&self, now: f64) -> Liveness {
        self.project.as_ref().map_or_else(Liveness::default, |project| project.render.liveness(now))
    }
}

impl eframe::App for Studio {
    fn raw_input_hook(&mut self, ctx: &egui::Context, input: &mut egui::RawInput) {
        if self.pointer.split(&mut input.events) {
            ctx.request_repaint();
        }
    }

    fn ui(&mut self, ui: &mut egui::Ui, frame: &mut eframe::Frame) {
        if let (Some(log), Some(seconds)) = (ui.ctx().plugin_opt::<UiLog>(), frame.info().cpu_usage) {
            log.lock().set_frame_time(seconds);
        }
        self.show(ui);
        if let Some(log) = ui.ctx().plugin_opt::<UiLog>() {
            let Liveness { pictures, age } = self.liveness(ui.input(|input| input.time));
            log.lock().set_liveness(pictures, age);
        }
    }
}
