//! What is drawn over the picture: the brush, the outline of the domain, measured points and a compass.

use egui::{Align2, Color32, FontId, Label, Pos2, Rect, RichText, Stroke, StrokeKind, Ui, Vec2};

use super::{Footprint, View, seen};
use crate::draft;
use crate::height_field::HeightField;
use crate::theme;

/// The circles of the brush on the ground.
pub(super) fn footprint(ui: &mut Ui, rect: Rect, brush: Footprint, place: Option<[f64; 2]>, view: &View<'_>) {
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

/// The name of the outline.
const EDGE: &str = "Edge of the domain";

/// The outline of the domain on a plane.
pub(super) fn outline(ui: &Ui, rect: Rect, view: &View<'_>) {
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
    let colour = Color32::WHITE.gamma_multiply(0.86);
    trace(ui, rect, line, colour, view);
    // At the corner that is lowest in the view, which is usually the nearest one.
    let corners = corners.map(|corner| corner.map(|share| share * height_field.size));
    let shown = corners.into_iter().filter_map(|corner| seen(rect, corner, view));
    let lowest = shown.max_by(|one, other| one.y.total_cmp(&other.y));
    if let Some(corner) = lowest.filter(|at| rect.shrink2(Vec2::new(64.0, 24.0)).contains(*at)) {
        let (at, font) = (corner + Vec2::new(0.0, 6.0), FontId::proportional(12.0));
        let painter = ui.painter().with_clip_rect(rect);
        painter.text(at + Vec2::splat(1.0), Align2::CENTER_TOP, EDGE, font.clone(), Color32::BLACK);
        painter.text(at, Align2::CENTER_TOP, EDGE, font, colour);
    }
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

pub(super) fn marks(ui: &Ui, rect: Rect, view: &View<'_>) {
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
pub(super) fn compass(ui: &Ui, rect: Rect, view: &View<'_>) {
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
