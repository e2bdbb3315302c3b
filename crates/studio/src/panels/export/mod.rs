//! The export dialog: settings of files, pictures and frames, and the queue of exports.

mod queue;

use egui::{Color32, ComboBox, DragValue, Grid, Id, Modal, RichText, Ui};
use orogen_engine::raster;
use orogen_engine::recipe::Domain;
use orogen_engine::recipe::spec::Unit;

use super::help::about_text;
use super::number::{named, named_choice, shown};
use crate::action::Action;
use crate::export_form::{ExportForm, ExportKind, PictureSettings, around, nearest};
use crate::host::{ExportError, FRAME_RATE, FormatChoice, TargetChoice};
use crate::jobs::Export;
use crate::theme;

/// The exports so far.
#[derive(Clone, Copy, Debug)]
pub struct Exports<'a> {
    /// All exports, in order.
    pub all: &'a [Export],
    /// Whether an export waits until all strokes are on disk.
    pub is_saving: bool,
    /// Why the folder of an export cannot be shown.
    pub folder_error: Option<&'a str>,
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
    /// The sizes that the chosen target accepts, `None` for any. The error says why it does not take the chosen tiles.
    pub sizes: &'a Result<Option<Vec<usize>>, ExportError>,
    /// The number of saved views.
    pub saved_views: usize,
    /// Whether the recipe has an error, so that the last valid terrain is exported.
    pub has_error: bool,
}

/// Shows the dialog. `command` returns the equivalent command line, or `None` if there is none.
pub fn export(
    ui: &mut Ui,
    form: &mut ExportForm,
    choices: Choices<'_>,
    exports: Exports<'_>,
    command: &dyn Fn(&ExportForm) -> Option<String>,
    actions: &mut Vec<Action>,
) -> ExportStep {
    let mut step = ExportStep::Stay;
    // Behind the dialog, the view outlines the exported area.
    let modal = Modal::new(Id::unique("export")).backdrop_color(Color32::from_black_alpha(30));
    let modal = modal.show(ui.ctx(), |ui| {
        ui.set_width(640.0);
        // The largest part: all others are more specific.
        about_text(ui, ui.max_rect(), "Export", HELP);
        ui.horizontal(|ui| {
            ui.heading("Export");
            ui.add_space(12.0);
            ui.selectable_value(&mut form.shows_queue, false, "Settings");
            let queue = format!("Queue ({})", exports.all.len());
            ui.selectable_value(&mut form.shows_queue, true, queue);
        });
        ui.add_space(6.0);
        if form.shows_queue {
            queue::queue(ui, exports, actions);
            ui.add_space(8.0);
            if ui.button("Close").on_hover_text("Exports continue").clicked() {
                step = ExportStep::Close;
            }
        } else {
            step = settings(ui, form, choices, command);
        }
    });
    if modal.should_close() {
        step = ExportStep::Close;
    }
    step
}

/// What the dialog does.
const HELP: &str = "Writes the terrain as files for other programs, or pictures and frames of it as PNG files. Exports run one \
    after the other in the background, and you can go on working.\n\
    A target sets the formats, the sizes and the units that a program takes. The dialog says afterwards what to enter there. \
    “Any program” leaves the formats to you.\n\
    The size is the number of samples along a side of the domain. Tiles cut the files into parts that share their borders. “Fit \
    range to heights” measures the heights first, so that they use all steps of 16-bit files.\n\
    Files of earlier exports to the same folder are overwritten, and other files only if you allow it.\n\
    The command line at the bottom does the same without the studio.";

