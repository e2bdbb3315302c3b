//! A number: a slider over a sensible range, and a text field with its unit.

use std::ops::RangeInclusive;

use egui::{Id, Response, Role, Slider, SliderClamping, Ui, WidgetInfo};
use orogen_engine::recipe::length_of_text;
use orogen_engine::recipe::spec::Unit;

use super::grip::FINE;

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
    /// The least and the greatest of the values that it usually has.
    pub(super) usual: Option<[f64; 2]>,
    /// The value that it had when the recipe was opened.
    pub(super) opened: Option<f64>,
    /// The slider of a positive number reaches from the middle value divided by this to the middle value times this.
    pub(super) reach: f64,
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
    /// Whether a double-click asks for a reset.
    pub(super) reset: bool,
}

/// The range of a slider during a drag, and the value at its start.
#[derive(Clone, Copy)]
struct Held {
    min: f64,
    max: f64,
    logarithmic: bool,
    start: f64,
}

impl Held {
    /// The first value moved by a share of the slider.
    fn moved(&self, share: f64) -> f64 {
        if self.logarithmic && self.min > 0.0 {
            return self.start * (self.max / self.min).powf(share);
        }
        self.start + share * (self.max - self.min)
    }
}

/// Whether the rail of a slider is dragged with Shift, and whether it is double-clicked. The number beside the rail has its own
/// fine movements.
fn on_rail(ui: &Ui, response: &Response, rail: f32) -> [bool; 2] {
    ui.input(|input| {
        let is_rail = |at: Option<egui::Pos2>| {
            at.is_some_and(|at| response.rect.contains(at) && at.x < response.rect.left() + rail)
        };
        let fine = response.dragged() && input.modifiers.shift && is_rail(input.pointer.press_origin());
        let double = input.pointer.button_double_clicked(egui::PointerButton::Primary);
        [fine, double && is_rail(input.pointer.interact_pos())]
    })
}

/// Sliders over a complete range with a larger ratio are logarithmic.
const DECADES: f64 = 500.0;

/// A slider usually ends at this multiple of its middle value.
const REACH: f64 = 2.5;

impl Number {
    /// A number in a range, without a default.
    pub(super) fn new(value: f64, [min, max]: [f64; 2], unit: Unit) -> Self {
        Self { value, min, max, unit, default: None, integer: false, usual: None, opened: None, reach: REACH }
    }

    /// The value in the middle of the slider: the one that the recipe was opened with, else the default, else the geometric mean of
    /// the values in the presets. It does not change while the slider is used.
    fn middle(&self) -> f64 {
        let usual = self.usual.filter(|[least, _]| *least > 0.0).map(|[least, most]| (least * most).sqrt());
        let known = [self.opened, self.default, usual].into_iter().flatten();
        known.into_iter().find(|middle| *middle != 0.0).unwrap_or(self.value)
    }

    /// The range of the slider, and whether it is logarithmic. A narrow range is complete. Else the slider of a positive number
    /// reaches from the middle value divided by `reach` to the middle value times `reach`, and that of any other number as far
    /// to both sides. The reach is doubled, or multiplied by `reach` on a logarithmic slider, until it contains the value.
    fn span(&self) -> (RangeInclusive<f64>, bool) {
        let (min, max, middle) = (self.min, self.max, self.middle());
        let wide = max - min;
        if wide.is_finite() && wide <= 1000.0 {
            let logarithmic = min > 0.0 && max / min > DECADES;
            return (min..=max, logarithmic);
        }
        if min >= 0.0 && middle > 0.0 && self.value > 0.0 {
            let mut reach = self.reach;
            while !(middle / reach..=middle * reach).contains(&self.value) {
                reach *= self.reach;
            }
            return ((middle / reach).max(min)..=(middle * reach).min(max), true);
        }
        let usual = self.usual.map_or(0.0, |[least, most]| least.abs().max(most.abs()));
        let largest = middle.abs().max(usual);
        let mut reach = if largest > 0.0 { 2.0 * largest } else { 1.0 };
        while (self.value - middle).abs() > reach {
            reach *= 2.0;
        }
        ((middle - reach).max(min)..=(middle + reach).min(max), false)
    }

    /// Shows the number. Shift makes movements finer; a double-click on the slider asks for a reset.
    pub(super) fn show(self, ui: &mut Ui, id: Id, enabled: bool) -> Changed {
        // The range stays fixed during a drag.
        let key = id.with("span");
        let held: Option<Held> = ui.data(|data| data.get_temp(key));
        let held = held.unwrap_or_else(|| {
            let (span, logarithmic) = self.span();
            Held { min: *span.start(), max: *span.end(), logarithmic, start: self.value }
        });
        let mut value = self.value;
        let slider = Slider::new(&mut value, held.min..=held.max)
            .logarithmic(held.logarithmic)
            .smallest_positive(1e-4)
            .clamping(SliderClamping::Never)
            .custom_formatter(|value, _| shown(value, self.unit))
            .custom_parser(|text| read(text, self.unit));
        let slider = if self.integer { slider.integer() } else { slider };
        let response = ui.add_enabled(enabled, slider);
        if response.drag_started() || response.dragged() {
            ui.data_mut(|data| data.insert_temp(key, held));
        } else {
            ui.data_mut(|data| data.remove::<Held>(key));
        }
        let rail = ui.spacing().slider_width;
        let [fine, reset] = on_rail(ui, &response, rail);
        if let Some(delta) = response.total_drag_delta().filter(|_| fine) {
            value = held.moved(f64::from(FINE * delta.x / rail));
        }
        let finished = response.drag_stopped() || response.lost_focus();
        let new = self.tidy(value, response.dragged());
        let changed = (response.changed() || fine) && new != self.value;
        Changed { response, value: changed.then_some(new), finished, reset: reset && enabled }
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
pub(super) fn round(value: f64, digits: usize) -> f64 {
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
        Number::new(value, [min, max], Unit::None)
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

    /// The knob of a value that was just opened, or of a default, is in the middle of the slider.
    #[test]
    fn the_opened_value_the_default_or_the_usual_value_is_in_the_middle() {
        let positive = |value| number(value, f64::MIN_POSITIVE, 1e9);
        let opened = |value| Number { opened: Some(3000.0), default: Some(1.0), ..positive(value) }.span();
        assert_eq!(opened(3000.0), (1200.0..=7500.0, true));
        assert_eq!(opened(3000.0), opened(1500.0), "it does not follow the value");
        assert_eq!(opened(18_000.0), (480.0..=18_750.0, true), "it reaches as far to both sides");
        let new = Number { default: Some(40.0), usual: Some([9.0, 900.0]), ..positive(40.0) };
        assert_eq!(new.span(), (16.0..=100.0, true));
        let required = Number { default: None, ..new };
        assert_eq!(required.span(), (36.0..=225.0, true));
        let around = Number { opened: Some(-250.0), ..number(-250.0, -1e9, 1e9) };
        assert_eq!(around.span(), (-750.0..=250.0, false));
        let zero = Number { default: Some(0.0), usual: Some([-20.0, 5.0]), ..number(0.0, -1e9, 1e9) };
        assert_eq!(zero.span(), (-40.0..=40.0, false));
        assert_eq!(number(0.0, 0.0, 1e9).span(), (0.0..=1.0, false));
    }

    #[test]
    fn fine_movements_are_slower() {
        let held = Held { min: 1.0, max: 100.0, logarithmic: true, start: 10.0 };
        assert_eq!(held.moved(0.5), 100.0);
        assert_eq!(Held { logarithmic: false, ..held }.moved(0.1), 19.9);
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
