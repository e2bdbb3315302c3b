//! Shows a node: its title, preview, ports and numbers.

use egui::{
    Align2, Color32, CornerRadius, DragValue, FontId, Image, PointerButton, Pos2, Rect, Response, Sense,
    Stroke, StrokeKind, Ui, Vec2, WidgetInfo,
};

use super::canvas::{Canvas, port_color};
use super::layout::{HEADER, PICTURE, input_at, output_at};
use super::model::{InputValue, short};
use super::state::{End, Gesture};
use crate::action::Action;
use crate::document::{Edit, Key, NodeKey, path_of};
use crate::theme;

const ROUND: u8 = 6;
/// Sizes of text.
const TITLE: f32 = 13.5;
const TEXT: f32 = 12.0;
const SMALL: f32 = 11.0;
/// The width of a number.
const NUMBER: f32 = 46.0;
const PORT: f32 = 4.5;

impl Canvas<'_> {
    /// Shows a node, and handles its gestures.
    pub(super) fn node(&mut self, ui: &mut Ui, at: usize) {
        let (node, rect) = (&self.model.nodes[at], self.rects[at]);
        let id = ui.scope_id().with(("node", &node.key));
        let response = ui.interact(rect, id, Sense::click_and_drag());
        self.ids.push((id, None));
        let is_selected = self.state.selected.contains(&node.key);
        let name = format!("Node {}, {}", node.title, node.kind);
        response.widget_info(|| WidgetInfo::selected(egui::Role::Button, true, is_selected, &name));
        self.body(ui, at, is_selected || response.has_focus());
        self.pin(ui, at);
        self.on_node(ui, at, &response);
        for input in 0..node.inputs.len() {
            self.input(ui, at, input);
        }
        for output in 0..node.outputs.len() {
            self.output(ui, at, output);
        }
        let header = Rect::from_min_size(rect.min, Vec2::new(rect.width(), HEADER));
        if !self.is_legible(TITLE) {
            response.on_hover_ui(|ui| {
                ui.label(format!("{} ({})\n{}", node.title, node.kind, node.help));
            });
        } else if ui.rect_contains_pointer(header) {
            response.on_hover_text(&node.help);
        }
    }

    fn body(&self, ui: &Ui, at: usize, is_selected: bool) {
        let (node, rect) = (&self.model.nodes[at], self.rects[at]);
        let painter = ui.painter();
        painter.rect_filled(
            rect.translate(Vec2::new(0.0, 2.0)).expand(1.5),
            ROUND + 1,
            Color32::from_black_alpha(70),
        );
        painter.rect_filled(rect, ROUND, theme::CARD);
        let header = Rect::from_min_size(rect.min, Vec2::new(rect.width(), HEADER));
        let top = CornerRadius { nw: ROUND, ne: ROUND, sw: 0, se: 0 };
        painter.rect_filled(header, top, theme::CARD.lerp_to_gamma(node.color, 0.75));
        if let Some(field) = &node.picture {
            let place = Rect::from_min_size(header.left_bottom(), Vec2::new(rect.width(), PICTURE));
            painter.rect_filled(place, 0, theme::DEEP);
            if let Some(picture) = self.pictures.get(field) {
                // The middle of the square picture, at its own proportions.
                let part = 0.5 * PICTURE / rect.width();
                let middle = Rect::from_min_max(Pos2::new(0.0, 0.5 - part), Pos2::new(1.0, 0.5 + part));
                Image::new(picture).uv(middle).paint_at(ui, place);
            }
        }
        let mut right = header.right() - if matches!(node.key, NodeKey::Field(_)) { 26.0 } else { 9.0 };
        if let Some(swatch) = node.swatch {
            let place = Rect::from_center_size(Pos2::new(right - 7.0, header.center().y), Vec2::splat(13.0));
            painter.rect(place, 3, swatch, Stroke::new(1.0, theme::DEEP), StrokeKind::Outside);
            right -= 22.0;
        }
        let line = if is_selected { Stroke::new(1.8, theme::ACCENT) } else { Stroke::new(1.0, theme::LINE) };
        painter.rect_stroke(rect, ROUND, line, StrokeKind::Outside);
        if !self.is_legible(TITLE) {
            return self.large_name(ui, rect, &node.title, node.color);
        }
        let faint = theme::TEXT.gamma_multiply(0.7);
        let title =
            ui.painter().layout_no_wrap(node.title.clone(), FontId::proportional(TITLE), Color32::WHITE);
        let room = (right - header.left() - 9.0 - title.size().x - 8.0).max(0.0);
        painter.with_clip_rect(header.intersect(painter.clip_rect())).galley(
            Pos2::new(header.left() + 9.0, header.center().y - title.size().y / 2.0),
            title,
            Color32::WHITE,
        );
        let kind =
            Rect::from_min_max(Pos2::new(right - room, header.top()), Pos2::new(right, header.bottom()));
        let place = kind.right_center();
        self.legible_text(ui, Some(kind), place, Align2::RIGHT_CENTER, &node.kind, (SMALL, faint));
    }

    /// The button that makes the view show the field.
    fn pin(&mut self, ui: &Ui, at: usize) {
        let Some(name) = self.model.nodes[at].key.field() else { return };
        let rect = self.rects[at];
        let place = Rect::from_center_size(
            Pos2::new(rect.right() - 14.0, rect.top() + HEADER / 2.0),
            Vec2::splat(18.0),
        );
        let id = ui.scope_id().with(("pin", name));
        let response = ui.interact(place, id, Sense::click());
        let is_pinned = self.state.pinned.as_deref() == Some(name);
        let label = format!("Show {name} in the view");
        response.widget_info(|| WidgetInfo::selected(egui::Role::CheckBox, true, is_pinned, &label));
        let is_hot = is_pinned || response.hovered() || response.has_focus();
        let colour = if is_hot { theme::ACCENT } else { theme::TEXT.gamma_multiply(0.6) };
        eye(ui, place.center(), colour);
        if response.on_hover_text("Show this field in the view instead of the heights (I)").clicked() {
            self.state.pinned = (!is_pinned).then(|| name.to_owned());
        }
    }

    fn on_node(&mut self, ui: &Ui, at: usize, response: &Response) {
        let key = self.model.nodes[at].key.clone();
        let more = ui.input(|input| input.modifiers.shift || input.modifiers.command);
        if response.clicked() {
            if more && self.state.selected.contains(&key) {
                self.state.selected.remove(&key);
            } else {
                self.select(&key, more);
            }
            self.state.clicked = key.field().map(str::to_owned);
            response.request_focus();
        }
        if response.drag_started_by(PointerButton::Primary) {
            if !self.state.selected.contains(&key) {
                self.select(&key, more);
            }
            response.request_focus();
        }
        if response.dragged_by(PointerButton::Primary) {
            self.state.move_selected(self.model, self.rects, response.drag_delta());
        }
        if response.drag_stopped_by(PointerButton::Primary) {
            self.drop_node(at);
        }
        if response.secondary_clicked() && !self.state.selected.contains(&key) {
            self.select(&key, false);
        }
        response.context_menu(|ui| self.commands(ui));
    }

    pub(super) fn select(&mut self, key: &NodeKey, more: bool) {
        if !more {
            self.state.selected.clear();
        }
        self.state.selected.insert(key.clone());
    }

    fn input(&mut self, ui: &mut Ui, at: usize, input: usize) {
        let (node, rect) = (&self.model.nodes[at], self.rects[at]);
        let one = &node.inputs[input];
        let place = input_at(node, rect, input);
        let end = End::Input(one.port.clone());
        let wire = self.model.wire_to((at, input)).copied();
        let reads = match &one.value {
            InputValue::Wired(_) | InputValue::Fixed => {
                wire.map_or(String::new(), |wire| format!(" reads {}", self.model.output(wire.from)))
            }
            InputValue::Expression(text) => format!(" reads {text}"),
            InputValue::Number(number, _) => format!(" is {}", short(*number)),
            InputValue::Nothing(_) => " is not connected".to_owned(),
        };
        let name = format!("Input {} of {}{reads}", one.port.input, node.title);
        let response = self.port(ui, place, &end, wire.is_some(), &name);
        let limit = rect.right() - 10.0 - self.output_width(ui, at, input);
        let left = place.x + 12.0;
        let label = ui.painter().layout_no_wrap(one.label.clone(), FontId::proportional(TEXT), theme::TEXT);
        let used = label.size().x;
        if self.is_legible(TEXT) {
            ui.painter().galley(Pos2::new(left, place.y - label.size().y / 2.0), label, theme::TEXT);
        }
        let value =
            Rect::from_min_max(Pos2::new(left + used + 6.0, place.y - 9.0), Pos2::new(limit, place.y + 9.0));
        self.value(ui, at, input, value);
        if !one.can_be_wired() {
            response.on_hover_text(&one.help);
            return;
        }
        let response = response.on_hover_text(format!("{}\nDrag to connect; Delete disconnects", one.help));
        if self.on_port(ui, &response, end) {
            // A wire that is dragged off its input keeps its other end.
            let plain =
                wire.filter(|_| matches!(one.value, InputValue::Wired(_) | InputValue::Expression(_)));
            self.state.gesture = match plain {
                Some(wire) => Gesture::Wire(
                    End::Output(self.model.output(wire.from).to_owned()),
                    Some(one.port.clone()),
                ),
                None => Gesture::Wire(End::Input(one.port.clone()), None),
            };
        }
    }

    /// The value of an input: a number to change, or a text.
    fn value(&mut self, ui: &mut Ui, at: usize, input: usize, rect: Rect) {
        let one = &self.model.nodes[at].inputs[input];
        let path = |keys: &str| path_of(&format!("fields.{}.{}{keys}", one.port.node, one.port.input));
        match &one.value {
            InputValue::Number(number, range) => {
                self.number(ui, rect, path(""), *number, *range, "", &one.label);
            }
            InputValue::Wired(Some(strength)) => {
                self.number(ui, rect, path(".strength"), *strength, [-1e9, 1e9], " m", "strength");
            }
            InputValue::Expression(text) | InputValue::Nothing(text) => {
                let shown = if matches!(one.value, InputValue::Expression(_)) {
                    format!("= {text}")
                } else {
                    text.clone()
                };
                let font = FontId::proportional(SMALL);
                let fits =
                    ui.painter().layout_no_wrap(shown.clone(), font, theme::WEAK).size().x <= rect.width();
                let (place, align) = if fits {
                    (rect.right_center(), Align2::RIGHT_CENTER)
                } else {
                    (rect.left_center(), Align2::LEFT_CENTER)
                };
                self.legible_text(ui, Some(rect), place, align, &shown, (SMALL, theme::WEAK));
            }
            InputValue::Wired(None) | InputValue::Fixed => {}
        }
    }

    fn number(
        &mut self,
        ui: &mut Ui,
        rect: Rect,
        path: Vec<Key>,
        number: f64,
        [min, max]: [f64; 2],
        suffix: &str,
        name: &str,
    ) {
        let width = rect.width().min(if suffix.is_empty() { NUMBER } else { NUMBER + 22.0 });
        let place = Rect::from_min_max(Pos2::new(rect.right() - width, rect.top()), rect.max);
        let mut value = number;
        let speed = 0.01 * number.abs().max(1.0);
        let style = ui.style_mut();
        style.spacing.button_padding = Vec2::new(3.0, 0.0);
        style.spacing.interact_size = place.size();
        style.override_font_id = Some(FontId::proportional(TEXT));
        if !self.is_legible(TEXT) {
            style.visuals.override_text_color = Some(Color32::TRANSPARENT);
        }
        let entry = DragValue::new(&mut value)
            .speed(speed)
            .range(min..=max)
            .clamp_existing_to_range(false)
            .max_decimals(3)
            .suffix(suffix);
        let response = ui.put(place, entry);
        response.widget_info(|| {
            let label = Some(format!("{name} of {}", path[1]));
            WidgetInfo { label, ..WidgetInfo::drag_value(true, number) }
        });
        ui.reset_style();
        if response.changed() {
            self.edit(Edit::number(path, value));
        }
        if response.drag_stopped() || response.lost_focus() {
            self.actions.push(Action::EndEdit);
        }
    }

    /// The width that the label of an output takes, with a gap.
    fn output_width(&self, ui: &Ui, at: usize, output: usize) -> f32 {
        let label = self.model.nodes[at].outputs.get(output).map_or("", |output| output.label.as_str());
        if label.is_empty() {
            return 0.0;
        }
        ui.painter().layout_no_wrap(label.to_owned(), FontId::proportional(TEXT), theme::TEXT).size().x + 8.0
    }

    fn output(&mut self, ui: &Ui, at: usize, output: usize) {
        let (node, rect) = (&self.model.nodes[at], self.rects[at]);
        let one = &node.outputs[output];
        let place = output_at(node, rect, output);
        if !one.label.is_empty() {
            let place = place - Vec2::new(12.0, 0.0);
            self.legible_text(ui, None, place, Align2::RIGHT_CENTER, &one.label, (TEXT, theme::TEXT));
        }
        if one.name.is_empty() {
            return;
        }
        let is_read = self.model.wires.iter().any(|wire| wire.from == (at, output));
        let end = End::Output(one.name.clone());
        let response = self.port(ui, place, &end, is_read, &format!("Output {}", one.name));
        let response = response.on_hover_text(format!("{}\nDrag to connect", one.help));
        if self.on_port(ui, &response, end.clone()) {
            self.state.gesture = Gesture::Wire(end, None);
        }
    }

    fn port(&mut self, ui: &Ui, place: Pos2, end: &End, is_wired: bool, name: &str) -> Response {
        let key = match end {
            End::Output(name) => format!("output {name}"),
            End::Input(port) => format!("input {} {}", port.node, port.input),
        };
        let id = ui.scope_id().with(key);
        self.ids.push((id, Some(end.clone())));
        let response =
            ui.interact(Rect::from_center_size(place, Vec2::splat(18.0)), id, Sense::click_and_drag());
        response.widget_info(|| WidgetInfo::labeled(egui::Role::Button, true, name));
        let is_hot = response.hovered()
            || response.has_focus()
            || response.dragged()
            || self.state.armed.as_ref() == Some(end);
        let colour = port_color(is_hot);
        let radius = if is_hot { PORT + 1.0 } else { PORT };
        ui.painter().circle(
            place,
            radius,
            if is_wired { colour } else { theme::CARD },
            Stroke::new(1.4, if is_wired { theme::DEEP } else { colour.gamma_multiply(0.8) }),
        );
        response
    }

    /// Clicks on a port choose an end of a wire, then the other. Returns whether a drag begins.
    fn on_port(&mut self, ui: &Ui, response: &Response, end: End) -> bool {
        if response.clicked() {
            response.request_focus();
            match self.state.armed.take() {
                Some(armed) if std::mem::discriminant(&armed) != std::mem::discriminant(&end) => {
                    self.join(&armed, &end, None);
                }
                Some(armed) if armed == end => {}
                _ => self.state.armed = Some(end),
            }
        }
        let dropped = response.drag_stopped_by(PointerButton::Primary);
        if let Some(at) = response.interact_pointer_pos().filter(|_| dropped) {
            self.drop_wire(ui, at);
        }
        response.drag_started_by(PointerButton::Primary)
    }

    /// Disconnects an input that has the focus.
    pub(super) fn disconnect(&mut self, end: &End) {
        if let End::Input(port) = end {
            self.edit(Edit::disconnect(port.clone()));
        }
    }
}

/// Draws an eye.
fn eye(ui: &Ui, at: Pos2, colour: Color32) {
    let lid = |up: f32| -> Vec<Pos2> {
        (0..=10)
            .map(|step| step as f32 / 10.0)
            .map(|t| at + Vec2::new(12.0 * (t - 0.5), -up * 13.0 * t * (1.0 - t)))
            .collect()
    };
    let stroke = Stroke::new(1.2, colour);
    ui.painter().line(lid(1.0), stroke);
    ui.painter().line(lid(-1.0), stroke);
    ui.painter().circle_filled(at, 1.7, colour);
}
