//! The albedo of the samples of a height field, from the materials of its recipe.

use std::sync::Arc;

use orogen_engine::covering::Covering;
use orogen_engine::raster::Band;
use orogen_engine::recipe::Material;
use orogen_engine::water::WaterSurface;
use rayon::prelude::*;

use super::{HeightField, mixed};

/// The albedo of the samples of a height field.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct AlbedoMap {
    materials: Vec<Material>,
    water: Option<WaterSurface>,
    /// The fields that the materials read, in the order of the samples. Strokes do not change them.
    others: Arc<Vec<Vec<f32>>>,
    /// The albedo of each sample.
    light: Vec<[f32; 3]>,
}

/// Light that rivers and lakes reflect, about as much as rendered water shows from above.
const WATER: [f32; 3] = [0.045, 0.09, 0.12];

impl AlbedoMap {
    /// The albedo of materials on a height field.
    pub(super) fn new(
        materials: Vec<Material>,
        water: Option<WaterSurface>,
        others: Arc<Vec<Vec<f32>>>,
        height_field: &HeightField,
    ) -> Self {
        let light = vec![[0.0; 3]; height_field.heights.len()];
        let mut albedo = Self { materials, water, others, light };
        albedo.fill(height_field, [0; 2], [height_field.columns, height_field.rows]);
        albedo
    }

    /// Updates the albedo where heights have changed: this many columns and rows from a first one, and their neighbours. If the
    /// materials themselves differ, because a palette depends on the range of heights, updates everything.
    pub(super) fn update(
        &mut self,
        materials: Vec<Material>,
        height_field: &HeightField,
        first: [usize; 2],
        size: [usize; 2],
    ) {
        if materials == self.materials {
            self.fill(height_field, first, size);
        } else {
            *self = Self::new(materials, self.water, Arc::clone(&self.others), height_field);
        }
    }

    fn fill(&mut self, height_field: &HeightField, first: [usize; 2], size: [usize; 2]) {
        let covering = Covering::new(&self.materials);
        let all = [height_field.columns, height_field.rows];
        let [columns, rows] =
            [0, 1].map(|axis| first[axis].saturating_sub(1)..(first[axis] + size[axis] + 1).min(all[axis]));
        let (others, water) = (&self.others, self.water);
        let lines = self.light.par_chunks_exact_mut(height_field.columns).enumerate();
        lines.filter(|(row, _)| rows.contains(row)).for_each(|(row, light)| {
            let band = band(height_field, row, others);
            let mut weights = vec![0.0; covering.materials().len()];
            for column in columns.clone() {
                covering.weights(&band, column, &mut weights);
                let is_wet = water.is_some_and(|water| water.depth(&band, column) > 0.0);
                light[column] = if is_wet { WATER } else { covering.light(&weights) };
            }
        });
    }

    /// Interpolates between four samples.
    pub(super) fn at(&self, (corners, shares): ([usize; 4], [f64; 2])) -> [f32; 3] {
        std::array::from_fn(|k| mixed(corners.map(|at| self.light[at][k].into()), shares) as f32)
    }
}

/// A row of a height field as materials read it, with finite differences.
fn band(height_field: &HeightField, row: usize, others: &[Vec<f32>]) -> Band {
    let (columns, last) = (height_field.columns, height_field.columns - 1);
    let (above, below) = (row.saturating_sub(1), (row + 1).min(height_field.rows - 1));
    let height = |row: usize, column: usize| height_field.heights[row * columns + column];
    // Around a planet, columns converge towards the poles.
    let step = height_field.detail() as f32;
    let narrow = match height_field.sphere {
        Some(_) => libm::cosf((90.0 - row as f32 * height_field.spacing as f32).to_radians()).max(0.02),
        None => 1.0,
    };
    let mut band = Band { columns, ..Band::default() };
    for column in 0..columns {
        let (west, east) = match height_field.sphere {
            Some(_) => ((column + last) % columns, (column + 1) % columns),
            None => (column.saturating_sub(1), (column + 1).min(last)),
        };
        let here = height(row, column);
        let [left, right, up, down] =
            [height(row, west), height(row, east), height(above, column), height(below, column)];
        band.height.push(here);
        let apart = if height_field.sphere.is_some() { 2 } else { east - west };
        band.dx.push((right - left) / (apart as f32 * step * narrow));
        band.dy.push((down - up) / ((below - above) as f32 * step));
        // As in rendered pictures, materials of planets ignore curvature. At a border there is no second difference.
        let is_level = height_field.sphere.is_some() || east - west < 2 || below - above < 2;
        let bend = (right + left - 2.0 * here) + (down + up - 2.0 * here);
        band.curvature.push(if is_level { 0.0 } else { bend / (step * step) });
    }
    let samples = row * columns..(row + 1) * columns;
    band.others = others.iter().map(|other| other[samples.clone()].to_vec()).collect();
    band
}