fn settings(
    ui: &mut Ui,
    form: &mut ExportForm,
    choices: Choices<'_>,
    command: &dyn Fn(&ExportForm) -> Option<String>,
) -> ExportStep {
    let mut step = ExportStep::Stay;
    Grid::new("export").num_columns(2).spacing([14.0, 10.0]).show(ui, |ui| {
        row(ui, "Type", |ui| kinds(ui, form));
        match form.kind {
            ExportKind::Files => file_rows(ui, form, choices),
            ExportKind::Picture | ExportKind::Turntable | ExportKind::Flight => {
                picture_rows(ui, form, choices.saved_views);
            }
        }
        let name = if form.kind == ExportKind::Picture { "File" } else { "Folder" };
        row(ui, name, |ui| {
            let mut output = form.output().display().to_string();
            let entry = ui.add(egui::TextEdit::singleline(&mut output).desired_width(420.0));
            let label = format!("export {}", name.to_lowercase());
            entry.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, &label));
            if entry.changed() {
                form.chosen = Some(output.into());
            }
            if ui.button("Choose…").on_hover_text("Choose a folder").clicked() {
                step = ExportStep::Folder;
            }
        });
    });
    ui.checkbox(&mut form.force, "Overwrite existing files").on_hover_text(
        "Also overwrites files that no earlier export made. Those of earlier exports are always overwritten",
    );
    ui.add_space(8.0);
    if choices.has_error {
        ui.colored_label(theme::WARNING, "The recipe has an error: this exports the last valid terrain.");
    }
    ui.separator();
    ui.horizontal(|ui| {
        let missing = match command(form) {
            _ if choices.has_error => "No command line",
            Some(command) => return copied(ui, "Command line", &command),
            None => "Save the recipe to see its command line",
        };
        ui.label(RichText::new(missing).color(theme::WEAK));
    });
    ui.add_space(8.0);
    let can_start = match form.kind {
        ExportKind::Files => form.has_accepted_size(choices.sizes),
        ExportKind::Flight => choices.saved_views >= 2,
        ExportKind::Picture | ExportKind::Turntable => true,
    };
    ui.horizontal(|ui| {
        let start = egui::Button::new(RichText::new("Export").strong().color(egui::Color32::BLACK))
            .fill(theme::ACCENT);
        let start = ui.add_enabled(can_start, start).on_hover_text("Other exports finish first");
        if start.clicked() {
            step = ExportStep::Start;
        }
        if ui.button("Cancel").clicked() {
            step = ExportStep::Close;
        }
    });
    step
}

fn row(ui: &mut Ui, name: &str, contents: impl FnOnce(&mut Ui)) {
    // A grid gives a row the height of one line, but a vertical layout takes the height of all lines.
    lines(ui, name, |ui| ui.horizontal_wrapped(contents).inner);
}

/// A row whose contents are below one another.
fn lines(ui: &mut Ui, name: &str, contents: impl FnOnce(&mut Ui)) {
    ui.label(RichText::new(name).color(theme::WEAK));
    ui.vertical(|ui| {
        ui.set_max_width(560.0);
        contents(ui);
    });
    ui.end_row();
}

fn kinds(ui: &mut Ui, form: &mut ExportForm) {
    for (kind, name, help) in [
        (ExportKind::Files, "Files", "Heights and other files for programs"),
        (ExportKind::Picture, "Picture", "The current view as a PNG file"),
        (ExportKind::Turntable, "Turntable", "PNG frames of a turn around the terrain"),
        (ExportKind::Flight, "Flight", "PNG frames of a flight through the saved views"),
    ] {
        if ui.selectable_label(form.kind == kind, name).on_hover_text(help).clicked() {
            form.set_kind(kind);
        }
    }
}

fn file_rows(ui: &mut Ui, form: &mut ExportForm, choices: Choices<'_>) {
    let Choices { targets, formats, domain, sizes, .. } = choices;
    row(ui, "Target", |ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let any = ui.selectable_label(form.files.target.is_none(), "any program");
        if any.on_hover_text("Files in the formats of your choice").clicked() {
            form.files.target = None;
        }
        for target in targets {
            let chosen = form.files.target.as_ref() == Some(&target.name);
            if ui.selectable_label(chosen, &target.name).on_hover_text(&target.help).clicked() {
                form.files.target = Some(target.name.clone());
            }
        }
    });
    lines(ui, "Formats", |ui| files(ui, form, targets, formats));
    lines(ui, "Size", |ui| size(ui, form, domain, sizes));
    row(ui, "Tiles", |ui| {
        let mut tiles = form.files.tiles.unwrap_or(1);
        let entry = ui.add(DragValue::new(&mut tiles).range(1..=64).suffix(" per side"));
        let entry = entry.on_hover_text("Cuts the files into tiles with shared borders; 1 for no tiles");
        named(&entry, "tiles per side", tiles as f64);
        form.files.tiles = (tiles > 1).then_some(tiles);
        ui.checkbox(&mut form.files.fit, "Fit range to heights")
            .on_hover_text("Measures the heights first, so that they use all of the 16 bits  (--fit)");
    });
}

