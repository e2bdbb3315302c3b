//! The mouse and the keys in the view.

use egui::{Key, PointerButton, Popup, Pos2, Rect, Ui, Vec2};
use orogen_view::Sun;

use super::{Footprint, View, tangents, under};
use crate::action::{Action, BrushEvent};
use crate::eye::{Anchor, DEGREES, Eye, Motion};

/// Moves the camera and the sun with the mouse.
pub(super) fn drag(
    ui: &Ui,
    rect: Rect,
    response: &egui::Response,
    view: &View<'_>,
    actions: &mut Vec<Action>,
) {
    let rows = f64::from(rect.height());
    let delta = response.drag_delta();
    let pixels = [f64::from(delta.x), f64::from(delta.y)];
    let modifiers = ui.input(|input| input.modifiers);
    let is_sky = grabs_sky(ui, rect, response, view);
    if delta != Vec2::ZERO {
        let paints = view.brush.is_some() && !modifiers.command && !modifiers.alt;
        if response.dragged_by(PointerButton::Primary) && paints {
            // `brush_input` handles the brush.
        } else if response.dragged_by(PointerButton::Primary) && modifiers.command {
            actions.push(Action::SetSun(moved(view.sun, [0.4 * pixels[0], 0.2 * pixels[1]])));
        } else if view.walking {
            actions.push(Action::Move(Motion::Look(pixels), rows));
        } else if response.dragged_by(PointerButton::Primary) && is_sky && !modifiers.alt {
            // The sun moves as far as the pointer.
            let degrees = pixels.map(|along| along * DEGREES / rows);
            let level = libm::cos(view.sun.elevation.to_radians()).max(0.2);
            actions.push(Action::SetSun(moved(view.sun, [degrees[0] / level, degrees[1]])));
        } else if response.dragged_by(PointerButton::Primary) {
            let motion = if modifiers.alt { Motion::Look(pixels) } else { Motion::Orbit(pixels) };
            actions.push(Action::Move(motion, rows));
        } else if response.dragged_by(PointerButton::Middle) || response.dragged_by(PointerButton::Secondary)
        {
            let turns = view.brush.is_some() && response.dragged_by(PointerButton::Secondary);
            let motion = match (modifiers.shift, view.eye) {
                _ if turns => Motion::Orbit(pixels),
                (true, _) | (_, Eye::Globe(_)) => Motion::Look(pixels),
                _ => Motion::Pan(pixels),
            };
            actions.push(Action::Move(motion, rows));
        }
    }
}

/// Whether the drag in progress began in the sky.
fn grabs_sky(ui: &Ui, rect: Rect, response: &egui::Response, view: &View<'_>) -> bool {
    let is_sky = |pointer: Pos2| {
        view.height_field.is_some() && view.brush.is_none() && under(rect, pointer, view).is_none()
    };
    if !response.dragged() {
        if response.hover_pos().is_some_and(is_sky) && !view.walking {
            ui.ctx().set_cursor_icon(egui::CursorIcon::Grab);
        }
        return false;
    }
    let id = response.id.with("sky");
    if response.drag_started() {
        let origin = ui.input(|input| input.pointer.press_origin());
        ui.data_mut(|data| data.insert_temp(id, origin.is_some_and(is_sky)));
    }
    ui.data(|data| data.get_temp(id)).unwrap_or(false)
}

/// The sun after a motion to the right and down, in degrees.
fn moved(sun: Sun, [right, down]: [f64; 2]) -> Sun {
    Sun {
        elevation: (sun.elevation - down).clamp(-6.0, 90.0),
        azimuth: (sun.azimuth + right).rem_euclid(360.0),
    }
}

/// Zooms with the wheel, to the point under the pointer.
pub(super) fn wheel(
    ui: &Ui,
    rect: Rect,
    response: &egui::Response,
    place: Option<[f64; 2]>,
    view: &View<'_>,
    actions: &mut Vec<Action>,
) {
    let Some(pointer) = response.hover_pos().filter(|_| response.hovered() && !view.walking) else { return };
    let steps = f64::from(ui.input(|input| input.smooth_scroll_delta().y)) / 40.0;
    if steps != 0.0 {
        let motion = place.map_or(Motion::Zoom(steps), |place| {
            Motion::ZoomTo(steps, Anchor { place, at: tangents(rect, pointer) })
        });
        actions.push(Action::Move(motion, f64::from(rect.height())));
    }
}

