//! The program: what is open, what is asked for, and what comes of it. One frame after the other, and none of them waits.

mod act;
mod deferred;
mod easel;
mod news;
mod painting;
mod project;
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
    DraftWorker, Export, FileWorker, PainterWorker, StrokeKeeper, Subject, ThumbnailWorker, Waker,
};
use crate::panels::{Chooser, ExportDraft};
use crate::theme;
use crate::witness::Witness;
use deferred::Queue;
use project::Project;

/// What the program begins with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Begin {
    /// The start page.
    StartPage,
    /// A preset.
    Preset(Preset),
    /// A file.
    File(PathBuf),
}

/// The program.
pub struct Studio {
    host: Arc<dyn Host>,
    waker: Waker,
    // When the program ends these are waited for in their order: what is kept, and what is half written, comes first.
    strokes: StrokeKeeper,
    files: FileWorker,
    export: Option<Export>,
    drafts: DraftWorker,
    painter: PainterWorker,
    thumbnails: ThumbnailWorker,
    presets: Vec<Preset>,
    targets: Vec<TargetChoice>,
    formats: Vec<FormatChoice>,
    /// Pictures of presets.
    gallery: BTreeMap<&'static str, TextureHandle>,
    /// Recipes that were worked on last.
    recent: Vec<PathBuf>,
    project: Option<Project>,
    /// What paints, and whether it computes on the processor.
    device: Option<(String, bool)>,
    /// Why nothing paints.
    no_device: Option<String>,
    chooser: Option<Chooser>,
    /// What waits for a choice.
    export_draft: Option<ExportDraft>,
    /// What became of what was asked for, and whether that is bad.
    notice: Option<(String, bool)>,
    /// What is to be done once it is settled what becomes of changes.
    leaving: Option<Leaving>,
    /// What waits for strokes on their way to the disk.
    queue: Queue,
    /// Revision of the fields whose small pictures were asked for.
    thumbnails_of: Option<u64>,
    /// What the window is called.
    title: String,
    #[cfg(feature = "sound")]
    ears: sound::Ears,
}

/// What leaves a recipe that is changed.
#[derive(Clone, Debug, PartialEq)]
enum Leaving {
    /// Another action.
    Act(Action),
    /// The end of the program.
    Quit,
}

impl Studio {
    /// Begins; threads wake the window of the context.
    ///
    /// # Errors
    /// The system has no threads left.
    pub fn new(ctx: &Context, host: Arc<dyn Host>, begin: Begin) -> std::io::Result<Self> {
        theme::apply(ctx);
        let window = ctx.clone();
        let waker = Waker::new(move || window.request_repaint());
        let presets = host.presets();
        let mut studio = Self {
            files: FileWorker::new(waker.clone())?,
            drafts: DraftWorker::new(Arc::clone(&host), waker.clone())?,
            painter: PainterWorker::new(Arc::clone(&host), waker.clone())?,
            thumbnails: ThumbnailWorker::new(Arc::clone(&host), waker.clone())?,
            #[cfg(feature = "sound")]
            ears: sound::Ears::new(waker.clone())?,
            strokes: StrokeKeeper::new(waker.clone())?,
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
            chooser: None,
            export_draft: None,
            export: None,
            notice: None,
            leaving: None,
            queue: Queue::default(),
            thumbnails_of: None,
            title: String::new(),
        };
        match begin {
            Begin::StartPage => studio.show_gallery(),
            Begin::Preset(preset) => studio.act(Action::OpenPreset(preset), ctx),
            Begin::File(path) => studio.act(Action::OpenFile(path), ctx),
        }
        Ok(studio)
    }

    /// The text of the recipe that is open, if one is.
    pub fn text(&self) -> Option<&str> {
        self.project.as_ref().map(|project| project.document.text())
    }

    /// How many strokes are painted over the recipe that is open.
    pub fn strokes(&self) -> usize {
        self.project.as_ref().map_or(0, |project| project.easel.len())
    }

    /// Whether the picture is painted as wanted, to its last sample.
    pub fn is_settled(&self) -> bool {
        self.project.as_ref().is_none_or(|project| project.painting.is_finished())
    }

    /// Where the recipes stand that were worked on last.
    fn recent_list(&self) -> Option<PathBuf> {
        self.host.state_folder().map(|folder| folder.join("recent"))
    }

    /// Takes note of a recipe that is worked on.
    fn remember(&self, path: &Path) {
        if let Some(list) = self.recent_list() {
            self.files.remember(&list, path);
        }
    }

    /// Asks for pictures of the presets that have none, and for the recipes that were worked on last.
    fn show_gallery(&mut self) {
        if let Some(list) = self.recent_list() {
            self.files.recent(&list);
        }
        let lacking =
            self.presets.iter().enumerate().filter(|(_, preset)| !self.gallery.contains_key(preset.name));
        let wishes: Vec<_> =
            lacking.map(|(at, preset)| (PRESETS + at as u64, Subject::Preset(*preset))).collect();
        self.thumbnails.want(wishes);
        self.thumbnails_of = None;
    }
}

/// Keys of small pictures of presets begin here; those of fields are below.
const PRESETS: u64 = 1 << 40;

impl eframe::App for Studio {
    fn ui(&mut self, ui: &mut egui::Ui, frame: &mut eframe::Frame) {
        if let (Some(witness), Some(whole)) = (ui.ctx().plugin_opt::<Witness>(), frame.info().cpu_usage) {
            witness.lock().took(whole);
        }
        self.show(ui);
    }
}