/// The settings of pictures and frames.
fn picture_rows(ui: &mut Ui, form: &mut ExportForm, saved_views: usize) {
    let PictureSettings { size, samples, frames, seconds } = &mut form.pictures;
    row(ui, "Size", |ui| {
        for preset in [[1280, 720], [1920, 1080], [3840, 2160]] {
            let name = format!("{}×{}", preset[0], preset[1]);
            ui.selectable_value(size, preset, name);
        }
        for (side, name) in size.iter_mut().zip(["columns", "rows"]) {
            let entry = ui.add(DragValue::new(side).range(16..=16_384).speed(4.0).suffix(format!(" {name}")));
            named(&entry, name, f64::from(*side));
        }
    });
    row(ui, "Samples", |ui| {
        let entry = ui.add(DragValue::new(samples).range(1..=1024).suffix(" per pixel"));
        let entry = entry.on_hover_text("More samples give a smoother picture but take longer");
        named(&entry, "samples per pixel", f64::from(*samples));
    });
    match form.kind {
        ExportKind::Turntable => row(ui, "Frames", |ui| {
            let entry = ui.add(DragValue::new(frames).range(2..=10_000).suffix(" per turn"));
            named(&entry, "frames", f64::from(*frames));
        }),
        ExportKind::Flight => row(ui, "Flight", |ui| {
            let entry =
                ui.add(DragValue::new(seconds).range(0.1..=600.0).speed(0.1).suffix(" s between views"));
            named(&entry, "seconds between views", *seconds);
            let legs = saved_views.saturating_sub(1) as f64;
            let all = (legs * *seconds * f64::from(FRAME_RATE)) as u64 + 1;
            let words = match saved_views {
                0 | 1 => "Save at least two views first (B, or Save view)".to_owned(),
                views => format!("{views} saved views, {all} frames, {FRAME_RATE} per second"),
            };
            ui.label(RichText::new(words).small().color(theme::WEAK));
        }),
        ExportKind::Files | ExportKind::Picture => {}
    }
}

fn files(ui: &mut Ui, form: &mut ExportForm, targets: &[TargetChoice], formats: &[FormatChoice]) {
    if let Some(name) = &form.files.target {
        let help = targets.iter().find(|target| target.name == *name).map_or("", |target| &target.help);
        ui.label(help);
        return;
    }
    let chosen =
        if form.files.formats.is_empty() { "default".to_owned() } else { form.files.formats.join(", ") };
    let combo = ComboBox::from_id_salt("formats")
        .selected_text(&chosen)
        .width(480.0)
        .height(360.0)
        .close_behavior(egui::PopupCloseBehavior::CloseOnClickOutside)
        .show_ui(ui, |ui| {
            for format in formats {
                let mut taken = form.files.formats.contains(&format.name);
                if ui.checkbox(&mut taken, format!("{}: {}", format.name, format.help)).changed() {
                    form.files.formats.retain(|name| *name != format.name);
                    if taken {
                        form.files.formats.push(format.name.clone());
                    }
                }
            }
        });
    named_choice(&combo.response, "formats", &chosen);
    if form.files.formats.is_empty() {
        let defaults: Vec<_> =
            formats.iter().filter(|format| format.is_default).map(|format| format.name.as_str()).collect();
        ui.label(RichText::new(defaults.join(", ")).small().color(theme::WEAK));
    }
}

/// The sizes that are offered, or the nearest ones that the target accepts.
const SIZES: [usize; 4] = [512, 1024, 2048, 4096];

