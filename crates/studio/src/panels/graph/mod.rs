//! The recipe as a graph to work in.
//!
//! ```text
//!  recipe ──▶ model ──▶ layout ──▶ routes ──▶ nodes, wires, frames ──▶ gestures, keys, menu ──▶ edits
//! ```
//! The graph has no data of its own but the places of nodes and the frames around them: each gesture is an edit of the recipe's
//! text, so undo, redo and comments work as for any other edit.

mod build;
mod canvas;
mod frames;
mod keys;
mod layout;
mod legible;
mod menu;
mod model;
mod node;
mod route;
mod side;
mod state;
mod wires;

use std::collections::BTreeMap;

use egui::{Button, DragPanButtons, Rect, Scene, TextureHandle, Ui, Vec2};

use super::help::area as help_area;
use crate::action::Action;
use crate::document::{Document, NewNode, Wiring};
use crate::shortcuts::Area;
use crate::theme;
use canvas::Canvas;
use menu::{Menu, MenuChoice};
use model::Model;
pub use state::{GraphFrame, GraphLayout, GraphState};

/// The range of magnifications.
const ZOOM: std::ops::RangeInclusive<f32> = 0.15..=2.0;

/// The distance between the graph and the edges of its panel after `Frame all`.
const BORDER: f32 = 24.0;

/// The contents of the graph.
pub struct GraphView<'a> {
    /// The recipe.
    pub document: &'a Document,
    /// Thumbnails of its fields.
    pub pictures: &'a BTreeMap<String, TextureHandle>,
    /// What the graph remembers.
    pub state: &'a mut GraphState,
}

/// Shows the graph of the last valid recipe.
pub fn graph(ui: &mut Ui, view: GraphView<'_>, actions: &mut Vec<Action>) {
    let GraphView { document, pictures, state } = view;
    ui.painter().rect_filled(ui.max_rect(), 0, theme::DEEP);
    help_area(ui, ui.max_rect(), Area::Graph);
    state.takes_keys = false;
    let Some(recipe) = document.recipe() else { return };
    let model = Model::new(document, recipe);
    let rects = state.place(&model);
    state.route(&model, &rects);
    bar(ui, state, &model, &rects);
    if state.scene == Rect::ZERO {
        state.frame_all(&rects, ui.available_size());
    }
    let mut scene = state.scene;
    let area = ui.available_rect_before_wrap();
    let pan = DragPanButtons::MIDDLE | DragPanButtons::SECONDARY;
    let shown =
        Scene::new().zoom_range(ZOOM).drag_pan_buttons(pan).scroll_zooms(true).show(ui, &mut scene, |ui| {
            let mut canvas = Canvas {
                document,
                recipe,
                pictures,
                model: &model,
                rects: &rects,
                state,
                actions,
                scale: 1.0,
                ids: Vec::new(),
            };
            canvas.show(ui, area.size());
        });
    shown.response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Group, true, "Graph of the recipe"));
    if shown.response.changed() {
        state.scene = scene;
    }
    let Some(menu) = &mut state.menu else { return };
    match menu.show(ui, recipe) {
        MenuChoice::Stay => return,
        MenuChoice::Close => {}
        MenuChoice::Add(NewNode::Field(node)) => {
            actions.push(Action::AddNode { node, wiring: Some(menu.wiring.clone()) });
            state.next_at = Some(menu.node_at);
        }
        MenuChoice::Add(node) => {
            actions.extend(node.edit(recipe, &menu.wiring, None).map(Action::Edit));
            state.next_at = Some(menu.node_at);
        }
    }
    state.menu = None;
    // The keys of the graph work again.
    if let Some(ground) = state.ground {
        ui.memory_mut(|memory| memory.request_focus(ground));
    }
}

/// The buttons above the graph.
fn bar(ui: &mut Ui, state: &mut GraphState, model: &Model, rects: &[Rect]) {
    ui.add_space(6.0);
    ui.horizontal(|ui| {
        ui.add_space(8.0);
        let add = ui.button("Add node").on_hover_text("Right click or Tab in the graph");
        if add.clicked() {
            let at = add.rect.left_bottom() + Vec2::new(0.0, 4.0);
            state.menu = Some(Menu::new(at, state.scene.center(), Wiring::default()));
        }
        let some = !state.selected.is_empty();
        if ui
            .add_enabled(some, Button::new("Add frame"))
            .on_hover_text("Put a frame around the selected nodes (J)")
            .clicked()
        {
            state.add_frame();
        }
        if ui.button("Tidy").on_hover_text("Arrange all nodes (T)").clicked() {
            state.layout.places.clear();
            state.scene = Rect::ZERO;
        }
        if ui.button("Fit").on_hover_text("Show the whole graph (F)").clicked() {
            state.frame_all(rects, ui.available_rect_before_wrap().size());
        }
        if let Some(name) = state.pinned.clone().filter(|name| {
            model.nodes.iter().flat_map(|node| &node.outputs).any(|output| output.name == *name)
        }) {
            ui.label(format!("The view shows {name}"));
            if ui.button("Show the terrain").clicked() {
                state.pinned = None;
            }
        }
    });
}
