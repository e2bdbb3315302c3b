//! The bar at the top: file commands, undo and export.

use egui::{Align, Button, Layout, RichText, Ui};

use crate::action::Action;
use crate::document::Document;
use crate::theme;

/// Shows the bar. Without a document, it shows the bar of the start page. While a brush is active, `strokes` says whether
/// strokes can be undone, and whether they can be redone; undo and redo then apply to strokes instead of the recipe.
pub fn bar(ui: &mut Ui, document: Option<&Document>, strokes: Option<[bool; 2]>, actions: &mut Vec<Action>) {
    ui.horizontal_centered(|ui| {
        ui.label(RichText::new("Orogen").strong().size(15.0).color(theme::ACCENT));
        ui.separator();
        let Some(document) = document else {
            ui.label(RichText::new("studio").color(theme::WEAK));
            return;
        };
        if ui.button("Presets").on_hover_text("Back to the start page").clicked() {
            actions.push(Action::Close);
        }
        if ui.button("Open…").on_hover_text("Open a recipe  (Ctrl+O)").clicked() {
            actions.push(Action::ChooseFile);
        }
        if ui.button("Save").on_hover_text("Save the recipe  (Ctrl+S)").clicked() {
            actions.push(Action::Save);
        }
        if ui.button("Save as…").on_hover_text("Save to another file  (Ctrl+Shift+S)").clicked() {
            actions.push(Action::SaveAs);
        }
        ui.separator();
        let [undo, redo] = strokes.unwrap_or_else(|| document.can_undo_redo());
        let what = if strokes.is_some() { "the last stroke" } else { "the last change to the recipe" };
        if ui.add_enabled(undo, Button::new("Undo")).on_hover_text(format!("Undo {what}  (Ctrl+Z)")).clicked()
        {
            actions.push(Action::Undo);
        }
        let redone = ui.add_enabled(redo, Button::new("Redo"));
        if redone.on_hover_text(format!("Redo {what}  (Ctrl+Shift+Z)")).clicked() {
            actions.push(Action::Redo);
        }
        ui.separator();
        ui.label(RichText::new(document.title()).strong());
        let (state, colour) = match (document.is_changed(), document.path()) {
            (true, _) => ("modified", theme::WARNING),
            (false, Some(_)) => ("saved", theme::WEAK),
            (false, None) => ("preset", theme::WEAK),
        };
        let note = ui.label(RichText::new(state).small().color(colour));
        if let Some(path) = document.path() {
            note.on_hover_text(path.display().to_string());
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let export = Button::new(RichText::new("Export…").strong().color(egui::Color32::BLACK))
                .fill(theme::ACCENT);
            if ui
                .add(export)
                .on_hover_text("Export for Unity, Unreal, Godot, Blender and others  (Ctrl+E)")
                .clicked()
            {
                actions.push(Action::OpenExport);
            }
        });
    });
}
