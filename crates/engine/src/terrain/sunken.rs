//! Lowers the surface of an erosion's water where strokes lower dry ground.
//!
//! On dry land, an erosion puts the surface of its water little below the ground, so any stroke that lowers the ground by a
//! metre would uncover water there, also on slopes. But such land is dry because its water runs off, and it still does after
//! the stroke. So the surface sinks with dry ground. Rivers and lakes keep their level.

use orogen_noise::interval::Interval;

use crate::cpu::Number;
use crate::nodes::erosion;
use crate::recipe::Recipe;

/// Ground this number of metres above the surface of the water, or more, is dry whatever its depth below a stroke. Below that,
/// the ground is the shore of a river or lake, and fills the more, the lower it is.
const SHORE: f64 = 1.0;

/// Which further fields of a terrain are the water of an erosion, and their metres.
#[derive(Clone, Debug, Default)]
pub(super) struct Sunken {
    planes: Vec<usize>,
    scale: f64,
    offset: f64,
}

impl Sunken {
    /// The water among the further fields of a recipe's terrain. Strokes do not move any other surface that a recipe gives,
    /// such as a number: there is water wherever such a surface is above the ground.
    pub(super) fn of(recipe: &Recipe, others: &[&str]) -> Self {
        let Some(water) = &recipe.water else { return Self::default() };
        let output = recipe.fields.get(&water.field).and_then(|field| field.output.as_ref());
        let is_eroded =
            output.is_some_and(|output| output.name == erosion::WATER) && recipe.height.scale != 0.0;
        let is_water = |plane: &usize| is_eroded && others[*plane] == water.field;
        let planes = (0..others.len()).filter(is_water).collect();
        Self { planes, scale: recipe.height.scale, offset: recipe.height.offset }
    }

    /// Widens the intervals of the further fields by as much as an overlay can lower them. `before` and `after` are the
    /// intervals of the heights below the overlay and with it.
    pub(super) fn widen(&self, before: Interval, after: Interval, others: &mut [Interval]) {
        let deepest = before.max - after.min;
        for &plane in &self.planes {
            let lowered = others[plane].shifted(-deepest / self.scale);
            others[plane] = others[plane].hull(lowered.min).hull(lowered.max);
        }
    }

    /// A copy of the heights for [`sink`](Self::sink); empty if there is no water.
    pub(super) fn ground<S: Number>(&self, height: &[S]) -> Vec<S> {
        if self.planes.is_empty() { Vec::new() } else { height.to_vec() }
    }

    /// Lowers the water with the ground, from the heights before an overlay to those after it. Fields without samples stay.
    pub(super) fn sink<S: Number>(&self, before: &[S], after: &[S], others: &mut [Vec<S>]) {
        for &plane in &self.planes {
            for (field, (before, after)) in others[plane].iter_mut().zip(before.iter().zip(after)) {
                let [before, dug] = [before.to_f64(), before.to_f64() - after.to_f64()];
                let above = before - (field.to_f64() * self.scale + self.offset);
                if dug > 0.0 && above > 0.0 {
                    let share = (above / SHORE).min(1.0);
                    let share = share * share * (3.0 - 2.0 * share);
                    *field = S::from_f64(field.to_f64() - share * dug / self.scale);
                }
            }
        }
    }
}
