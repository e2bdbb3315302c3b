//! The ground as a coarse raster of heights: for drafts, for picking, and to keep cameras above the ground.

mod query;
mod raster;

use std::ops::Range;
use std::sync::Arc;

use orogen_engine::bounds::Bounds;
use orogen_engine::level::Level;
use orogen_engine::planet::Sphere;
use orogen_engine::query::{PlanetQuery, QueryError};
use orogen_engine::raster::{Band, Grid};
use orogen_engine::recipe::Recipe;
use orogen_engine::terrain::{Images, Terrain};
use orogen_engine::water::WaterSurface;

pub use query::GroundQuery;
pub use raster::Watch;
use raster::{Raster, around, over};

/// Samples per side of a block.
const BLOCK: usize = 8;

/// The ground as a coarse raster of heights.
#[derive(Clone, Debug, PartialEq)]
pub struct HeightField {
    /// The first sample. On a plane in metres; on a planet in degrees east of −180 and south of 90.
    origin: [f64; 2],
    /// Distance between samples, in the same unit.
    spacing: f64,
    columns: usize,
    rows: usize,
    heights: Vec<f32>,
    /// The maximum height of each block, so that rays skip blocks below them.
    tops: Vec<f32>,
    /// The fields that the materials read and the surface of the water, in the order of the samples. Strokes change only the
    /// water.
    others: Vec<Arc<Vec<f32>>>,
    /// Minimum and maximum height of all samples, in metres.
    pub range: [f32; 2],
    /// Minimum and maximum height within the domain, which palettes and tints use.
    pub domain_range: [f32; 2],
    /// Height of the water surface, if any.
    pub sea: Option<f32>,
    /// Whether the borders of a plane were all under water when it was first built. Later strokes do not change how the ground
    /// continues outside.
    is_island: bool,
    /// The sphere of a planet. `None` on a plane.
    pub sphere: Option<Sphere>,
    /// Side length of the domain in metres. On a planet, the length of the equator.
    pub size: f64,
}

impl HeightField {
    /// The ground of a recipe, with `samples` samples per side or, on a planet, around the equator.
    ///
    /// # Errors
    /// The recipe is invalid.
    pub fn new(recipe: &Recipe, images: &dyn Images, samples: usize) -> Result<Self, QueryError> {
        let made = Self::new_while(recipe, images, samples, &|| true)?;
        Ok(made.unwrap_or_else(|| unreachable!("nothing stops it")))
    }

    /// As [`new`](Self::new). Returns `None` soon after `go_on` has returned false.
    ///
    /// # Errors
    /// The recipe is invalid.
    pub fn new_while(
        recipe: &Recipe,
        images: &dyn Images,
        samples: usize,
        go_on: Watch<'_>,
    ) -> Result<Option<Self>, QueryError> {
        let sphere = recipe.domain.sphere();
        let made = match sphere {
            Some(sphere) => around(recipe, images, sphere, samples, go_on)?,
            None => over(recipe, images, samples, go_on)?,
        };
        let Some(Raster { origin, spacing, size: [columns, rows], heights, others }) = made else {
            return Ok(None);
        };
        let height_field = Self {
            origin,
            spacing,
            columns,
            rows,
            heights,
            tops: Vec::new(),
            others: others.into_iter().map(Arc::new).collect(),
            range: [0.0; 2],
            domain_range: [0.0; 2],
            sea: recipe.sea.as_ref().map(|sea| sea.level as f32),
            is_island: false,
            sphere,
            size: recipe.domain.size,
        };
        let mut height_field = height_field.with_ranges();
        height_field.is_island = height_field.borders_are_sea();
        Ok(Some(height_field))
    }

