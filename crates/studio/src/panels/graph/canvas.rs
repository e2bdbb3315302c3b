//! The graph below the pointer: selecting, moving, and dragging wires.

use std::collections::BTreeMap;

use egui::accesskit::Affine;
use egui::{Color32, Id, PointerButton, Pos2, Rect, Stroke, StrokeKind, TextureHandle, Ui, Vec2};
use orogen_engine::recipe::Recipe;

use super::layout::{input_at, output_at};
use super::menu::Menu;
use super::model::{Model, Wire};
use super::route::distance;
use super::state::{End, Gesture, GraphState};
use super::wires;
use crate::action::Action;
use crate::document::{Document, Edit, NodeKey, Port, Wiring};
use crate::theme;

/// How near the pointer must be to a port or a wire.
const NEAR: f32 = 14.0;

/// The graph while one frame is shown.
pub(super) struct Canvas<'a> {
    pub(super) document: &'a Document,
    pub(super) recipe: &'a Recipe,
    pub(super) pictures: &'a BTreeMap<String, TextureHandle>,
    pub(super) model: &'a Model,
    pub(super) rects: &'a [Rect],
    pub(super) state: &'a mut GraphState,
    pub(super) actions: &'a mut Vec<Action>,
    /// How many points of the window a point of the graph is.
    pub(super) scale: f32,
    /// The widgets of the graph that take its keys.
    pub(super) ids: Vec<(Id, Option<End>)>,
}

