//! Keys: the table of shortcuts says which key gives which command, and this module gives its action.

use egui::{Context, Popup};

use super::Studio;
use super::paint::PaintSession;
use super::project::Project;
use crate::action::{Action, BrushEvent};
use crate::shortcuts::{Command, SHORTCUTS, Scope};

impl Studio {
    /// The actions of the keys that were pressed.
    pub(super) fn keys(&self, ctx: &Context) -> Vec<Action> {
        let has_dialog = self.has_dialog();
        let takes_keys = |project: &Project| project.graph && project.graph_state.takes_keys;
        let in_graph = !has_dialog && self.shown_project().is_some_and(takes_keys);
        // Letters choose in an open list, or do nothing.
        let is_typing = ctx.text_edit_focused() || in_graph || Popup::is_any_open(ctx);
        let mut actions = Vec::new();
        for shortcut in &SHORTCUTS {
            // In dialogs other than the help page, its keys open it, and all other keys are the dialog's.
            if has_dialog && (shortcut.command != Command::Help || self.help.is_some()) {
                continue;
            }
            // A key without an effect is left to other widgets.
            let Some(action) = self.action_of(shortcut.command, shortcut.scope) else { continue };
            if ctx.input_mut(|input| shortcut.consume(input, is_typing)) {
                actions.push(action);
            }
        }
        actions
    }

    /// Whether a dialog is open, which takes all keys but those of the help page.
    pub(super) fn has_dialog(&self) -> bool {
        self.file_dialog.is_some()
            || self.export_form.is_some()
            || self.unsaved_prompt.is_some()
            || self.help.is_some()
            || self.variations.is_some()
    }

    /// The action of a command now. `None` if the command has no effect.
    fn action_of(&self, command: Command, scope: Scope) -> Option<Action> {
        match (scope, self.shown_project()) {
            (Scope::Everywhere, _) => everywhere(command),
            (Scope::StartPage, None) => (command == Command::Search).then_some(Action::Search),
            (Scope::Recipe, Some(project)) => of_recipe(command, project),
            (Scope::Brush, Some(project)) => of_brush(command, project),
            (Scope::StartPage, Some(_)) | (Scope::Recipe | Scope::Brush, None) => None,
        }
    }
}

fn everywhere(command: Command) -> Option<Action> {
    match command {
        Command::Help => Some(Action::Help),
        Command::New => Some(Action::New),
        Command::Open => Some(Action::ChooseFile),
        _ => None,
    }
}

fn of_recipe(command: Command, project: &Project) -> Option<Action> {
    Some(match command {
        Command::Save => Action::Save,
        Command::SaveAs => Action::SaveAs,
        Command::Export => Action::OpenExport,
        Command::Undo => Action::Undo,
        Command::Redo => Action::Redo,
        Command::ViewAll => Action::SetEye(project.home()),
        Command::SaveView => Action::Bookmark,
        Command::Walk => Action::Walk(!project.walking),
        Command::Graph => Action::ShowGraph(!project.graph),
        Command::Map => Action::ShowMap(!project.split),
        Command::Swap => Action::Swap,
        Command::Paint => Action::UseBrush(!project.paint.active),
        _ => return None,
    })
}

fn of_brush(command: Command, project: &Project) -> Option<Action> {
    let paint = &project.paint;
    match command {
        Command::Stop if project.measuring => Some(Action::Measure(false)),
        Command::Stop if project.walking => Some(Action::Walk(false)),
        Command::Stop if paint.is_drawing() => Some(Action::Brush(BrushEvent::Cancel)),
        Command::Stop if paint.active => Some(Action::UseBrush(false)),
        Command::SmallerBrush => scaled(paint, 0.8),
        Command::LargerBrush => scaled(paint, 1.25),
        _ => None,
    }
}

/// Scales the radius of the active brush.
fn scaled(paint: &PaintSession, factor: f64) -> Option<Action> {
    let mut brushes = paint.brushes.clone().filter(|_| paint.active)?;
    brushes.brush.radius *= factor;
    Some(Action::SetBrushes(Box::new(brushes)))
}