    /// Computes the ranges and blocks from the heights.
    fn with_ranges(mut self) -> Self {
        self.range = min_max(self.heights.iter().copied());
        let [columns, rows] = self.inside();
        let rows = self.heights.chunks_exact(self.columns).take(rows.end).skip(rows.start);
        self.domain_range = min_max(rows.flat_map(|row| &row[columns.clone()]).copied());
        let [wide, high] = self.blocks();
        self.tops.clear();
        self.tops.resize(wide * high, f32::NEG_INFINITY);
        for (row, heights) in self.heights.chunks_exact(self.columns).enumerate() {
            for (column, &height) in heights.iter().enumerate() {
                // Samples on an edge belong to the blocks on both sides.
                for down in row.saturating_sub(1) / BLOCK..=(row / BLOCK).min(high - 1) {
                    for along in column.saturating_sub(1) / BLOCK..=(column / BLOCK).min(wide - 1) {
                        let top = &mut self.tops[down * wide + along];
                        *top = top.max(height);
                    }
                }
            }
        }
        self
    }

    /// Whether all borders of a plane are under water.
    fn borders_are_sea(&self) -> bool {
        let (Some(sea), None) = (self.sea, self.sphere) else { return false };
        let last = self.heights.len() - self.columns;
        let mut sides = (0..self.rows).flat_map(|row| [row * self.columns, (row + 1) * self.columns - 1]);
        let mut ends = (0..self.columns).flat_map(|column| [column, last + column]);
        let is_sea = |sample: usize| self.heights[sample] <= sea;
        sides.all(is_sea) && ends.all(is_sea)
    }

    /// The columns and the rows in the domain: all of them on a planet.
    pub(crate) fn inside(&self) -> [Range<usize>; 2] {
        let within = |axis: usize, count: usize| {
            let place = |at: &usize| self.origin[axis] + *at as f64 * self.spacing;
            let first = (0..count).take_while(|at| place(at) < -1e-6 * self.size).count();
            let inside = (first..count).take_while(|at| place(at) <= (1.0 + 1e-6) * self.size);
            first..first + inside.count()
        };
        match self.sphere {
            Some(_) => [0..self.columns, 0..self.rows],
            None => [within(0, self.columns), within(1, self.rows)],
        }
    }

    /// Columns and rows of blocks.
    fn blocks(&self) -> [usize; 2] {
        [self.columns, self.rows].map(|count| (count - 1).div_ceil(BLOCK).max(1))
    }

    /// The height field after strokes changed within a region. On planets, only a change that is at least as wide as the distance
    /// between samples is visible. Such a change rebuilds everything.
    ///
    /// # Errors
    /// The recipe or a stroke is invalid, even a stroke that is too small to be visible.
    pub fn with_changed_strokes(
        &self,
        recipe: &Recipe,
        images: &dyn Images,
        within: &Bounds,
    ) -> Result<Self, QueryError> {
        if self.sphere.is_some() {
            let wide = (0..3).map(|axis| within.max[axis] - within.min[axis]).fold(0.0, f64::max);
            if wide >= self.detail() {
                return Self::new(recipe, images, self.columns);
            }
            // Strokes too small to be seen must be valid, too.
            PlanetQuery::new(recipe, images, self.detail())?;
            return Ok(self.clone());
        }
        let terrain = Terrain::with_water(recipe, images, self.spacing).map_err(QueryError::Recipe)?;
        let mut new = self.clone();
        let [x1, y1] = [(self.columns, 0), (self.rows, 1)]
            .map(|(count, axis)| self.origin[axis] + (count - 1) as f64 * self.spacing);
        let held = Bounds::of_plane([self.origin[0], self.origin[1], x1, y1]);
        let Bounds { min, max } = held.common(&terrain.changed(*within));
        let any = Grid::square(2, self.spacing);
        let Some(piece) = any.crop([min[0], min[1], max[0], max[1]]) else { return Ok(new) };
        let (mut band, water) = (Band::default(), WaterSurface::of(recipe));
        terrain.rows(Level::best(), piece)?.make(0, piece.rows, water.is_some(), &mut band);
        let [column, row] = [(piece.x(0), 0), (piece.y(0), 1)]
            .map(|(first, axis)| ((first - self.origin[axis]) / self.spacing).round() as usize);
        let copy = |from: &[f32], to: &mut [f32]| {
            for (j, samples) in from.chunks_exact(piece.columns).enumerate() {
                let at = (row + j) * self.columns + column;
                to[at..at + piece.columns].copy_from_slice(samples);
            }
        };
        copy(&band.height, &mut new.heights);
        if let Some(water) = water {
            let surface: &mut Vec<f32> = Arc::make_mut(&mut new.others[water.plane()]);
            copy(&band.others[0], surface);
        }
        Ok(new.with_ranges())
    }

