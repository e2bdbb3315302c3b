//! The 3D view: orbit, pan, zoom, pick and paint with the mouse; fly and walk with keys.

mod input;
mod overlay;

use egui::{Align2, Color32, FontId, Pos2, Rect, Sense, TextureHandle, Ui, Vec2};
use orogen_view::Sun;

use super::help::area;
use crate::action::Action;
use crate::draft;
use crate::eye::{DEGREES, Eye};
use crate::height_field::HeightField;
use crate::shortcuts::Area;
use crate::theme;
use input::{brush_input, drag, keys, wheel};
use overlay::{compass, footprint, marks, outline};

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
        brush_input(ui, rect, &response, view, brush, actions);
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
pub(in crate::panels) fn paint(ui: &Ui, rect: Rect, picture: &TextureHandle) {
    let size = picture.size_vec2();
    let scale = (rect.height() / size.y).max(rect.width() / size.x);
    let shown = rect.size() / (size * scale);
    let uv = Rect::from_center_size(Pos2::new(0.5, 0.5), shown);
    ui.painter().image(picture.id(), rect, uv, Color32::WHITE);
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
