//! Formatting of numbers in recipes.

use orogen_engine::recipe::length_of_text;
use toml_edit::{Formatted, Value};

/// Units of length, in metres.
const UNITS: [(&str, f64); 4] = [("km", 1000.0), ("cm", 0.01), ("mm", 0.001), ("m", 1.0)];

/// The format of a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// A plain number.
    Plain,
    /// A string with a unit of length.
    Length(&'static str),
}

impl Number {
    /// The format of a value.
    pub fn of(value: &Value) -> Self {
        let unit = |text: &str| {
            let text = text.trim();
            // Other texts that end in a unit are expressions.
            length_of_text(text)?;
            UNITS.iter().find(|(unit, _)| text.ends_with(unit)).map(|(unit, _)| Self::Length(unit))
        };
        value.as_str().and_then(unit).unwrap_or(Self::Plain)
    }

    /// Writes a number in this format, as short as possible: 1500 in kilometres is `"1.5 km"`. If `was_integer` is true, a plain
    /// number without a fraction is written as an integer.
    pub fn write(self, number: f64, was_integer: bool) -> Value {
        match self {
            Self::Length(unit) => {
                let metres =
                    UNITS.iter().find(|(known, _)| *known == unit).map_or(1.0, |(_, metres)| *metres);
                Value::from(format!("{} {unit}", short(number / metres)))
            }
            // Counts, such as octaves, must be integers.
            Self::Plain if was_integer && number.fract() == 0.0 && number.abs() < 1e15 => {
                Value::Integer(Formatted::new(number as i64))
            }
            Self::Plain => Value::Float(Formatted::new(number)),
        }
    }
}

/// A number rounded to 12 digits, without trailing zeros.
fn short(number: f64) -> String {
    let rounded: f64 = format!("{number:.11e}").parse().unwrap_or(number);
    format!("{rounded}")
}

/// A number as it is written in an expression, exactly. Negative numbers are in parentheses: `-2^2` is not the square of −2.
pub(super) fn in_expression(number: f64) -> String {
    if number < 0.0 { format!("({number})") } else { format!("{number}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_keep_their_unit() {
        let like = |text: &str, number: f64| Number::of(&text.into()).write(number, false).to_string();
        assert_eq!(like("6 km", 1234.0), "\"1.234 km\"");
        assert_eq!(like("35cm", 0.07), "\"7 cm\"");
        assert_eq!(like("5 mm", 0.0123), "\"12.3 mm\"");
        assert_eq!(like(" 700 m ", 1e6 / 3.0), "\"333333.333333 m\"");
    }

    #[test]
    fn whole_numbers_stay_whole_as_long_as_they_are() {
        assert_eq!(Number::Plain.write(3.0, true).to_string(), "3");
        assert_eq!(Number::Plain.write(3.0, false).to_string(), "3.0");
        assert_eq!(Number::Plain.write(3.5, true).to_string(), "3.5");
    }
}
