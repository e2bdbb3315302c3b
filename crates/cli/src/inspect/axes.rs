//! Axes of plots: units, and numbers that read well.

use super::relief::Relief;

/// A length along an axis: its unit, and how many metres (or samples) one is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Length {
    pub(crate) unit: &'static str,
    pub(crate) size: f64,
}

impl Length {
    /// For distances up to `reach` on the ground of a terrain.
    pub(crate) fn along(relief: &Relief, reach: f64) -> Self {
        match &relief.scale {
            None => Self { unit: "samples", size: 1.0 },
            Some(_) if reach >= 5000.0 => Self { unit: "km", size: 1000.0 },
            Some(_) => Self { unit: "m", size: 1.0 },
        }
    }
}

/// The title of an axis of heights.
pub(crate) fn height_title(relief: &Relief) -> &'static str {
    if relief.scale.is_some() { "height, m" } else { "value, 0 black to 1 white" }
}

/// A number beside a tick: as many decimals as it needs and no more.
pub(crate) fn tick(value: f64) -> String {
    let text = format!("{value:.6}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// A power of ten beside a tick: `10⁶`.
pub(crate) fn power_of_ten(value: f64) -> String {
    let exponent = value.log10().round() as i32;
    let digit = |digit: char| match digit {
        '-' => '⁻',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        // The others stand in a row.
        digit => digit.to_digit(10).and_then(|digit| char::from_u32(0x2070 + digit)).unwrap_or(digit),
    };
    format!("10{}", exponent.to_string().chars().map(digit).collect::<String>())
}

/// A range with a little room at both ends, never empty.
pub(crate) fn with_room(min: f64, max: f64) -> std::ops::Range<f64> {
    let room = if max > min { 0.04 * (max - min) } else { 0.5_f64.max(0.001 * max.abs()) };
    min - room..max + room
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
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
