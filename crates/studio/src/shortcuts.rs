//! The keys of the window, as one table. The program handles keys by it, and tooltips and the help page show it, so that they
//! cannot disagree.

use egui::{InputState, Key, KeyboardShortcut, Modifiers};

/// What a key does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Show the help page.
    Help,
    /// Open a new recipe.
    New,
    /// Choose a recipe to open.
    Open,
    /// Save the recipe.
    Save,
    /// Save the recipe to another file.
    SaveAs,
    /// Show the export dialog.
    Export,
    /// Undo a change or a stroke.
    Undo,
    /// Redo a change or a stroke.
    Redo,
    /// Search the presets.
    Search,
    /// Show the complete terrain.
    ViewAll,
    /// Bookmark the view.
    SaveView,
    /// Start or stop walking.
    Walk,
    /// Show or hide the graph.
    Graph,
    /// Show or hide the map.
    Map,
    /// Swap the recipe and the one stored for comparison.
    Swap,
    /// Start or stop painting.
    Paint,
    /// Make the brush smaller.
    SmallerBrush,
    /// Make the brush larger.
    LargerBrush,
    /// Cancel a stroke, or stop painting or measuring.
    Stop,
}

/// Where a key works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Everywhere.
    Everywhere,
    /// On the start page.
    StartPage,
    /// Where a recipe is open.
    Recipe,
    /// Where a brush is active.
    Brush,
}

impl Scope {
    /// The heading of the keys of this scope.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Everywhere => "Everywhere",
            Self::StartPage => "Start page",
            Self::Recipe => "Recipe",
            Self::Brush => "Brush",
        }
    }
}

/// A command, its keys and its description.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shortcut {
    /// The command.
    pub command: Command,
    /// The keys; each of them gives the command.
    pub keys: &'static [KeyboardShortcut],
    /// Where the keys work.
    pub scope: Scope,
    /// What the command does.
    pub words: &'static str,
}

const fn ctrl(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND, key)
}

const fn shifted(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers { shift: true, ..Modifiers::COMMAND }, key)
}

const fn plain(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::NONE, key)
}

const fn row(
    command: Command,
    keys: &'static [KeyboardShortcut],
    scope: Scope,
    words: &'static str,
) -> Shortcut {
    Shortcut { command, keys, scope, words }
}

/// All shortcuts. Keys with more modifiers come first: those with fewer would match them, too.
pub static SHORTCUTS: [Shortcut; 19] = [
    row(Command::Help, &[plain(Key::F1), plain(Key::Questionmark)], Scope::Everywhere, "Show keys and help"),
    row(Command::New, &[ctrl(Key::N)], Scope::Everywhere, "Open a new recipe"),
    row(Command::Open, &[ctrl(Key::O)], Scope::Everywhere, "Open a recipe file"),
    row(Command::Search, &[ctrl(Key::F)], Scope::StartPage, "Search the presets"),
    row(Command::SaveAs, &[shifted(Key::S)], Scope::Recipe, "Save to another file"),
    row(Command::Save, &[ctrl(Key::S)], Scope::Recipe, "Save the recipe"),
    row(Command::Export, &[ctrl(Key::E)], Scope::Recipe, "Export the terrain"),
    row(Command::Redo, &[shifted(Key::Z), ctrl(Key::Y)], Scope::Recipe, "Redo"),
    row(Command::Undo, &[ctrl(Key::Z)], Scope::Recipe, "Undo"),
    row(Command::ViewAll, &[plain(Key::Home)], Scope::Recipe, "Show the complete terrain"),
    row(Command::SaveView, &[plain(Key::B)], Scope::Recipe, "Bookmark the view"),
    row(Command::Walk, &[plain(Key::V)], Scope::Recipe, "Walk on the ground, or stop walking"),
    row(Command::Graph, &[plain(Key::G)], Scope::Recipe, "Show or hide the graph"),
    row(Command::Map, &[plain(Key::M)], Scope::Recipe, "Show or hide the map"),
    row(Command::Swap, &[plain(Key::X)], Scope::Recipe, "Swap A and B"),
    row(Command::Paint, &[plain(Key::P)], Scope::Recipe, "Start or stop painting"),
    row(Command::SmallerBrush, &[plain(Key::OpenBracket)], Scope::Brush, "Make the brush smaller"),
    row(Command::LargerBrush, &[plain(Key::CloseBracket)], Scope::Brush, "Make the brush larger"),
    row(
        Command::Stop,
        &[plain(Key::Escape)],
        Scope::Brush,
        "Cancel the stroke, or stop painting, measuring or walking",
    ),
];

impl Shortcut {
    /// Whether one of the keys was pressed. Then no other widget or shortcut sees the key. If the user is typing, keys that write
    /// or move in the text do not count.
    pub fn consume(&self, input: &mut InputState, is_typing: bool) -> bool {
        let types = |key: &KeyboardShortcut| key.modifiers.is_none() && key.logical_key != Key::F1;
        self.keys.iter().filter(|key| !(is_typing && types(key))).any(|key| input.consume_shortcut(key))
    }

    /// The names of the keys, such as `Ctrl+Shift+Z, Ctrl+Y`.
    pub fn key_names(&self) -> String {
        self.keys.iter().map(key_name).collect::<Vec<_>>().join(", ")
    }
}

fn key_name(shortcut: &KeyboardShortcut) -> String {
    let is_mac = cfg!(target_os = "macos");
    let modifiers = egui::ModifierNames::NAMES.format(&shortcut.modifiers, is_mac);
    let key = match shortcut.logical_key {
        Key::Escape => "Esc",
        key => key.symbol_or_name(),
    };
    if modifiers.is_empty() { key.to_owned() } else { format!("{modifiers}+{key}") }
}

