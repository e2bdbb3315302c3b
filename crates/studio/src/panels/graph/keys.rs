//! Keys and commands of the graph.

use egui::{Event, EventFilter, FocusDirection, Id, Key, Modifiers, Rect, Ui, Vec2};

use super::canvas::Canvas;
use super::state::{End, GraphState};
use crate::document::{Edit, GraphEdit, NodeKey, Wiring};

/// A command for the selected nodes or the whole graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Command {
    Delete,
    Duplicate,
    Copy,
    Cut,
    SelectAll,
    Frame,
    Tidy,
    Fit,
    Pin,
}

/// Keys of commands, the words for them, and whether they need selected nodes.
const COMMANDS: [(Command, Modifiers, Key, &str, bool); 7] = [
    (Command::Duplicate, Modifiers::COMMAND, Key::D, "Duplicate", true),
    (Command::Delete, Modifiers::NONE, Key::Delete, "Delete", true),
    (Command::Pin, Modifiers::NONE, Key::I, "Show in the view", true),
    (Command::Frame, Modifiers::NONE, Key::J, "Add frame", true),
    (Command::SelectAll, Modifiers::COMMAND, Key::A, "Select all", false),
    (Command::Tidy, Modifiers::NONE, Key::T, "Tidy", false),
    (Command::Fit, Modifiers::NONE, Key::F, "Fit", false),
];

impl Canvas<'_> {
    /// Handles the keys while the graph has the focus. `ground` is the widget of the empty ground.
    pub(super) fn keys(&mut self, ui: &Ui, ground: Id, area: Vec2) {
        let focused = ui.memory(|memory| memory.focused());
        let found = self.ids.iter().find(|(id, _)| Some(*id) == focused).cloned();
        self.state.takes_keys = found.is_some();
        let Some((id, end)) = found else { return };
        if self.state.menu.is_some() {
            return;
        }
        if id == ground {
            // Tab opens the menu here. Arrows go to the nodes, from where Tab goes on as usual.
            let filter =
                EventFilter { tab: true, horizontal_arrows: true, vertical_arrows: true, escape: true };
            ui.memory_mut(|memory| memory.set_focus_lock_filter(ground, filter));
            self.ground_keys(ui);
        }
        let pressed = |modifiers, key| ui.input_mut(|input| input.consume_key(modifiers, key));
        if pressed(Modifiers::SHIFT, Key::A) {
            self.menu_by_key(ui);
        }
        if pressed(Modifiers::NONE, Key::Escape) {
            self.state.armed = None;
            self.state.selected.clear();
        }
        // Only an input takes these keys for itself: a key that is looked for is taken from the commands.
        let is_input = matches!(end, Some(End::Input(_)));
        let disconnects =
            is_input && (pressed(Modifiers::NONE, Key::Delete) || pressed(Modifiers::NONE, Key::Backspace));
        if let Some(end) = end.filter(|_| disconnects) {
            self.disconnect(&end);
        }
        for (command, modifiers, key, ..) in COMMANDS {
            if pressed(modifiers, key) {
                self.run(ui, command, area);
            }
        }
        if pressed(Modifiers::NONE, Key::Backspace) {
            self.run(ui, Command::Delete, area);
        }
        for event in ui.input(|input| input.events.clone()) {
            match event {
                Event::Copy => self.run(ui, Command::Copy, area),
                Event::Cut => self.run(ui, Command::Cut, area),
                Event::Paste(text) => self.paste(ui, text),
                _ => {}
            }
        }
    }

    fn ground_keys(&mut self, ui: &Ui) {
        let pressed = |modifiers, key| ui.input_mut(|input| input.consume_key(modifiers, key));
        if pressed(Modifiers::SHIFT, Key::Tab) {
            ui.memory_mut(|memory| memory.move_focus(FocusDirection::Previous));
        } else if pressed(Modifiers::NONE, Key::Tab) {
            self.menu_by_key(ui);
        }
        let arrows = [Key::ArrowRight, Key::ArrowDown, Key::ArrowLeft, Key::ArrowUp];
        if arrows.into_iter().any(|key| pressed(Modifiers::NONE, key)) {
            let chosen = self.model.nodes.iter().find(|node| self.state.selected.contains(&node.key));
            if let Some(node) = chosen.or(self.model.nodes.first()) {
                ui.memory_mut(|memory| memory.request_focus(ui.scope_id().with(("node", &node.key))));
            }
        }
    }

    /// Opens the menu at the pointer if it is over the graph, or else in the middle of the graph.
    fn menu_by_key(&mut self, ui: &Ui) {
        let pointer = ui.input(|input| input.pointer.latest_pos());
        let to_scene = ui.ctx().layer_transform_from_global(ui.layer_id());
        let pointer = pointer.zip(to_scene).map(|(pointer, to_scene)| to_scene * pointer);
        let visible = ui.clip_rect();
        let at = pointer.filter(|at| visible.contains(*at)).unwrap_or(visible.center());
        self.open_menu(ui, at, Wiring::default());
    }

    fn paste(&mut self, ui: &Ui, text: String) {
        let pointer = ui.input(|input| input.pointer.latest_pos());
        let to_scene = ui.ctx().layer_transform_from_global(ui.layer_id());
        let at = pointer.zip(to_scene).map(|(pointer, to_scene)| to_scene * pointer);
        self.state.next_at =
            Some(at.filter(|at| ui.clip_rect().contains(*at)).unwrap_or(ui.clip_rect().center()));
        self.edit(Edit::Graph(GraphEdit::Paste { text }));
    }

    /// The context menu of the selected nodes.
    pub(super) fn commands(&mut self, ui: &mut Ui) {
        for (command, modifiers, key, words, needs) in COMMANDS {
            let keys = egui::KeyboardShortcut::new(modifiers, key);
            let button = egui::Button::new(words).shortcut_text(ui.ctx().format_shortcut(&keys));
            if needs && ui.add(button).clicked() {
                self.run(ui, command, Vec2::ZERO);
                ui.close();
            }
        }
        if ui.button("Copy").clicked() {
            self.run(ui, Command::Copy, Vec2::ZERO);
            ui.close();
        }
    }

    fn run(&mut self, ui: &Ui, command: Command, area: Vec2) {
        let selected: Vec<NodeKey> = self
            .model
            .nodes
            .iter()
            .map(|node| node.key.clone())
            .filter(|key| self.state.selected.contains(key))
            .collect();
        match command {
            Command::Delete => self.delete(selected),
            Command::Duplicate => {
                let corner = self.corner(&selected);
                let text = self.document.copy(&selected);
                if let (false, Some(corner)) = (text.is_empty(), corner) {
                    self.state.next_at = Some(corner + Vec2::splat(30.0));
                    self.edit(Edit::Graph(GraphEdit::Paste { text }));
                }
            }
            Command::Copy | Command::Cut => {
                let text = self.document.copy(&selected);
                if !text.is_empty() {
                    ui.ctx().copy_text(text);
                    if command == Command::Cut {
                        // What cannot be pasted stays.
                        self.delete(selected.into_iter().filter(NodeKey::can_be_copied).collect());
                    }
                }
            }
            Command::SelectAll => {
                self.state.selected = self.model.nodes.iter().map(|node| node.key.clone()).collect();
            }
            Command::Frame => self.state.add_frame(),
            Command::Tidy => {
                self.state.layout.places.clear();
                self.state.scene = Rect::ZERO;
            }
            Command::Fit => self.state.frame_all(self.rects, area),
            Command::Pin => {
                let field = selected.iter().find_map(NodeKey::field).map(str::to_owned);
                self.state.pinned = field.filter(|field| self.state.pinned.as_ref() != Some(field));
            }
        }
    }

    fn delete(&mut self, nodes: Vec<NodeKey>) {
        if !nodes.is_empty() {
            self.edit(Edit::Graph(GraphEdit::Delete { nodes }));
        }
    }

    /// The upper left corner of nodes.
    fn corner(&self, nodes: &[NodeKey]) -> Option<egui::Pos2> {
        let rects = nodes.iter().filter_map(|key| self.model.find(key)).map(|at| self.rects[at]);
        rects.reduce(|all, one| all.union(one)).map(|all| all.min)
    }
}

