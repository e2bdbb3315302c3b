//! Numbers as people read them and type them.

/// A number to eight significant digits: what a person reads, or types into a program, without the noise that doubles
/// have in their last digits. The error is at most 5·10⁻⁹ of the number, less than single precision leaves.
///
/// ```
/// assert_eq!(orogen::digits::rounded(1717.499_999_999_999_8), 1717.5);
/// assert_eq!(orogen::digits::rounded(1000.0 / 3.0), 333.333_33);
/// ```
pub fn rounded(number: f64) -> f64 {
    significant(number, 8)
}

/// A number to so many significant digits, at least one.
pub fn significant(number: f64, digits: usize) -> f64 {
    format!("{number:.*e}", digits.saturating_sub(1)).parse().unwrap_or(number)
}
