//! Reads numbers from the command line and formats numbers for messages.

use std::ops::RangeInclusive;

use orogen_engine::digits::rounded;
use orogen_engine::recipe::seed_of_text;

/// Parses a whole number in a range.
pub(crate) fn whole(range: RangeInclusive<i64>) -> impl Fn(&str) -> Result<i64, String> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| format!("give a whole number from {} to {}", range.start(), range.end()))
    }
}

/// Parses a distance: metres, greater than 0.
pub(crate) fn metres(text: &str) -> Result<f64, String> {
    positive(text).map_err(|_| "give metres, a number greater than 0".to_owned())
}

/// Parses a number greater than 0.
pub(crate) fn positive(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite() && *number > 0.0);
    number.ok_or_else(|| "give a number greater than 0".to_owned())
}

/// Parses a seed as it is written in a recipe.
pub(crate) fn seed(text: &str) -> Result<u64, String> {
    seed_of_text(text)
        .ok_or_else(|| format!("give a whole number from 0 to {}, decimal or hexadecimal (0x9e37)", u64::MAX))
}

/// Formats a number as a person or a recipe writes it, to eight digits: `0.5`, `16384`, `1e300`.
pub(crate) fn plain(number: f64) -> String {
    let number = rounded(number);
    if number != 0.0 && !(1e-3..1e6).contains(&number.abs()) {
        format!("{number:e}")
    } else {
        number.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_are_read_in_their_range() {
        let read = whole(2..=64);
        assert_eq!((read("2"), read("64")), (Ok(2), Ok(64)));
        for wrong in ["1", "65", "-2", "1.5", "abc", "", "0x10", "99999999999999999999"] {
            assert_eq!(read(wrong), Err("give a whole number from 2 to 64".to_owned()));
        }
    }

    #[test]
    fn seeds_are_read_as_recipes_read_them() {
        assert_eq!(seed("0x9e37"), Ok(0x9e37));
        assert_eq!(seed("18_446_744_073_709_551_615"), Ok(u64::MAX));
        assert_eq!(seed("0xffffffffffffffff"), Ok(u64::MAX));
        for wrong in ["-1", "+1", "1.5", "abc", "", "0x", "18446744073709551616"] {
            assert!(seed(wrong).unwrap_err().contains("from 0 to 18446744073709551615"), "{wrong}");
        }
    }

    #[test]
    fn numbers_are_as_short_as_people_write_them() {
        assert_eq!([0.0, 0.5, 16384.0, 1e300, -1e-7].map(plain), ["0", "0.5", "16384", "1e300", "-1e-7"]);
        assert_eq!(plain(1_717.499_999_999_999_8), "1717.5");
    }
}
