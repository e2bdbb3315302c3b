//! Rounds numbers for messages, and writes them.

/// A number rounded to eight significant digits, for messages. This removes the rounding errors in the last digits of an `f64`.
/// The relative error is at most 5·10⁻⁸, less than the error of rounding to single precision.
///
/// ```
/// assert_eq!(orogen_engine::digits::rounded(1717.499_999_999_999_8), 1717.5);
/// assert_eq!(orogen_engine::digits::rounded(1000.0 / 3.0), 333.333_33);
/// ```
pub fn rounded(number: f64) -> f64 {
    significant(number, 8)
}

/// A number rounded to `digits` significant digits; 0 digits count as 1.
pub fn significant(number: f64, digits: usize) -> f64 {
    format!("{number:.*e}", digits.saturating_sub(1)).parse().unwrap_or(number)
}

/// A number as a person or a recipe writes it, to eight digits.
///
/// ```
/// use orogen_engine::digits::plain;
///
/// assert_eq!([0.0, 0.5, 16384.0, 1e300, -1e-7].map(plain), ["0", "0.5", "16384", "1e300", "-1e-7"]);
/// assert_eq!(plain(1717.499_999_999_999_8), "1717.5");
/// ```
pub fn plain(number: f64) -> String {
    let number = rounded(number);
    if number != 0.0 && !(1e-3..1e6).contains(&number.abs()) {
        format!("{number:e}")
    } else {
        number.to_string()
    }
}
