//! What has to be said above all else: what is wrong with the recipe, and what became of what was asked for.

use egui::{Color32, Frame, Margin, RichText, Ui};
use orogen::recipe::RecipeError;

use crate::action::Action;
use crate::document::{Document, Edit, path_of};
use crate::theme;

/// What there is to say.
#[derive(Clone, Copy, Debug)]
pub struct Said<'a> {
    /// The recipe.
    pub document: &'a Document,
    /// What is doubtful in it.
    pub warnings: &'a [RecipeError],
    /// Whether any terrain is shown.
    pub is_shown: bool,
    /// Why the strokes over it cannot be had.
    pub no_strokes: Option<&'a str>,
    /// What became of what was asked for, and whether it went wrong.
    pub notice: Option<&'a (String, bool)>,
}

/// Shows what has to be said.
pub fn banners(ui: &mut Ui, said: Said<'_>, actions: &mut Vec<Action>) {
    let Said { document, warnings, is_shown, no_strokes, notice } = said;
    if let Some(why) = no_strokes {
        strip(ui, theme::WARNING, |ui| {
            ui.add(egui::Label::new(format!("There is no painting on it: {why}")).wrap());
            let help = "Takes [sculpt] out of the recipe; an undo brings it back";
            if ui.button("Go on without them").on_hover_text(help).clicked() {
                actions.push(Action::Edit(Edit::Remove { path: path_of("sculpt") }));
            }
        });
    }
    if document.is_contested() {
        strip(ui, theme::WARNING, |ui| {
            ui.label("Another program has changed the file while there are changes here.");
            if ui.button("Take the file").on_hover_text("An undo brings back what is here").clicked() {
                actions.push(Action::Settle(true));
            }
            if ui.button("Keep mine").on_hover_text("The next save replaces the file").clicked() {
                actions.push(Action::Settle(false));
            }
        });
    }
    if let Some(error) = document.error() {
        strip(ui, theme::ERROR, |ui| wrong(ui, document, error, is_shown));
    }
    let present = |warning: &&RecipeError| *warning.source.text == *document.text();
    if let Some(warning) = warnings.iter().find(present).filter(|_| document.error().is_none()) {
        strip(ui, theme::WARNING, |ui| {
            ui.add(egui::Label::new(format!("Line {}: {}", warning.line(), warning.message)).wrap())
                .on_hover_text(&warning.help);
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

/// What is wrong, where, and the mend; the terrain that is shown is the last that was right.
fn wrong(ui: &mut Ui, document: &Document, error: &RecipeError, is_shown: bool) {
    ui.vertical(|ui| {
        let place = if *error.source.text == *document.text() {
            format!("Line {}: ", error.line())
        } else {
            String::new()
        };
        // The window's font has no arrows.
        let message = error.message.replace(" → ", " > ");
        ui.add(egui::Label::new(RichText::new(format!("{place}{message}")).strong()).wrap());
        if !error.help.is_empty() {
            ui.add(egui::Label::new(RichText::new(&error.help)).wrap());
        }
        if is_shown {
            ui.label(
                RichText::new("The terrain shown is the last that was right.").small().color(theme::WEAK),
            );
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
