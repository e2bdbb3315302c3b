//! What to export, how far it is, and what to type into the program that takes it.

use std::path::{Path, PathBuf};
use std::time::Duration;

use egui::{Color32, ComboBox, Grid, Id, Modal, ProgressBar, RichText, ScrollArea, Ui};
use orogen::raster;
use orogen::recipe::Domain;
use orogen::recipe::spec::Unit;

use super::number::{named, named_choice, shown};
use crate::action::Action;
use crate::host::{Exported, FormatChoice, TargetChoice};
use crate::jobs::Export;
use crate::theme;

/// What one is about to export.
#[derive(Clone, Debug, PartialEq)]
pub struct ExportDraft {
    /// The program it is for; without one, files in formats of choice.
    pub target: Option<String>,
    /// Those formats.
    pub formats: Vec<String>,
    /// Samples along a side; without, what the recipe or the program says.
    pub size: Option<usize>,
    /// The folder.
    pub folder: PathBuf,
    /// Whether to replace files of others.
    pub force: bool,
}

impl ExportDraft {
    /// Of a recipe of this name, into a folder beside it.
    pub fn new(beside: &Path, title: &str) -> Self {
        let folder = Self::usual(beside, title, None);
        Self { target: None, formats: Vec::new(), size: None, folder, force: false }
    }

    /// Each program has a folder of its own: files that were exported into one before are replaced by those that come after.
    fn usual(beside: &Path, title: &str, target: Option<&str>) -> PathBuf {
        beside.join(format!("{title}-{}", target.unwrap_or("files")))
    }

    /// For another program, and into its folder, unless the folder was chosen.
    fn aim(&mut self, target: Option<&str>) {
        let (Some(beside), Some(name)) = (self.folder.parent(), self.folder.file_name()) else {
            self.target = target.map(str::to_owned);
            return;
        };
        let name = name.to_string_lossy();
        let ending = format!("-{}", self.target.as_deref().unwrap_or("files"));
        if let Some(title) = name.strip_suffix(&ending) {
            self.folder = Self::usual(beside, title, target);
        }
        self.target = target.map(str::to_owned);
    }
}

/// Whether an export is under way.
#[derive(Debug)]
pub enum Running<'a> {
    /// None is.
    No,
    /// One waits for strokes on their way to the disk.
    Soon,
    /// This one, which is looked at that often.
    Yes(&'a mut Export, Duration),
}

/// What the dialog has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportStep {
    /// It stays.
    Stay,
    /// A folder is to be chosen.
    Folder,
    /// It begins.
    Begin,
    /// It is put away.
    Close,
}

/// What there is to export, and what it can be made into.
#[derive(Clone, Copy, Debug)]
pub struct Choices<'a> {
    /// The programs that files can be made for.
    pub targets: &'a [TargetChoice],
    /// The formats of files.
    pub formats: &'a [FormatChoice],
    /// What the recipe covers.
    pub domain: Option<&'a Domain>,
}

/// Shows the dialog; `command` says what does the same on the command line, if anything does.
pub fn export(
    ui: &mut Ui,
    draft: &mut ExportDraft,
    choices: Choices<'_>,
    running: Running<'_>,
    command: &dyn Fn(&ExportDraft) -> Option<String>,
    actions: &mut Vec<Action>,
) -> ExportStep {
    let mut step = ExportStep::Stay;
    let busy = matches!(&running, Running::Yes(export, _) if export.is_under_way());
    // What is exported is outlined behind the dialog.
    let modal = Modal::new(Id::unique("export")).backdrop_color(Color32::from_black_alpha(30));
    let modal = modal.show(ui.ctx(), |ui| {
        ui.set_width(640.0);
        ui.heading("Export");
        ui.add_space(6.0);
        match running {
            Running::No => step = ask(ui, draft, choices, command),
            Running::Soon => step = wait(ui),
            Running::Yes(export, pause) => step = follow(ui, export, pause, actions),
        }
    });
    if modal.should_close() && !busy {
        actions.push(Action::EndExport);
        step = ExportStep::Close;
    }
    step
}

