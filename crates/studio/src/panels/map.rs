//! The map beside the view: the terrain or a field from above, with a legend and a histogram.

use egui::{
    Align2, Color32, ComboBox, FontId, Key, PointerButton, Pos2, Rect, Response, RichText, Role, Sense,
    Stroke, TextureHandle, Ui, Vec2, WidgetInfo,
};
use egui_plot::{Bar, BarChart, Plot};
use orogen_engine::recipe::Recipe;
use orogen_engine::recipe::spec::Unit;

use super::axis::{number_of, with_round_marks};
use super::help::area;
use super::number::{named_choice, round, shown};
use crate::action::Action;
use crate::eye::Eye;
use crate::jobs::MapPicture;
use crate::map::{Histogram, MapMode, MapSubject, MapView, MapWindow, height_of_map, ramp};
use crate::shortcuts::Area;
use crate::theme;

/// Zoom factor of a click on a button, and of a key.
const STEP: f64 = 1.5;

/// The contents of the map.
pub struct MapPanel<'a> {
    /// What is shown, and where.
    pub view: &'a MapView,
    /// The newest map and its picture.
    pub picture: Option<(&'a MapPicture, &'a TextureHandle)>,
    /// Why there is no map.
    pub error: Option<&'a str>,
    /// The recipe.
    pub recipe: &'a Recipe,
    /// The viewpoint.
    pub eye: Eye,
    /// Measured points.
    pub marks: &'a [[f64; 2]],
    /// Whether clicks measure.
    pub measuring: bool,
}

/// Shows the map. Returns the part of the domain that is visible.
pub fn map(ui: &mut Ui, panel: &MapPanel<'_>, actions: &mut Vec<Action>) -> Option<MapWindow> {
    egui::Frame::new().inner_margin(6).show(ui, |ui| {
        controls(ui, panel, actions);
        legend(ui, panel);
        if panel.view.histogram
            && let Some((map, _)) = panel.picture
        {
            histogram(ui, &map.histogram, unit(map));
        }
    });
    picture(ui, panel, actions)
}

/// What is shown, and the zoom.
fn controls(ui: &mut Ui, panel: &MapPanel<'_>, actions: &mut Vec<Action>) {
    let mut new = panel.view.clone();
    ui.horizontal_wrapped(|ui| {
        subject(ui, panel.recipe, &mut new.subject);
        for (mode, name, help) in [
            (MapMode::Values, "Values", "Heights or values as colours, with shading"),
            (MapMode::Slope, "Slope", "Slopes in degrees; values of fields count as metres"),
            (
                MapMode::Mask,
                "Mask",
                "0 is black and 1 is white; values below are blue and values above are red",
            ),
        ] {
            if ui.selectable_label(new.mode == mode, name).on_hover_text(help).clicked() {
                new.mode = mode;
            }
        }
    });
    ui.horizontal_wrapped(|ui| {
        ui.checkbox(&mut new.contours, "Contours");
        ui.checkbox(&mut new.histogram, "Histogram")
            .on_hover_text("How often values occur in the visible part");
        let height = height_of_map(panel.recipe);
        let mut zoom = |ui: &mut Ui, name: &str, help: &str, factor: f64| {
            if ui.button(name).on_hover_text(help).clicked() {
                new = new.zoomed(factor, new.centre, height);
            }
        };
        zoom(ui, "Zoom in", "Or turn the wheel", STEP);
        zoom(ui, "Zoom out", "Or turn the wheel", 1.0 / STEP);
        if ui.button("Fit").on_hover_text("Show the whole domain").clicked() {
            let MapView { centre, zoom, .. } = MapView::new(height);
            (new.centre, new.zoom) = (centre, zoom);
        }
    });
    if new != *panel.view {
        actions.push(Action::SetMap(new));
    }
}

