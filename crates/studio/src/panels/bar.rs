//! The bar at the top: file commands, undo, export and help.

use egui::{Align, Button, Layout, Rect, RichText, Ui};

use super::history::{BUSY, UndoView, history_menu};
use super::tour::{Target, mark};
use crate::action::Action;
use crate::document::Document;
use crate::shortcuts::{Command, tooltip, with_keys};
use crate::theme;

/// Shows the bar. Without a document, it shows the bar of the start page.
pub fn bar(
    ui: &mut Ui,
    document: Option<(&Document, UndoView<'_>)>,
    exporting: Option<&str>,
    actions: &mut Vec<Action>,
) {
    ui.horizontal_centered(|ui| {
        ui.label(RichText::new("Orogen").strong().size(15.0).color(theme::ACCENT));
        ui.separator();
        match document {
            Some((document, undo)) => {
                files(ui, actions);
                ui.separator();
                undo_redo(ui, undo, actions);
                history_menu(ui, undo, actions);
                ui.separator();
                title(ui, document);
            }
            None => drop(ui.label(RichText::new("studio").color(theme::WEAK))),
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            help(ui, actions);
            if document.is_some() {
                export(ui, actions);
            }
            if let Some(progress) = exporting
                && ui.button(progress).on_hover_text("Show the queue of exports").clicked()
            {
                actions.push(Action::ShowExports);
            }
        });
    });
}

fn files(ui: &mut Ui, actions: &mut Vec<Action>) {
    if ui.button("Presets").on_hover_text("Show the start page. The recipe stays open.").clicked() {
        actions.push(Action::ShowPresets(true));
    }
    for (name, command, action) in [
        ("New", Command::New, Action::New),
        ("Open…", Command::Open, Action::ChooseFile),
        ("Save", Command::Save, Action::Save),
        ("Save as…", Command::SaveAs, Action::SaveAs),
    ] {
        if ui.button(name).on_hover_text(tooltip(command)).clicked() {
            actions.push(action);
        }
    }
}

fn undo_redo(ui: &mut Ui, view: UndoView<'_>, actions: &mut Vec<Action>) {
    let [undo, redo] = view.next;
    let mut buttons = Rect::NOTHING;
    for (next, name, command, action) in
        [(undo, "Undo", Command::Undo, Action::Undo), (redo, "Redo", Command::Redo, Action::Redo)]
    {
        let button = ui.add_enabled(view.is_ready && next.is_some(), Button::new(name));
        buttons |= button.rect;
        let words = match next {
            None => format!("Nothing to {}", name.to_lowercase()),
            Some(step) if view.is_ready => format!("{name}: {step}"),
            Some(step) => format!("{name}: {step}. {BUSY}."),
        };
        let words = with_keys(&words, command);
        if button.on_hover_text(&words).on_disabled_hover_text(&words).clicked() {
            actions.push(action);
        }
    }
    mark(ui, Target::Undo, buttons);
}

fn title(ui: &mut Ui, document: &Document) {
    ui.label(RichText::new(document.title()).strong());
    let (state, colour) = match (document.is_changed(), document.path()) {
        (true, _) => ("modified", theme::WARNING),
        (false, Some(_)) => ("saved", theme::WEAK),
        (false, None) => ("not saved", theme::WEAK),
    };
    let note = ui.label(RichText::new(state).small().color(colour));
    if let Some(path) = document.path() {
        note.on_hover_text(path.display().to_string());
    }
}

fn export(ui: &mut Ui, actions: &mut Vec<Action>) {
    let button =
        Button::new(RichText::new("Export…").strong().color(egui::Color32::BLACK)).fill(theme::ACCENT);
    let response = ui.add(button);
    mark(ui, Target::Export, response.rect);
    let help = "Export for Unity, Unreal, Godot, Blender and others";
    if response.on_hover_text(with_keys(help, Command::Export)).clicked() {
        actions.push(Action::OpenExport);
    }
}

fn help(ui: &mut Ui, actions: &mut Vec<Action>) {
    let menu = ui.menu_button("Help", |ui| {
        if ui.button("Keys and help").on_hover_text(tooltip(Command::Help)).clicked() {
            actions.push(Action::Help);
        }
        if ui.button("Tour").on_hover_text("The first steps, in two minutes").clicked() {
            actions.push(Action::StartTour);
        }
    });
    mark(ui, Target::Help, menu.response.rect);
}
