//! Lowers the surface of an erosion's water where strokes lower dry ground.
//!
//! On dry land, an erosion puts the surface of its water little below the ground, so any stroke that lowers the ground by a
//! metre would uncover water there, also on slopes. But such land is dry because its water runs off, and it still does after
//! the stroke. So the surface sinks with dry ground. Rivers and lakes keep their level.

use orogen_erosion::DRY;
use orogen_noise::interval::Interval;

use super::water::eroded;
use crate::cpu::Number;
use crate::recipe::Recipe;

/// A shore is ground that is less than this share of [`DRY`] above the surface of the water. Between the cells of the erosion,
/// dry ground may be a little less than `DRY` above it.
const SHORE: f64 = 0.5;

/// Which further fields of a terrain are the water of an erosion, and their metres.
#[derive(Clone, Debug, Default)]
pub(super) struct Sunken {
    planes: Vec<usize>,
    /// Metres per unit of the field.
    scale: f64,
    /// Metres where the field is 0.
    offset: f64,
    /// Ground this number of metres above the surface, or more, stays dry. Lower ground is a shore: the lower it is, the more of
    /// the depth of a stroke fills with water.
    shore: f64,
}

impl Sunken {
    /// The water among the further fields of a recipe's terrain. Strokes do not move any other surface that a recipe gives,
    /// such as a number: there is water wherever such a surface is above the ground.
    pub(super) fn of(recipe: &Recipe, others: &[&str]) -> Self {
        let [scale, offset] = [recipe.height.scale, recipe.height.offset];
        let Some(field) = eroded(recipe).filter(|_| scale != 0.0) else { return Self::default() };
        let planes = (0..others.len()).filter(|&plane| others[plane] == field.name).collect();
        // The erosion's metres, as metres of the terrain.
        let ratio = (scale / field.args.number("scale")).abs();
        Self { planes, scale, offset, shore: SHORE * f64::from(DRY) * ratio }
    }

    /// Widens the intervals of the further fields by as much as an overlay can lower them. `before` and `after` are the
    /// intervals of the heights below the overlay and with it. How deep the deepest stroke is, is not known, so the result is
    /// wide.
    pub(super) fn widen(&self, before: Interval, after: Interval, others: &mut [Interval]) {
        let deepest = before.max - after.min;
        for &plane in &self.planes {
            let lowered = others[plane].shifted(-deepest / self.scale);
            others[plane] = others[plane].hull(lowered.min).hull(lowered.max);
        }
    }

    /// A copy of the heights for [`sink`](Self::sink); empty if there are no samples of water.
    pub(super) fn ground<S: Number>(&self, height: &[S], others: &[Vec<S>]) -> Vec<S> {
        if self.planes.iter().all(|&plane| others[plane].is_empty()) { Vec::new() } else { height.to_vec() }
    }

    /// Lowers the water with the ground, from the heights before an overlay to those after it. Fields without samples stay.
    pub(super) fn sink<S: Number>(&self, before: &[S], after: &[S], others: &mut [Vec<S>]) {
        for &plane in &self.planes {
            for (field, (before, after)) in others[plane].iter_mut().zip(before.iter().zip(after)) {
                let [before, dug] = [before.to_f64(), before.to_f64() - after.to_f64()];
                let above = before - (field.to_f64() * self.scale + self.offset);
                if dug > 0.0 && above > 0.0 {
                    let share = (above / self.shore).min(1.0);
                    let share = share * share * (3.0 - 2.0 * share);
                    *field = S::from_f64(field.to_f64() - share * dug / self.scale);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The depth of water, in metres, at ground that was `above` metres above the surface, and that a stroke lowered by `dug`.
    fn depth(scale: f64, above: f64, dug: f64) -> f64 {
        let water = Sunken { planes: vec![0], scale, offset: 7.0, shore: 0.5 };
        let before = 7.0 + 3.0 * scale + above;
        let mut others = [vec![3.0]];
        water.sink(&[before], &[before - dug], &mut others);
        others[0][0] * scale + 7.0 - (before - dug)
    }

    #[test]
    fn the_surface_sinks_smoothly_from_shores_to_dry_ground() {
        for scale in [900.0, -900.0] {
            let depths = [-5.0, 0.0, 0.005, 0.25, 0.495, 0.5, 40.0].map(|above| depth(scale, above, 60.0));
            let expected = [65.0, 60.0, 59.98, 29.75, -0.477, -0.5, -40.0];
            for (depth, expected) in depths.into_iter().zip(expected) {
                assert!((depth - expected).abs() < 0.02, "{depth} m, not {expected} m");
            }
            // Ground that a stroke raises leaves the water where it is.
            assert!((depth(scale, 0.25, -10.0) + 10.25).abs() < 1e-9);
        }
        assert!(depth(900.0, f64::NAN, 60.0).is_nan());
    }

    #[test]
    fn intervals_include_what_has_sunk() {
        let [before, after] = [Interval::new(0.0, 100.0), Interval::new(-50.0, 100.0)];
        for scale in [10.0, -10.0] {
            let water = Sunken { planes: vec![1], scale, offset: 0.0, shore: 0.5 };
            let mut others = [Interval::new(0.0, 1.0); 2];
            water.widen(before, after, &mut others);
            assert_eq!(others[0], Interval::new(0.0, 1.0));
            // By at most 150 m.
            let wide = if scale > 0.0 { Interval::new(-15.0, 1.0) } else { Interval::new(0.0, 16.0) };
            assert_eq!(others[1], wide);
        }
    }

    #[test]
    fn rows_without_water_are_not_copied() {
        let water = Sunken { planes: vec![0], scale: 1.0, offset: 0.0, shore: 0.5 };
        assert_eq!(water.ground(&[1.0_f32], &[vec![]]), []);
        assert_eq!(water.ground(&[1.0_f32], &[vec![2.0]]), [1.0]);
    }
}
