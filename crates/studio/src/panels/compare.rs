//! Recipe B beside the view, from the same camera.

use egui::{Align2, Color32, FontId, PointerButton, Rect, Role, Sense, TextureHandle, Ui, Vec2, WidgetInfo};

use super::viewport::paint;
use crate::action::Action;
use crate::eye::{Eye, Motion};
use crate::theme;

/// Shows the picture of recipe B, or why there is none. Mouse input moves the camera of both pictures.
pub fn compare(
    ui: &mut Ui,
    picture: Option<&TextureHandle>,
    error: Option<&str>,
    eye: Eye,
    actions: &mut Vec<Action>,
) {
    let (rect, response) = ui.allocate_exact_size(ui.available_size(), Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, "terrain of B"));
    ui.painter().rect_filled(rect, 0, theme::DEEP);
    let (words, colour) = match (picture, error) {
        (_, Some(error)) => (error, theme::ERROR),
        (None, None) => ("Generating…", theme::WEAK),
        (Some(picture), None) => {
            paint(ui, rect, picture);
            ("", theme::WEAK)
        }
    };
    let text = ui.painter().layout(words.to_owned(), FontId::proportional(14.0), colour, rect.width() - 20.0);
    ui.painter().galley(rect.center() - text.size() / 2.0, text, colour);
    label(ui, rect, "B");
    let rows = f64::from(rect.height());
    let delta = response.drag_delta();
    let pixels = [f64::from(delta.x), f64::from(delta.y)];
    if delta != Vec2::ZERO {
        let motion = match (response.dragged_by(PointerButton::Primary), eye) {
            (true, _) => Motion::Orbit(pixels),
            (false, Eye::Plane(_)) => Motion::Pan(pixels),
            (false, Eye::Globe(_)) => Motion::Look(pixels),
        };
        actions.push(Action::Move(motion, rows));
    }
    let wheel = ui.input(|input| input.smooth_scroll_delta().y);
    if response.hovered() && wheel != 0.0 {
        actions.push(Action::Move(Motion::Zoom(f64::from(wheel) / 40.0), rows));
    }
}

/// The name of a picture in its lower left corner.
pub fn label(ui: &Ui, rect: Rect, name: &str) {
    let corner = rect.left_bottom() + Vec2::new(14.0, -10.0);
    let font = FontId::proportional(22.0);
    ui.painter().text(corner + Vec2::splat(1.0), Align2::LEFT_BOTTOM, name, font.clone(), Color32::BLACK);
    ui.painter().text(corner, Align2::LEFT_BOTTOM, name, font, Color32::WHITE);
}
