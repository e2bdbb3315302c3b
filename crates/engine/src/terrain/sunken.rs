//! Lowers the water of an erosion where strokes lower the ground.
//!
//! A river follows its bed, so its surface sinks with the ground. Dry land is dry because its water runs off, and it still does
//! after a stroke. On such land, an erosion puts the surface of its water little below the ground, so this surface sinks with the
//! ground, too. A lake is different: a stroke makes it deeper and keeps its level, unless the stroke lowers its outlet. Then the
//! whole lake falls with the outlet. Where a stroke digs on from a lake, the lake backs up water into the lower ground.

use std::sync::Arc;

use orogen_erosion::DRY;
use orogen_noise::interval::Interval;

use super::lake::{BACKWATER, Lake};
use super::water::{eroded, lakes};
use crate::bounds::Bounds;
use crate::cpu::Number;
use crate::recipe::Recipe;
use crate::solved::SolvedFields;

/// The water of an erosion, and which further fields of a terrain are its surface.
#[derive(Clone, Debug, Default)]
pub(super) struct ErodedWater {
    planes: Vec<usize>,
    /// Metres per unit of the field.
    scale: f64,
    /// Metres where the field is 0.
    offset: f64,
    /// [`DRY`] in metres of the terrain.
    dry: f64,
    lakes: Vec<Lake>,
}

impl ErodedWater {
    /// The water among the further fields of a recipe's terrain. Strokes do not move any other surface that a recipe gives,
    /// such as a number: there is water wherever such a surface is above the ground.
    pub(super) fn of(recipe: &Recipe, others: &[&str], solved: &SolvedFields) -> Self {
        let [scale, offset] = [recipe.height.scale, recipe.height.offset];
        let Some(field) = eroded(recipe).filter(|_| scale != 0.0) else { return Self::default() };
        let planes: Vec<_> = (0..others.len()).filter(|&plane| others[plane] == field.name).collect();
        if planes.is_empty() {
            return Self::default();
        }
        let solution = &solved[field.solution()];
        let cell = solution.grid().spacing;
        let lakes = lakes(recipe, field, solution).iter().map(|lake| Lake::new(lake, cell)).collect();
        // The erosion's metres, as metres of the terrain.
        let ratio = (scale / field.args.number("scale")).abs();
        Self { planes, scale, offset, dry: f64::from(DRY) * ratio, lakes }
    }

    /// The outlets of the lakes.
    pub(super) fn outlets(&self) -> impl Iterator<Item = [f64; 2]> {
        self.lakes.iter().map(|lake| lake.outlet)
    }

    /// A box that contains all water that may differ if the ground differs in the box `changed`.
    pub(super) fn changed(&self, changed: Bounds) -> Bounds {
        let is_changed = |lake: &&Lake| changed.meets(&Bounds::NONE.with(&lake.outlet));
        let around = |lake: &Lake| lake.bounds.widened(BACKWATER);
        self.lakes.iter().filter(is_changed).fold(changed, |changed, lake| changed.hull(&around(lake)))
    }
}

/// The water of an erosion under an overlay.
#[derive(Clone, Debug)]
pub(super) struct Sunken {
    water: Arc<ErodedWater>,
    /// By how many metres each lake falls.
    falls: Vec<f64>,
    has_fallen: bool,
}

impl Sunken {
    /// Water whose lakes fall by these numbers of metres.
    pub(super) fn new(water: Arc<ErodedWater>, falls: Vec<f64>) -> Self {
        let has_fallen = falls.iter().any(|&fall| fall > 0.0);
        Self { water, falls, has_fallen }
    }

    /// Widens the intervals of the further fields by as much as an overlay can lower them. `before` and `after` are the
    /// intervals of the heights below the overlay and with it. How deep the deepest stroke is, is not known, so the result is
    /// wide.
    pub(super) fn widen(&self, before: Interval, after: Interval, others: &mut [Interval]) {
        let deepest = before.max - after.min;
        for &plane in &self.water.planes {
            let lowered = others[plane].shifted(-deepest / self.water.scale);
            others[plane] = others[plane].hull(lowered.min).hull(lowered.max);
        }
    }

    /// A copy of the heights for [`sink`](Self::sink); empty if there are no samples of water.
    pub(super) fn ground<S: Number>(&self, height: &[S], others: &[Vec<S>]) -> Vec<S> {
        if self.water.planes.iter().all(|&plane| others[plane].is_empty()) {
            Vec::new()
        } else {
            height.to_vec()
        }
    }

    /// Lowers the water with the ground, from the heights before an overlay to those after it. `place` is the position of a
    /// sample. Fields without samples stay.
    pub(super) fn sink<S: Number>(
        &self,
        [before, after]: [&[S]; 2],
        others: &mut [Vec<S>],
        place: impl Fn(usize) -> [f64; 2],
    ) {
        let ErodedWater { ref planes, scale, offset, .. } = *self.water;
        for &plane in planes {
            for (at, field) in others[plane].iter_mut().enumerate() {
                let ground = [before[at], after[at]].map(S::to_f64);
                let sunk = self.sunk(|| place(at), field.to_f64() * scale + offset, ground);
                if sunk > 0.0 {
                    *field = S::from_f64(field.to_f64() - sunk / scale);
                }
            }
        }
    }

    /// By how many metres the surface of water at a place sinks. The ground there was at `before` and is at `after`.
    pub(super) fn sunk(
        &self,
        place: impl FnOnce() -> [f64; 2],
        surface: f64,
        [before, after]: [f64; 2],
    ) -> f64 {
        let dug = (before - after).max(0.0);
        if dug == 0.0 && !self.has_fallen {
            return 0.0;
        }
        let (place, dry) = (place(), self.water.dry);
        let lakes = self.water.lakes.iter().zip(&self.falls);
        let shares = lakes.map(|(lake, fall)| (lake.share(place, surface, dry), *fall));
        let (share, fall) = shares.max_by(|one, other| one.0.total_cmp(&other.0)).unwrap_or_default();
        let sunk = dug + share * (fall - dug);
        if dug == 0.0 {
            return sunk;
        }
        let lakes = self.water.lakes.iter().zip(&self.falls);
        let backed_up = lakes.map(|(lake, fall)| lake.backwater(place, [before.max(surface), after], *fall));
        sunk.min(surface - backed_up.fold(f64::NEG_INFINITY, f64::max))
    }

    /// By how many metres each lake falls.
    pub(super) fn falls(&self) -> &[f64] {
        &self.falls
    }
}
