//! Hints about better options.

use orogen_engine::recipe::is_flat;
use orogen_files::HeightMapping;

use crate::numbers::plain;

/// A hint is shown if the heights use less than this share of the 16-bit range.
const SMALL_SHARE: f64 = 0.25;

/// A hint for heights that use a small part of the 16-bit range, given the current mapping and that of `--fit`.
pub(super) fn of_fit(mapping: HeightMapping, fitted: HeightMapping) -> Option<String> {
    let share = fitted.metres_per_step() / mapping.metres_per_step();
    (share < SMALL_SHARE).then(|| {
        let percent = if share < 0.01 { "less than 1".to_owned() } else { format!("{:.0}", 100.0 * share) };
        format!(
            "the heights use {percent} % of the 16-bit range: --fit maps the whole range to these heights, but other \
             regions and seeds of the recipe then get a different mapping"
        )
    })
}

/// A hint for heights that are so flat that a scale is probably missing. `side` is the side of the terrain in metres.
pub(super) fn of_flat([lowest, highest]: [f64; 2], side: f64) -> Option<String> {
    let height = highest - lowest;
    is_flat(height, side).then(|| {
        format!(
            "the heights span {} m over {} m, which is flat: set `scale` in [height] to the height in metres where the \
             field is 1; landforms such as gullies also have a `scale`, for the fields that they read",
            plain(height),
            plain(side)
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quarter_of_the_range_is_enough() {
        let mapping = |min, max| HeightMapping::new(min, max).unwrap();
        let hint = |min, max| of_fit(mapping(0.0, 1_000.0), mapping(min, max));
        assert_eq!(hint(400.0, 650.0), None);
        assert!(hint(400.0, 640.0).unwrap().contains("use 24 % of"));
        assert!(hint(400.0, 400.1).unwrap().contains("less than 1 % of"));
    }

    #[test]
    fn flat_heights_give_a_hint() {
        assert!(of_flat([-0.3, 0.5], 8_000.0).unwrap().contains("span 0.8 m over 8000 m"));
        assert_eq!(of_flat([0.0, 0.0], 8_000.0), None);
        assert_eq!(of_flat([0.0, 2.5], 8_000.0), None);
        assert_eq!(of_flat([0.0, 0.8], 100.0), None);
    }
}
