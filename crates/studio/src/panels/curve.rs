//! A curve: its picture with points to drag.

use egui::{Id, Pos2, Rect, Sense, Shape, Stroke, Ui, Vec2};
use orogen_engine::image::NoImages;
use orogen_engine::nodes::registry;
use orogen_engine::recipe::{Recipe, Source};

use super::grip::Grip;
use crate::height_field::GroundQuery;
use crate::theme;

/// Height of the picture.
const HEIGHT: f32 = 130.0;

/// Parts of the line.
const PARTS: usize = 96;

/// The most points of a curve.
pub(super) const MAX_POINTS: usize = 64;

/// A change of a curve.
#[derive(Debug, Default)]
pub(super) struct CurveChange {
    pub(super) points: Option<Vec<[f64; 2]>>,
    /// Whether a movement has ended.
    pub(super) finished: bool,
}

/// The part of the plane that a picture shows.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Window {
    min: [f64; 2],
    max: [f64; 2],
}

impl Window {
    /// A window around points, with some room.
    fn around(points: &[[f64; 2]]) -> Self {
        let bounds = |axis: usize| {
            let values = points.iter().map(|point| point[axis]);
            let (min, max) = (values.clone().fold(f64::MAX, f64::min), values.fold(f64::MIN, f64::max));
            let room = if max > min { 0.1 * (max - min) } else { 0.5 };
            [min - room, max + room]
        };
        let ([left, right], [low, high]) = (bounds(0), bounds(1));
        Self { min: [left, low], max: [right, high] }
    }

    fn place(&self, rect: Rect, [x, y]: [f64; 2]) -> Pos2 {
        let share = |axis: usize, value: f64| (value - self.min[axis]) / (self.max[axis] - self.min[axis]);
        rect.lerp_inside(Vec2::new(share(0, x) as f32, 1.0 - share(1, y) as f32))
    }

    fn value(&self, rect: Rect, at: Pos2) -> [f64; 2] {
        let [across, down] = self.per_point(rect);
        [
            self.min[0] + f64::from(at.x - rect.left()) * across,
            self.max[1] + f64::from(at.y - rect.top()) * down,
        ]
    }

    /// Units along a point of the screen to the right and down.
    fn per_point(&self, rect: Rect) -> [f64; 2] {
        let span = |axis: usize| self.max[axis] - self.min[axis];
        [span(0) / f64::from(rect.width()), -span(1) / f64::from(rect.height())]
    }
}

/// Shows a curve. Points are dragged; a double-click adds one; Delete removes the one with the focus.
pub(super) fn curve(ui: &mut Ui, id: Id, name: &str, points: &[[f64; 2]]) -> CurveChange {
    let (rect, response) = ui.allocate_exact_size(Vec2::new(ui.available_width(), HEIGHT), Sense::click());
    // The window stays while a point is dragged.
    let is_held = ui.input(|input| input.pointer.any_down());
    let key = id.with("window");
    let window = match ui.data(|data| data.get_temp::<Window>(key)) {
        Some(window) if is_held => window,
        _ => Window::around(points),
    };
    ui.data_mut(|data| data.insert_temp(key, window));
    draw(ui, id, rect, &window, points);
    let mut change = CurveChange::default();
    let mut new = points.to_vec();
    for (at, point) in points.iter().enumerate() {
        let title = format!("{name} point {}: {} to {}", at + 1, point[0], point[1]);
        let grip = Grip {
            id: id.with(("point", at)),
            at: window.place(rect, *point),
            value: *point,
            per_point: window.per_point(rect),
            name: &title,
            colour: theme::ACCENT,
        };
        let gripped = grip.show(ui);
        change.finished |= gripped.finished;
        if let Some([x, y]) = gripped.value {
            new[at] = [between_neighbours(points, at, x), y.clamp(-1e9, 1e9)];
        }
        if gripped.removed && points.len() > 2 {
            new.remove(at);
            change.finished = true;
            break;
        }
    }
    let is_full = points.len() >= MAX_POINTS;
    if let Some(at) = response.interact_pointer_pos().filter(|_| response.double_clicked() && !is_full) {
        insert(&mut new, window.value(rect, at));
        change.finished = true;
    }
    response.on_hover_text("Drag points; double-click adds one; Delete removes one; Shift is fine");
    change.points = (new != points).then_some(new);
    change
}

