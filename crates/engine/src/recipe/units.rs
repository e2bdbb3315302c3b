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

/// Metres of a length that is written outside of a recipe: a number with a unit, or a bare number of metres.
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

/// A number in a string. Underscores are allowed; words such as `inf` are not.
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
