//! What the samples of a relief look like: how much each throws back of red, green and blue light.

use std::sync::Arc;

use orogen::covering::Covering;
use orogen::raster::Band;
use orogen::recipe::Material;
use rayon::prelude::*;

use super::{Relief, mixed};

/// What the samples of a relief look like.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Coat {
    materials: Vec<Material>,
    /// The fields that these look at, in the order of the samples. Strokes do not change them.
    others: Arc<Vec<Vec<f32>>>,
    light: Vec<[f32; 3]>,
}

impl Coat {
    /// Of materials on a relief; of planets, with what lies around them.
    pub(super) fn new(materials: Vec<Material>, others: Arc<Vec<Vec<f32>>>, relief: &Relief) -> Self {
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
            *self = Self::new(materials, Arc::clone(&self.others), relief);
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
        // As painters have it, planets' materials are laid on level ground. At a border there is nothing to see a bend by.
        let is_level = relief.sphere.is_some() || east - west < 2 || below - above < 2;
        let bend = (right + left - 2.0 * here) + (down + up - 2.0 * here);
        band.curvature.push(if is_level { 0.0 } else { bend / (step * step) });
    }
    let samples = row * columns..(row + 1) * columns;
    band.others = others.iter().map(|other| other[samples.clone()].to_vec()).collect();
    band
}

#[cfg(test)]
mod tests {
    use orogen::image::NoImages;
    use orogen::nodes;
    use orogen::recipe::{Recipe, Source};

    use super::*;

    const MATERIALS: &str = "[[materials]]\nname = \"black\"\ncolor = \"#000000\"\n\
                             [[materials]]\nname = \"red\"\ncolor = \"#ff0000\"\nslope = [30, 20]\n\
                             [[materials]]\nname = \"green\"\ncolor = \"#00ff00\"\nnoise = { field = \"hills\", range = [0.0, 0.01] }\n";

    fn relief(domain: &str) -> Relief {
        let text = format!(
            "orogen = 1\ndomain = {{ {domain} }}\nheight = {{ field = \"hills\", scale = 300.0 }}\n\
             [fields.hills]\ntype = \"fbm\"\nfeature = 900.0\noctaves = 2\n{MATERIALS}"
        );
        let recipe = Recipe::parse(Source::new("hills", text), nodes::registry()).unwrap();
        Relief::new(&recipe, &NoImages, 96).unwrap()
    }

    /// By fields, and elsewhere by slopes, which are those between the samples beside: on a plane, and around a planet.
    #[test]
    fn materials_lie_where_fields_and_slopes_say() {
        for domain in ["size = 1000.0", "kind = \"planet\", radius = 1000.0"] {
            let relief = relief(domain);
            let mut seen = [0; 3];
            for (sample, [red, green, _]) in relief.coat.light.iter().enumerate() {
                let (row, column) = (sample / relief.columns, sample % relief.columns);
                let inner = |at: usize, count: usize| (1..count - 1).contains(&at);
                if !inner(row, relief.rows) || !inner(column, relief.columns) {
                    continue;
                }
                let at = |down: usize, along: usize| {
                    f64::from(relief.heights[(row + down - 1) * relief.columns + column + along - 1])
                };
                let narrow = match relief.sphere {
                    Some(_) => (90.0 - row as f64 * relief.spacing).to_radians().cos(),
                    None => 1.0,
                };
                let run = 2.0 * relief.detail();
                let slope = ((at(1, 2) - at(1, 0)) / (run * narrow))
                    .hypot((at(2, 1) - at(0, 1)) / run)
                    .atan()
                    .to_degrees();
                let is_high = relief.heights[sample] > 3.1;
                let is_low = relief.heights[sample] < -0.1;
                if is_high {
                    assert!(*green > 0.99, "{domain} {sample}");
                    seen[0] += 1;
                } else if is_low && slope < 19.5 {
                    assert!(*red > 0.99 && *green < 0.01, "{domain} {sample}: {slope}");
                    seen[1] += 1;
                } else if is_low && slope > 30.5 {
                    assert!(*red < 0.01 && *green < 0.01, "{domain} {sample}: {slope}");
                    seen[2] += 1;
                }
            }
            assert!(seen.iter().all(|count| *count > 50), "{domain}: {seen:?}");
        }
    }

    /// An even slope has the same slope and no bend, also at its borders.
    #[test]
    fn an_even_slope_is_bent_nowhere() {
        let mut relief = relief("size = 1000.0");
        let (columns, step) = (relief.columns, relief.detail() as f32);
        for (sample, height) in relief.heights.iter_mut().enumerate() {
            *height = step * (0.5 * (sample % columns) as f32 - 0.25 * (sample / columns) as f32);
        }
        for row in [0, 1, 40, relief.rows - 1] {
            let band = band(&relief, row, &[]);
            for at in [0, 1, 40, columns - 1] {
                let [dx, dy, bend] = [band.dx[at] - 0.5, band.dy[at] + 0.25, band.curvature[at]];
                let most = dx.abs().max(dy.abs()).max(bend.abs());
                assert!(most < 1e-3, "row {row}, column {at}: {dx} {dy} {bend}");
            }
        }
    }

    /// Heights that change, up to the edge of what is said to have changed: what is laid there is what is laid at once.
    #[test]
    fn what_follows_is_what_is_laid_at_once() {
        let mut relief = relief("size = 1000.0");
        let (first, size) = ([20, 30], [9, 7]);
        for row in first[1]..first[1] + size[1] {
            let from = row * relief.columns + first[0];
            relief.heights[from..from + size[0]].iter_mut().for_each(|height| *height -= 40.0);
        }
        let mut coat = relief.coat.clone();
        coat.follow(coat.materials.clone(), &relief, first, size);
        let anew = Coat::new(coat.materials.clone(), Arc::clone(&coat.others), &relief);
        assert!(coat == anew && coat != relief.coat);
    }
}