/// An input that stays between those of the neighbouring points.
fn between_neighbours(points: &[[f64; 2]], at: usize, x: f64) -> f64 {
    let gap = |other: f64| 1e-9_f64.max(1e-6 * other.abs());
    let least = at.checked_sub(1).map_or(-1e9, |before| points[before][0] + gap(points[before][0]));
    let most = points.get(at + 1).map_or(1e9, |after| after[0] - gap(after[0]));
    if least <= most { x.clamp(least, most) } else { points[at][0] }
}

/// Adds a point, unless there is one with the same input.
fn insert(points: &mut Vec<[f64; 2]>, [x, y]: [f64; 2]) {
    let short = |value: f64| format!("{value:.3e}").parse().unwrap_or(value);
    let new = [short(x), short(y)];
    let at = points.partition_point(|point| point[0] < new[0]);
    if points.iter().all(|point| (point[0] - new[0]).abs() > 1e-9) {
        points.insert(at, new);
    }
}

fn draw(ui: &Ui, id: Id, rect: Rect, window: &Window, points: &[[f64; 2]]) {
    let painter = ui.painter().with_clip_rect(rect);
    painter.rect_filled(rect, 4, theme::DEEP);
    for part in 1..4 {
        let share = part as f32 / 4.0;
        let stroke = Stroke::new(1.0, theme::LINE);
        painter.vline(rect.left() + share * rect.width(), rect.y_range(), stroke);
        painter.hline(rect.x_range(), rect.top() + share * rect.height(), stroke);
    }
    let key = id.with("line");
    let known = ui.data(|data| data.get_temp::<(Window, Vec<[f64; 2]>, Vec<[f64; 2]>)>(key));
    let line = match known {
        Some((of, shown, line)) if of == *window && shown == points => line,
        _ => {
            let line = line(points, window.min[0], window.max[0]).unwrap_or_else(|| points.to_vec());
            ui.data_mut(|data| data.insert_temp(key, (*window, points.to_vec(), line.clone())));
            line
        }
    };
    let line = line.into_iter().map(|point| window.place(rect, point)).collect();
    painter.add(Shape::line(line, Stroke::new(1.5, theme::TEXT)));
}

/// Points along a curve, as the engine computes it. `None` if the curve has an error.
fn line(points: &[[f64; 2]], from: f64, to: f64) -> Option<Vec<[f64; 2]>> {
    let text = format!(
        "orogen = 1\ndomain.size = 1\nheight.field = \"curve\"\n[fields.x]\ntype = \"ramp\"\n[fields.curve]\n\
         type = \"curve\"\ninput = \"{from:?} + {:?} * x\"\npoints = {points:?}\n",
        to - from
    );
    let recipe = Recipe::parse(Source::new("curve", text), registry()).ok()?;
    let query = GroundQuery::new(&recipe, &NoImages).ok()?;
    let at = |part: usize| {
        let share = part as f64 / PARTS as f64;
        Some([from + share * (to - from), query.at([share, 0.0])?[0]])
    };
    (0..=PARTS).map(at).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_goes_through_the_points() {
        let points = [[-2.0, 5.0], [0.0, 1.0], [2.0, 3.0]];
        let line = line(&points, -4.0, 4.0).unwrap();
        for [x, y] in points {
            let near = line.iter().min_by(|a, b| (a[0] - x).abs().total_cmp(&(b[0] - x).abs())).unwrap();
            assert!((near[1] - y).abs() < 0.02, "{x} {near:?}");
        }
        assert!((line[0][1] - 5.0).abs() < 1e-5 && (line[PARTS][1] - 3.0).abs() < 1e-5);
        assert_eq!(super::line(&[[0.0, 0.0], [0.0, 1.0]], 0.0, 1.0), None);
    }

    #[test]
    fn points_stay_in_order() {
        let mut points = vec![[0.0, 0.0], [0.5, 0.2], [1.0, 1.0]];
        assert!(between_neighbours(&points, 1, 7.0) < 1.0 && between_neighbours(&points, 1, -7.0) > 0.0);
        insert(&mut points, [0.700_04, 0.4]);
        assert_eq!(points[2], [0.7, 0.4]);
        insert(&mut points, [0.7, 0.9]);
        assert_eq!(points.len(), 4);
        let window = Window::around(&points);
        let rect = Rect::from_min_size(Pos2::ZERO, Vec2::new(200.0, 100.0));
        let back = window.value(rect, window.place(rect, [0.25, 0.75]));
        assert!((back[0] - 0.25).abs() < 1e-6 && (back[1] - 0.75).abs() < 1e-6, "{back:?}");
    }
}