/// The choice of the terrain or a field.
fn subject(ui: &mut Ui, recipe: &Recipe, subject: &mut MapSubject) {
    const TERRAIN: &str = "Terrain";
    let chosen = match subject {
        MapSubject::Terrain => TERRAIN.to_owned(),
        MapSubject::Field(name) => name.clone(),
    };
    let combo = ComboBox::from_id_salt("map of").selected_text(&chosen).width(120.0).show_ui(ui, |ui| {
        ui.selectable_value(subject, MapSubject::Terrain, TERRAIN).on_hover_text("Heights in metres");
        for field in recipe.defined_fields() {
            let value = MapSubject::Field(field.name.clone());
            ui.selectable_value(subject, value, &field.name).on_hover_text(field.spec.summary);
        }
    });
    named_choice(&combo.response, "map of", &chosen);
}

/// The unit of the values of a map.
fn unit(map: &MapPicture) -> Unit {
    match (map.mode, &map.subject) {
        (MapMode::Slope, _) => Unit::Degrees,
        (_, MapSubject::Terrain) => Unit::Metres,
        (_, MapSubject::Field(_)) => Unit::None,
    }
}

/// A value with about three digits.
fn rounded(value: f64, unit: Unit) -> String {
    let digits = libm::floor(libm::log10(value.abs().max(1e-12)));
    let step = libm::pow(10.0, (digits - 2.0).min(if unit == Unit::None { 9.0 } else { 0.0 }));
    shown((value / step).round() * step, unit)
}

/// The colours, with the values at their ends.
fn legend(ui: &mut Ui, panel: &MapPanel<'_>) {
    let Some((map, _)) = panel.picture else { return };
    let unit = unit(map);
    let [low, high] = match map.mode {
        MapMode::Values if map.is_held => map.colour_range,
        MapMode::Values => map.histogram.range,
        MapMode::Slope => [0.0, 90.0],
        MapMode::Mask => [0.0, 1.0],
    };
    let lines = map.interval.map(|interval| {
        let unit = if map.subject == MapSubject::Terrain { Unit::Metres } else { Unit::None };
        format!("contours every {}", shown(interval, unit))
    });
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(rounded(low, unit)).small());
        let (bar, response) = ui.allocate_exact_size(Vec2::new(110.0, 10.0), Sense::hover());
        let name = format!("legend from {} to {}", rounded(low, unit), rounded(high, unit));
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &name));
        let steps = bar.width() as usize;
        for step in 0..steps {
            let [red, green, blue] = ramp(map.mode, step as f64 / (steps - 1) as f64);
            let corner = Pos2::new(bar.min.x + step as f32, bar.min.y);
            let stripe = Rect::from_min_size(corner, Vec2::new(1.5, bar.height()));
            ui.painter().rect_filled(stripe, 0, Color32::from_rgb(red, green, blue));
        }
        ui.label(RichText::new(rounded(high, unit)).small());
        if map.is_held && map.mode == MapMode::Values {
            let help = "Strokes do not change the colours. They follow the values again if a finished stroke leaves the range by \
                        more than a tenth, or if the recipe changes.";
            ui.label(RichText::new("range held").small().color(theme::ACCENT)).on_hover_text(help);
        }
        ui.label(RichText::new(lines.unwrap_or_default()).small().color(theme::WEAK));
    });
}

fn histogram(ui: &mut Ui, histogram: &Histogram, unit: Unit) {
    let [low, high] = histogram.range;
    let figures = format!(
        "lowest {}, mean {}, highest {}",
        rounded(low, unit),
        rounded(histogram.mean, unit),
        rounded(high, unit)
    );
    let width = histogram.width();
    let bars = histogram.bins().map(|[value, share]| Bar::new(value, 100.0 * share).width(width));
    let chart = BarChart::new("share", bars.collect()).color(theme::ACCENT);
    let plot = with_round_marks(Plot::new("histogram"))
        .height(110.0)
        .y_axis_min_width(44.0)
        .show_grid([false, true])
        .allow_drag(false)
        .allow_zoom(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .y_axis_formatter(|mark, _| format!("{} %", round(mark.value, 3)))
        .x_axis_formatter(move |mark, _| number_of(mark, unit))
        .label_formatter(move |hover| {
            let (egui_plot::HoverPosition::NearDataPoint { position, .. }
            | egui_plot::HoverPosition::Elsewhere { position }) = hover;
            Some(rounded(position.x, unit))
        })
        .show(ui, |plot| plot.bar_chart(chart));
    let name = format!("histogram: {figures}");
    plot.response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &name));
    ui.label(RichText::new(figures).small().color(theme::WEAK));
}