#[cfg(test)]
mod tests {
    use orogen_engine::image::NoImages;
    use orogen_engine::nodes;
    use orogen_engine::recipe::{Recipe, Source};

    use super::*;

    const MATERIALS: &str = "[[materials]]\nname = \"black\"\ncolor = \"#000000\"\n\
                             [[materials]]\nname = \"red\"\ncolor = \"#ff0000\"\nslope = [30, 20]\n\
                             [[materials]]\nname = \"green\"\ncolor = \"#00ff00\"\nnoise = { field = \"hills\", range = [0.0, 0.01] }\n";

    fn height_field(domain: &str) -> HeightField {
        let text = format!(
            "orogen = 1\ndomain = {{ {domain} }}\nheight = {{ field = \"hills\", scale = 300.0 }}\n\
             [fields.hills]\ntype = \"fbm\"\nbasis = \"perlin\"\nwavelength = 900.0\noctaves = 2\n{MATERIALS}"
        );
        let recipe = Recipe::parse(Source::new("hills", text), nodes::registry()).unwrap();
        HeightField::new(&recipe, &NoImages, 96).unwrap()
    }

    /// Materials follow fields and slopes, on a plane and around a planet.
    #[test]
    fn materials_follow_fields_and_slopes() {
        for domain in ["size = 1000.0", "kind = \"planet\", radius = 1000.0"] {
            let height_field = height_field(domain);
            let mut seen = [0; 3];
            for (sample, [red, green, _]) in height_field.albedo.light.iter().enumerate() {
                let (row, column) = (sample / height_field.columns, sample % height_field.columns);
                let inner = |at: usize, count: usize| (1..count - 1).contains(&at);
                if !inner(row, height_field.rows) || !inner(column, height_field.columns) {
                    continue;
                }
                let at = |down: usize, along: usize| {
                    f64::from(
                        height_field.heights[(row + down - 1) * height_field.columns + column + along - 1],
                    )
                };
                let narrow = match height_field.sphere {
                    Some(_) => (90.0 - row as f64 * height_field.spacing).to_radians().cos(),
                    None => 1.0,
                };
                let run = 2.0 * height_field.detail();
                let slope = ((at(1, 2) - at(1, 0)) / (run * narrow))
                    .hypot((at(2, 1) - at(0, 1)) / run)
                    .atan()
                    .to_degrees();
                let is_high = height_field.heights[sample] > 3.1;
                let is_low = height_field.heights[sample] < -0.1;
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

    /// An even slope has the same gradient everywhere, and no curvature, also at its borders.
    #[test]
    fn an_even_slope_has_no_curvature() {
        let mut height_field = height_field("size = 1000.0");
        let (columns, step) = (height_field.columns, height_field.detail() as f32);
        for (sample, height) in height_field.heights.iter_mut().enumerate() {
            *height = step * (0.5 * (sample % columns) as f32 - 0.25 * (sample / columns) as f32);
        }
        for row in [0, 1, 40, height_field.rows - 1] {
            let band = band(&height_field, row, &[]);
            for at in [0, 1, 40, columns - 1] {
                let [dx, dy, bend] = [band.dx[at] - 0.5, band.dy[at] + 0.25, band.curvature[at]];
                let most = dx.abs().max(dy.abs()).max(bend.abs());
                assert!(most < 1e-3, "row {row}, column {at}: {dx} {dy} {bend}");
            }
        }
    }

    /// Updating up to the edge of the changed region gives the same albedo as computing all of it.
    #[test]
    fn updates_equal_a_rebuild() {
        let mut height_field = height_field("size = 1000.0");
        let (first, size) = ([20, 30], [9, 7]);
        for row in first[1]..first[1] + size[1] {
            let from = row * height_field.columns + first[0];
            height_field.heights[from..from + size[0]].iter_mut().for_each(|height| *height -= 40.0);
        }
        let mut albedo = height_field.albedo.clone();
        albedo.update(albedo.materials.clone(), &height_field, first, size);
        let rebuilt =
            AlbedoMap::new(albedo.materials.clone(), None, Arc::clone(&albedo.others), &height_field);
        assert!(albedo == rebuilt && albedo != height_field.albedo);
    }
}
