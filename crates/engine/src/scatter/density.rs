//! The density of a kind at points: the product of its rules.

use orogen_noise::level::Level;

use crate::covering::{Covering, PER_KILOMETRE, degrees, share};
use crate::patch::PatchSamples;
use crate::raster::Band;
use crate::recipe::{Recipe, Rules};
use crate::terrain::Terrain;
use crate::water::WaterSurface;

/// All that rules read.
#[derive(Clone, Debug)]
pub(super) struct Densities {
    /// The terrain with the [fields of scattered kinds](Recipe::scatter_fields).
    terrain: Terrain,
    /// Metres between the samples whose slopes give the curvature.
    spacing: f64,
    covering: Covering,
    /// For each kind, the indices of its materials.
    materials: Vec<Vec<usize>>,
    /// For each kind, the index of its first field among the terrain's further fields.
    noises: Vec<usize>,
    water: Option<WaterSurface>,
}

impl Densities {
    pub(super) fn new(recipe: &Recipe, terrain: Terrain, spacing: f64) -> Self {
        let covering = Covering::new(&recipe.materials);
        let index = |name: &String| recipe.materials.iter().position(|material| material.name == *name);
        let materials =
            recipe.scatter.iter().map(|kind| kind.rules.materials.iter().filter_map(index).collect());
        let mut next = covering.others();
        let noises = recipe.scatter.iter().map(|kind| {
            next += kind.rules.noises.len();
            next - kind.rules.noises.len()
        });
        let noises = noises.collect();
        let water = WaterSurface::last_of_scatter(recipe);
        Self { terrain, spacing, materials: materials.collect(), noises, covering, water }
    }

    /// The ground at positions, and the density of a kind there.
    pub(super) fn of(
        &self,
        rules: &Rules,
        kind: usize,
        level: Level,
        positions: &[[f64; 2]],
    ) -> (PatchSamples<f32>, Vec<f32>) {
        let relief = self.terrain.scattered(level, positions);
        let is_curved =
            rules.curvature.is_some() || !self.materials[kind].is_empty() && self.covering.needs_curvature();
        let PatchSamples { height, slopes: [dx, dy, _], others } = relief.clone();
        let curvature = if is_curved { self.curvature(level, positions) } else { Vec::new() };
        let band = Band { columns: positions.len(), height, dx, dy, curvature, others, ..Band::default() };
        let mut weights = vec![0.0; self.covering.materials().len()];
        let densities =
            (0..positions.len()).map(|at| self.at(rules, kind, &band, at, &mut weights)).collect();
        (relief, densities)
    }

    /// The density of a kind at a sample of a band.
    fn at(&self, rules: &Rules, kind: usize, band: &Band, at: usize, weights: &mut [f32]) -> f32 {
        if !rules.under_water && self.is_under_water(band, at) {
            return 0.0;
        }
        let mut density = share(rules.height, band.height[at]);
        if density > 0.0 && rules.slope.is_some() {
            density *= share(rules.slope, degrees(band.dx[at], band.dy[at]));
        }
        if density > 0.0 && rules.curvature.is_some() {
            density *= share(rules.curvature, PER_KILOMETRE * band.curvature[at]);
        }
        for (noise, other) in rules.noises.iter().zip(&band.others[self.noises[kind]..]) {
            density *= share(Some(noise.reach), other[at]);
        }
        if density > 0.0 && !self.materials[kind].is_empty() {
            self.covering.weights(band, at, weights);
            density *= self.materials[kind].iter().map(|&material| weights[material]).sum::<f32>();
        }
        density
    }

    fn is_under_water(&self, band: &Band, at: usize) -> bool {
        let in_sea = self.terrain.sea_level().is_some_and(|level| f64::from(band.height[at]) < level);
        in_sea || self.water.is_some_and(|water| water.depth(band, at) > 0.0)
    }

    /// The curvature at positions in 1/m, from differences of slopes, as in [`Band::curvature`].
    fn curvature(&self, level: Level, positions: &[[f64; 2]]) -> Vec<f32> {
        let slopes = |axis: usize, by: f64| {
            let moved = |&position: &[f64; 2]| {
                let mut moved = position;
                moved[axis] += by * self.spacing;
                moved
            };
            let moved: Vec<_> = positions.iter().map(moved).collect();
            let [dx, dy, _] = self.terrain.scattered(level, &moved).slopes;
            [dx, dy][axis].clone()
        };
        let per_metre = (0.5 / self.spacing) as f32;
        let [left, right, above, below] = [slopes(0, -1.0), slopes(0, 1.0), slopes(1, -1.0), slopes(1, 1.0)];
        let at = |at: usize| per_metre * (right[at] - left[at] + (below[at] - above[at]));
        (0..positions.len()).map(at).collect()
    }
}
