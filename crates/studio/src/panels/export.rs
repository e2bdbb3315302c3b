//! The export dialog: settings, progress, and the values to enter in the target program.

use std::path::{Path, PathBuf};
use std::time::Duration;

use egui::{Color32, ComboBox, Grid, Id, Modal, ProgressBar, RichText, ScrollArea, Ui};
use orogen_engine::raster;
use orogen_engine::recipe::Domain;
use orogen_engine::recipe::spec::Unit;

use super::number::{named, named_choice, shown};
use crate::action::Action;
use crate::host::{Exported, FormatChoice, TargetChoice};
use crate::jobs::Export;
use crate::theme;

/// The settings of the export dialog.
#[derive(Clone, Debug, PartialEq)]
pub struct ExportForm {
    /// The target program. `None`: files in the chosen formats.
    pub target: Option<String>,
    /// The chosen formats.
    pub formats: Vec<String>,
    /// Samples per side. `None`: the number in the recipe, or the nearest one that the target program accepts.
    pub size: Option<usize>,
    /// The destination folder.
    pub folder: PathBuf,
    /// Whether to overwrite files that no export wrote.
    pub force: bool,
}

impl ExportForm {
    /// The default settings for a recipe named `title`. The export folder is inside the folder `beside`.
    pub fn new(beside: &Path, title: &str) -> Self {
        let folder = Self::default_folder(beside, title, None);
        Self { target: None, formats: Vec::new(), size: None, folder, force: false }
    }

    /// Each target has its own folder, where a new export overwrites the previous one.
    fn default_folder(beside: &Path, title: &str, target: Option<&str>) -> PathBuf {
        beside.join(format!("{title}-{}", target.unwrap_or("files")))
    }

    /// Sets the target, and its default folder unless the user chose another.
    fn set_target(&mut self, target: Option<&str>) {
        let (Some(beside), Some(name)) = (self.folder.parent(), self.folder.file_name()) else {
            self.target = target.map(str::to_owned);
            return;
        };
        let name = name.to_string_lossy();
        let ending = format!("-{}", self.target.as_deref().unwrap_or("files"));
        if let Some(title) = name.strip_suffix(&ending) {
            self.folder = Self::default_folder(beside, title, target);
        }
        self.target = target.map(str::to_owned);
    }
}

/// The state of the export.
#[derive(Clone, Copy, Debug)]
pub enum ExportState<'a> {
    /// There is no export: the dialog shows the settings.
    None,
    /// The export waits until all strokes are on disk.
    Waiting,
    /// The export is running or finished. The dialog is drawn again after this time.
    Running(&'a Export, Duration),
}

/// What the caller has to do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportStep {
    /// Nothing.
    Stay,
    /// The dialog for choosing a folder.
    Folder,
    /// To start the export.
    Start,
    /// To close the dialog.
    Close,
}

/// What can be exported.
#[derive(Clone, Copy, Debug)]
pub struct Choices<'a> {
    /// The target programs.
    pub targets: &'a [TargetChoice],
    /// The file formats.
    pub formats: &'a [FormatChoice],
    /// The domain of the recipe.
    pub domain: Option<&'a Domain>,
}

/// Shows the dialog. `command` returns the equivalent command line, or `None` if there is none.
pub fn export(
    ui: &mut Ui,
    form: &mut ExportForm,
    choices: Choices<'_>,
    running: ExportState<'_>,
    command: &dyn Fn(&ExportForm) -> Option<String>,
    actions: &mut Vec<Action>,
) -> ExportStep {
    let mut step = ExportStep::Stay;
    let busy = matches!(&running, ExportState::Running(export, _) if export.is_running());
    // Behind the dialog, the view outlines the exported area.
    let modal = Modal::new(Id::unique("export")).backdrop_color(Color32::from_black_alpha(30));
    let modal = modal.show(ui.ctx(), |ui| {
        ui.set_width(640.0);
        ui.heading("Export");
        ui.add_space(6.0);
        match running {
            ExportState::None => step = settings(ui, form, choices, command),
            ExportState::Waiting => step = wait(ui),
            ExportState::Running(export, pause) => step = progress(ui, export, pause, actions),
        }
    });
    if modal.should_close() && !busy {
        actions.push(Action::CloseExport);
        step = ExportStep::Close;
    }
    step
}

