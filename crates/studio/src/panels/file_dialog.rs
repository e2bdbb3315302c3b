//! A file dialog that looks the same on all systems.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use egui::{Id, Key, Modal, RichText, ScrollArea, TextEdit, Ui};

use crate::document::{PICTURES, SHAPES};
use crate::theme;

/// The purpose of a file dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Open a recipe.
    Open,
    /// Save a recipe.
    Save,
    /// Choose a folder for exported files.
    Folder,
    /// Choose music.
    #[cfg(feature = "sound")]
    Music,
    /// Choose an image of a stamp or a field.
    Picture,
    /// Choose lines and polygons.
    Shapes,
}

/// The extensions of files that can be opened: recipes and pictures.
static OPENED: LazyLock<Vec<&str>> = LazyLock::new(|| [&["toml"], PICTURES].concat());

/// The texts of a file dialog.
struct Words {
    title: &'static str,
    verb: &'static str,
    /// Shown in the empty text field.
    hint: &'static str,
    /// Shown in an empty list.
    empty: &'static str,
}

impl Purpose {
    /// The extensions of selectable files.
    fn extensions(self) -> &'static [&'static str] {
        match self {
            #[cfg(feature = "sound")]
            Self::Music => crate::sound::EXTENSIONS,
            Self::Picture => PICTURES,
            Self::Shapes => SHAPES,
            Self::Open => &OPENED,
            Self::Save | Self::Folder => &["toml"],
        }
    }

    fn words(self) -> Words {
        let recipes =
            |title, verb| Words { title, verb, hint: "name.toml", empty: "No recipes or folders here." };
        match self {
            Self::Open => Words {
                empty: "No recipes, elevation models, images or folders here.",
                ..recipes("Open recipe, elevation model or image", "Open")
            },
            Self::Shapes => Words {
                title: "Choose lines and polygons",
                verb: "Use file",
                hint: "name.geojson",
                empty: "No GeoPackage, GeoJSON or CSV files or folders here.",
            },
            Self::Save => recipes("Save recipe", "Save"),
            Self::Folder => {
                let hint = "New folder (optional)";
                Words { hint, ..recipes("Choose export folder", "Use folder") }
            }
            Self::Picture => Words {
                title: "Choose image",
                verb: "Use image",
                hint: "name.png",
                empty: "No images or folders here.",
            },
            #[cfg(feature = "sound")]
            Self::Music => Words {
                title: "Choose music",
                verb: "Play",
                hint: "name.ogg",
                empty: "No FLAC, Ogg Vorbis or WAV files or folders here.",
            },
        }
    }
}

/// A file dialog.
#[derive(Clone, Debug)]
pub struct FileDialog {
    /// Its purpose.
    pub purpose: Purpose,
    folder: PathBuf,
    name: String,
    /// The entries of the folder, once they are known.
    entries: Option<Result<Vec<(String, bool)>, String>>,
    /// An existing file that is overwritten if it is chosen again.
    replaced: Option<PathBuf>,
    /// The file that is being opened.
    opening: Option<PathBuf>,
    /// The file that could not be opened, and why.
    failed: Option<(PathBuf, String)>,
}

/// The result of a file dialog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileChoice {
    /// The chosen path.
    Path(PathBuf),
    /// The dialog was cancelled.
    Nothing,
}

impl FileDialog {
    /// A dialog that starts near `path`. To save a recipe or to choose music, it starts in the folder that contains `path`, and
    /// the file name is already entered. For other purposes, it starts in `path` itself, or in the nearest folder above `path`
    /// that exists, without a name.
    pub fn new(purpose: Purpose, path: &Path) -> Self {
        let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let name = absolute.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let above = || absolute.parent().map_or_else(|| PathBuf::from("."), Path::to_owned);
        let (folder, name) = match purpose {
            Purpose::Save => (above(), name),
            #[cfg(feature = "sound")]
            Purpose::Music => (above(), name),
            // The export folder need not exist yet.
            Purpose::Open | Purpose::Picture | Purpose::Shapes | Purpose::Folder => {
                let there = absolute.ancestors().find(|folder| folder.is_dir());
                (there.unwrap_or(&absolute).to_owned(), String::new())
            }
        };
        Self { purpose, folder, name, entries: None, replaced: None, opening: None, failed: None }
    }

    /// The folder whose entries the dialog still needs, and the extensions of selectable files. `None` if the dialog has the
    /// entries.
    pub fn missing_entries(&self) -> Option<(&Path, &'static [&'static str])> {
        self.entries.is_none().then_some((self.folder.as_path(), self.purpose.extensions()))
    }

    /// Sets the entries of a folder: their names, and whether they are folders. Entries of a folder that the dialog has left
    /// are ignored.
    pub fn set_entries(&mut self, folder: &Path, entries: Result<Vec<(String, bool)>, String>) {
        if folder == self.folder {
            self.entries = Some(entries);
        }
    }

    /// Shows why a file cannot be opened. Returns whether the dialog waits for this file.
    pub fn fail(&mut self, path: &Path, why: &str) -> bool {
        let opening = self.opening.take_if(|opening| opening == path);
        let is_opening = opening.is_some();
        if let Some(path) = opening {
            self.failed = Some((path, why.to_owned()));
        }
        is_opening
    }

    fn go(&mut self, folder: PathBuf) {
        (self.folder, self.entries) = (folder, None);
    }

    /// The current path.
    fn path(&self) -> PathBuf {
        let typed = Path::new(self.name.trim());
        let path = if typed.is_absolute() { typed.to_owned() } else { self.folder.join(typed) };
        match self.purpose {
            Purpose::Save if path.extension().is_none() => path.with_extension("toml"),
            _ => path,
        }
    }
}

