//! The ground as a small raster: for drafts, for pointing at it, and for cameras that are not to go under it.

use orogen::bounds::Bounds;
use orogen::image::Images;
use orogen::level::Level;
use orogen::planet::{LatLon, PlanetError, Sphere};
use orogen::query::{HeightQuery, PlanetQuery, QueryError};
use orogen::raster::{Band, Grid};
use orogen::recipe::{Recipe, RecipeError};
use orogen::terrain::Terrain;

/// How far the raster of a plane reaches beyond the domain, in sizes of that.
const MARGIN: f64 = 0.5;

/// Samples along a side of a block.
const BLOCK: usize = 8;

/// The ground as a small raster.
#[derive(Clone, Debug, PartialEq)]
pub struct Relief {
    /// Of a plane, metres; of a planet, degrees east of −180 and south of 90.
    origin: [f64; 2],
    /// Between samples, in the same.
    spacing: f64,
    columns: usize,
    rows: usize,
    heights: Vec<f32>,
    /// The highest samples of blocks, so that rays pass over what is below them.
    tops: Vec<f32>,
    /// Lowest and highest of the samples, in metres.
    pub range: [f32; 2],
    /// Height of the water, if there is any.
    pub sea: Option<f32>,
    /// The sphere below, of a planet.
    pub sphere: Option<Sphere>,
    /// Metres along a side of the domain.
    pub size: f64,
}

impl Relief {
    /// The ground of a recipe, with so many samples along a side; of a planet, around the equator.
    ///
    /// # Errors
    /// The recipe is unsound.
    pub fn new(recipe: &Recipe, images: &dyn Images, samples: usize) -> Result<Self, QueryError> {
        let size = recipe.domain.size;
        let sea = recipe.sea.as_ref().map(|sea| sea.level as f32);
        let sphere = recipe.domain.sphere();
        let (origin, spacing, columns, rows, heights) = match sphere {
            Some(_) => {
                let spacing = 360.0 / samples as f64;
                ([0.0; 2], spacing, samples, samples / 2 + 1, around(recipe, images, samples)?)
            }
            None => {
                let spacing = (1.0 + 2.0 * MARGIN) * size / (samples - 1) as f64;
                let first = -(MARGIN * size / spacing).round() as i64;
                let grid =
                    Grid { first_column: first, first_row: first, columns: samples, rows: samples, spacing };
                let mut band = Band::default();
                let terrain = Terrain::new(recipe, images, spacing).map_err(QueryError::Recipe)?;
                terrain.rows(Level::best(), grid).make(0, samples, false, &mut band);
                ([grid.x(0), grid.y(0)], spacing, samples, samples, band.height)
            }
        };
        let (tops, range) = (Vec::new(), [0.0; 2]);
        let raw = Self { origin, spacing, columns, rows, heights, tops, range, sea, sphere, size };
        Ok(raw.with_ends())
    }

    /// The same with what follows from its heights.
    fn with_ends(mut self) -> Self {
        self.range =
            self.heights.iter().fold([f32::INFINITY, f32::NEG_INFINITY], |[least, most], &height| {
                [least.min(height), most.max(height)]
            });
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

    /// Blocks in a row, and rows of them.
    fn blocks(&self) -> [usize; 2] {
        [self.columns, self.rows].map(|count| (count - 1).div_ceil(BLOCK).max(1))
    }

    /// The same where the recipe has other strokes within a box. Of a planet, whose raster shows no strokes but the largest,
    /// all is made anew for those.
    ///
    /// # Errors
    /// The recipe is unsound, or a stroke is, be it too small for the raster.
    pub fn sculpted(
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
            // What is too small to be seen is to be sound, too.
            PlanetQuery::new(recipe, images, self.detail())?;
            return Ok(self.clone());
        }
        let terrain = Terrain::new(recipe, images, self.spacing).map_err(QueryError::Recipe)?;
        let mut new = self.clone();
        let [x1, y1] = [(self.columns, 0), (self.rows, 1)]
            .map(|(count, axis)| self.origin[axis] + (count - 1) as f64 * self.spacing);
        let held = Bounds::of_plane([self.origin[0], self.origin[1], x1, y1]);
        let Bounds { min, max } = held.common(within);
        let any = Grid::square(2, self.spacing);
        let Some(piece) = any.crop([min[0], min[1], max[0], max[1]]) else { return Ok(new) };
        let mut band = Band::default();
        terrain.rows(Level::best(), piece).make(0, piece.rows, false, &mut band);
        let [column, row] = [(piece.x(0), 0), (piece.y(0), 1)]
            .map(|(first, axis)| ((first - self.origin[axis]) / self.spacing).round() as usize);
        for (j, heights) in band.height.chunks_exact(piece.columns).enumerate() {
            let at = (row + j) * self.columns + column;
            new.heights[at..at + piece.columns].copy_from_slice(heights);
        }
        Ok(new.with_ends())
    }

    /// Metres between samples.
    pub fn detail(&self) -> f64 {
        match self.sphere {
            Some(sphere) => self.spacing.to_radians() * sphere.radius(),
            None => self.spacing,
        }
    }

    /// The height at a place of a plane, if the raster holds it.
    pub fn height(&self, x: f64, y: f64) -> Option<f64> {
        let [i, j] = [(x - self.origin[0]) / self.spacing, (y - self.origin[1]) / self.spacing];
        let inside = |along: f64, count: usize| (0.0..=(count - 1) as f64).contains(&along);
        (inside(i, self.columns) && inside(j, self.rows)).then(|| self.blended(i, j))
    }

