//! Reads numbers from the command line and formats numbers for messages.

use std::ops::RangeInclusive;

pub(crate) use orogen_engine::digits::plain;
use orogen_engine::recipe::{length_of_text, seed_of_text};

/// Parses a whole number in a range.
pub(crate) fn whole(range: RangeInclusive<i64>) -> impl Fn(&str) -> Result<i64, String> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| format!("give a whole number from {} to {}", range.start(), range.end()))
    }
}

/// Parses a count: a whole number, or thousands or millions as in `200k` and `1.5M`.
pub(crate) fn count(text: &str) -> Result<u64, String> {
    let (number, unit) = match text.chars().last() {
        Some('k' | 'K') => (&text[..text.len() - 1], 1e3),
        Some('m' | 'M') => (&text[..text.len() - 1], 1e6),
        _ => (text, 1.0),
    };
    let count = number.parse().ok().map(|number: f64| number * unit);
    let is_whole = |count: &f64| (1.0..=1e15).contains(count) && count.fract() == 0.0;
    let count = count.filter(is_whole).map(|count| count as u64);
    count.ok_or_else(|| "give a whole number of 1 or more: 50000, 200k or 1.5M".to_owned())
}

/// Parses a distance: metres, greater than 0.
pub(crate) fn metres(text: &str) -> Result<f64, String> {
    positive(text).map_err(|_| "give metres, a number greater than 0".to_owned())
}

/// Parses two numbers.
pub(crate) fn pair(text: &str) -> Result<[f64; 2], String> {
    let number = |text: &str| text.trim().parse().ok().filter(|number: &f64| number.is_finite());
    let pair = text.split_once(',').and_then(|(a, b)| Some([number(a)?, number(b)?]));
    pair.ok_or_else(|| "give two numbers separated by a comma: 46.5,8.1".to_owned())
}

/// Parses west, south, east and north in degrees.
#[cfg(feature = "serve")]
pub(crate) fn bounds(text: &str) -> Result<[f64; 4], String> {
    let numbers: Result<Vec<f64>, _> = text.split(',').map(|number| number.trim().parse()).collect();
    let bounds = numbers.ok().and_then(|numbers| <[f64; 4]>::try_from(numbers).ok());
    bounds.ok_or_else(|| "give four numbers separated by commas: 8.0,46.4,8.2,46.6".to_owned())
}

/// Parses zoom levels: the first and the last.
#[cfg(feature = "serve")]
pub(crate) fn zooms(text: &str) -> Result<RangeInclusive<u8>, String> {
    let levels =
        text.split_once("..").and_then(|(first, last)| Some(first.parse().ok()?..=last.parse().ok()?));
    levels.ok_or_else(|| "give the first and the last zoom level: 0..12".to_owned())
}

/// Parses a size in bytes, as [`size`] writes it: `300kB`, `64MB`, `1.5 GB`.
#[cfg(feature = "serve")]
pub(crate) fn bytes(text: &str) -> Result<u64, String> {
    let units = [("kB", 1e3), ("MB", 1e6), ("GB", 1e9)];
    let split = units.iter().find_map(|(name, unit)| Some((text.strip_suffix(name)?, unit)));
    let bytes = split.and_then(|(number, unit)| Some(number.trim().parse::<f64>().ok()? * unit));
    let bytes = bytes.filter(|bytes| (0.0..=1e15).contains(bytes)).map(|bytes| bytes as u64);
    bytes.ok_or_else(|| "give a size with its unit, kB, MB or GB: 256MB".to_owned())
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

/// Parses a value for a parameter: `name=0.5`, `name=2km`.
pub(crate) fn setting(text: &str) -> Result<(String, f64), String> {
    let (name, value) = text.split_once('=').ok_or("write NAME=VALUE, as in height=0.5 or size=2km")?;
    let value = length_of_text(value.trim()).ok_or("the value is a number, or a length such as 2km")?;
    Ok((name.trim().to_owned(), value))
}

/// Formats a size in the largest unit of which it has at least one: `31.1 GB`, `4.0 MB`, `0.3 kB`.
pub(crate) fn size(bytes: u64) -> String {
    let (unit, name) = match bytes {
        1_000_000_000.. => (1e9, "GB"),
        1_000_000.. => (1e6, "MB"),
        _ => (1e3, "kB"),
    };
    format!("{:.1} {name}", bytes as f64 / unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_the_largest_unit() {
        let sizes = [300, 999_940, 1_000_000, 999_900_000, 1_000_000_000, 31_100_000_000].map(size);
        assert_eq!(sizes, ["0.3 kB", "999.9 kB", "1.0 MB", "999.9 MB", "1.0 GB", "31.1 GB"]);
    }

    #[cfg(feature = "serve")]
    #[test]
    fn sizes_have_a_unit() {
        assert_eq!(["0kB", "300kB", "1.5 GB"].map(bytes), [Ok(0), Ok(300_000), Ok(1_500_000_000)]);
        for wrong in ["", "256", "MB", "-1MB", "1TB", "nankB", "9e99GB"] {
            assert!(bytes(wrong).is_err(), "{wrong}");
        }
    }

    #[cfg(feature = "serve")]
    #[test]
    fn bounds_are_four_numbers_and_zooms_two() {
        assert_eq!(bounds("-8,46.4, 8.2,46.6"), Ok([-8.0, 46.4, 8.2, 46.6]));
        assert_eq!(zooms("0..12"), Ok(0..=12));
        assert!(["", "1,2,3", "1,2,3,4,5", "a,2,3,4"].into_iter().all(|text| bounds(text).is_err()));
        assert!(
            ["", "5", "1..", "..3", "-1..3", "0..300", "0..=3"].into_iter().all(|text| zooms(text).is_err())
        );
    }

    #[test]
    fn settings_are_a_name_and_a_number() {
        assert_eq!(setting("height=-0.5"), Ok(("height".to_owned(), -0.5)));
        assert_eq!(setting(" size = 2 km"), Ok(("size".to_owned(), 2000.0)));
        for wrong in ["height", "height=", "height=far", "height=inf"] {
            assert!(setting(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn whole_numbers_are_read_in_their_range() {
        let read = whole(2..=64);
        assert_eq!((read("2"), read("64")), (Ok(2), Ok(64)));
        for wrong in ["1", "65", "-2", "1.5", "abc", "", "0x10", "99999999999999999999"] {
            assert_eq!(read(wrong), Err("give a whole number from 2 to 64".to_owned()));
        }
    }

    #[test]
    fn counts_may_be_thousands_or_millions() {
        let counts = ["1", "50000", "200k", "1.5M", "2.0K", "3m"].map(|text| count(text).unwrap());
        assert_eq!(counts, [1, 50_000, 200_000, 1_500_000, 2_000, 3_000_000]);
        for wrong in ["0", "-1", "k", "", "1.5", "0.1k0", "1.0001k", "inf", "nan", "9e99", "1e3M\u{e9}"] {
            assert!(count(wrong).is_err(), "{wrong}");
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
}