/// Positions on the panel and on the map.
struct Layout {
    rect: Rect,
    centre: [f64; 2],
    /// Fractions of the width of the domain per point.
    scale: f64,
}

impl Layout {
    fn point(&self, place: [f64; 2]) -> Pos2 {
        let [x, y] = [0, 1].map(|axis: usize| ((place[axis] - self.centre[axis]) / self.scale) as f32);
        self.rect.center() + Vec2::new(x, y)
    }

    fn place(&self, point: Pos2) -> [f64; 2] {
        let off = point - self.rect.center();
        [self.centre[0] + self.scale * f64::from(off.x), self.centre[1] + self.scale * f64::from(off.y)]
    }
}

fn picture(ui: &mut Ui, panel: &MapPanel<'_>, actions: &mut Vec<Action>) -> Option<MapWindow> {
    let (rect, response) = ui.allocate_exact_size(ui.available_size(), Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, "map"));
    let painter = ui.painter().with_clip_rect(rect);
    painter.rect_filled(rect, 0, theme::DEEP);
    let height = height_of_map(panel.recipe);
    let size = [rect.width(), rect.height()].map(f64::from);
    let layout = Layout { rect, centre: panel.view.centre, scale: panel.view.scale(size, height) };
    let words = match (panel.picture, panel.error) {
        (_, Some(error)) => error,
        (None, None) => "Generating…",
        (Some((map, picture)), None) => {
            let [x0, y0, x1, y1] = map.edges;
            let on_panel = Rect::from_min_max(layout.point([x0, y0]), layout.point([x1, y1]));
            let uv = Rect::from_min_max(Pos2::ZERO, Pos2::new(1.0, 1.0));
            painter.image(picture.id(), on_panel, uv, Color32::WHITE);
            ""
        }
    };
    painter.text(rect.center(), Align2::CENTER_CENTER, words, FontId::proportional(14.0), theme::WEAK);
    viewpoint(&painter, panel, &layout);
    marks(&painter, panel, &layout);
    input(ui, &response, panel, &layout, height, actions);
    let help = if panel.measuring {
        "Click two points, or drag a line, to see the profile between them"
    } else {
        "Click to move the view, drag to pan, turn the wheel to zoom"
    };
    area(ui, rect, Area::Map);
    response.on_hover_text_at_pointer(help);
    panel.view.window(size, height)
}