fn ask(
    ui: &mut Ui,
    draft: &mut ExportDraft,
    Choices { targets, formats, domain }: Choices<'_>,
    command: &dyn Fn(&ExportDraft) -> Option<String>,
) -> ExportStep {
    let mut step = ExportStep::Stay;
    Grid::new("export").num_columns(2).spacing([14.0, 10.0]).show(ui, |ui| {
        ui.label(RichText::new("For").color(theme::WEAK));
        ui.horizontal_wrapped(|ui| {
            ui.set_max_width(560.0);
            ui.spacing_mut().item_spacing.x = 4.0;
            if ui
                .selectable_label(draft.target.is_none(), "files")
                .on_hover_text("In formats of your choice")
                .clicked()
            {
                draft.aim(None);
            }
            for target in targets {
                let chosen = draft.target.as_ref() == Some(&target.name);
                if ui.selectable_label(chosen, &target.name).on_hover_text(&target.help).clicked() {
                    draft.aim(Some(&target.name));
                }
            }
        });
        ui.end_row();
        ui.label(RichText::new("Files").color(theme::WEAK));
        ui.vertical(|ui| files(ui, draft, targets, formats));
        ui.end_row();
        ui.label(RichText::new("Size").color(theme::WEAK));
        ui.vertical(|ui| size(ui, draft, domain));
        ui.end_row();
        ui.label(RichText::new("Folder").color(theme::WEAK));
        ui.horizontal(|ui| {
            let mut folder = draft.folder.display().to_string();
            let entry = ui.add(egui::TextEdit::singleline(&mut folder).desired_width(420.0));
            entry.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, "export folder"));
            if entry.changed() {
                draft.folder = folder.into();
            }
            if ui.button("Choose…").clicked() {
                step = ExportStep::Folder;
            }
        });
        ui.end_row();
    });
    ui.checkbox(&mut draft.force, "Replace files of others")
        .on_hover_text("Files that were exported from here before are replaced anyway");
    ui.add_space(8.0);
    ui.separator();
    ui.horizontal(|ui| match command(draft) {
        Some(command) => copied(ui, "The same on the command line", &command),
        None => drop(
            ui.label(RichText::new("Once the recipe is saved, its command stands here").color(theme::WEAK)),
        ),
    });
    ui.add_space(8.0);
    ui.horizontal(|ui| {
        let begin = egui::Button::new(RichText::new("Export now").strong().color(egui::Color32::BLACK))
            .fill(theme::ACCENT);
        if ui.add(begin).clicked() {
            step = ExportStep::Begin;
        }
        if ui.button("Cancel").clicked() {
            step = ExportStep::Close;
        }
    });
    step
}

fn wait(ui: &mut Ui) -> ExportStep {
    ui.horizontal(|ui| {
        ui.spinner();
        ui.label("The last strokes are on their way to the disk …");
    });
    if ui.button("Cancel").clicked() { ExportStep::Close } else { ExportStep::Stay }
}

fn files(ui: &mut Ui, draft: &mut ExportDraft, targets: &[TargetChoice], formats: &[FormatChoice]) {
    if let Some(name) = &draft.target {
        let help = targets.iter().find(|target| target.name == *name).map_or("", |target| &target.help);
        ui.label(help);
        return;
    }
    let chosen = if draft.formats.is_empty() { "the usual".to_owned() } else { draft.formats.join(", ") };
    let combo = ComboBox::from_id_salt("formats")
        .selected_text(&chosen)
        .width(480.0)
        .height(360.0)
        .close_behavior(egui::PopupCloseBehavior::CloseOnClickOutside)
        .show_ui(ui, |ui| {
            for format in formats {
                let mut taken = draft.formats.contains(&format.name);
                if ui.checkbox(&mut taken, format!("{}: {}", format.name, format.help)).changed() {
                    draft.formats.retain(|name| *name != format.name);
                    if taken {
                        draft.formats.push(format.name.clone());
                    }
                }
            }
        });
    named_choice(&combo.response, "formats", &chosen);
    if draft.formats.is_empty() {
        let usual: Vec<_> =
            formats.iter().filter(|format| format.usual).map(|format| format.name.as_str()).collect();
        ui.label(RichText::new(usual.join(", ")).small().color(theme::WEAK));
    }
}

fn size(ui: &mut Ui, draft: &mut ExportDraft, domain: Option<&Domain>) {
    ui.horizontal(|ui| {
        if ui
            .selectable_label(draft.size.is_none(), "as usual")
            .on_hover_text("What the recipe says, or the nearest that the program takes")
            .clicked()
        {
            draft.size = None;
        }
        let powers = matches!(draft.target.as_deref(), Some("unity" | "hterrain"));
        let unreal = draft.target.as_deref() == Some("unreal");
        let sizes = if unreal {
            [505, 1009, 2017, 4033]
        } else {
            [512, 1024, 2048, 4096].map(|side| side + usize::from(powers))
        };
        for side in sizes {
            if ui.selectable_label(draft.size == Some(side), side.to_string()).clicked() {
                draft.size = Some(side);
            }
        }
        let mut other = draft.size.unwrap_or(1024);
        let entry = egui::DragValue::new(&mut other).range(2..=262_144).speed(8.0).prefix("other: ");
        let entry = ui.add(entry).on_hover_text("Samples along a side");
        named(&entry, "other size", other as f64);
        if entry.changed() {
            draft.size = Some(other);
        }
    });
    if let Some(domain) = domain.filter(|domain| domain.sphere().is_none()) {
        ui.label(RichText::new(covered(draft, domain)).small().color(theme::WEAK));
    }
}

