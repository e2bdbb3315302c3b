//! A point to drag in a picture, with the mouse or the arrow keys.

use egui::{Color32, EventFilter, Id, Key, Pos2, Rect, Role, Sense, Stroke, Ui, Vec2, WidgetInfo};

use crate::theme;

/// Fine movements are this much slower.
pub(super) const FINE: f32 = 0.1;

/// Points of the screen that an arrow key moves.
const STEP: f32 = 2.0;

/// A point in a picture, and the pair of numbers that it stands for.
pub(super) struct Grip<'a> {
    pub(super) id: Id,
    pub(super) at: Pos2,
    pub(super) value: [f64; 2],
    /// The numbers along a point of the screen to the right and down.
    pub(super) per_point: [f64; 2],
    /// The name for screen readers.
    pub(super) name: &'a str,
    pub(super) colour: Color32,
}

/// What the user does with a point.
#[derive(Debug, Default)]
pub(super) struct Gripped {
    /// The pair that it is moved to.
    pub(super) value: Option<[f64; 2]>,
    /// Whether a movement has ended.
    pub(super) finished: bool,
    /// Whether it is removed, with Delete.
    pub(super) removed: bool,
}

impl Grip<'_> {
    /// Shows the point.
    pub(super) fn show(&self, ui: &Ui) -> Gripped {
        let area = Rect::from_center_size(self.at, Vec2::splat(14.0));
        let response = ui.interact(area, self.id, Sense::click_and_drag());
        response.widget_info(|| WidgetInfo::labeled(Role::Slider, ui.is_enabled(), self.name));
        if response.clicked() || response.drag_started() {
            response.request_focus();
        }
        let active = response.hovered() || response.has_focus();
        ui.painter().circle(
            self.at,
            if active { 5.5 } else { 4.5 },
            self.colour,
            Stroke::new(1.5, if active { theme::ACCENT } else { Color32::WHITE }),
        );
        let fine = if ui.input(|input| input.modifiers.shift) { FINE } else { 1.0 };
        let keys = if response.has_focus() { keys(ui, self.id) } else { Keys::default() };
        let origin = self.id.with("origin");
        if response.drag_started() {
            ui.data_mut(|data| data.insert_temp(origin, self.value));
        }
        let dragged = response.dragged().then(|| response.total_drag_delta()).flatten();
        let from = ui.data(|data| data.get_temp(origin)).unwrap_or(self.value);
        let value = match (dragged, keys.moved) {
            (Some(delta), _) => Some(self.moved(from, delta * fine)),
            (None, moved) if moved != Vec2::ZERO => Some(self.moved(self.value, moved * STEP * fine)),
            _ => None,
        };
        let finished = response.drag_stopped() || keys.moved != Vec2::ZERO;
        Gripped { value: value.filter(|value| *value != self.value), finished, removed: keys.removed }
    }

    fn moved(&self, [x, y]: [f64; 2], by: Vec2) -> [f64; 2] {
        let [across, down] = self.per_point;
        [tidy(x + f64::from(by.x) * across, across), tidy(y + f64::from(by.y) * down, down)]
    }
}

/// What the keys do with a point.
#[derive(Default)]
struct Keys {
    moved: Vec2,
    removed: bool,
}

fn keys(ui: &Ui, id: Id) -> Keys {
    let filter = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
    ui.input(|input| {
        let count = |key| input.num_presses(key) as f32;
        let moved = Vec2::new(
            count(Key::ArrowRight) - count(Key::ArrowLeft),
            count(Key::ArrowDown) - count(Key::ArrowUp),
        );
        Keys { moved, removed: input.key_pressed(Key::Delete) || input.key_pressed(Key::Backspace) }
    })
}

/// A number rounded to a power of ten that is less than a fine movement by one point.
fn tidy(value: f64, per_point: f64) -> f64 {
    if per_point == 0.0 {
        return value;
    }
    let digits = -(per_point.abs() * f64::from(FINE)).log10().floor();
    match digits {
        0.0..=12.0 => format!("{value:.*}", digits as usize).parse().unwrap_or(value),
        _ => (value * 10.0_f64.powf(digits)).round() / 10.0_f64.powf(digits),
    }
}

#[cfg(test)]
mod tests {
    use super::tidy;

    #[test]
    fn dragged_numbers_are_short() {
        assert_eq!(tidy(0.123_456_789, 0.01), 0.123);
        assert_eq!(tidy(1234.567, 30.0), 1235.0);
        assert_eq!(tidy(123_456.0, 3000.0), 123_500.0);
        assert_eq!(tidy(0.5, 0.0), 0.5);
    }
}
