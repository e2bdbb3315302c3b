//! The progress of solutions over the view.

use egui::{Frame, Margin, ProgressBar, RichText, Ui};

use crate::action::Action;
use crate::theme;

/// The solutions of a recipe.
#[derive(Clone, Debug, PartialEq)]
pub enum Solving {
    /// A field of this name is being solved; the progress is from 0 to 1.
    Running(String, f32),
    /// The user cancelled the solutions.
    Cancelled,
}

/// Shows the progress with a button to cancel, or a button to start again.
pub fn solving(ui: &mut Ui, solving: &Solving, actions: &mut Vec<Action>) {
    let frame = Frame::new().fill(theme::PANEL).corner_radius(6).inner_margin(Margin::symmetric(10, 6));
    frame.show(ui, |ui| {
        ui.horizontal_wrapped(|ui| match solving {
            Solving::Running(field, done) => {
                ui.label(RichText::new(format!("Solving {field}")).strong());
                let bar = ProgressBar::new(*done).desired_width(180.0).show_percentage();
                ui.add(bar).on_hover_text("This field depends on the whole domain, as erosion does");
                if ui.button("Cancel solving").on_hover_text("Keeps the last terrain").clicked() {
                    actions.push(Action::AllowSolving(false));
                }
            }
            Solving::Cancelled => {
                ui.label("Solving was cancelled. The view shows the last terrain.");
                if ui.button("Solve again").clicked() {
                    actions.push(Action::AllowSolving(true));
                }
            }
        });
    });
}
