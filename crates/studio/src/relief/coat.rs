//! What the samples of a relief look like: how much each throws back of red, green and blue light.

use orogen::covering::Covering;
use orogen::raster::Band;
use orogen::recipe::Material;
use rayon::prelude::*;

use super::{Relief, mixed};

/// What the samples of a relief look like.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Coat {
    materials: Vec<Material>,
    /// The fields that these look at, in the order of the samples.
    others: Vec<Vec<f32>>,
    light: Vec<[f32; 3]>,
}

impl Coat {
    /// Of materials on a relief; of planets, with what lies around them.
    pub(super) fn new(materials: Vec<Material>, others: Vec<Vec<f32>>, relief: &Relief) -> Self {
        let light = vec![[0.0; 3]; relief.heights.len()];
        let mut coat = Self { materials, others, light };
        coat.lay(relief, [0; 2], [relief.columns, relief.rows]);
        coat
    }

    /// Follows heights that have changed: so many columns and rows from a first one, and what is beside these. Where a palette's
    /// materials go by the highest and the lowest ground, these may have changed, too: then all is laid anew.
    pub(super) fn follow(
        &mut self,
        materials: Vec<Material>,
        relief: &Relief,
        first: [usize; 2],
        size: [usize; 2],
    ) {
        if materials == self.materials {
            self.lay(relief, first, size);
        } else {
            *self = Self::new(materials, std::mem::take(&mut self.others), relief);
        }
    }

    fn lay(&mut self, relief: &Relief, first: [usize; 2], size: [usize; 2]) {
        let covering = Covering::new(&self.materials);
        let all = [relief.columns, relief.rows];
        let [columns, rows] =
            [0, 1].map(|axis| first[axis].saturating_sub(1)..(first[axis] + size[axis] + 1).min(all[axis]));
        let others = &self.others;
        let lines = self.light.par_chunks_exact_mut(relief.columns).enumerate();
        lines.filter(|(row, _)| rows.contains(row)).for_each(|(row, light)| {
            let band = band(relief, row, others);
            let mut weights = vec![0.0; covering.materials().len()];
            for column in columns.clone() {
                covering.weights(&band, column, &mut weights);
                light[column] = covering.light(&weights);
            }
        });
    }

    /// What is between four samples, and how far between them.
    pub(super) fn at(&self, (corners, shares): ([usize; 4], [f64; 2])) -> [f32; 3] {
        std::array::from_fn(|k| mixed(corners.map(|at| self.light[at][k].into()), shares) as f32)
    }
}

/// A row of a relief as materials look at it, by differences of its samples.
fn band(relief: &Relief, row: usize, others: &[Vec<f32>]) -> Band {
    let (columns, last) = (relief.columns, relief.columns - 1);
    let (above, below) = (row.saturating_sub(1), (row + 1).min(relief.rows - 1));
    let height = |row: usize, column: usize| relief.heights[row * columns + column];
    // Around a planet, columns are the nearer the further they are from the equator.
    let step = relief.detail() as f32;
    let narrow = match relief.sphere {
        Some(_) => libm::cosf((90.0 - row as f32 * relief.spacing as f32).to_radians()).max(0.02),
        None => 1.0,
    };
    let mut band = Band { columns, ..Band::default() };
    for column in 0..columns {
        let (west, east) = match relief.sphere {
            Some(_) => ((column + last) % columns, (column + 1) % columns),
            None => (column.saturating_sub(1), (column + 1).min(last)),
        };
        let here = height(row, column);
        let [left, right, up, down] =
            [height(row, west), height(row, east), height(above, column), height(below, column)];
        band.height.push(here);
        let apart = if relief.sphere.is_some() { 2 } else { east - west };
        band.dx.push((right - left) / (apart as f32 * step * narrow));
        band.dy.push((down - up) / ((below - above) as f32 * step));
        // As painters have it, planets' materials are laid on level ground.
        let bend = (right + left - 2.0 * here) + (down + up - 2.0 * here);
        band.curvature.push(if relief.sphere.is_some() { 0.0 } else { bend / (step * step) });
    }
    let samples = row * columns..(row + 1) * columns;
    band.others = others.iter().map(|other| other[samples.clone()].to_vec()).collect();
    band
}