impl GraphState {
    /// Makes the whole graph visible, at most at its own size.
    pub(super) fn frame_all(&mut self, rects: &[Rect], area: Vec2) {
        let Some(all) = rects.iter().copied().reduce(|all, one| all.union(one)) else { return };
        let all = all.expand(super::BORDER);
        self.scene = Rect::from_center_size(all.center(), all.size().max(area));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shortcuts::{Area, SHORTCUTS, gestures};

    /// Where the graph has the focus, its keys come before those of the window.
    #[test]
    fn no_key_has_another_meaning_in_the_graph() {
        for (_, modifiers, key, words, _) in COMMANDS {
            let mut others = SHORTCUTS.iter().flat_map(|shortcut| shortcut.keys);
            let is_taken = others.any(|other| other.logical_key == key && other.modifiers == modifiers);
            assert!(!is_taken, "{words}: {}", key.name());
        }
    }

    #[test]
    fn the_help_lists_the_keys_of_the_graph() {
        let listed: Vec<_> = gestures(Area::Graph).inputs.iter().map(|(keys, _)| *keys).collect();
        let listed = listed.join(", ");
        for (_, modifiers, key, words, _) in COMMANDS {
            let name =
                if modifiers.is_none() { key.name().to_owned() } else { format!("Ctrl+{}", key.name()) };
            assert!(listed.split([',', ' ']).any(|word| word == name), "{words}: {name} in {listed}");
        }
    }
}
