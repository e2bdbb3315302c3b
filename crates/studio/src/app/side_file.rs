//! The side file of the open recipe: the sun, the bookmarks, and the layout of the graph.

use std::path::{Path, PathBuf};

use egui::Context;
use orogen_view::Sun;
use toml_edit::{Item, Table, value};

use super::Studio;
use super::project::Project;
use crate::document::SideFile;
use crate::eye::Eye;
use crate::panels::GraphLayout;

/// Seconds from the last change to writing the side file.
const DELAY: f64 = 1.0;

/// The side file of the open recipe.
#[derive(Debug, Default)]
pub(super) struct SideState {
    file: SideFile,
    /// The layout of the graph in it, not rounded.
    layout: GraphLayout,
    /// A side file that cannot be used, and so is not written.
    refused: Option<PathBuf>,
    /// Whether there are changes that no time is set for yet.
    is_changed: bool,
    /// When to write.
    due: Option<f64>,
}

impl SideState {
    /// The contents.
    pub(super) fn file(&self) -> &SideFile {
        &self.file
    }

    /// Changes the contents. They are written a second after the last change.
    pub(super) fn change(&mut self, change: impl FnOnce(&mut SideFile)) {
        change(&mut self.file);
        self.is_changed = true;
    }

    /// The contents to write beside a recipe, if there are changes.
    fn take_changes(&mut self, recipe: &Path) -> Option<(PathBuf, String)> {
        let is_changed = std::mem::take(&mut self.is_changed) | self.due.take().is_some();
        let path = SideFile::path_of(recipe);
        (is_changed && self.refused.as_ref() != Some(&path)).then(|| (path, self.file.text()))
    }
}

impl Project {
    /// Sets the sun, and keeps it in the side file.
    pub(super) fn set_sun(&mut self, sun: Sun) {
        self.sun = sun;
        self.side.change(|file| {
            let table = file.table_mut("sun");
            table.insert("elevation", value(sun.elevation));
            table.insert("azimuth", value(sun.azimuth));
        });
    }

    /// The bookmarks that fit the ground of the recipe, and their positions in the side file.
    fn stored_bookmarks(&self) -> impl Iterator<Item = (usize, Eye)> {
        let tables = self.side.file().tables("bookmarks").into_iter().flat_map(|tables| tables.iter());
        tables.enumerate().filter_map(|(at, table)| Some((at, self.eye.from_table(table)?)))
    }

    /// Bookmarks the current view.
    pub(super) fn add_bookmark(&mut self) {
        let table = self.eye.to_table();
        self.side.change(|file| file.tables_mut("bookmarks").push(table));
        self.read_bookmarks();
    }

    /// Removes the bookmark with this index.
    pub(super) fn remove_bookmark(&mut self, index: usize) {
        if let Some((at, _)) = { self.stored_bookmarks().nth(index) } {
            self.side.change(|file| drop(file.tables_mut("bookmarks").remove(at)));
            self.read_bookmarks();
        }
    }

    fn read_bookmarks(&mut self) {
        let bookmarks = self.stored_bookmarks().map(|(_, eye)| eye).collect();
        self.bookmarks = bookmarks;
    }
}

/// The sun of a side file, if it has one in range.
fn stored_sun(table: &Table) -> Option<Sun> {
    let number = |name: &str| {
        let item: &Item = table.get(name)?;
        item.as_float().or_else(|| item.as_integer().map(|whole| whole as f64))
    };
    let (elevation, azimuth) = (number("elevation")?, number("azimuth")?);
    ((-6.0..=90.0).contains(&elevation) && azimuth.is_finite())
        .then(|| Sun { elevation, azimuth: azimuth.rem_euclid(360.0) })
}

impl Studio {
    /// Uses a side file that was read, or reports why it cannot be used.
    pub(super) fn on_side_file(&mut self, path: PathBuf, read: Result<SideFile, String>) {
        let Some(project) = &mut self.project else { return };
        if project.document.path().map(SideFile::path_of).as_ref() != Some(&path) {
            return;
        }
        match read {
            Ok(file) => {
                // The user may have changed something before the file was read.
                let changes = std::mem::take(&mut project.side.file);
                project.side.file = file.with(changes);
                let layout = GraphLayout::read(project.side.file());
                project.side.layout = layout.clone();
                project.graph_state.layout = layout;
                if let Some(sun) = project.side.file().table("sun").and_then(stored_sun) {
                    project.sun = sun;
                }
                project.read_bookmarks();
            }
            Err(error) => {
                project.side.refused = Some(path);
                self.notice = Some((error, true));
            }
        }
    }

    /// Writes changes of the side file when they are due.
    pub(super) fn keep_side_file(&mut self, ctx: &Context, now: f64) {
        let Some(project) = &mut self.project else { return };
        let side = &mut project.side;
        let layout = &project.graph_state.layout;
        if side.layout != *layout {
            side.layout = layout.clone();
            side.change(|file| layout.write(file));
        }
        if std::mem::take(&mut side.is_changed) {
            side.due = Some(now + DELAY);
        }
        match side.due {
            Some(due) if now < due => ctx.request_repaint_after_secs((due - now) as f32 + 0.05),
            Some(_) => self.write_side_file(),
            None => {}
        }
    }

    /// Writes changes of the side file now. Without a file of the recipe there is no side file yet.
    pub(super) fn write_side_file(&mut self) {
        let Some(project) = &mut self.project else { return };
        let Some(recipe) = project.document.path().map(Path::to_owned) else { return };
        if let Some((path, text)) = project.side.take_changes(&recipe) {
            self.files.save_side_file(&path, text);
        }
    }

    /// Writes the side file beside a file that the recipe was saved to for the first time.
    pub(super) fn move_side_file(&mut self) {
        if let Some(project) = self.project.as_mut().filter(|project| !project.side.file().is_empty()) {
            project.side.is_changed = true;
            self.write_side_file();
        }
    }
}
