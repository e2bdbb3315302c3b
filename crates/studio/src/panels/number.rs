//! A number: a slider over a sensible range, and a text field with its unit.

use std::ops::RangeInclusive;

use egui::{Id, Response, Role, Slider, SliderClamping, Ui, WidgetInfo};
use orogen_engine::recipe::length_of_text;
use orogen_engine::recipe::spec::Unit;

/// An editable number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Number {
    pub(super) value: f64,
    pub(super) min: f64,
    pub(super) max: f64,
    pub(super) unit: Unit,
    /// The default value.
    pub(super) default: Option<f64>,
    pub(super) integer: bool,
}

/// Names a number for screen readers and tests.
pub(super) fn named(response: &Response, name: &str, value: f64) {
    response.widget_info(|| {
        let label = Some(format!("{name}: {value}"));
        WidgetInfo { label, ..WidgetInfo::drag_value(true, value) }
    });
}

/// Names a choice for screen readers and tests.
pub(super) fn named_choice(response: &Response, name: &str, chosen: &str) {
    response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, format!("{name}: {chosen}")));
}

/// The outcome of a frame.
pub(super) struct Changed {
    pub(super) response: Response,
    pub(super) value: Option<f64>,
    /// Whether a drag or text entry has ended.
    pub(super) finished: bool,
}

impl Number {
    /// The range of the slider, and whether it is logarithmic: the allowed range if that is narrow, else a range around the
    /// value.
    fn span(&self) -> (RangeInclusive<f64>, bool) {
        let (min, max) = (self.min, self.max);
        let wide = max - min;
        if wide.is_finite() && wide <= 1000.0 {
            let logarithmic = min > 0.0 && max / min > 500.0;
            return (min..=max, logarithmic);
        }
        let size = self.value.abs().max(self.default.unwrap_or(0.0).abs());
        let size = if size > 0.0 { size } else { 1.0 };
        if min >= 0.0 && self.value > 0.0 {
            // The range extends by a few octaves below and above the value.
            let low = (size / 64.0).max(min);
            return (round(low, 2)..=round((size * 16.0).min(max), 2), true);
        }
        let reach = round(4.0 * size, 1);
        ((-reach).max(min)..=reach.min(max), false)
    }

    /// Shows the number.
    pub(super) fn show(self, ui: &mut Ui, id: Id, enabled: bool) -> Changed {
        // The range stays fixed during a drag.
        let key = id.with("span");
        let held: Option<(f64, f64, bool)> = ui.data(|data| data.get_temp(key));
        let (span, logarithmic) = match held {
            Some((min, max, logarithmic)) => (min..=max, logarithmic),
            None => self.span(),
        };
        let mut value = self.value;
        let slider = Slider::new(&mut value, span.clone())
            .logarithmic(logarithmic)
            .smallest_positive(1e-4)
            .clamping(SliderClamping::Never)
            .custom_formatter(|value, _| shown(value, self.unit))
            .custom_parser(|text| read(text, self.unit));
        let slider = if self.integer { slider.integer() } else { slider };
        let response = ui.add_enabled(enabled, slider);
        if response.drag_started() || response.dragged() {
            ui.data_mut(|data| data.insert_temp(key, (*span.start(), *span.end(), logarithmic)));
        } else if held.is_some() {
            ui.data_mut(|data| data.remove::<(f64, f64, bool)>(key));
        }
        let finished = response.drag_stopped() || response.lost_focus();
        let new = self.tidy(value, response.dragged());
        let changed = response.changed() && new != self.value;
        Changed { response, value: changed.then_some(new), finished }
    }

    /// Clamps the number to its range. Dragged values are rounded to three digits.
    fn tidy(&self, value: f64, dragged: bool) -> f64 {
        let value = if dragged && !self.integer { round(value, 3) } else { value };
        let value = if self.integer { value.round() } else { value };
        let min = if self.min == f64::MIN_POSITIVE { 1e-6 } else { self.min };
        if value.is_finite() { value.clamp(min, self.max) } else { self.value }
    }
}

/// Rounds to this many significant digits.
fn round(value: f64, digits: usize) -> f64 {
    format!("{value:.*e}", digits - 1).parse().unwrap_or(value)
}

/// A number in its most readable form.
pub(super) fn shown(value: f64, unit: Unit) -> String {
    match unit {
        Unit::Metres if value.abs() >= 10_000.0 => format!("{} km", round(value / 1000.0, 5)),
        Unit::Metres => format!("{} m", round(value, 5)),
        Unit::Degrees => format!("{}°", round(value, 5)),
        Unit::None => format!("{}", round(value, 5)),
    }
}

fn read(text: &str, unit: Unit) -> Option<f64> {
    match unit {
        Unit::Metres => length_of_text(text),
        _ => text.trim().trim_end_matches('°').trim().parse().ok().filter(|number: &f64| number.is_finite()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(value: f64, min: f64, max: f64) -> Number {
        Number { value, min, max, unit: Unit::None, default: None, integer: false }
    }

    #[test]
    fn spans_hold_the_value_and_stay_in_the_range() {
        for (value, min, max) in [
            (0.5, 0.0, 1.0),
            (6000.0, f64::MIN_POSITIVE, 1e9),
            (-3.0, -1e9, 1e9),
            (0.0, 0.0, 1e9),
            (1e9, 0.0, 1e9),
            (0.0, f64::MIN, f64::MAX),
            (1e-6, f64::MIN_POSITIVE, 1e9),
            (300.0, 100.0, 1e9),
        ] {
            let (span, _) = number(value, min, max).span();
            assert!(span.contains(&value), "{value} {span:?}");
            assert!(*span.start() >= min && *span.end() <= max && span.start() < span.end(), "{span:?}");
        }
    }

    #[test]
    fn numbers_are_read_as_they_are_shown() {
        for value in [0.25, 123.0, 12_500.0, -4000.0, 1e6] {
            assert_eq!(read(&shown(value, Unit::Metres), Unit::Metres), Some(value));
        }
        assert_eq!(read(&shown(-12.5, Unit::Degrees), Unit::Degrees), Some(-12.5));
        assert_eq!(read("nan", Unit::None), None);
        assert_eq!(read("far", Unit::Metres), None);
    }

    #[test]
    fn dragged_values_have_three_digits_and_are_in_range() {
        assert_eq!(number(0.0, 0.0, 1.0).tidy(0.123_456, true), 0.123);
        assert_eq!(number(0.0, 0.0, 1.0).tidy(0.123_456, false), 0.123_456);
        assert_eq!(number(0.0, 0.0, 1.0).tidy(7.0, false), 1.0);
        assert_eq!(number(0.5, 0.0, 1.0).tidy(f64::NAN, false), 0.5);
    }
}
