//! What could be had better.

use orogen_files::HeightMapping;

/// The share of the 16-bit values below which it is worth a word that heights use no more.
const LITTLE: f64 = 0.25;

/// A line about heights that use little of the 16 bits, given what these mean and what `--fit` would let them mean.
pub(super) fn of_fit(mapping: HeightMapping, fitted: HeightMapping) -> Option<String> {
    let share = fitted.metres_per_step() / mapping.metres_per_step();
    (share < LITTLE).then(|| {
        let percent = if share < 0.01 { "less than 1".to_owned() } else { format!("{:.0}", 100.0 * share) };
        format!(
            "the heights use {percent} % of the 16-bit values: --fit spreads these over the heights that are there, and \
             other regions and seeds of the recipe then have steps of their own"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quarter_is_enough() {
        let mapping = |min, max| HeightMapping::new(min, max).unwrap();
        let told = |min, max| of_fit(mapping(0.0, 1_000.0), mapping(min, max));
        assert_eq!(told(400.0, 650.0), None);
        assert!(told(400.0, 640.0).unwrap().contains("use 24 % of"));
        assert!(told(400.0, 400.1).unwrap().contains("less than 1 % of"));
    }
}
