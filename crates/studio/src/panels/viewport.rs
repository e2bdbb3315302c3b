//! The 3D view: orbit, pan, pick and paint with the mouse, fly with keys.

use egui::{
    Align2, Color32, FontId, Key, PointerButton, Pos2, Rect, Sense, Stroke, StrokeKind, TextureHandle, Ui,
    Vec2,
};
use orogen_view::Sun;

use crate::action::{Action, BrushEvent};
use crate::draft;
use crate::eye::{DEGREES, Eye, Motion};
use crate::height_field::HeightField;
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
    /// Measured points.
    pub marks: &'a [[f64; 2]],
    /// Whether a click measures.
    pub measuring: bool,
    /// The active brush.
    pub brush: Option<Footprint>,
    /// Whether the export dialog is open. While it is open, the view outlines the exported area of a plane.
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
    if view.exports {
        outline(ui, rect, view);
    }
    compass(ui, rect, view);
    let place = response.hover_pos().and_then(|pointer| under(rect, pointer, view));
    if let Some(brush) = view.brush {
        brush_input(ui, &response, brush, place, actions);
        footprint(ui, rect, brush, place, view);
    }
    handle(ui, rect, &response, view, actions);
    if let (true, Some(place)) = (response.clicked() && view.measuring, place) {
        actions.push(Action::MeasurePoint(place));
    }
    let scale = ui.ctx().pixels_per_point();
    ViewportResponse {
        place,
        size: [rect.width(), rect.height()].map(|side| (side * scale).round().max(1.0) as u32),
    }
}

/// Fills the view with the picture; crops it if the aspect ratios differ.
fn paint(ui: &Ui, rect: Rect, picture: &TextureHandle) {
    let size = picture.size_vec2();
    let scale = (rect.height() / size.y).max(rect.width() / size.x);
    let shown = rect.size() / (size * scale);
    let uv = Rect::from_center_size(Pos2::new(0.5, 0.5), shown);
    ui.painter().image(picture.id(), rect, uv, Color32::WHITE);
}

fn handle(ui: &Ui, rect: Rect, response: &egui::Response, view: &View<'_>, actions: &mut Vec<Action>) {
    let rows = f64::from(rect.height());
    let delta = response.drag_delta();
    let pixels = [f64::from(delta.x), f64::from(delta.y)];
    let modifiers = ui.input(|input| input.modifiers);
    if delta != Vec2::ZERO {
        let paints = view.brush.is_some() && !modifiers.command && !modifiers.alt;
        if response.dragged_by(PointerButton::Primary) && paints {
            // `brush_input` handles the brush.
        } else if response.dragged_by(PointerButton::Primary) && modifiers.command {
            actions.push(Action::SetSun(Sun {
                elevation: (view.sun.elevation - 0.2 * pixels[1]).clamp(-6.0, 90.0),
                azimuth: (view.sun.azimuth + 0.4 * pixels[0]).rem_euclid(360.0),
            }));
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
    if response.hovered() {
        let wheel = ui.input(|input| input.smooth_scroll_delta().y);
        if wheel != 0.0 {
            actions.push(Action::Move(Motion::Zoom(f64::from(wheel) / 40.0), rows));
        }
    }
    fly(ui, rows, actions);
}

/// Flies with keys, unless a text field or a dialog has the focus.
fn fly(ui: &Ui, rows: f64, actions: &mut Vec<Action>) {
    if ui.memory(|memory| memory.focused().is_some() || memory.top_modal_layer().is_some()) {
        return;
    }
    let way = ui.input(|input| {
        if input.modifiers.command {
            return [0.0; 3];
        }
        let seconds = f64::from(input.stable_dt.min(0.1));
        let of = |more: Key, less: Key| {
            seconds * (f64::from(u8::from(input.key_down(more))) - f64::from(u8::from(input.key_down(less))))
        };
        [of(Key::D, Key::A), of(Key::W, Key::S), of(Key::E, Key::Q)]
    });
    if way != [0.0; 3] {
        actions.push(Action::Move(Motion::Fly(way), rows));
        ui.ctx().request_repaint();
    }
}

/// The point on the ground under a point of the window.
fn under(rect: Rect, pointer: Pos2, view: &View<'_>) -> Option<[f64; 2]> {
    let half = libm::tan(DEGREES.to_radians() / 2.0);
    let [across, along] = [pointer.x - rect.center().x, rect.center().y - pointer.y]
        .map(|offset| 2.0 * half * f64::from(offset) / f64::from(rect.height()));
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
fn footprint(ui: &Ui, rect: Rect, brush: Footprint, place: Option<[f64; 2]>, view: &View<'_>) {
    const CORNERS: usize = 72;
    let (Some(place), Some(height_field)) = (place, view.height_field) else { return };
    let ring = |radius: f64, light: u8| {
        trace(ui, rect, draft::circle(height_field, place, radius, CORNERS), light, view);
    };
    ring(brush.radius, 220);
    if brush.inner > 0.0 {
        ring(brush.inner * brush.radius, 120);
    }
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
    trace(ui, rect, (0..4).flat_map(edge).collect(), 220, view);
}

/// A closed line on the ground: light over dark, to be visible on any background.
fn trace(ui: &Ui, rect: Rect, places: Vec<[f64; 2]>, light: u8, view: &View<'_>) {
    let painter = ui.painter().with_clip_rect(rect);
    let corners: Vec<_> = places.into_iter().map(|place| seen(rect, place, view)).collect();
    for at in 0..corners.len() {
        if let [Some(from), Some(to)] = [corners[at], corners[(at + 1) % corners.len()]] {
            painter.line_segment([from, to], Stroke::new(3.5, Color32::from_black_alpha(light)));
            painter.line_segment([from, to], Stroke::new(1.5, Color32::from_white_alpha(light)));
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
