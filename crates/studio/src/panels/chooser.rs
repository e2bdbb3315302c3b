//! Files and folders to choose from: a dialog of the program's own, which looks the same everywhere.

use std::path::{Path, PathBuf};

use egui::{Id, Key, Modal, RichText, ScrollArea, TextEdit, Ui};

use crate::theme;

/// What a file is chosen for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To open it.
    Open,
    /// To save into it.
    Save,
    /// A folder for exported files.
    Folder,
    /// To hear it.
    #[cfg(feature = "sound")]
    Music,
    /// A picture for the stamp.
    Picture,
}

/// What a dialog says.
struct Words {
    title: &'static str,
    verb: &'static str,
    /// Where nothing is typed.
    hint: &'static str,
    /// Where there is nothing to choose.
    empty: &'static str,
}

impl Purpose {
    /// How the names of files end that can be chosen.
    fn endings(self) -> &'static [&'static str] {
        match self {
            #[cfg(feature = "sound")]
            Self::Music => crate::sound::ENDINGS,
            Self::Picture => &["png", "tif", "tiff", "exr"],
            _ => &["toml"],
        }
    }

    fn words(self) -> Words {
        let recipes =
            |title, verb| Words { title, verb, hint: "name.toml", empty: "No recipe and no folder is here." };
        match self {
            Self::Open => recipes("Open a recipe", "Open"),
            Self::Save => recipes("Save the recipe", "Save here"),
            Self::Folder => {
                let hint = "a new folder in it, if you like";
                Words { hint, ..recipes("A folder for the files", "Take this folder") }
            }
            Self::Picture => Words {
                title: "A picture for the stamp",
                verb: "Take this one",
                hint: "name.png",
                empty: "No picture and no folder is here.",
            },
            #[cfg(feature = "sound")]
            Self::Music => Words {
                title: "Music to hear",
                verb: "Play",
                hint: "name.ogg",
                empty: "No FLAC, Ogg Vorbis or WAV file and no folder is here.",
            },
        }
    }
}

/// A dialog that chooses a file.
#[derive(Clone, Debug)]
pub struct Chooser {
    /// For what.
    pub purpose: Purpose,
    folder: PathBuf,
    name: String,
    /// Folders and files in the folder, once they are known.
    entries: Option<Result<Vec<(String, bool)>, String>>,
    /// A file that is there, and is about to be replaced if it is chosen once more.
    replaced: Option<PathBuf>,
}

/// What a dialog has come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chosen {
    /// This.
    Path(PathBuf),
    /// Nothing.
    Nothing,
}

impl Chooser {
    /// A dialog that begins at a path: in its folder, with its name.
    pub fn new(purpose: Purpose, path: &Path) -> Self {
        let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let name = absolute.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let above = || absolute.parent().map_or_else(|| PathBuf::from("."), Path::to_owned);
        let (folder, name) = match purpose {
            Purpose::Save => (above(), name),
            #[cfg(feature = "sound")]
            Purpose::Music => (above(), name),
            // That for exports need not be there yet.
            Purpose::Open | Purpose::Picture | Purpose::Folder => {
                let there = absolute.ancestors().find(|folder| folder.is_dir());
                (there.unwrap_or(&absolute).to_owned(), String::new())
            }
        };
        Self { purpose, folder, name, entries: None, replaced: None }
    }

    /// The folder whose entries it lacks, and how the names of the files among them end.
    pub fn lacking(&self) -> Option<(&Path, &'static [&'static str])> {
        self.entries.is_none().then_some((self.folder.as_path(), self.purpose.endings()))
    }

    /// Takes the entries of a folder: names, and whether they are folders.
    pub fn take(&mut self, folder: &Path, entries: Result<Vec<(String, bool)>, String>) {
        if folder == self.folder {
            self.entries = Some(entries);
        }
    }

    fn go(&mut self, folder: PathBuf) {
        (self.folder, self.entries) = (folder, None);
    }

    /// The path as it stands.
    fn path(&self) -> PathBuf {
        let typed = Path::new(self.name.trim());
        let path = if typed.is_absolute() { typed.to_owned() } else { self.folder.join(typed) };
        match self.purpose {
            Purpose::Save if path.extension().is_none() => path.with_extension("toml"),
            _ => path,
        }
    }
}

