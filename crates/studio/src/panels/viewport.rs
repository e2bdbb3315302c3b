//! The 3D view: orbit, pan, zoom, pick and paint with the mouse; fly and walk with keys.

use egui::{
    Align2, Color32, FontId, Key, Label, PointerButton, Pos2, Rect, RichText, Sense, Stroke, StrokeKind,
    TextureHandle, Ui, Vec2,
};
use orogen_view::Sun;

use super::help::area;
use crate::action::{Action, BrushEvent};
use crate::draft;
use crate::eye::{Anchor, DEGREES, Eye, Motion};
use crate::height_field::HeightField;
use crate::shortcuts::Area;
use crate::theme;

/// The contents of the view.
pub struct View<'a> {
    /// The picture.
    pub picture: Option<&'a TextureHandle>,
    /// The viewpoint.
    pub eye: Eye,
    /// The sun.
    pub sun: Sun,
    /// The ground, as far as it is known.
    pub height_field: Option<&'a HeightField>,
    /// Whether the user walks on the ground.
    pub walking: bool,
    /// Measured points.
    pub marks: &'a [[f64; 2]],
    /// Whether a click measures.
    pub measuring: bool,
    /// The active brush.
    pub brush: Option<Footprint>,
    /// Whether the export dialog is open. While it is open, and while a brush is active, the view outlines the exported area of a
    /// plane.
    pub exports: bool,
    /// Shown while there is no picture.
    pub empty: &'a str,
}

/// The area that a brush covers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Footprint {
    /// Radius in metres.
    pub radius: f64,
    /// The fraction of the radius at full weight.
    pub inner: f64,
    /// Whether a stroke is being drawn.
    pub drawing: bool,
}

/// The point under the cursor, and the size of the view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ViewportResponse {
    /// The point on the ground under the cursor.
    pub place: Option<[f64; 2]>,
    /// Columns and rows of the view, in pixels.
    pub size: [u32; 2],
}

/// Shows the terrain.
pub fn viewport(ui: &mut Ui, view: &View<'_>, actions: &mut Vec<Action>) -> ViewportResponse {
    let (rect, response) = ui.allocate_exact_size(ui.available_size(), Sense::click_and_drag());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, "terrain"));
    ui.painter().rect_filled(rect, 0, theme::DEEP);
    match view.picture {
        Some(picture) => paint(ui, rect, picture),
        None => drop(ui.painter().text(
            rect.center(),
            Align2::CENTER_CENTER,
            view.empty,
            FontId::proportional(14.0),
            theme::WEAK,
        )),
    }
    marks(ui, rect, view);
    if view.exports || view.brush.is_some() {
        outline(ui, rect, view);
    }
    compass(ui, rect, view);
    area(ui, rect, if view.brush.is_some() { Area::BrushInView } else { Area::View });
    let place = response.hover_pos().and_then(|pointer| under(rect, pointer, view));
    if let Some(brush) = view.brush {
        brush_input(ui, &response, brush, place, actions);
        footprint(ui, rect, brush, place, view);
    }
    drag(ui, rect, &response, view, actions);
    wheel(ui, rect, &response, place, view, actions);
    keys(ui, response.id, f64::from(rect.height()), view, actions);
    match place {
        Some(place) if response.clicked() && view.measuring => actions.push(Action::MeasurePoint(place)),
        Some(place) if response.double_clicked() && view.brush.is_none() && !view.measuring => {
            actions.push(Action::FlyTo(place));
        }
        _ => {}
    }
    let scale = ui.ctx().pixels_per_point();
    ViewportResponse {
        place,
        size: [rect.width(), rect.height()].map(|side| (side * scale).round().max(1.0) as u32),
    }
}

/// Fills the view with the picture; crops it if the aspect ratios differ.
pub(super) fn paint(ui: &Ui, rect: Rect, picture: &TextureHandle) {
    let size = picture.size_vec2();
    let scale = (rect.height() / size.y).max(rect.width() / size.x);
    let shown = rect.size() / (size * scale);
    let uv = Rect::from_center_size(Pos2::new(0.5, 0.5), shown);
    ui.painter().image(picture.id(), rect, uv, Color32::WHITE);
}