    /// Distance between samples in metres. On a planet, the distance between rows.
    pub fn detail(&self) -> f64 {
        match self.sphere {
            Some(sphere) => self.spacing.to_radians() * sphere.radius(),
            None => self.spacing,
        }
    }

    /// The height at a point of a plane. `None` if the point is outside the raster.
    pub fn height(&self, x: f64, y: f64) -> Option<f64> {
        let [i, j] = [(x - self.origin[0]) / self.spacing, (y - self.origin[1]) / self.spacing];
        let inside = |along: f64, count: usize| (0.0..=(count - 1) as f64).contains(&along);
        (inside(i, self.columns) && inside(j, self.rows)).then(|| self.blended(i, j))
    }

    /// The height at a point of a plane. Outside the raster, heights are mirrored at its borders, because drafts extend to the
    /// horizon. But if all borders are under water, there is sea outside.
    pub fn endless(&self, x: f64, y: f64) -> f64 {
        let [i, j] = self.index(x, y);
        self.blended(i, j)
    }

    /// Height of the visible surface of a plane, ground or water. Outside the raster it is the height at the nearest border.
    pub fn surface(&self, x: f64, y: f64) -> f64 {
        let along = |at: f64, origin: f64, count: usize| {
            ((at - origin) / self.spacing).clamp(0.0, (count - 1) as f64)
        };
        let [i, j] = [along(x, self.origin[0], self.columns), along(y, self.origin[1], self.rows)];
        self.covered(self.blended(i, j))
    }

    /// The height of a planet at latitude and longitude in degrees.
    pub fn height_at(&self, latitude: f64, longitude: f64) -> f64 {
        let [i, j] = self.indices_at(latitude, longitude);
        self.blended(i, j)
    }

    /// Height of the visible surface, ground or water, for this height of the ground.
    pub fn covered(&self, height: f64) -> f64 {
        self.sea.map_or(height, |sea| height.max(sea.into()))
    }

    /// The interval along a ray that is above or below the raster of a plane, as multiples of the ray's length.
    pub fn along(&self, from: [f64; 3], ray: [f64; 3]) -> [f64; 2] {
        let mut within = [0.0, f64::INFINITY];
        for (axis, count) in [(0, self.columns), (1, self.rows)] {
            let edges =
                [0.0, (count - 1) as f64].map(|edge| self.origin[axis] + edge * self.spacing - from[axis]);
            if ray[axis] == 0.0 {
                if edges[0] > 0.0 || edges[1] < 0.0 {
                    return [f64::INFINITY, 0.0];
                }
                continue;
            }
            let [one, other] = edges.map(|edge| edge / ray[axis]);
            within = [within[0].max(one.min(other)), within[1].min(one.max(other))];
        }
        within
    }

    /// The maximum height of ground or water in the block of a plane below or above a point on a ray, and the distance until the
    /// ray leaves this block, as a multiple of the ray's length.
    pub fn block(&self, place: [f64; 3], ray: [f64; 3]) -> (f64, f64) {
        let most = self.blocks();
        let mut out = f64::INFINITY;
        let block: [usize; 2] = std::array::from_fn(|axis| {
            let at = (place[axis] - self.origin[axis]) / self.spacing;
            let block = ((at / BLOCK as f64) as usize).min(most[axis] - 1);
            let [near, far] = [block, block + 1].map(|edge| (edge * BLOCK) as f64 - at);
            let ahead = if ray[axis] > 0.0 { far } else { near };
            if ray[axis] != 0.0 {
                out = out.min((ahead * self.spacing / ray[axis]).max(0.0));
            }
            block
        });
        // Slightly further, so that the ray enters the next block.
        (self.covered(self.tops[block[1] * most[0] + block[0]].into()), out + 1e-3 * self.spacing)
    }

