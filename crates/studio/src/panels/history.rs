//! The list of undo steps: a click goes to any of them.

use egui::{RichText, ScrollArea, Ui};
use orogen_strokes::brush::Tool;
use orogen_strokes::layer::StrokeLayer;

use crate::action::Action;
use crate::document::Document;
use crate::theme;

/// The brush strokes over the terrain.
#[derive(Clone, Copy, Debug)]
pub struct StrokeHistory<'a> {
    /// The strokes. `None` if there never were any.
    pub strokes: Option<&'a StrokeLayer>,
    /// How many undone strokes can be redone.
    pub undone: usize,
    /// Whether strokes can be undone or redone now.
    pub enabled: bool,
}

/// Shows a button that opens the list of all steps: changes of the recipe, and strokes.
pub fn history_menu(
    ui: &mut Ui,
    document: &Document,
    strokes: Option<StrokeHistory<'_>>,
    actions: &mut Vec<Action>,
) {
    let menu = ui.menu_button("History", |ui| {
        ui.set_min_width(240.0);
        ScrollArea::vertical().max_height(420.0).show(ui, |ui| {
            ui.label(RichText::new("Recipe").small().color(theme::WEAK));
            let (labels, current) = document.history();
            steps(ui, labels.map(str::to_owned), current, Action::Jump, actions);
            let Some(StrokeHistory { strokes, undone, enabled }) = strokes else { return };
            let laid = strokes.map_or(0, StrokeLayer::len);
            if laid + undone == 0 {
                return;
            }
            ui.separator();
            ui.label(RichText::new("Brush strokes").small().color(theme::WEAK));
            let before = std::iter::once("No strokes".to_owned());
            let laid_ones = strokes.into_iter().flat_map(StrokeLayer::strokes);
            let words = laid_ones.map(|stroke| format!("Paint stroke: {}", word(&stroke.brush.tool)));
            let later = (0..undone).map(|_| "Undone stroke".to_owned());
            let all = before.chain(words).chain(later);
            ui.add_enabled_ui(enabled, |ui| steps(ui, all, laid, Action::JumpToStroke, actions));
        });
    });
    menu.response.on_hover_text("All steps of undo and redo. Click one to go there.");
}

/// Lists steps. Those after the current one can be redone.
fn steps(
    ui: &mut Ui,
    labels: impl Iterator<Item = String>,
    current: usize,
    jump: fn(usize) -> Action,
    actions: &mut Vec<Action>,
) {
    for (at, label) in labels.enumerate() {
        let text = RichText::new(label);
        let text = if at > current { text.color(theme::WEAK).italics() } else { text };
        let step = ui.selectable_label(at == current, text);
        if step.clicked() && at != current {
            actions.push(jump(at));
        }
    }
}

/// What a stroke does.
fn word(tool: &Tool) -> &'static str {
    match tool {
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