fn settings(
    ui: &mut Ui,
    form: &mut ExportForm,
    Choices { targets, formats, domain }: Choices<'_>,
    command: &dyn Fn(&ExportForm) -> Option<String>,
) -> ExportStep {
    let mut step = ExportStep::Stay;
    Grid::new("export").num_columns(2).spacing([14.0, 10.0]).show(ui, |ui| {
        ui.label(RichText::new("Target").color(theme::WEAK));
        ui.horizontal_wrapped(|ui| {
            ui.set_max_width(560.0);
            ui.spacing_mut().item_spacing.x = 4.0;
            if ui
                .selectable_label(form.target.is_none(), "files")
                .on_hover_text("Files in the formats of your choice")
                .clicked()
            {
                form.set_target(None);
            }
            for target in targets {
                let chosen = form.target.as_ref() == Some(&target.name);
                if ui.selectable_label(chosen, &target.name).on_hover_text(&target.help).clicked() {
                    form.set_target(Some(&target.name));
                }
            }
        });
        ui.end_row();
        ui.label(RichText::new("Files").color(theme::WEAK));
        ui.vertical(|ui| files(ui, form, targets, formats));
        ui.end_row();
        ui.label(RichText::new("Size").color(theme::WEAK));
        ui.vertical(|ui| size(ui, form, domain));
        ui.end_row();
        ui.label(RichText::new("Folder").color(theme::WEAK));
        ui.horizontal(|ui| {
            let mut folder = form.folder.display().to_string();
            let entry = ui.add(egui::TextEdit::singleline(&mut folder).desired_width(420.0));
            entry.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, "export folder"));
            if entry.changed() {
                form.folder = folder.into();
            }
            if ui.button("Choose…").clicked() {
                step = ExportStep::Folder;
            }
        });
        ui.end_row();
    });
    ui.checkbox(&mut form.force, "Overwrite existing files")
        .on_hover_text("Files from earlier exports are always overwritten");
    ui.add_space(8.0);
    ui.separator();
    ui.horizontal(|ui| match command(form) {
        Some(command) => copied(ui, "Command line", &command),
        None => drop(ui.label(RichText::new("Save the recipe to see its command line").color(theme::WEAK))),
    });
    ui.add_space(8.0);
    ui.horizontal(|ui| {
        let start = egui::Button::new(RichText::new("Export").strong().color(egui::Color32::BLACK))
            .fill(theme::ACCENT);
        if ui.add(start).clicked() {
            step = ExportStep::Start;
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
        ui.label("Saving the last strokes…");
    });
    if ui.button("Cancel").clicked() { ExportStep::Close } else { ExportStep::Stay }
}

fn files(ui: &mut Ui, form: &mut ExportForm, targets: &[TargetChoice], formats: &[FormatChoice]) {
    if let Some(name) = &form.target {
        let help = targets.iter().find(|target| target.name == *name).map_or("", |target| &target.help);
        ui.label(help);
        return;
    }
    let chosen = if form.formats.is_empty() { "default".to_owned() } else { form.formats.join(", ") };
    let combo = ComboBox::from_id_salt("formats")
        .selected_text(&chosen)
        .width(480.0)
        .height(360.0)
        .close_behavior(egui::PopupCloseBehavior::CloseOnClickOutside)
        .show_ui(ui, |ui| {
            for format in formats {
                let mut taken = form.formats.contains(&format.name);
                if ui.checkbox(&mut taken, format!("{}: {}", format.name, format.help)).changed() {
                    form.formats.retain(|name| *name != format.name);
                    if taken {
                        form.formats.push(format.name.clone());
                    }
                }
            }
        });
    named_choice(&combo.response, "formats", &chosen);
    if form.formats.is_empty() {
        let defaults: Vec<_> =
            formats.iter().filter(|format| format.is_default).map(|format| format.name.as_str()).collect();
        ui.label(RichText::new(defaults.join(", ")).small().color(theme::WEAK));
    }
}