fn drag(ui: &Ui, rect: Rect, response: &egui::Response, view: &View<'_>, actions: &mut Vec<Action>) {
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
fn wheel(
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

/// Moves with keys, unless another widget or a dialog has the focus.
fn keys(ui: &Ui, id: egui::Id, rows: f64, view: &View<'_>, actions: &mut Vec<Action>) {
    /// Pixels and steps of the wheel in a second.
    const SPEEDS: [f64; 2] = [300.0, 10.0];
    let is_elsewhere = ui.memory(|memory| {
        memory.focused().is_some_and(|focus| focus != id) || memory.top_modal_layer().is_some()
    });
    if is_elsewhere {
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

/// A point of the window in the picture: to the right and up from the centre, as tangents of the angles of the ray.
fn tangents(rect: Rect, pointer: Pos2) -> [f64; 2] {
    let half = libm::tan(DEGREES.to_radians() / 2.0);
    [pointer.x - rect.center().x, rect.center().y - pointer.y]
        .map(|offset| 2.0 * half * f64::from(offset) / f64::from(rect.height()))
}

/// The point on the ground under a point of the window.
fn under(rect: Rect, pointer: Pos2, view: &View<'_>) -> Option<[f64; 2]> {
    let [across, along] = tangents(rect, pointer);
    let height_field = view.height_field?;
    match view.eye {
        Eye::Plane(_) => draft::pick(height_field, &view.eye.camera().ok()?, across, along),
        Eye::Globe(eye) => draft::pick_globe(height_field, &eye, across, along),
    }
}

/// The position of a ground point in the window.
fn seen(rect: Rect, place: [f64; 2], view: &View<'_>) -> Option<Pos2> {
    let [across, up] = draft::project(view.height_field?, &view.eye, place)?;
    let scale = f64::from(rect.height()) / (2.0 * libm::tan(DEGREES.to_radians() / 2.0));
    Some(rect.center() + Vec2::new((across * scale) as f32, (-up * scale) as f32))
}

/// Paints while the button is down.
fn brush_input(
    ui: &Ui,
    response: &egui::Response,
    brush: Footprint,
    place: Option<[f64; 2]>,
    actions: &mut Vec<Action>,
) {
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
    match (brush.drawing, place) {
        (true, _) if !down => actions.push(Action::Brush(BrushEvent::End)),
        (true, Some(place)) => actions.push(Action::Brush(BrushEvent::Move { place, pressure })),
        (false, Some(place))
            if pressed && response.is_pointer_button_down_on() && !modifiers.command && !modifiers.alt =>
        {
            let inverse = modifiers.shift;
            actions.push(Action::Brush(BrushEvent::Begin { place, pressure, inverse }));
        }
        _ => {}
    }
}

/// The circles of the brush on the ground.
fn footprint(ui: &mut Ui, rect: Rect, brush: Footprint, place: Option<[f64; 2]>, view: &View<'_>) {
    const CORNERS: usize = 72;
    let (Some(place), Some(height_field)) = (place, view.height_field) else { return };
    let is_outside = is_outside(height_field, place);
    let colour = if is_outside { theme::ERROR } else { Color32::WHITE };
    let ring = |radius: f64, light: f32| {
        let line = draft::circle(height_field, place, radius, CORNERS);
        trace(ui, rect, line, colour.gamma_multiply(light), view);
    };
    ring(brush.radius, 0.86);
    if brush.inner > 0.0 {
        ring(brush.inner * brush.radius, 0.47);
    }
    if let (true, Some(pointer)) = (is_outside, ui.input(|input| input.pointer.hover_pos())) {
        let size = Vec2::new(260.0, 20.0);
        let down = if pointer.y + 50.0 < rect.bottom() { 34.0 } else { -34.0 };
        let x = pointer.x.max(rect.left() + 0.5 * size.x).min(rect.right() - 0.5 * size.x);
        let place = Rect::from_center_size(Pos2::new(x, pointer.y + down), size);
        let text = RichText::new("Outside the domain: not in exports").color(theme::ERROR);
        ui.put(place, Label::new(text.background_color(theme::DEEP)).selectable(false));
    }
}

/// Whether a point is outside the domain of a plane, so that no export has it.
fn is_outside(height_field: &HeightField, place: [f64; 2]) -> bool {
    height_field.sphere.is_none() && !place.iter().all(|along| (0.0..=height_field.size).contains(along))
}

/// The outline of the domain on a plane.
fn outline(ui: &Ui, rect: Rect, view: &View<'_>) {
    let Some(height_field) = view.height_field.filter(|height_field| height_field.sphere.is_none()) else {
        return;
    };
    // One step per sample: the ground is straight in between.
    let steps = (height_field.size / height_field.detail()).ceil() as u32;
    let corners = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
    let edge = |at: usize| {
        let (from, to): ([f64; 2], [f64; 2]) = (corners[at], corners[(at + 1) % 4]);
        (0..steps).map(move |step| {
            let share = f64::from(step) / f64::from(steps);
            [0, 1].map(|k| height_field.size * (from[k] + share * (to[k] - from[k])))
        })
    };
    let line = (0..4).flat_map(edge).collect();
    trace(ui, rect, line, Color32::WHITE.gamma_multiply(0.86), view);
}

/// A closed line on the ground: over a dark one, to be visible on any background.
fn trace(ui: &Ui, rect: Rect, places: Vec<[f64; 2]>, colour: Color32, view: &View<'_>) {
    let painter = ui.painter().with_clip_rect(rect);
    let corners: Vec<_> = places.into_iter().map(|place| seen(rect, place, view)).collect();
    for at in 0..corners.len() {
        if let [Some(from), Some(to)] = [corners[at], corners[(at + 1) % corners.len()]] {
            painter.line_segment([from, to], Stroke::new(3.5, Color32::from_black_alpha(colour.a())));
            painter.line_segment([from, to], Stroke::new(1.5, colour));
        }
    }
}

fn marks(ui: &Ui, rect: Rect, view: &View<'_>) {
    let painter = ui.painter().with_clip_rect(rect);
    let places: Vec<_> = view.marks.iter().filter_map(|mark| seen(rect, *mark, view)).collect();
    if let [from, to] = places[..] {
        painter.line_segment([from, to], Stroke::new(2.0, theme::ACCENT));
    }
    for (place, name) in places.iter().zip(["A", "B"]) {
        painter.circle(*place, 5.0, theme::ACCENT, Stroke::new(1.5, Color32::BLACK));
        painter.text(
            *place + Vec2::new(8.0, -8.0),
            Align2::LEFT_BOTTOM,
            name,
            FontId::proportional(14.0),
            Color32::WHITE,
        );
    }
}

/// A compass with the sun.
fn compass(ui: &Ui, rect: Rect, view: &View<'_>) {
    let (middle, radius) = (rect.right_top() + Vec2::new(-36.0, 36.0), 22.0);
    let painter = ui.painter().with_clip_rect(rect);
    painter.circle(
        middle,
        radius,
        Color32::from_black_alpha(110),
        Stroke::new(1.0, Color32::from_white_alpha(60)),
    );
    let at = |azimuth: f64, radius: f32| {
        let (sin, cos) = libm::sincos((azimuth - view.eye.direction()[0]).to_radians());
        middle + radius * Vec2::new(sin as f32, -cos as f32)
    };
    painter.line_segment([at(180.0, 8.0), at(0.0, 12.0)], Stroke::new(1.5, Color32::from_white_alpha(160)));
    painter.text(at(0.0, 15.0), Align2::CENTER_CENTER, "N", FontId::proportional(11.0), Color32::WHITE);
    let low = libm::cos(view.sun.elevation.to_radians()) as f32;
    let colour =
        if view.sun.elevation > 0.0 { Color32::from_rgb(255, 214, 120) } else { Color32::from_gray(120) };
    painter.circle(at(view.sun.azimuth, radius * low), 4.5, colour, Stroke::new(1.0, Color32::BLACK));
    painter.rect_stroke(rect, 0, Stroke::new(1.0, theme::LINE), StrokeKind::Inside);
}