/// Shows the dialog. Returns its result.
pub fn file_dialog(ui: &mut Ui, file_dialog: &mut FileDialog) -> Option<FileChoice> {
    let mut chosen = None;
    let Words { title, verb, hint, empty } = file_dialog.purpose.words();
    let modal = Modal::new(Id::unique("file_dialog")).show(ui.ctx(), |ui| {
        ui.set_width(520.0);
        ui.heading(title);
        ui.add_space(4.0);
        ui.horizontal(|ui| {
            if ui.button("Up").on_hover_text("Parent folder").clicked() {
                let above = file_dialog.folder.parent().map(Path::to_owned);
                above.into_iter().for_each(|above| file_dialog.go(above));
            }
            ui.add(
                egui::Label::new(RichText::new(file_dialog.folder.display().to_string()).color(theme::WEAK))
                    .truncate(),
            );
        });
        entries(ui, file_dialog, empty, &mut chosen);
        ui.add_space(4.0);
        let entry =
            ui.add(TextEdit::singleline(&mut file_dialog.name).hint_text(hint).desired_width(f32::INFINITY));
        entry.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, "file name"));
        let entered = entry.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        if !entered
            && file_dialog.purpose != Purpose::Folder
            && ui.memory(|memory| memory.focused().is_none())
        {
            entry.request_focus();
        }
        let named = file_dialog.purpose == Purpose::Folder || !file_dialog.name.trim().is_empty();
        let replaces = file_dialog.replaced.as_ref() == Some(&file_dialog.path());
        let verb = if replaces { "Overwrite" } else { verb };
        if replaces {
            ui.colored_label(theme::WARNING, "This file already exists. Overwrite it?");
        }
        outcome(ui, file_dialog);
        ui.add_space(6.0);
        ui.horizontal(|ui| {
            let taken = ui.add_enabled(named, egui::Button::new(verb)).clicked();
            if named && (taken || entered) {
                chosen = Some(FileChoice::Path(file_dialog.path()));
            }
            if ui.button("Cancel").clicked() {
                chosen = Some(FileChoice::Nothing);
            }
        });
    });
    if let (Purpose::Save, Some(FileChoice::Path(path))) = (file_dialog.purpose, &chosen)
        && file_dialog.replaced.as_ref() != Some(path)
        && path.exists()
    {
        file_dialog.replaced = Some(path.clone());
        chosen = None;
    }
    if let (Purpose::Open, Some(FileChoice::Path(path))) = (file_dialog.purpose, &chosen) {
        (file_dialog.opening, file_dialog.failed) = (Some(path.clone()), None);
    }
    if modal.should_close() && chosen.is_none() {
        chosen = Some(FileChoice::Nothing);
    }
    chosen
}

/// Says that the chosen file is being opened, or why it cannot be.
fn outcome(ui: &mut Ui, file_dialog: &FileDialog) {
    if file_dialog.opening.is_some() {
        ui.horizontal(|ui| {
            ui.spinner();
            ui.label("Opening…");
        });
    }
    // The error is about what was typed then.
    if let Some((_, why)) = file_dialog.failed.as_ref().filter(|(path, _)| *path == file_dialog.path()) {
        ui.add(egui::Label::new(RichText::new(why).color(theme::ERROR)).wrap());
    }
}

fn entries(ui: &mut Ui, file_dialog: &mut FileDialog, empty: &str, chosen: &mut Option<FileChoice>) {
    let mut go = None;
    egui::Frame::new().fill(theme::DEEP).corner_radius(4).inner_margin(6).show(ui, |ui| {
        ScrollArea::vertical().max_height(260.0).min_scrolled_height(260.0).auto_shrink(false).show(
            ui,
            |ui| match &file_dialog.entries {
                None => drop(ui.spinner()),
                Some(Err(error)) => drop(ui.colored_label(theme::ERROR, error)),
                Some(Ok(entries)) => {
                    if entries.is_empty() {
                        ui.label(RichText::new(empty).color(theme::WEAK));
                    }
                    for (name, is_folder) in entries {
                        let text = if *is_folder { format!("{name}/") } else { name.clone() };
                        let response = ui.selectable_label(file_dialog.name == *name, text);
                        if response.clicked() {
                            if *is_folder {
                                go = Some(name.clone());
                            } else {
                                file_dialog.name.clone_from(name);
                            }
                        }
                        if response.double_clicked() && !is_folder {
                            *chosen = Some(FileChoice::Path(file_dialog.folder.join(name)));
                        }
                    }
                }
            },
        );
    });
    if let Some(name) = go {
        file_dialog.go(file_dialog.folder.join(name));
    }
}
