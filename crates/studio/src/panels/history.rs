//! The list of undo steps: a click goes to any of them.

use egui::{Button, RichText, ScrollArea, Ui};
use orogen_strokes::brush::Tool;

use crate::action::Action;
use crate::theme;

/// A step of undo: a change of the recipe, or a stroke.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What it does.
    pub label: String,
    /// Its place in the order of all steps: a number that grows from step to step.
    pub order: i64,
    /// Whether it is done. Redo redoes the others.
    pub is_done: bool,
}

/// Undo, redo and all steps.
#[derive(Clone, Copy)]
pub struct UndoView<'a> {
    /// The steps that undo undoes and that redo redoes, in words.
    pub next: &'a [Option<String>; 2],
    /// Whether this is possible now.
    pub is_ready: bool,
    /// All steps in order.
    pub steps: &'a dyn Fn() -> Vec<Step>,
}

/// Why nothing can be undone or redone now.
pub(super) const BUSY: &str = "Strokes are being loaded, drawn or redone";

/// Shows a button that opens the list of all steps.
pub(super) fn history_menu(ui: &mut Ui, undo: UndoView<'_>, actions: &mut Vec<Action>) {
    let menu = ui.menu_button("History", |ui| {
        ui.set_min_width(240.0);
        let steps = (undo.steps)();
        let current = steps.iter().rposition(|step| step.is_done);
        let height = ui.spacing().interact_size.y;
        ScrollArea::vertical().max_height(420.0).show_rows(ui, height, steps.len(), |ui, rows| {
            for (at, step) in rows.clone().zip(&steps[rows]) {
                let text = RichText::new(&step.label);
                let text = if step.is_done { text } else { text.color(theme::WEAK).italics() };
                let row = ui.add_enabled(undo.is_ready, Button::selectable(Some(at) == current, text));
                if row.on_disabled_hover_text(BUSY).clicked() && Some(at) != current {
                    actions.push(Action::JumpTo(step.order));
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
