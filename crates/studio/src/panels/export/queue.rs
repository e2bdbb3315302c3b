//! The list of exports: progress, outcomes, and the values to enter in the target program.

use std::path::{Path, PathBuf};

use egui::{CollapsingHeader, Frame, Grid, Margin, ProgressBar, RichText, ScrollArea, Ui};

use super::{Exports, copied};
use crate::action::Action;
use crate::host::{ExportError, ExportOrder, Exported, Product};
use crate::jobs::Export;
use crate::theme;

/// Shows all exports.
pub(super) fn queue(ui: &mut Ui, exports: Exports<'_>, actions: &mut Vec<Action>) {
    let Exports { all: exports, is_saving, folder_error } = exports;
    if let Some(error) = folder_error {
        ui.add(egui::Label::new(RichText::new(error).color(theme::ERROR)).wrap());
    }
    // Uses the height that the rest of the dialog leaves, also for a short list: a dialog that grows when an export ends would
    // move its buttons away from the pointer.
    let height = (ui.ctx().content_rect().height() - 180.0).clamp(120.0, 420.0);
    ScrollArea::vertical().max_height(height).min_scrolled_height(height).auto_shrink(false).show(ui, |ui| {
        if exports.is_empty() && !is_saving {
            ui.label(RichText::new("No exports yet").color(theme::WEAK));
        }
        if is_saving {
            ui.horizontal(|ui| {
                ui.spinner();
                ui.label("Saving the last strokes…");
            });
        }
        // The newest comes first, where it is seen.
        for (at, export) in exports.iter().enumerate().rev() {
            let card = Frame::new().fill(theme::CARD).corner_radius(6).inner_margin(Margin::symmetric(10, 8));
            card.show(ui, |ui| {
                ui.set_width(ui.available_width());
                ui.push_id(at, |ui| one(ui, at, export, at + 1 == exports.len(), actions));
            });
        }
    });
}

fn one(ui: &mut Ui, at: usize, export: &Export, is_last: bool, actions: &mut Vec<Action>) {
    let output = export.order.output.display().to_string();
    let what = what(&export.order.product);
    let is_running = export.is_running();
    ui.horizontal(|ui| {
        let (state, colour) = match export.outcome() {
            None if is_running => (format!("Exporting to {output}"), theme::TEXT),
            None => (format!("Waiting: {output}"), theme::WEAK),
            Some(Ok(_)) => ("Done".to_owned(), theme::GOOD),
            Some(Err(error)) if error.cancelled => ("Cancelled".to_owned(), theme::WARNING),
            Some(Err(_)) => ("Failed".to_owned(), theme::ERROR),
        };
        ui.label(RichText::new(what).strong());
        ui.label(RichText::new(state).color(colour));
    });
    match export.outcome() {
        None if is_running => {
            let progress = export.progress();
            let bar = ProgressBar::new(progress);
            // When all samples are done, the files are being finished.
            ui.add(if progress < 1.0 { bar.show_percentage() } else { bar.text("Finishing…") });
        }
        None => {}
        Some(Ok(exported)) => {
            ui.horizontal(|ui| {
                if ui.button("Open folder").on_hover_text("In the system's file manager").clicked() {
                    actions.push(Action::OpenFolder(folder_of(&export.order)));
                }
                copied(ui, "Folder", &output);
            });
            CollapsingHeader::new("Details").default_open(is_last).show(ui, |ui| done(ui, exported));
        }
        Some(Err(ExportError { message, help, .. })) => {
            ui.add(egui::Label::new(message).wrap());
            if !help.is_empty() {
                ui.add(egui::Label::new(help).wrap());
            }
        }
    }
    ui.horizontal(|ui| {
        let (name, help) = match export.outcome() {
            None if is_running => ("Cancel", "Removes unfinished files"),
            None => ("Remove", "Removes the export from the queue"),
            Some(_) => ("Remove", "Removes the export from the list. Its files stay."),
        };
        if ui.button(name).on_hover_text(help).clicked() {
            actions.push(Action::RemoveExport(at));
        }
        if let Some(command) = &export.command
            && ui.button("Copy command").on_hover_text(command).clicked()
        {
            ui.ctx().copy_text(command.clone());
        }
    });
}

/// The folder with the files of an export.
fn folder_of(ExportOrder { product, output, .. }: &ExportOrder) -> PathBuf {
    folder(output, matches!(product, Product::Picture(_)))
}

/// The folder at a destination, or of the file there. It is absolute: the file manager has a working directory of its own.
fn folder(output: &Path, is_file: bool) -> PathBuf {
    let output = std::path::absolute(output).unwrap_or_else(|_| output.to_owned());
    output.parent().filter(|_| is_file).map(Path::to_owned).unwrap_or(output)
}

fn what(product: &Product) -> String {
    match product {
        Product::Files(settings) => {
            format!("Files for {}", settings.target.as_deref().unwrap_or("any program"))
        }
        Product::Picture(_) => "Picture".to_owned(),
        Product::Turntable(_, frames) => format!("Turntable, {frames} frames"),
        Product::Flight(_, flight) => format!("Flight through {} views", flight.keys.len()),
    }
}

fn done(ui: &mut Ui, exported: &Exported) {
    let files = match &exported.files[..] {
        [first, .., last] if exported.files.len() > 12 => {
            format!("{} files: {first} to {last}", exported.files.len())
        }
        files => files.join(", "),
    };
    ui.add(egui::Label::new(RichText::new(files).color(theme::WEAK)).wrap());
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
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A destination can be typed without a folder.
    #[test]
    fn the_folder_of_a_file_without_one_is_the_working_directory() {
        let here = std::env::current_dir().unwrap();
        assert_eq!(folder(Path::new("alps.png"), true), here);
        assert_eq!(folder(Path::new("alps-unity"), false), here.join("alps-unity"));
    }
}