    /// The height at a place of a plane; outside of the raster, what is inside as mirrors at its borders show it: drafts have to
    /// go on to the horizon, and what is there is not known.
    pub fn mirrored(&self, x: f64, y: f64) -> f64 {
        let fold = |at: f64, origin: f64, count: usize| {
            let last = (count - 1) as f64;
            let along = ((at - origin) / self.spacing).rem_euclid(2.0 * last);
            along.min(2.0 * last - along)
        };
        self.blended(fold(x, self.origin[0], self.columns), fold(y, self.origin[1], self.rows))
    }

    /// Height of what is seen at a place of a plane: ground, or water over it; outside of the raster that of its border.
    pub fn surface(&self, x: f64, y: f64) -> f64 {
        let along = |at: f64, origin: f64, count: usize| {
            ((at - origin) / self.spacing).clamp(0.0, (count - 1) as f64)
        };
        let [i, j] = [along(x, self.origin[0], self.columns), along(y, self.origin[1], self.rows)];
        self.covered(self.blended(i, j))
    }

    /// The height below a direction, of a planet: latitude and longitude in degrees.
    pub fn height_at(&self, latitude: f64, longitude: f64) -> f64 {
        let i = (longitude + 180.0).rem_euclid(360.0) / self.spacing;
        let j = ((90.0 - latitude) / self.spacing).clamp(0.0, (self.rows - 1) as f64);
        self.blended(i, j)
    }

    /// Height of what is seen: ground, or water over it.
    pub fn covered(&self, height: f64) -> f64 {
        self.sea.map_or(height, |sea| height.max(sea.into()))
    }

    /// From where to where along a ray a plane's raster lies below or above it.
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

    /// What a ray meets at a place above or below a plane's raster: the top of the block there, and how far it goes until it has
    /// left that.
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
        // A hair further, so that the next block is met.
        (self.covered(self.tops[block[1] * most[0] + block[0]].into()), out + 1e-3 * self.spacing)
    }

    fn blended(&self, i: f64, j: f64) -> f64 {
        let (column, row) = ((i as usize).min(self.columns - 1), (j as usize).min(self.rows - 1));
        // Around a planet the first column comes after the last.
        let next = if column + 1 < self.columns {
            column + 1
        } else if self.sphere.is_some() {
            0
        } else {
            column
        };
        let below = (row + 1).min(self.rows - 1);
        let (fx, fy) = (i - column as f64, j - row as f64);
        let at = |row: usize, column: usize| f64::from(self.heights[row * self.columns + column]);
        let top = at(row, column) + fx * (at(row, next) - at(row, column));
        let bottom = at(below, column) + fx * (at(below, next) - at(below, column));
        top + fy * (bottom - top)
    }
}

/// Heights of a planet by longitude and latitude.
fn around(recipe: &Recipe, images: &dyn Images, columns: usize) -> Result<Vec<f32>, QueryError> {
    let step = 360.0 / columns as f64;
    let query = PlanetQuery::new(recipe, images, recipe.domain.size / columns as f64)?;
    let row = |row: usize| -> Result<Vec<_>, PlanetError> {
        let latitude = (90.0 - row as f64 * step).max(-90.0);
        (0..columns)
            .map(|column| Ok(LatLon::new(latitude, -180.0 + column as f64 * step)?.direction()))
            .collect()
    };
    let heights = (0..=columns / 2).flat_map(|j| {
        let directions = row(j).unwrap_or_else(|error| unreachable!("these are places: {error}"));
        query.samples(&directions).into_iter().map(|sample| sample.height as f32).collect::<Vec<_>>()
    });
    Ok(heights.collect())
}

/// The ground to the last bit, one place at a time.
#[derive(Debug)]
pub enum Ground {
    /// Of a plane.
    Plane(HeightQuery),
    /// Of a planet.
    Planet(PlanetQuery),
}

impl Ground {
    /// The ground of a recipe.
    ///
    /// # Errors
    /// The recipe is unsound.
    pub fn new(recipe: &Recipe, images: &dyn Images) -> Result<Self, QueryError> {
        let detail = recipe.domain.spacing();
        match recipe.domain.sphere() {
            Some(_) => PlanetQuery::new(recipe, images, detail).map(Self::Planet),
            None => HeightQuery::new(recipe, images, detail).map(Self::Plane),
        }
    }

    /// What is doubtful in the recipe.
    pub fn warnings(&self) -> &[RecipeError] {
        match self {
            Self::Plane(query) => query.terrain().warnings(),
            Self::Planet(query) => query.terrain().warnings(),
        }
    }

    /// Height in metres and slope in degrees at a place: x and y in metres or, of a planet, degrees north and east.
    pub fn at(&self, place: [f64; 2]) -> Option<[f64; 2]> {
        let steep = |gradient: [f64; 3]| {
            let [x, y, z] = gradient;
            libm::atan(x.hypot(y).hypot(z)).to_degrees()
        };
        match self {
            Self::Plane(query) => {
                let sample = query.sample(place[0], place[1]);
                Some([sample.height, steep([sample.gradient[0], sample.gradient[1], 0.0])])
            }
            Self::Planet(query) => {
                let at = LatLon::new(place[0], place[1]).ok()?;
                let sample = query.sample(at.direction());
                Some([sample.height, steep(sample.gradient)])
            }
        }
    }
}
