//! The map of heights beside the view.

use egui::{Color32, Pos2, Rect, Sense, Stroke, TextureHandle, Ui, Vec2};

use crate::eye::Eye;
use crate::height_field::HeightField;
use crate::theme;

/// Shows the map with the viewpoint. If the map is clicked, returns the position of the click, as fractions of the map's width
/// and height.
pub fn map(
    ui: &mut Ui,
    picture: Option<&TextureHandle>,
    height_field: Option<&HeightField>,
    eye: Eye,
) -> Option<[f64; 2]> {
    let (all, response) = ui.allocate_exact_size(ui.available_size(), Sense::click());
    ui.painter().rect_filled(all, 0, theme::DEEP);
    let (Some(picture), Some(height_field)) = (picture, height_field) else { return None };
    let size = picture.size_vec2();
    let rect = Rect::from_center_size(all.center(), size * (all.width() / size.x).min(all.height() / size.y));
    let uv = Rect::from_min_max(Pos2::ZERO, Pos2::new(1.0, 1.0));
    ui.painter().image(picture.id(), rect, uv, Color32::WHITE);
    let (position, azimuth) = match eye {
        Eye::Plane(eye) => {
            let [x, y, _] = eye.position();
            ([x / height_field.size, y / height_field.size], eye.azimuth)
        }
        Eye::Globe(eye) => ([(eye.longitude + 180.0) / 360.0, (90.0 - eye.latitude) / 180.0], eye.azimuth),
    };
    let at = rect.min + rect.size() * Vec2::new(position[0] as f32, position[1] as f32);
    let (sin, cos) = libm::sincos(azimuth.to_radians());
    let painter = ui.painter().with_clip_rect(all);
    painter
        .line_segment([at, at + 18.0 * Vec2::new(sin as f32, -cos as f32)], Stroke::new(2.0, theme::ACCENT));
    painter.circle(at, 5.0, theme::ACCENT, Stroke::new(1.5, Color32::BLACK));
    let clicked = response.clicked();
    let pointer = response.on_hover_text("Click to move the view").interact_pointer_pos();
    let place = pointer.filter(|place| clicked && rect.contains(*place))?;
    let position = (place - rect.min) / rect.size();
    Some([position.x.into(), position.y.into()])
}