/// The shortcut of a command.
///
/// # Panics
/// The table lacks the command, which a test rules out.
pub fn shortcut(command: Command) -> &'static Shortcut {
    let found = SHORTCUTS.iter().find(|shortcut| shortcut.command == command);
    found.expect("the table has all commands")
}

/// A tooltip: what a command does, and its keys.
pub fn tooltip(command: Command) -> String {
    with_keys(shortcut(command).words, command)
}

/// A tooltip with a text of its own, and the keys of a command.
pub fn with_keys(text: &str, command: Command) -> String {
    format!("{text}  ({})", shortcut(command).key_names())
}

/// What the mouse and held keys do in an area of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gestures {
    /// The area.
    pub area: Area,
    /// Pairs of an input and what it does.
    pub inputs: &'static [(&'static str, &'static str)],
}

/// An area of the window that takes gestures of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Area {
    /// The view of the terrain.
    #[default]
    View,
    /// The view of the terrain, while the user walks.
    Walk,
    /// The view of the terrain, while a brush is active.
    BrushInView,
    /// The map.
    Map,
    /// The graph of fields.
    Graph,
}

impl Area {
    /// The heading of the gestures.
    pub const fn title(self) -> &'static str {
        match self {
            Self::View => "Mouse in the view",
            Self::Walk => "Mouse in the view, while walking",
            Self::BrushInView => "Mouse in the view, while painting",
            Self::Map => "Mouse in the map",
            Self::Graph => "Mouse in the graph",
        }
    }
}

/// The gestures of all areas.
pub static GESTURES: [Gestures; 5] = [
    Gestures {
        area: Area::View,
        inputs: &[
            ("Drag", "orbit"),
            ("Alt+drag", "look around"),
            ("Right drag", "pan"),
            ("Wheel", "zoom to the pointer"),
            ("Double click", "fly there"),
            ("Drag the sky, Ctrl+drag", "move the sun"),
            ("W A S D", "fly"),
            ("Q E", "fly down or up"),
            ("Arrow keys, + and −", "orbit, zoom"),
        ],
    },
    Gestures {
        area: Area::Walk,
        inputs: &[
            ("W A S D", "walk"),
            ("Shift", "run"),
            ("Drag, arrow keys", "look around"),
            ("V, Esc", "stop walking"),
        ],
    },
    Gestures {
        area: Area::BrushInView,
        inputs: &[
            ("Drag", "paint"),
            ("Shift+drag", "lower instead of raise, and the reverse"),
            ("Alt+drag", "look around"),
            ("Right drag", "orbit"),
            ("Middle drag", "pan"),
        ],
    },
    Gestures {
        area: Area::Map,
        inputs: &[("Click", "move the view there"), ("Drag", "pan"), ("Wheel", "zoom")],
    },
    Gestures {
        area: Area::Graph,
        inputs: &[
            ("Drag from a port", "connect; into empty space: add a node there"),
            ("Drag a node", "move; onto a wire: insert it there"),
            ("Drag", "select; with Shift, add to the selection"),
            ("Right click, Tab, Shift+A", "add a node; over a wire: insert it there"),
            ("Right drag, Wheel", "pan; zoom"),
            ("Ctrl+C, Ctrl+X, Ctrl+V", "copy, cut, paste"),
            ("Ctrl+D, Delete", "duplicate, delete"),
            ("Ctrl+A, Esc", "select all, none"),
            ("I", "show the selected field in the view, or the heights again"),
            ("F, T, J", "fit, tidy, add a frame"),
        ],
    },
];

/// The gestures of an area.
///
/// # Panics
/// The table lacks the area, which a test rules out.
pub fn gestures(area: Area) -> &'static Gestures {
    GESTURES.iter().find(|gestures| gestures.area == area).expect("the table has all areas")
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_command_and_area_is_in_its_table_once() {
        // A new command changes the first number, and so leads here.
        assert_eq!(Command::Stop as usize + 1, SHORTCUTS.len());
        let commands: HashSet<_> = SHORTCUTS.iter().map(|shortcut| shortcut.command as usize).collect();
        assert_eq!(commands.len(), SHORTCUTS.len());
        let areas: HashSet<_> = GESTURES.iter().map(|gestures| gestures.area as usize).collect();
        assert_eq!((Area::Graph as usize + 1, areas.len()), (GESTURES.len(), GESTURES.len()));
    }

    #[test]
    fn no_key_has_two_meanings() {
        let keys: Vec<_> = SHORTCUTS.iter().flat_map(|shortcut| shortcut.keys).map(key_name).collect();
        let distinct: HashSet<_> = keys.iter().collect();
        assert_eq!(distinct.len(), keys.len(), "{keys:?}");
    }

    #[test]
    fn a_key_with_more_modifiers_comes_before_the_same_key_with_fewer() {
        let keys: Vec<_> = SHORTCUTS.iter().flat_map(|shortcut| shortcut.keys).collect();
        for (at, first) in keys.iter().enumerate() {
            for later in &keys[at + 1..] {
                let shadows = first.logical_key == later.logical_key
                    && later.modifiers.matches_logically(first.modifiers);
                assert!(!shadows, "{} hides {}", key_name(first), key_name(later));
            }
        }
    }

    #[test]
    fn tooltips_name_the_keys() {
        assert_eq!(tooltip(Command::Redo), "Redo  (Ctrl+Shift+Z, Ctrl+Y)");
        assert_eq!(tooltip(Command::Help), "Show keys and help  (F1, ?)");
    }
}