impl Canvas<'_> {
    /// Shows the graph, and handles its gestures. `area` is the size of its panel.
    pub(super) fn show(&mut self, ui: &mut Ui, area: Vec2) {
        let ground = ui.response();
        self.state.ground = Some(ground.id);
        self.ids.push((ground.id, None));
        self.scale = ui.ctx().layer_transform_to_global(ui.layer_id()).map_or(1.0, |to| to.scaling);
        transform_for_readers(ui);
        self.frames(ui);
        wires::draw(ui, self.model, &self.state.routes, &self.state.gesture);
        for at in 0..self.model.nodes.len() {
            self.node(ui, at);
        }
        self.on_ground(ui, &ground);
        self.on_wire(ui);
        self.keys(ui, ground.id, area);
        // The port of a dragged wire may be gone.
        if !ui.input(|input| input.pointer.any_down()) && matches!(self.state.gesture, Gesture::Wire(..)) {
            self.state.gesture = Gesture::None;
        }
    }

    pub(super) fn edit(&mut self, edit: Edit) {
        self.actions.push(Action::Edit(edit));
    }

    /// Gestures on the empty ground.
    fn on_ground(&mut self, ui: &Ui, ground: &egui::Response) {
        let more = ui.input(|input| input.modifiers.shift);
        if ground.clicked() || ground.secondary_clicked() || ground.drag_started() {
            ground.request_focus();
        }
        if ground.clicked() {
            self.state.armed = None;
            self.state.edited_frame = None;
            if !more {
                self.state.selected.clear();
            }
        }
        let Some(at) = ground.interact_pointer_pos() else { return };
        if ground.secondary_clicked() {
            self.open_menu_at_pointer(ui, at);
        }
        if ground.drag_started_by(PointerButton::Primary) {
            let start = ui.input(|input| input.pointer.press_origin());
            let to_scene = ui.ctx().layer_transform_from_global(ui.layer_id());
            let start = start.zip(to_scene).map_or(at, |(start, to_scene)| to_scene * start);
            self.state.gesture = Gesture::Box(start, more);
        }
        if let Gesture::Box(start, more) = self.state.gesture {
            let area = Rect::from_two_pos(start, at);
            ui.painter().rect(
                area,
                2,
                theme::ACCENT.gamma_multiply(0.08),
                Stroke::new(1.0, theme::ACCENT),
                StrokeKind::Inside,
            );
            let inside = self.model.nodes.iter().zip(self.rects).filter(|(_, rect)| area.intersects(**rect));
            let inside: Vec<NodeKey> = inside.map(|(node, _)| node.key.clone()).collect();
            if !more {
                self.state.selected.clear();
            }
            self.state.selected.extend(inside);
            if ground.drag_stopped() {
                self.state.gesture = Gesture::None;
            }
        }
    }

    /// Opens the menu at the pointer. Over a wire, the new node is inserted there.
    fn open_menu_at_pointer(&mut self, ui: &Ui, at: Pos2) {
        let wire = self.wire_at(at, None, NEAR);
        let wiring = Wiring {
            from: wire.map(|wire| self.model.output(wire.from).to_owned()),
            to: wire.map(|wire| self.model.input(wire.to).port.clone()),
        };
        self.open_menu(ui, at, wiring);
    }

    /// Opens the menu at a place of the graph.
    pub(super) fn open_menu(&mut self, ui: &Ui, at: Pos2, wiring: Wiring) {
        let to_global = ui.ctx().layer_transform_to_global(ui.layer_id());
        let place = to_global.map_or(at, |to_global| to_global * at);
        self.state.menu = Some(Menu::new(place, at, wiring));
    }

    /// Draws the wire that is dragged.
    fn on_wire(&mut self, ui: &Ui) {
        let (Gesture::Wire(end, _), Some(pointer)) =
            (&self.state.gesture, ui.input(|input| input.pointer.latest_pos()))
        else {
            return;
        };
        let to_scene = ui.ctx().layer_transform_from_global(ui.layer_id());
        let pointer = to_scene.map_or(pointer, |to_scene| to_scene * pointer);
        let Some(fixed) = self.place_of(end) else { return };
        let target = self.end_at(pointer, matches!(end, End::Output(_))).and_then(|end| self.place_of(&end));
        let free = target.unwrap_or(pointer);
        let (from, to) = if matches!(end, End::Output(_)) { (fixed, free) } else { (free, fixed) };
        wires::draw_loose(ui, from, to);
    }

    /// The place of a port.
    pub(super) fn place_of(&self, end: &End) -> Option<Pos2> {
        let mut nodes = self.model.nodes.iter().zip(self.rects);
        nodes.find_map(|(node, rect)| match end {
            End::Output(name) => {
                let at = node.outputs.iter().position(|output| output.name == *name)?;
                Some(output_at(node, *rect, at))
            }
            End::Input(port) => {
                let at = node.inputs.iter().position(|input| input.port == *port)?;
                Some(input_at(node, *rect, at))
            }
        })
    }

    /// The port near a place: an input or an output.
    fn end_at(&self, at: Pos2, is_input: bool) -> Option<End> {
        let mut best = (NEAR, None);
        for (node, rect) in self.model.nodes.iter().zip(self.rects) {
            let inputs = node.inputs.iter().enumerate().filter(|(_, input)| is_input && input.can_be_wired());
            let outputs =
                node.outputs.iter().enumerate().filter(|(_, output)| !is_input && !output.name.is_empty());
            let inputs =
                inputs.map(|(port, input)| (input_at(node, *rect, port), End::Input(input.port.clone())));
            let outputs = outputs
                .map(|(port, output)| (output_at(node, *rect, port), End::Output(output.name.clone())));
            for (place, end) in inputs.chain(outputs) {
                if place.distance(at) < best.0 {
                    best = (place.distance(at), Some(end));
                }
            }
        }
        best.1.or_else(|| self.main_end(self.rects.iter().position(|rect| rect.contains(at))?, is_input))
    }

    /// The port of a node that a wire dropped onto the node gets: the first input that is not connected, or the first one; or
    /// the first output.
    fn main_end(&self, node: usize, is_input: bool) -> Option<End> {
        let one = &self.model.nodes[node];
        if !is_input {
            return one
                .outputs
                .first()
                .filter(|output| !output.name.is_empty())
                .map(|output| End::Output(output.name.clone()));
        }
        let all: Vec<usize> = (0..one.inputs.len()).filter(|at| one.inputs[*at].can_be_wired()).collect();
        let free = all.iter().find(|input| self.model.wire_to((node, **input)).is_none());
        free.or(all.first()).map(|input| End::Input(one.inputs[*input].port.clone()))
    }

    /// The wire near a place that a node can be inserted into, apart from those of a node.
    fn wire_at(&self, at: Pos2, except: Option<usize>, reach: f32) -> Option<Wire> {
        let wires = self.model.wires.iter().zip(&self.state.routes);
        let mut near = wires.filter(|(wire, route)| {
            let is_own = except.is_some_and(|node| wire.from.0 == node || wire.to.0 == node);
            self.model.is_plain(wire) && !is_own && distance(route, at) < reach
        });
        near.next().map(|(wire, _)| *wire)
    }

    /// Ends the dragging of a wire.
    pub(super) fn drop_wire(&mut self, ui: &Ui, at: Pos2) {
        let Gesture::Wire(end, taken) = std::mem::take(&mut self.state.gesture) else { return };
        let target = self.end_at(at, matches!(end, End::Output(_)));
        match (target, taken) {
            (Some(End::Input(port)), Some(taken)) if port == taken => {}
            (Some(target), taken) => self.join(&end, &target, taken),
            (None, Some(taken)) => self.edit(Edit::disconnect(taken)),
            (None, None) => match end {
                End::Output(name) => self.open_menu(ui, at, Wiring { from: Some(name), to: None }),
                End::Input(port) => self.open_menu(ui, at, Wiring { from: None, to: Some(port) }),
            },
        }
    }

    /// Connects two ends, and disconnects the input that the wire was taken from.
    pub(super) fn join(&mut self, one: &End, other: &End, taken: Option<Port>) {
        let (End::Output(name), End::Input(port)) = (match (one, other) {
            (End::Input(_), End::Output(_)) => (other, one),
            _ => (one, other),
        }) else {
            return;
        };
        let connect = Edit::connect(port.clone(), name);
        self.edit(match taken {
            Some(taken) => Edit::All(vec![connect, Edit::disconnect(taken)]),
            None => connect,
        });
    }

    /// Inserts the node that was just moved into the wire below it.
    pub(super) fn drop_node(&mut self, node: usize) {
        let rect = self.rects[node];
        let is_alone = self.model.wires.iter().all(|wire| wire.from.0 != node && wire.to.0 != node);
        if !is_alone || self.state.selected.len() != 1 {
            return;
        }
        let key = &self.model.nodes[node].key;
        let field = key.field().and_then(|name| self.recipe.fields.get(name));
        let first = field.filter(|field| field.uses.is_none()).and_then(|field| field.spec.inputs.first());
        let wire = self.wire_at(rect.center(), Some(node), 0.5 * rect.height());
        if let (Some(field), Some(first), Some(wire)) = (field, first, wire) {
            let read = Edit::connect(Port::new(key.clone(), first.name), self.model.output(wire.from));
            let feed = Edit::connect(self.model.input(wire.to).port.clone(), &field.name);
            self.edit(Edit::All(vec![read, feed]));
        }
    }
}

/// Tells screen readers where the graph's widgets are in the window.
fn transform_for_readers(ui: &Ui) {
    let Some(to_global) = ui.ctx().layer_transform_to_global(ui.layer_id()) else { return };
    let (scale, shift) = (f64::from(to_global.scaling), to_global.translation);
    let affine = Affine::new([scale, 0.0, 0.0, scale, shift.x.into(), shift.y.into()]);
    ui.ctx().accesskit_node_builder(ui.unique_id(), |node| node.set_transform(affine));
}

/// The colour of a port.
pub(super) fn port_color(is_hot: bool) -> Color32 {
    if is_hot { theme::ACCENT } else { super::model::WIRE }
}
