//! Banners over the view: errors, warnings and notices.

use std::collections::BTreeSet;

use egui::{Color32, Frame, Margin, RichText, Ui};
use orogen_engine::recipe::RecipeError;

use crate::action::Action;
use crate::document::{Document, Edit, path_of};
use crate::theme;

/// The contents of the banners.
#[derive(Clone, Copy, Debug)]
pub struct Messages<'a> {
    /// The recipe.
    pub document: &'a Document,
    /// Warnings about the recipe.
    pub warnings: &'a [RecipeError],
    /// The messages of warnings that the user has hidden.
    pub hidden: &'a BTreeSet<String>,
    /// Whether any terrain is shown.
    pub is_shown: bool,
    /// Why the strokes are unavailable, and the part of the recipe that names them; `None` if they are available.
    pub no_strokes: Option<(&'a str, &'a str)>,
    /// A notice for the user, and whether the notice is an error.
    pub notice: Option<&'a (String, bool)>,
}

/// Shows the banners.
pub fn banners(ui: &mut Ui, messages: Messages<'_>, actions: &mut Vec<Action>) {
    let Messages { document, warnings, hidden, is_shown, no_strokes, notice } = messages;
    if let Some((why, place)) = no_strokes {
        strip(ui, theme::WARNING, |ui| {
            ui.add(egui::Label::new(format!("Brush strokes are unavailable: {why}")).wrap());
            let help = format!("Removes `{place}` from the recipe. Undo restores it.");
            if ui.button("Continue without strokes").on_hover_text(help).clicked() {
                actions.push(Action::Edit(Edit::Remove { path: path_of(place) }));
            }
        });
    }
    if document.has_conflict() {
        strip(ui, theme::WARNING, |ui| {
            ui.label("Another program changed this file, and you have unsaved changes.");
            if ui.button("Load file").on_hover_text("Undo restores your changes").clicked() {
                actions.push(Action::ResolveConflict(true));
            }
            if ui.button("Keep mine").on_hover_text("The next save overwrites the file").clicked() {
                actions.push(Action::ResolveConflict(false));
            }
        });
    }
    if let Some(error) = document.error() {
        strip(ui, theme::ERROR, |ui| error_details(ui, document, error, is_shown));
    }
    let present = |warning: &&RecipeError| {
        *warning.source.text == *document.text() && !hidden.contains(&warning.message)
    };
    if let Some(warning) = warnings.iter().find(present).filter(|_| document.error().is_none()) {
        strip(ui, theme::WARNING, |ui| {
            ui.vertical(|ui| {
                ui.add(egui::Label::new(format!("Warning: {}", warning.message)).wrap())
                    .on_hover_text(format!("Line {}", warning.line()));
                if !warning.help.is_empty() {
                    ui.add(egui::Label::new(RichText::new(&warning.help).color(theme::WEAK)).wrap());
                }
            });
            let help = "Hides this warning until the recipe is opened again";
            if ui.button("Hide").on_hover_text(help).clicked() {
                actions.push(Action::HideWarning(warning.message.clone()));
            }
        });
    }
    if let Some((text, bad)) = notice {
        strip(ui, if *bad { theme::ERROR } else { theme::GOOD }, |ui| {
            ui.add(egui::Label::new(text).wrap());
            if ui.button("OK").clicked() {
                actions.push(Action::Dismiss);
            }
        });
    }
}

/// The error, its line and its help, and whether an older terrain is shown.
fn error_details(ui: &mut Ui, document: &Document, error: &RecipeError, is_shown: bool) {
    ui.vertical(|ui| {
        let place = if *error.source.text == *document.text() {
            format!("Line {}: ", error.line())
        } else if error.source.used_by.is_some() {
            format!("{}, line {}: ", error.source.name, error.line())
        } else {
            String::new()
        };
        // The font of the window has no arrows.
        let message = error.message.replace(" → ", " > ");
        ui.add(egui::Label::new(RichText::new(format!("{place}{message}")).strong()).wrap());
        if !error.help.is_empty() {
            ui.add(egui::Label::new(RichText::new(&error.help)).wrap());
        }
        if is_shown {
            ui.label(RichText::new("Showing the last valid terrain").small().color(theme::WEAK));
        }
    });
}

fn strip(ui: &mut Ui, colour: Color32, contents: impl FnOnce(&mut Ui)) {
    let frame = Frame::new()
        .fill(theme::PANEL.lerp_to_gamma(colour, 0.16))
        .stroke(egui::Stroke::new(1.0, colour.gamma_multiply(0.6)))
        .corner_radius(6)
        .inner_margin(Margin::symmetric(10, 6));
    frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal_wrapped(contents);
    });
}