/// Shows the dialog; what it has come to, if it has.
pub fn chooser(ui: &mut Ui, chooser: &mut Chooser) -> Option<Chosen> {
    let mut chosen = None;
    let Words { title, verb, hint, empty } = chooser.purpose.words();
    let modal = Modal::new(Id::unique("chooser")).show(ui.ctx(), |ui| {
        ui.set_width(520.0);
        ui.heading(title);
        ui.add_space(4.0);
        ui.horizontal(|ui| {
            if ui.button("Up").on_hover_text("The folder above").clicked() {
                let above = chooser.folder.parent().map(Path::to_owned);
                above.into_iter().for_each(|above| chooser.go(above));
            }
            ui.add(
                egui::Label::new(RichText::new(chooser.folder.display().to_string()).color(theme::WEAK))
                    .truncate(),
            );
        });
        entries(ui, chooser, empty, &mut chosen);
        ui.add_space(4.0);
        let entry =
            ui.add(TextEdit::singleline(&mut chooser.name).hint_text(hint).desired_width(f32::INFINITY));
        entry.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, "file name"));
        let entered = entry.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        if !entered && chooser.purpose != Purpose::Folder && ui.memory(|memory| memory.focused().is_none()) {
            entry.request_focus();
        }
        let named = chooser.purpose == Purpose::Folder || !chooser.name.trim().is_empty();
        let replaces = chooser.replaced.as_ref() == Some(&chooser.path());
        let verb = if replaces { "Replace it" } else { verb };
        if replaces {
            ui.colored_label(theme::WARNING, "There is such a file. It will be replaced.");
        }
        ui.add_space(6.0);
        ui.horizontal(|ui| {
            let taken = ui.add_enabled(named, egui::Button::new(verb)).clicked();
            if named && (taken || entered) {
                chosen = Some(Chosen::Path(chooser.path()));
            }
            if ui.button("Cancel").clicked() {
                chosen = Some(Chosen::Nothing);
            }
        });
    });
    if let (Purpose::Save, Some(Chosen::Path(path))) = (chooser.purpose, &chosen)
        && chooser.replaced.as_ref() != Some(path)
        && path.exists()
    {
        chooser.replaced = Some(path.clone());
        chosen = None;
    }
    if modal.should_close() && chosen.is_none() {
        chosen = Some(Chosen::Nothing);
    }
    chosen
}

fn entries(ui: &mut Ui, chooser: &mut Chooser, empty: &str, chosen: &mut Option<Chosen>) {
    let mut go = None;
    egui::Frame::new().fill(theme::DEEP).corner_radius(4).inner_margin(6).show(ui, |ui| {
        ScrollArea::vertical().max_height(260.0).min_scrolled_height(260.0).auto_shrink(false).show(
            ui,
            |ui| match &chooser.entries {
                None => drop(ui.spinner()),
                Some(Err(error)) => drop(ui.colored_label(theme::ERROR, error)),
                Some(Ok(entries)) => {
                    if entries.is_empty() {
                        ui.label(RichText::new(empty).color(theme::WEAK));
                    }
                    for (name, is_folder) in entries {
                        let text = if *is_folder { format!("{name}/") } else { name.clone() };
                        let response = ui.selectable_label(chooser.name == *name, text);
                        if response.clicked() {
                            if *is_folder { go = Some(name.clone()) } else { chooser.name.clone_from(name) }
                        }
                        if response.double_clicked() && !is_folder {
                            *chosen = Some(Chosen::Path(chooser.folder.join(name)));
                        }
                    }
                }
            },
        );
    });
    if let Some(name) = go {
        chooser.go(chooser.folder.join(name));
    }
}
