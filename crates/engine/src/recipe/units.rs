//! Lengths with units, and numbers and ranges in readable form.

use super::spec::Unit;

/// Metres of a length such as `6 km`, `250 m`, `30 cm` or `5 mm`.
///
/// Centimetres and millimetres are divided, not multiplied: `30 cm` is then the number nearest to 0.3.
pub(super) fn length(text: &str) -> Option<f64> {
    let text = text.trim();
    // The unit, and metres as a fraction of it.
    let units = [("km", 1000.0, 1.0), ("cm", 1.0, 100.0), ("mm", 1.0, 1000.0), ("m", 1.0, 1.0)];
    let (number, times, over) =
        units.iter().find_map(|(unit, times, over)| Some((text.strip_suffix(unit)?, times, over)))?;
    let metres = bare_number(number.trim_end())? * times / over;
    metres.is_finite().then_some(metres)
}

/// Metres of a length as people write them outside of a recipe: with a unit, or a bare number of metres.
///
/// ```
/// use orogen_engine::recipe::length_of_text;
///
/// assert_eq!(length_of_text("2 km"), Some(2000.0));
/// assert_eq!(length_of_text("-1.5"), Some(-1.5));
/// assert_eq!(length_of_text("far"), None);
/// ```
pub fn length_of_text(text: &str) -> Option<f64> {
    length(text).or_else(|| bare_number(text.trim()))
}

/// A number in a string, underscores allowed; words such as `inf` are none.
pub(super) fn bare_number(text: &str) -> Option<f64> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit() || b"+-._eE".contains(&byte));
    let number: f64 = text.replace('_', "").parse().ok().filter(|_| digits)?;
    number.is_finite().then_some(number)
}

/// A number as a recipe would write it: `0.5`, `12`, `1_000_000_000`.
pub(super) fn plain(number: f64) -> String {
    if number.fract() != 0.0 || number.abs() >= 1e15 {
        return format!("{number:?}");
    }
    let digits = format!("{:.0}", number.abs());
    let mut grouped = String::new();
    for (i, digit) in digits.chars().enumerate() {
        // Four digits read well as they are; longer numbers are grouped by thousands.
        if i > 0 && digits.len() > 4 && (digits.len() - i) % 3 == 0 {
            grouped.push('_');
        }
        grouped.push(digit);
    }
    if number < 0.0 { format!("-{grouped}") } else { grouped }
}

/// A range in words, after "choose a number": `from 0 to 1`, `greater than 0`.
pub(super) fn range(min: f64, max: f64, unit: Unit) -> String {
    let with_unit = |number: f64| match unit.symbol() {
        "" => plain(number),
        "°" => format!("{}°", plain(number)),
        symbol => format!("{} {symbol}", plain(number)),
    };
    match (min == f64::MIN_POSITIVE, min <= f64::MIN, max >= f64::MAX) {
        (true, _, true) => "greater than 0".to_owned(),
        (true, _, false) => format!("greater than 0 and at most {}", with_unit(max)),
        (_, true, true) => "that is finite".to_owned(),
        (_, true, false) => format!("of at most {}", with_unit(max)),
        (_, false, true) => format!("of at least {}", with_unit(min)),
        _ => format!("from {} to {}", plain(min), with_unit(max)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths() {
        for (text, metres) in [
            ("6 km", 6000.0),
            ("6km", 6000.0),
            (" 1_500 m ", 1500.0),
            ("35 cm", 0.35),
            ("5 mm", 0.005),
            ("-2.5e1 m", -25.0),
        ] {
            assert_eq!(length(text), Some(metres), "{text}");
        }
        for text in ["", "m", "km", "6", "6 miles", "inf m", "nan km", "1e999 m", "6 k m", "é m"] {
            assert_eq!(length(text), None, "{text}");
        }
    }

    #[test]
    fn numbers_in_words() {
        assert_eq!(plain(1e9), "1_000_000_000");
        assert_eq!(plain(-12_345.0), "-12_345");
        assert_eq!(plain(4033.0), "4033");
        assert_eq!(plain(0.25), "0.25");
        assert_eq!(plain(1e300), "1e300");
        assert_eq!(range(0.0, 1.0, Unit::None), "from 0 to 1");
        assert_eq!(range(-90.0, 90.0, Unit::Degrees), "from -90 to 90°");
        assert_eq!(range(f64::MIN_POSITIVE, 1e9, Unit::Metres), "greater than 0 and at most 1_000_000_000 m");
        assert_eq!(range(f64::NEG_INFINITY, f64::INFINITY, Unit::None), "that is finite");
        assert_eq!(range(2.0, f64::MAX, Unit::Metres), "of at least 2 m");
    }
}
