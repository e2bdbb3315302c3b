//! What could be had better.

use orogen_files::HeightMapping;
use orogen_files::mesh::gltf::quantum;

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

/// The share of the distance between samples above which steps of a mesh show. Where single precision allows it, they are less.
const COARSE: f64 = 1.0 / 32.0;

/// A line about a `.glb` whose steps are coarse for samples so many metres apart, as the recipe can have such heights.
pub(super) fn of_steps(spacing: f64, [lowest, highest]: [f64; 2]) -> Option<String> {
    let step = quantum(spacing, [lowest, highest])?;
    (step > COARSE * spacing).then(|| {
        format!(
            "places in the .glb are whole steps of {step} m, {:.0} % of the distance between samples: single precision has none \
             finer beside heights up to {:.0} m, which the recipe can have; an .obj (--format obj) has the heights themselves",
            100.0 * step / spacing,
            lowest.abs().max(highest.abs())
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

    #[test]
    fn steps_of_a_mesh_are_told_where_they_show() {
        assert_eq!(of_steps(1.0, [-5_000.0, 9_000.0]), None);
        assert_eq!(of_steps(0.04, [-5_000.0, 9_000.0]), None);
        let told = of_steps(0.01, [-5_000.0, 9_000.0]).unwrap();
        assert!(told.contains("steps of 0.0009765625 m, 10 % of") && told.contains("up to 9000 m"), "{told}");
        assert_eq!(of_steps(0.01, [-5.0, 9.0]), None);
    }
}
