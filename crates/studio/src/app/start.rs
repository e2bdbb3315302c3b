//! The start page: its files, thumbnails and actions.

use std::path::{Path, PathBuf};

use egui::Context;

use super::Studio;
use super::paint::recovery_folder;
use super::results::texture;
use crate::action::Action;
use crate::document::{Document, NEW_RECIPE};
use crate::draft::Rgba;
use crate::jobs::{StartFiles, StartFolders, Subject};

/// The title of a new recipe.
const UNTITLED: &str = "untitled";

impl Studio {
    fn start_folders(&self) -> Option<StartFolders> {
        let state = self.host.state_folder()?;
        Some(StartFolders { recent: state.join("recent"), recovery: recovery_folder(Some(state))? })
    }

    /// Adds a recipe to the recent ones.
    pub(super) fn remember(&self, path: &Path) {
        if let Some(folders) = self.start_folders() {
            self.files.remember(&folders.recent, path);
        }
    }

    /// Shows the start page, where the user can look around without closing the recipe, or returns to the recipe.
    pub(super) fn show_presets(&mut self, on: bool) {
        self.is_browsing = on && self.project.is_some();
        if on {
            self.write_side_file();
            self.show_start_page();
        }
    }

    /// Requests the files and the missing thumbnails of the start page.
    pub(super) fn show_start_page(&mut self) {
        if let Some(folders) = self.start_folders() {
            self.files.start_files(folders);
        }
        self.request_start_thumbnails();
        self.thumbnails_of = None;
    }

    /// Requests the missing thumbnails of presets, and those of the recent recipes, which may have changed.
    fn request_start_thumbnails(&self) {
        let presets =
            self.presets.iter().filter(|preset| !self.start_thumbnails.presets.contains_key(preset.name));
        let files = self.start_files.recent.iter().cloned().map(Subject::File);
        let subjects = files.chain(presets.copied().map(Subject::Preset));
        self.thumbnails.request(subjects.map(|subject| (0, subject)));
    }

    /// Whether all thumbnails of the start page are shown.
    pub(super) fn has_start_thumbnails(&self) -> bool {
        let shown = &self.start_thumbnails;
        self.presets.iter().all(|preset| shown.presets.contains_key(preset.name))
            && self.start_files.recent.iter().all(|path| shown.files.contains_key(path))
    }

    /// Shows the files that the start page offers, if it is open.
    pub(super) fn on_start_files(&mut self, files: StartFiles) {
        self.start_files = files;
        // The open recipe has lost nothing.
        let own = self.project.as_ref().and_then(|project| project.recovery_path(self.host.state_folder()));
        self.start_files.recovered.retain(|recovered| Some(&recovered.file) != own.as_ref());
        if self.shown_project().is_none() {
            self.request_start_thumbnails();
        }
    }

    /// Shows a thumbnail of a preset, a file or a stamp. Returns whether it is one.
    pub(super) fn on_start_thumbnail(
        &mut self,
        subject: &Subject,
        picture: Option<&Rgba>,
        ctx: &Context,
    ) -> bool {
        let shown = |name: &str| picture.map(|picture| texture(ctx, name, picture));
        match subject {
            Subject::Field(..) | Subject::Recipe(_) => return false,
            Subject::Stamp(stamp, _) => {
                if let Some(picture) = picture {
                    self.stamps.insert(stamp.name, texture(ctx, stamp.name, picture));
                }
            }
            Subject::Preset(preset) => {
                self.start_thumbnails.presets.insert(preset.name, shown(preset.name));
            }
            Subject::File(path) => {
                self.start_thumbnails.files.insert(path.clone(), shown(&path.display().to_string()));
            }
        }
        true
    }

    /// Carries out an action of the start page.
    pub(super) fn act_on_start(&mut self, action: Action) {
        let folders = self.start_folders();
        match (action, folders) {
            (Action::New, _) => self.open(Document::new(self.new_title(), NEW_RECIPE)),
            (Action::OpenRecovered(title), _) => {
                let preset = self.presets.iter().find(|preset| preset.name == title);
                let text = preset.map_or(NEW_RECIPE, |preset| preset.text);
                self.open(Document::new(title, text));
            }
            (Action::RemoveRecovered(file), Some(folders)) => self.files.remove_recovered(folders, &file),
            (Action::RemoveRecent(path), Some(folders)) => self.files.forget(folders, &path),
            (Action::Search, _) => self.start_state.search_requested = self.shown_project().is_none(),
            _ => {}
        }
    }

    /// A title for a new recipe that no recovered changes have: opening such a title would bring them back.
    fn new_title(&self) -> String {
        let is_free = |title: &String| self.start_files.recovered.iter().all(|one| one.title != *title);
        let numbered = (2_u64..).map(|number| format!("{UNTITLED}-{number}"));
        std::iter::once(UNTITLED.to_owned()).chain(numbered).find(is_free).unwrap_or_default()
    }

    /// The file whose existence says that the user has seen the tour.
    pub(super) fn tour_mark(&self) -> Option<PathBuf> {
        self.host.state_folder().map(|state| state.join("tour-seen"))
    }
}
