//! The searchable menu of nodes.

use egui::{
    Area, AtomExt, Button, Frame, Id, Key, Modifiers, Order, Pos2, RichText, ScrollArea, TextEdit, Ui, Vec2,
    WidgetInfo,
};
use orogen_engine::nodes;
use orogen_engine::recipe::Recipe;

use crate::document::{NewNode, Wiring, new_material, nodes_for};
use crate::panels::node_list::match_rank;
use crate::theme;

const WIDTH: f32 = 330.0;
const HEIGHT: f32 = 340.0;

/// An open menu.
#[derive(Clone, Debug)]
pub(super) struct Menu {
    /// Its place in the window.
    pub(super) at: Pos2,
    /// The place of the new node in the graph.
    pub(super) node_at: Pos2,
    /// What the new node is connected to.
    pub(super) wiring: Wiring,
    query: String,
    chosen: usize,
    is_new: bool,
}

/// What the user did with the menu.
pub(super) enum MenuChoice {
    Stay,
    Close,
    Add(NewNode),
}

/// An entry of the menu.
struct Entry {
    node: NewNode,
    name: &'static str,
    group: &'static str,
    summary: &'static str,
    help: &'static str,
}

impl Menu {
    pub(super) fn new(at: Pos2, node_at: Pos2, wiring: Wiring) -> Self {
        Self { at, node_at, wiring, query: String::new(), chosen: 0, is_new: true }
    }

    /// Shows the menu.
    pub(super) fn show(&mut self, ui: &Ui, recipe: &Recipe) -> MenuChoice {
        let entries = found(&self.query, &self.wiring, recipe);
        let keys = [Key::ArrowDown, Key::ArrowUp, Key::Enter, Key::Escape];
        let [down, up, enter, escape] =
            keys.map(|key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key)));
        let last = entries.len().saturating_sub(1);
        let moves = down || up;
        self.chosen = (self.chosen + usize::from(down)).saturating_sub(usize::from(up)).min(last);
        if escape {
            return MenuChoice::Close;
        }
        if let (true, Some(entry)) = (enter, entries.get(self.chosen)) {
            return MenuChoice::Add(entry.node);
        }
        let area =
            Area::new(Id::unique("graph menu")).order(Order::Foreground).fixed_pos(self.at).constrain(true);
        let shown = area.show(ui.ctx(), |ui| {
            Frame::popup(ui.style()).show(ui, |ui| {
                ui.set_width(WIDTH);
                self.search(ui);
                self.list(ui, &entries, moves)
            })
        });
        if let Some(node) = shown.inner.inner {
            return MenuChoice::Add(node);
        }
        if shown.response.clicked_elsewhere() && !self.is_new {
            return MenuChoice::Close;
        }
        self.is_new = false;
        MenuChoice::Stay
    }

    fn search(&mut self, ui: &mut Ui) {
        let hint = "Search by name, group or purpose";
        let response =
            ui.add(TextEdit::singleline(&mut self.query).hint_text(hint).desired_width(f32::INFINITY));
        response.widget_info(|| WidgetInfo {
            label: Some("Search nodes".to_owned()),
            ..WidgetInfo::text_edit(true, "", &self.query, hint)
        });
        response.request_focus();
        if response.changed() {
            self.chosen = 0;
        }
    }

    fn list(&mut self, ui: &mut Ui, entries: &[Entry], moves: bool) -> Option<NewNode> {
        let mut added = None;
        ScrollArea::vertical().max_height(HEIGHT).auto_shrink([false, true]).show(ui, |ui| {
            if entries.is_empty() {
                ui.label(RichText::new("No node matches").color(theme::WEAK));
            }
            let mut group = "";
            for (at, entry) in entries.iter().enumerate() {
                if self.query.is_empty() && entry.group != group {
                    group = entry.group;
                    ui.label(RichText::new(group).small().color(theme::ACCENT));
                }
                let summary = RichText::new(entry.summary).small().color(theme::WEAK);
                let button = Button::selectable(at == self.chosen, (entry.name, summary.atom_shrink(true)));
                let width = ui.available_width();
                let option = ui.add(button.min_size(Vec2::new(width, 0.0)).truncate());
                option.widget_info(|| {
                    WidgetInfo::labeled(egui::Role::MenuItem, true, format!("Add {}", entry.name))
                });
                if at == self.chosen && moves {
                    option.scroll_to_me(None);
                }
                if option.on_hover_text(entry.help).clicked() {
                    added = Some(entry.node);
                }
            }
        });
        added
    }
}

/// All that can be added, and connected like this.
fn entries(wiring: &Wiring, recipe: &Recipe) -> Vec<Entry> {
    let fields = nodes_for(recipe).map(|spec| Entry {
        node: NewNode::Field(spec),
        name: spec.name,
        group: spec.group.name(),
        summary: spec.summary,
        help: spec.help,
    });
    let parts = nodes::registry().parts().iter().map(|part| Entry {
        node: NewNode::Part(part.name),
        name: part.name,
        group: "part",
        summary: part.summary(),
        help: part.summary(),
    });
    let is_planet = recipe.domain.sphere().is_some();
    let others = [
        (
            NewNode::Material,
            "material",
            "a material of the ground, with a colour",
            new_material(recipe).is_some(),
        ),
        (NewNode::Scatter, "scattered things", "trees, rocks or grass on the ground", !is_planet),
        (NewNode::Water, "water", "rivers and lakes", !is_planet && recipe.water.is_none()),
        (NewNode::Sea, "sea", "the sea up to a level", recipe.sea.is_none()),
    ];
    let others = others.into_iter().filter(|(.., fits)| *fits).map(|(node, name, summary, _)| Entry {
        node,
        name,
        group: "ground and water",
        summary,
        help: summary,
    });
    fields.chain(parts).chain(others).filter(|entry| entry.node.fits(wiring)).collect()
}

/// The entries that match a search, best first: by name, then by group, then by purpose.
fn found(query: &str, wiring: &Wiring, recipe: &Recipe) -> Vec<Entry> {
    let mut entries = entries(wiring, recipe);
    let rank = |entry: &Entry| match_rank(query, [entry.name, entry.group, entry.summary, entry.help]);
    entries.retain(|entry| rank(entry).is_some());
    entries.sort_by_key(rank);
    entries
}
