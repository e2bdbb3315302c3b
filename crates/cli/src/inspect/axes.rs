//! Axes of plots: units, and readable numbers.

use super::height_field::HeightField;

/// A unit of length along an axis, and its size in metres (or samples).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Length {
    pub(crate) unit: &'static str,
    pub(crate) size: f64,
}

impl Length {
    /// The unit for horizontal distances up to `reach`.
    pub(crate) fn along(field: &HeightField, reach: f64) -> Self {
        match &field.scale {
            None => Self { unit: "samples", size: 1.0 },
            Some(_) if reach >= 5000.0 => Self { unit: "km", size: 1000.0 },
            Some(_) => Self { unit: "m", size: 1.0 },
        }
    }
}

/// The title of an axis of heights.
pub(crate) fn height_title(field: &HeightField) -> &'static str {
    if field.scale.is_some() { "height, m" } else { "value, 0 black to 1 white" }
}

/// The label of a tick, with as few decimals as possible.
pub(crate) fn tick(value: f64) -> String {
    let text = format!("{value:.6}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// The label of a tick as a power of ten: `10⁶`.
pub(crate) fn power_of_ten(value: f64) -> String {
    let exponent = value.log10().round() as i32;
    let digit = |digit: char| match digit {
        '-' => '⁻',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        // The other superscripts are consecutive.
        digit => digit.to_digit(10).and_then(|digit| char::from_u32(0x2070 + digit)).unwrap_or(digit),
    };
    format!("10{}", exponent.to_string().chars().map(digit).collect::<String>())
}

/// A range with a margin at both ends, never empty.
pub(crate) fn with_margin(min: f64, max: f64) -> std::ops::Range<f64> {
    let margin = if max > min { 0.04 * (max - min) } else { 0.5_f64.max(0.001 * max.abs()) };
    min - margin..max + margin
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tick_labels_are_short() {
        assert_eq!(
            ["0.3", "1200", "0", "-2.5"],
            [0.1 + 0.2, 1200.0, -1e-9, -2.5].map(tick).each_ref().map(String::as_str)
        );
        assert_eq!(
            ["10²", "10⁶", "10⁻⁴", "10¹²"],
            [1e2, 1e6, 1e-4, 1e12].map(power_of_ten).each_ref().map(String::as_str)
        );
    }
}
