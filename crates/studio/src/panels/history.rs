//! The list of undo steps: a click goes to any of them.

use egui::{RichText, ScrollArea, Ui};
use orogen_strokes::brush::Tool;

use crate::action::Action;
use crate::theme;

/// A step of undo: a change of the recipe, or a stroke.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What it does.
    pub label: String,
    /// When it was made: a number that grows from step to step.
    pub at: i64,
    /// Whether it is done. Redo brings back the others.
    pub is_done: bool,
}

/// What undo or redo does next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NextStep {
    /// The step in words.
    pub label: String,
    /// Whether it is possible now. A stroke must be saved before it is undone.
    pub is_ready: bool,
}

/// Undo, redo and all steps.
#[derive(Clone, Copy)]
pub struct UndoView<'a> {
    /// What undo does and what redo does.
    pub next: &'a [Option<NextStep>; 2],
    /// All steps in order.
    pub steps: &'a dyn Fn() -> Vec<Step>,
}

/// Shows a button that opens the list of all steps.
pub(super) fn history_menu(ui: &mut Ui, undo: UndoView<'_>, actions: &mut Vec<Action>) {
    let menu = ui.menu_button("History", |ui| {
        ui.set_min_width(240.0);
        ScrollArea::vertical().max_height(420.0).show(ui, |ui| {
            let steps = (undo.steps)();
            let current = steps.iter().rposition(|step| step.is_done);
            for (at, step) in steps.iter().enumerate() {
                let text = RichText::new(&step.label);
                let text = if step.is_done { text } else { text.color(theme::WEAK).italics() };
                if ui.selectable_label(Some(at) == current, text).clicked() && Some(at) != current {
                    actions.push(Action::JumpTo(step.at));
                }
            }
        });
    });
    menu.response.on_hover_text("Changes of the recipe and strokes, in order. Click one to go there.");
}

/// A stroke in words: its number, its tool if this is known, and the mask that it is on.
pub(crate) fn stroke_label(number: usize, tool: Option<&Tool>, mask: Option<&str>) -> String {
    let place = mask.map_or_else(String::new, |mask| format!(" on {mask}"));
    let tool = tool.map_or_else(String::new, |tool| format!(": {}", word(tool, mask.is_some())));
    format!("Stroke {number}{place}{tool}")
}

/// What a stroke does. Strokes on masks level the mask to 0 or 1.
fn word(tool: &Tool, is_on_mask: bool) -> &'static str {
    match tool {
        Tool::Level { to } if is_on_mask => {
            if *to > 0.5 {
                "Paint"
            } else {
                "Remove"
            }
        }
        Tool::Raise { metres } if *metres < 0.0 => "Lower",
        Tool::Raise { .. } => "Raise",
        Tool::Level { .. } => "Level",
        Tool::Smooth { .. } => "Smooth",
        Tool::Sharpen { .. } => "Sharpen",
        Tool::Ledge { .. } => "Ledge",
        Tool::Stamp { .. } => "Stamp",
        Tool::Field { .. } => "Noise or field",
        Tool::Erase => "Erase",
    }
}