/// Moves with keys, unless another widget, a dialog or an open list has the focus.
pub(super) fn keys(ui: &Ui, id: egui::Id, rows: f64, view: &View<'_>, actions: &mut Vec<Action>) {
    /// Pixels and steps of the wheel in a second.
    const SPEEDS: [f64; 2] = [300.0, 10.0];
    let is_elsewhere = ui.memory(|memory| {
        memory.focused().is_some_and(|focus| focus != id) || memory.top_modal_layer().is_some()
    });
    if is_elsewhere || Popup::is_any_open(ui.ctx()) {
        return;
    }
    let (way, turn, zoom, runs) = ui.input(|input| {
        if input.modifiers.command {
            return ([0.0; 3], [0.0; 2], 0.0, false);
        }
        let seconds = f64::from(input.stable_dt.min(0.1));
        let of = |more: Key, less: Key| {
            seconds * (f64::from(u8::from(input.key_down(more))) - f64::from(u8::from(input.key_down(less))))
        };
        let way = [of(Key::D, Key::A), of(Key::W, Key::S), of(Key::E, Key::Q)];
        let turn = [of(Key::ArrowRight, Key::ArrowLeft), of(Key::ArrowDown, Key::ArrowUp)];
        // On many keyboards, plus is the equals key with Shift.
        let zoom = if input.key_down(Key::Equals) { seconds } else { of(Key::Plus, Key::Minus) };
        (way, turn.map(|along| SPEEDS[0] * along), SPEEDS[1] * zoom, input.modifiers.shift)
    });
    let before = actions.len();
    if view.walking && way != [0.0; 3] {
        actions.push(Action::Move(Motion::Walk([way[0], way[1]], runs), rows));
    } else if way != [0.0; 3] {
        actions.push(Action::Move(Motion::Fly(way), rows));
    }
    if turn != [0.0; 2] {
        let motion = if view.walking { Motion::Look(turn) } else { Motion::Orbit(turn) };
        actions.push(Action::Move(motion, rows));
    }
    if zoom != 0.0 {
        actions.push(Action::Move(Motion::Zoom(zoom), rows));
    }
    if actions.len() > before {
        ui.ctx().request_repaint();
    }
}

/// Paints while the button is down. A stroke takes all positions that the pointer has had since the last frame.
pub(super) fn brush_input(
    ui: &Ui,
    rect: Rect,
    response: &egui::Response,
    view: &View<'_>,
    brush: Footprint,
    actions: &mut Vec<Action>,
) {
    let on_ground = |pointer: Pos2| under(rect, pointer, view);
    let (pressed, down, modifiers, pressure) = ui.input(|input| {
        let force = |event: &egui::Event| match event {
            egui::Event::Touch { force, .. } => *force,
            _ => None,
        };
        // Mice, and pens without pressure, count as full pressure.
        let pressure =
            input.events.iter().rev().find_map(force).map_or(1.0, |force| f64::from(force.clamp(0.0, 1.0)));
        (input.pointer.primary_pressed(), input.pointer.primary_down(), input.modifiers, pressure)
    });
    if brush.drawing {
        let moved = |event: &egui::Event| match event {
            egui::Event::PointerMoved(pointer) => Some(*pointer),
            _ => None,
        };
        let pointers: Vec<_> = ui.input(|input| input.events.iter().filter_map(moved).collect());
        let moves =
            pointers.into_iter().filter_map(on_ground).map(|place| BrushEvent::Move { place, pressure });
        actions.extend(moves.chain((!down).then_some(BrushEvent::End)).map(Action::Brush));
        return;
    }
    let begins = pressed && response.is_pointer_button_down_on() && !modifiers.command && !modifiers.alt;
    if let Some(place) = response.hover_pos().filter(|_| begins).and_then(on_ground) {
        let inverse = modifiers.shift;
        actions.push(Action::Brush(BrushEvent::Begin { place, pressure, inverse }));
    }
}