fn size(ui: &mut Ui, form: &mut ExportForm, domain: Option<&Domain>) {
    ui.horizontal(|ui| {
        if ui
            .selectable_label(form.size.is_none(), "default")
            .on_hover_text("The size set by the recipe, or the nearest one that the target supports")
            .clicked()
        {
            form.size = None;
        }
        let powers = matches!(form.target.as_deref(), Some("unity" | "hterrain"));
        let unreal = form.target.as_deref() == Some("unreal");
        let sizes = if unreal {
            [505, 1009, 2017, 4033]
        } else {
            [512, 1024, 2048, 4096].map(|side| side + usize::from(powers))
        };
        for side in sizes {
            if ui.selectable_label(form.size == Some(side), side.to_string()).clicked() {
                form.size = Some(side);
            }
        }
        let mut other = form.size.unwrap_or(1024);
        let entry = egui::DragValue::new(&mut other).range(2..=262_144).speed(8.0).prefix("custom: ");
        let entry = ui.add(entry).on_hover_text("Samples per side");
        named(&entry, "custom size", other as f64);
        if entry.changed() {
            form.size = Some(other);
        }
    });
    if let Some(domain) = domain.filter(|domain| domain.sphere().is_none()) {
        ui.label(RichText::new(covered(form, domain)).small().color(theme::WEAK));
    }
}

/// The exported area of a plane, and the sample spacing.
fn covered(form: &ExportForm, domain: &Domain) -> String {
    let all = format!("Whole domain, {} wide", shown(domain.size, Unit::Metres));
    // Targets adjust sizes by their own rules, so the spacing is known only after the export.
    if form.target.is_some() {
        return all;
    }
    let samples = form.size.unwrap_or(domain.samples);
    let spacing = raster::Grid::over(domain.size, samples, domain.tile).spacing;
    format!("{all}: {samples} × {samples} samples, spacing {}", shown(spacing, Unit::Metres))
}

fn progress(ui: &mut Ui, export: &Export, pause: Duration, actions: &mut Vec<Action>) -> ExportStep {
    let folder = export.order.folder.display().to_string();
    let progress = export.progress();
    match export.outcome() {
        None => {
            ui.label(format!("Exporting to {folder}"));
            let bar = ProgressBar::new(progress);
            // When all samples are done, the files are being finished.
            ui.add(if progress < 1.0 { bar.show_percentage() } else { bar.text("Finishing…") });
            ui.add_space(6.0);
            if ui.button("Cancel").on_hover_text("Removes unfinished files").clicked() {
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
        if failed && ui.button("Back").on_hover_text("Change the export settings").clicked() {
            actions.push(Action::CloseExport);
        }
        if ui.button("Close").clicked() {
            actions.push(Action::CloseExport);
            step = ExportStep::Close;
        }
    });
    step
}

fn done(ui: &mut Ui, exported: &Exported, folder: &str) {
    ui.label(RichText::new("Done").strong().color(theme::GOOD));
    ui.horizontal(|ui| copied(ui, "Folder", folder));
    // Uses the height that the rest of the dialog leaves.
    let max = (ui.ctx().content_rect().height() - 240.0).max(120.0);
    ScrollArea::vertical().max_height(max).auto_shrink([false, true]).show(ui, |ui| {
        ui.label(RichText::new(exported.files.join(", ")).color(theme::WEAK));
        for remark in &exported.remarks {
            ui.add(egui::Label::new(remark).wrap());
        }
        if !exported.import_settings.is_empty() {
            ui.add_space(6.0);
            ui.label(RichText::new("Enter these values in the target program").strong());
            Grid::new("import settings").num_columns(3).show(ui, |ui| {
                for (label, value) in &exported.import_settings {
                    copied(ui, label, value);
                    ui.end_row();
                }
            });
        }
    });
}

/// A labelled text with a button that copies it.
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
    fn each_target_has_a_default_folder() {
        let mut form = ExportForm::new(Path::new("here"), "my-files");
        let mut folder = |target: Option<&str>| {
            form.set_target(target);
            form.folder.clone()
        };
        assert_eq!(folder(None), Path::new("here/my-files-files"));
        assert_eq!(folder(Some("unity")), Path::new("here/my-files-unity"));
        assert_eq!(folder(Some("unity")), Path::new("here/my-files-unity"));
        assert_eq!(folder(None), Path::new("here/my-files-files"));
        form.folder = "chosen".into();
        form.set_target(Some("unreal"));
        assert_eq!((form.folder.as_path(), form.target.as_deref()), (Path::new("chosen"), Some("unreal")));
    }
}