/// What of a plane is exported, and how fine.
fn covered(draft: &ExportDraft, domain: &Domain) -> String {
    let all = format!("the whole domain, {} wide", shown(domain.size, Unit::Metres));
    // Programs have sizes and rules of their own; what has come of them is told when it is done.
    if draft.target.is_some() {
        return all;
    }
    let samples = draft.size.unwrap_or(domain.samples);
    let spacing = raster::Grid::over(domain.size, samples, domain.tile).spacing;
    format!("{all}: {samples} × {samples} samples, {} apart", shown(spacing, Unit::Metres))
}

fn follow(ui: &mut Ui, export: &mut Export, pause: Duration, actions: &mut Vec<Action>) -> ExportStep {
    let folder = export.order.folder.display().to_string();
    let share = export.share();
    match export.outcome() {
        None => {
            ui.label(format!("Writing into {folder}"));
            let bar = ProgressBar::new(share);
            // What is left once all samples are made are the ends of files.
            ui.add(if share < 1.0 { bar.show_percentage() } else { bar.text("closing the files …") });
            ui.add_space(6.0);
            if ui.button("Cancel").on_hover_text("Nothing half-made is left").clicked() {
                export.cancel();
            }
            ui.ctx().request_repaint_after(pause);
            return ExportStep::Stay;
        }
        Some(Ok(exported)) => done(ui, exported, &folder),
        Some(Err(error)) => {
            let colour = if error.cancelled { theme::WARNING } else { theme::ERROR };
            ui.add(egui::Label::new(RichText::new(&error.message).color(colour)).wrap());
            if !error.help.is_empty() {
                ui.add(egui::Label::new(&error.help).wrap());
            }
        }
    }
    let failed = matches!(export.outcome(), Some(Err(_)));
    let mut step = ExportStep::Stay;
    ui.add_space(8.0);
    ui.horizontal(|ui| {
        if failed && ui.button("Back").on_hover_text("Choose something else").clicked() {
            actions.push(Action::EndExport);
        }
        if ui.button("Close").clicked() {
            actions.push(Action::EndExport);
            step = ExportStep::Close;
        }
    });
    step
}

fn done(ui: &mut Ui, exported: &Exported, folder: &str) {
    ui.label(RichText::new("Done").strong().color(theme::GOOD));
    ui.horizontal(|ui| copied(ui, "Folder", folder));
    // As much of the window as the rest of the dialog leaves.
    let most = (ui.ctx().content_rect().height() - 240.0).max(120.0);
    ScrollArea::vertical().max_height(most).auto_shrink([false, true]).show(ui, |ui| {
        ui.label(RichText::new(exported.files.join(", ")).color(theme::WEAK));
        for remark in &exported.remarks {
            ui.add(egui::Label::new(remark).wrap());
        }
        if !exported.to_type.is_empty() {
            ui.add_space(6.0);
            ui.label(RichText::new("Type these into the program").strong());
            Grid::new("to type").num_columns(3).show(ui, |ui| {
                for (label, value) in &exported.to_type {
                    copied(ui, label, value);
                    ui.end_row();
                }
            });
        }
    });
}

/// A name, and a text that a click copies.
fn copied(ui: &mut Ui, name: &str, text: &str) {
    if ui.small_button("Copy").on_hover_text(text).clicked() {
        ui.ctx().copy_text(text.to_owned());
    }
    ui.label(RichText::new(name).color(theme::WEAK));
    ui.add(egui::Label::new(RichText::new(text).monospace()).truncate());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_program_has_a_folder_but_for_chosen_ones() {
        let mut draft = ExportDraft::new(Path::new("here"), "my-files");
        let mut folder = |target: Option<&str>| {
            draft.aim(target);
            draft.folder.clone()
        };
        assert_eq!(folder(None), Path::new("here/my-files-files"));
        assert_eq!(folder(Some("unity")), Path::new("here/my-files-unity"));
        assert_eq!(folder(Some("unity")), Path::new("here/my-files-unity"));
        assert_eq!(folder(None), Path::new("here/my-files-files"));
        draft.folder = "chosen".into();
        draft.aim(Some("unreal"));
        assert_eq!((draft.folder.as_path(), draft.target.as_deref()), (Path::new("chosen"), Some("unreal")));
    }
}
