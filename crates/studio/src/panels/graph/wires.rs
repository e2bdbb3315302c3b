//! Draws wires.

use egui::{Pos2, Shape, Stroke, Ui};

use super::model::{DISPLACING, InputValue, Model, WIRE};
use super::route::route;
use super::state::{End, Gesture};
use crate::theme;

/// Draws all wires but the one that is dragged off its input. Wires that displace are dashed.
pub(super) fn draw(ui: &Ui, model: &Model, routes: &[Vec<Pos2>], gesture: &Gesture) {
    for (wire, route) in model.wires.iter().zip(routes) {
        let input = model.input(wire.to);
        let is_dragged =
            matches!(gesture, Gesture::Wire(End::Output(_), Some(taken)) if *taken == input.port);
        if is_dragged {
            continue;
        }
        // A dark seam below keeps crossing wires apart.
        ui.painter().line(route.clone(), Stroke::new(4.5, theme::DEEP));
        match input.value {
            InputValue::Wired(Some(_)) => {
                ui.painter().extend(Shape::dashed_line(route, Stroke::new(1.6, DISPLACING), 6.0, 4.0));
            }
            InputValue::Fixed => {
                ui.painter().extend([Shape::line(route.clone(), Stroke::new(1.2, DISPLACING))]);
            }
            _ => ui.painter().extend([Shape::line(route.clone(), Stroke::new(1.8, WIRE))]),
        }
    }
}

/// Draws a wire that is being dragged.
pub(super) fn draw_loose(ui: &Ui, from: Pos2, to: Pos2) {
    ui.painter().line(route(from, to, &[]), Stroke::new(2.0, theme::ACCENT));
}