/// Pans, zooms, measures and moves the view.
fn input(
    ui: &Ui,
    response: &Response,
    panel: &MapPanel<'_>,
    layout: &Layout,
    height: f64,
    actions: &mut Vec<Action>,
) {
    let mut new = panel.view.clone();
    let pointer = response.interact_pointer_pos();
    let draws = panel.measuring && response.dragged_by(PointerButton::Primary);
    if response.dragged() && !draws {
        let delta = response.drag_delta();
        new = new.panned([delta.x, delta.y].map(f64::from), layout.scale, height);
    }
    if let Some(over) = response.hover_pos() {
        let wheel = ui.input(|input| input.smooth_scroll_delta().y);
        if wheel != 0.0 {
            new = new.zoomed(libm::exp(f64::from(wheel) / 200.0), layout.place(over), height);
        }
    }
    if response.has_focus() {
        let pressed = |key| ui.input(|input| input.key_pressed(key));
        if pressed(Key::Plus) || pressed(Key::Equals) {
            new = new.zoomed(STEP, new.centre, height);
        }
        if pressed(Key::Minus) {
            new = new.zoomed(1.0 / STEP, new.centre, height);
        }
    }
    if new != *panel.view {
        actions.push(Action::SetMap(new));
    }
    let is_inside = |[x, y]: &[f64; 2]| (0.0..=1.0).contains(x) && (0.0..=height).contains(y);
    let Some(place) = pointer.map(|pointer| layout.place(pointer)).filter(is_inside) else { return };
    if panel.measuring {
        let ground = on_ground(place, panel.recipe);
        if response.drag_started_by(PointerButton::Primary) {
            let origin = ui.input(|input| input.pointer.press_origin()).map(|origin| layout.place(origin));
            let start = origin.filter(is_inside).map_or(ground, |origin| on_ground(origin, panel.recipe));
            actions.push(Action::SetMarks(vec![start]));
        } else if draws {
            let start = panel.marks.first().copied().unwrap_or(ground);
            actions.push(Action::SetMarks(vec![start, ground]));
        } else if response.clicked() {
            actions.push(Action::MeasurePoint(ground));
        }
    } else if response.clicked() {
        actions.push(Action::LookAt([place[0], place[1] / height]));
    }
}

/// The point on the ground at a position on the map: x and y in metres or, on a planet, latitude and longitude in degrees.
fn on_ground([x, y]: [f64; 2], recipe: &Recipe) -> [f64; 2] {
    match recipe.domain.sphere() {
        Some(_) => [90.0 - 360.0 * y, 360.0 * x - 180.0],
        None => [x, y].map(|along| along * recipe.domain.size),
    }
}

/// The inverse of [`on_ground`].
fn on_map([first, second]: [f64; 2], recipe: &Recipe) -> [f64; 2] {
    match recipe.domain.sphere() {
        Some(_) => [(second + 180.0) / 360.0, (90.0 - first) / 360.0],
        None => [first, second].map(|along| along / recipe.domain.size),
    }
}

/// The viewpoint and its direction.
fn viewpoint(painter: &egui::Painter, panel: &MapPanel<'_>, layout: &Layout) {
    let at = layout.point(on_map(panel.eye.below(), panel.recipe));
    let (sin, cos) = libm::sincos(panel.eye.direction()[0].to_radians());
    let ahead = at + 18.0 * Vec2::new(sin as f32, -cos as f32);
    painter.line_segment([at, ahead], Stroke::new(2.0, theme::ACCENT));
    painter.circle(at, 5.0, theme::ACCENT, Stroke::new(1.5, Color32::BLACK));
}

/// The measured points and the line between them. On planets, the line is a great circle, which is not straight on the map; only
/// its ends are drawn.
fn marks(painter: &egui::Painter, panel: &MapPanel<'_>, layout: &Layout) {
    let points: Vec<_> = panel.marks.iter().map(|mark| layout.point(on_map(*mark, panel.recipe))).collect();
    if let ([from, to], None) = (&points[..], panel.recipe.domain.sphere()) {
        painter.line_segment([*from, *to], Stroke::new(4.0, Color32::from_black_alpha(140)));
        painter.line_segment([*from, *to], Stroke::new(2.0, theme::ACCENT));
    }
    for (point, name) in points.iter().zip(["A", "B"]) {
        painter.circle(*point, 4.0, Color32::WHITE, Stroke::new(1.5, Color32::BLACK));
        let corner = *point + Vec2::new(7.0, -7.0);
        painter.text(corner, Align2::LEFT_BOTTOM, name, FontId::proportional(13.0), Color32::WHITE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_about_three_digits() {
        for (value, unit, text) in [
            (1234.56, Unit::Metres, "1235 m"),
            (12.345, Unit::Degrees, "12.3°"),
            (0.123_456, Unit::None, "0.123"),
            (-98_765.0, Unit::None, "-98800"),
            (0.0, Unit::Metres, "0 m"),
        ] {
            assert_eq!(rounded(value, unit), text);
        }
    }
}