fn size(
    ui: &mut Ui,
    form: &mut ExportForm,
    domain: Option<&Domain>,
    sizes: &Result<Option<Vec<usize>>, ExportError>,
) {
    let accepted = sizes.as_ref().ok().and_then(Option::as_deref);
    ui.horizontal(|ui| {
        let default = default_size(domain, accepted);
        let words = default.map_or_else(|| "default".to_owned(), |size| format!("default: {size}"));
        if ui
            .selectable_label(form.files.size.is_none(), words)
            .on_hover_text("The size set by the recipe, or the nearest one that the target supports")
            .clicked()
        {
            form.files.size = None;
        }
        let mut offered: Vec<_> =
            SIZES.iter().filter_map(|side| accepted.map_or(Some(*side), |all| nearest(all, *side))).collect();
        offered.dedup();
        for side in offered {
            if ui.selectable_label(form.files.size == Some(side), side.to_string()).clicked() {
                form.files.size = Some(side);
            }
        }
        let mut other = form.files.size.or(default).unwrap_or(1024);
        let entry = DragValue::new(&mut other).range(2..=262_144).speed(8.0).prefix("custom: ");
        let entry = ui.add(entry).on_hover_text("Samples per side");
        named(&entry, "custom size", other as f64);
        if entry.changed() {
            form.files.size = Some(other);
        }
    });
    rule(ui, form, sizes);
    if let Some(domain) = domain.filter(|domain| domain.sphere().is_none()) {
        ui.label(RichText::new(covered(form, domain)).small().color(theme::WEAK));
    }
}

/// The size of a plane without a chosen one: that of the recipe, or the nearest one that the target accepts.
fn default_size(domain: Option<&Domain>, accepted: Option<&[usize]>) -> Option<usize> {
    let samples = domain.filter(|domain| domain.sphere().is_none())?.samples;
    accepted.map_or(Some(samples), |accepted| nearest(accepted, samples))
}

/// The sizes that the target accepts, and the nearest ones if the chosen size is not among them.
fn rule(ui: &mut Ui, form: &mut ExportForm, sizes: &Result<Option<Vec<usize>>, ExportError>) {
    let target = form.files.target.clone().unwrap_or_default();
    let accepted = match sizes {
        Ok(None) => return,
        Ok(Some(accepted)) => accepted,
        Err(error) => {
            let words = [&error.message, &error.help].map(String::as_str).join(": ");
            ui.colored_label(theme::WARNING, words.trim_end_matches(": "));
            return;
        }
    };
    let rule = format!("{target} accepts {} samples per side", listed(accepted));
    ui.label(RichText::new(rule).small().color(theme::WEAK));
    let Some(size) = form.files.size.filter(|size| !accepted.contains(size)) else { return };
    ui.horizontal(|ui| {
        ui.colored_label(theme::WARNING, format!("{target} does not accept {size}."));
        for side in around(accepted, size) {
            if ui.button(format!("Use {side}")).clicked() {
                form.files.size = Some(side);
            }
        }
    });
}

/// Sizes in words. A long list is shortened.
fn listed(sizes: &[usize]) -> String {
    let words: Vec<_> = sizes.iter().map(usize::to_string).collect();
    match &words[..] {
        [first @ .., last] if words.len() > 9 => format!("{}, …, {last}", first[..4].join(", ")),
        words => words.join(", "),
    }
}

/// The exported area of a plane, and the sample spacing.
fn covered(form: &ExportForm, domain: &Domain) -> String {
    let all = format!("Whole domain, {} wide", shown(domain.size, Unit::Metres));
    // Targets adjust sizes by their own rules, so the spacing is known only after the export.
    if form.files.target.is_some() {
        return all;
    }
    let samples = form.files.size.unwrap_or(domain.samples);
    let spacing = raster::Grid::over(domain.size, samples, domain.tile).spacing;
    format!("{all}: {samples} × {samples} samples, spacing {}", shown(spacing, Unit::Metres))
}

/// A labelled text with a button that copies it.
fn copied(ui: &mut Ui, name: &str, text: &str) {
    if ui.small_button("Copy").on_hover_text(text).clicked() {
        ui.ctx().copy_text(text.to_owned());
    }
    ui.label(RichText::new(name).color(theme::WEAK));
    ui.add(egui::Label::new(RichText::new(text).monospace()).truncate());
}