    /// The heights, row by row.
    pub(crate) fn heights(&self) -> &[f32] {
        &self.heights
    }

    /// Columns and rows.
    pub(crate) fn size_in_samples(&self) -> [usize; 2] {
        [self.columns, self.rows]
    }

    /// The same field with other heights, by position and number of the sample.
    #[cfg(test)]
    pub(crate) fn with_heights(mut self, height: impl Fn([f64; 2], [usize; 2]) -> f32) -> Self {
        for at in 0..self.heights.len() {
            let (row, column) = (at / self.columns, at % self.columns);
            let place =
                [(column, 0), (row, 1)].map(|(count, axis)| self.origin[axis] + count as f64 * self.spacing);
            self.heights[at] = height(place, [row, column]);
        }
        self.with_ranges()
    }

    /// Latitude and longitude of a sample of a planet, in degrees.
    pub(crate) fn lat_lon_of(&self, row: usize, column: usize) -> [f64; 2] {
        [(90.0 - row as f64 * self.spacing).max(-90.0), -180.0 + column as f64 * self.spacing]
    }

    /// A row as materials read it, with finite differences.
    pub(crate) fn band(&self, row: usize) -> Band {
        let last = self.columns - 1;
        let (above, below) = (row.saturating_sub(1), (row + 1).min(self.rows - 1));
        let height = |row: usize, column: usize| self.heights[row * self.columns + column];
        let step = self.detail() as f32;
        // Around a planet, columns converge towards the poles.
        let narrow = match self.sphere {
            Some(_) => libm::cosf((90.0 - row as f32 * self.spacing as f32).to_radians()).max(0.02),
            None => 1.0,
        };
        let mut band = Band { columns: self.columns, ..Band::default() };
        for column in 0..self.columns {
            let (west, east) = match self.sphere {
                Some(_) => ((column + last) % self.columns, (column + 1) % self.columns),
                None => (column.saturating_sub(1), (column + 1).min(last)),
            };
            let here = height(row, column);
            let [left, right, up, down] =
                [height(row, west), height(row, east), height(above, column), height(below, column)];
            band.height.push(here);
            let apart = if self.sphere.is_some() { 2 } else { east - west };
            band.dx.push((right - left) / (apart as f32 * step * narrow));
            band.dy.push((down - up) / ((below - above) as f32 * step));
            // As in rendered pictures, materials of planets ignore curvature. At a border there is no second difference.
            let is_level = self.sphere.is_some() || east - west < 2 || below - above < 2;
            let bend = (right + left - 2.0 * here) + (down + up - 2.0 * here);
            band.curvature.push(if is_level { 0.0 } else { bend / (step * step) });
        }
        let samples = row * self.columns..(row + 1) * self.columns;
        band.others = self.others.iter().map(|other| other[samples.clone()].to_vec()).collect();
        band
    }

    /// The fractional column and row of a point of a plane, mirrored as in [`endless`](Self::endless).
    pub(crate) fn index(&self, x: f64, y: f64) -> [f64; 2] {
        [self.along_axis(x, 0), self.along_axis(y, 1)]
    }

    /// Interpolates light between four samples.
    pub(crate) fn blended_light(&self, light: &[[f32; 3]], [i, j]: [f64; 2]) -> [f32; 3] {
        let (corners, [across, down]) = self.corners(i, j);
        let [first, next, below, last] = corners.map(|at| light[at]);
        let [across, down] = [across, down].map(|share| share as f32);
        std::array::from_fn(|k| {
            let top = first[k] + across * (next[k] - first[k]);
            top + down * (below[k] + across * (last[k] - below[k]) - top)
        })
    }

    /// The fractional column and row of a latitude and a longitude in degrees.
    pub(crate) fn indices_at(&self, latitude: f64, longitude: f64) -> [f64; 2] {
        let i = (longitude + 180.0).rem_euclid(360.0) / self.spacing;
        [i, ((90.0 - latitude) / self.spacing).clamp(0.0, (self.rows - 1) as f64)]
    }

    /// The fractional column or row of a point, mirrored into the raster; around an island clamped to the border.
    fn along_axis(&self, at: f64, axis: usize) -> f64 {
        let last = ([self.columns, self.rows][axis] - 1) as f64;
        let along = (at - self.origin[axis]) / self.spacing;
        if self.is_island || (0.0..=last).contains(&along) {
            return along.clamp(0.0, last);
        }
        let along = along.rem_euclid(2.0 * last);
        along.min(2.0 * last - along)
    }

    /// The four samples around a point, row by row, and its fractional position between them.
    fn corners(&self, i: f64, j: f64) -> ([usize; 4], [f64; 2]) {
        let (column, row) = ((i as usize).min(self.columns - 1), (j as usize).min(self.rows - 1));
        // Around a planet the first column follows the last.
        let next = if column + 1 < self.columns {
            column + 1
        } else if self.sphere.is_some() {
            0
        } else {
            column
        };
        let below = (row + 1).min(self.rows - 1);
        let at = |row: usize, column: usize| row * self.columns + column;
        let corners = [at(row, column), at(row, next), at(below, column), at(below, next)];
        (corners, [i - column as f64, j - row as f64])
    }

    fn blended(&self, i: f64, j: f64) -> f64 {
        let (corners, shares) = self.corners(i, j);
        mixed(corners.map(|at| f64::from(self.heights[at])), shares)
    }
}

/// Minimum and maximum.
fn min_max(heights: impl Iterator<Item = f32>) -> [f32; 2] {
    heights.fold([f32::INFINITY, f32::NEG_INFINITY], |[least, most], height| {
        [least.min(height), most.max(height)]
    })
}

/// Bilinear interpolation between four samples.
fn mixed([first, next, below, last]: [f64; 4], [across, down]: [f64; 2]) -> f64 {
    let top = first + across * (next - first);
    let bottom = below + across * (last - below);
    top + down * (bottom - top)
}

#[cfg(test)]
mod tests {
    use orogen_engine::image::NoImages;
    use orogen_engine::nodes;
    use orogen_engine::recipe::Source;

    use super::*;

    /// An even slope has the same gradient everywhere, and no curvature, also at its borders.
    #[test]
    fn an_even_slope_has_no_curvature() {
        let text =
            "orogen = 1\ndomain.size = 1000.0\nheight.field = \"flat\"\n[fields.flat]\ntype = \"constant\"\n";
        let recipe = Recipe::parse(Source::new("flat", text), nodes::registry()).unwrap();
        let flat = HeightField::new(&recipe, &NoImages, 96).unwrap();
        let step = flat.detail() as f32;
        let slope = flat.with_heights(|_, [row, column]| step * (0.5 * column as f32 - 0.25 * row as f32));
        for row in [0, 1, 40, slope.rows - 1] {
            let band = slope.band(row);
            for at in [0, 1, 40, slope.columns - 1] {
                let [dx, dy, bend] = [band.dx[at] - 0.5, band.dy[at] + 0.25, band.curvature[at]];
                let most = dx.abs().max(dy.abs()).max(bend.abs());
                assert!(most < 1e-3, "row {row}, column {at}: {dx} {dy} {bend}");
            }
        }
    }

    #[test]
    fn unwanted_height_fields_are_abandoned() {
        for domain in ["size = 1000.0", "kind = \"planet\", radius = 1000.0"] {
            let text = format!(
                "orogen = 1\ndomain = {{ {domain} }}\nheight.field = \"flat\"\n[fields.flat]\ntype = \"constant\"\n"
            );
            let recipe = Recipe::parse(Source::new("flat", text), nodes::registry()).unwrap();
            let asked = std::sync::atomic::AtomicUsize::new(0);
            let go_on = || asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed) < 1;
            assert!(HeightField::new_while(&recipe, &NoImages, 192, &go_on).unwrap().is_none(), "{domain}");
        }
    }
}
