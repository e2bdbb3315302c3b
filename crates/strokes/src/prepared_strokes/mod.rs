//! Strokes prepared for one terrain at one spacing.

mod apply;
mod blurred;
mod cells;
mod globe;
mod passes;
mod raster;

use std::collections::BTreeMap;
use std::sync::Arc;

use orogen_engine::bounds::Bounds;
use orogen_engine::cpu::Number;
use orogen_engine::level::Level;
use orogen_engine::overlay::Watch;
use orogen_engine::patch::{Patch, PatchSamples};
use orogen_engine::planet::Direction;
use orogen_engine::raster::{Band, Grid};
use orogen_engine::recipe::{Recipe, Source};
use orogen_engine::terrain::{Images, Sample, Terrain};
use rayon::prelude::*;

pub(crate) use globe::{CacheBudget, NodeCache, is_visible};

use crate::error::ApplyError;
use crate::jet::{Jet, Precision};
use crate::prepared_stroke::PreparedStroke;
use crate::stroke::{Stroke, Surface};
use cells::CELL;
use passes::Lattice;
use raster::RasterJob;

/// Strokes applied to one terrain at one spacing.
///
/// Each height is a function of its position. All tools except [`Smooth`](crate::brush::Tool::Smooth) and
/// [`Sharpen`](crate::brush::Tool::Sharpen) read the ground at one position only. Without these two tools, a sample has the same
/// bits in every grid, band and tile, at every spacing of the grid.
///
/// `Smooth` and `Sharpen` read the ground around a sample. On planes they read the samples of a grid, so the bits depend on
/// the spacing of the grid. A single sample has the bits of a grid whose spacing is the `detail` of [`new`](Self::new), if the
/// sample is on that grid. On planets they read the ground at other positions, which depend on `detail`.
///
/// # Example
/// ```
/// use std::sync::Arc;
///
/// use orogen_engine::image::NoImages;
/// use orogen_engine::recipe::{Recipe, Source};
/// use orogen_engine::terrain::Terrain;
/// use orogen_strokes::brush::{Brush, Tool};
/// use orogen_strokes::prepared_strokes::PreparedStrokes;
/// use orogen_strokes::stroke::{Point, Stroke};
///
/// let text = "orogen = 1\ndomain.size = 1000.0\nheight = { field = \"flat\" }\n[fields.flat]\ntype = \"constant\"";
/// let recipe = Recipe::parse(Source::new("flat.toml", text), orogen_engine::nodes::registry())?;
/// let mut strokes = PreparedStrokes::new(Arc::new(Terrain::new(&recipe, &NoImages, 10.0)?), 10.0);
/// let before = strokes.sample(&[[400.0, 300.0]])?[0].height;
///
/// let brush = Brush::new(Tool::Raise { metres: 20.0 }, 150.0);
/// strokes.push(&Stroke { brush, points: vec![Point { position: [400.0, 300.0], pressure: 1.0 }] }, &NoImages)?;
/// assert_eq!(strokes.sample(&[[400.0, 300.0]])?[0].height, before + 20.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PreparedStrokes {
    terrain: Arc<Terrain>,
    surface: Surface,
    detail: f64,
    strokes: Vec<Arc<PreparedStroke>>,
    /// Cached heights of the ground under each stroke, for strokes that blur a planet.
    node_caches: Vec<Option<Arc<NodeCache>>>,
    cache_budget: CacheBudget,
    /// The compiled recipes of field brushes, by their text.
    fields: BTreeMap<String, Arc<Terrain>>,
}

/// The precision, and a callback that returns false to cancel.
type Options<'a> = (Precision, Watch<'a>);

/// Maximum number of samples that are computed at once: about 2 GB.
const MAX_SAMPLES: usize = 1 << 24;

impl PreparedStrokes {
    /// A terrain with no strokes yet. `detail` is the spacing in metres that the recipes of field brushes are compiled for.
    /// It sets the finest octaves for `octaves = "auto"`, and is usually the spacing of the terrain. On a terrain that repeats,
    /// strokes across the edge of the domain do not continue at the opposite edge.
    pub fn new(terrain: Arc<Terrain>, detail: f64) -> Self {
        let surface = terrain.sphere().map_or(Surface::Plane, Surface::Planet);
        let (strokes, node_caches, fields) = (Vec::new(), Vec::new(), BTreeMap::new());
        Self { terrain, surface, detail, strokes, node_caches, cache_budget: CacheBudget::default(), fields }
    }

    /// The surface that strokes are on.
    pub fn surface(&self) -> Surface {
        self.surface
    }

    /// Number of strokes.
    pub fn len(&self) -> usize {
        self.strokes.len()
    }

    /// Whether there are no strokes.
    pub fn is_empty(&self) -> bool {
        self.strokes.is_empty()
    }

    /// Adds a stroke on top of the others. Returns the bounds of the ground that it may change.
    ///
    /// # Errors
    /// Fails if the stroke is invalid, its recipe or picture is invalid or missing, or its tool does not fit this surface.
    /// The strokes are then unchanged.
    pub fn push(&mut self, stroke: &Stroke, images: &dyn Images) -> Result<Bounds, ApplyError> {
        let (fields, detail) = (&mut self.fields, self.detail);
        let field = |text: &str| {
            if let Some(field) = fields.get(text) {
                return Ok(Arc::clone(field));
            }
            let field = Arc::new(brush_terrain(text, images, detail)?);
            fields.insert(text.to_owned(), Arc::clone(&field));
            Ok(field)
        };
        let prepared = PreparedStroke::new(stroke, self.surface, images, field)?;
        let bounds = prepared.bounds;
        let blurs_planet = prepared.blur().is_some() && prepared.diameter.is_some();
        let cache = blurs_planet.then(|| NodeCache::new(&self.cache_budget));
        self.push_prepared(Arc::new(prepared), cache);
        Ok(bounds)
    }

    /// Adds a stroke that was prepared for this surface. `cache` has heights of the ground under the stroke, if it blurs a
    /// planet.
    pub(crate) fn push_prepared(&mut self, stroke: Arc<PreparedStroke>, cache: Option<Arc<NodeCache>>) {
        self.strokes.push(stroke);
        self.node_caches.push(cache);
    }

    /// The strokes.
    pub(crate) fn prepared(&self) -> &[Arc<PreparedStroke>] {
        &self.strokes
    }

    /// Removes the last stroke. Returns the bounds of the ground that it may have changed, or `None` if there is no stroke.
    pub fn pop(&mut self) -> Option<Bounds> {
        self.node_caches.pop();
        self.strokes.pop().map(|stroke| stroke.bounds)
    }

    /// Heights and slopes of a grid, computed on all threads of the current rayon pool. This takes about 120 bytes per sample, so
    /// query large grids in bands.
    ///
    /// # Errors
    /// Fails if the terrain is a planet, or if the grid is too large together with the samples around it that blurs read.
    pub fn rows(&self, grid: Grid) -> Result<Band, ApplyError> {
        if self.terrain.sphere().is_some() {
            return Err(ApplyError::Ground("a planet has no grids in metres: query patches"));
        }
        let base = |grid: &Grid| raster::jets(&self.base_rows(grid, true));
        let job = self.on_grid(grid.spacing, &base, &|| true);
        let samples = job.samples(&grid);
        if samples > MAX_SAMPLES {
            return Err(ApplyError::TooLarge { samples, most: MAX_SAMPLES });
        }
        let made = job.run(&grid).unwrap_or_else(|| unreachable!("it is never cancelled"));
        Ok(raster::band(grid.columns, &made))
    }

    /// Heights and slopes at positions of a plane, in metres. At the samples of a grid, these are the values of
    /// [`rows`](Self::rows) before they are rounded to single precision. Where a stroke smooths or sharpens, this holds for a
    /// grid whose spacing is the `detail` of [`new`](Self::new).
    ///
    /// # Errors
    /// Fails if the terrain is a planet or a space.
    pub fn sample(&self, positions: &[[f64; 2]]) -> Result<Vec<Sample>, ApplyError> {
        self.samples(positions, Precision::Single)
    }

    /// Like [`sample`](Self::sample), with all steps in double precision. The result is a reference for the other methods.
    ///
    /// # Errors
    /// The errors of [`sample`](Self::sample).
    pub fn sample_exactly(&self, positions: &[[f64; 2]]) -> Result<Vec<Sample>, ApplyError> {
        self.samples(positions, Precision::Double)
    }

    fn samples(&self, positions: &[[f64; 2]], precision: Precision) -> Result<Vec<Sample>, ApplyError> {
        if self.terrain.sphere().is_some() {
            return Err(ApplyError::Ground("a planet has no x and y: query patches"));
        }
        if self.terrain.dimensions() > 2 {
            return Err(ApplyError::Ground(
                "a position in a space needs a third coordinate: query rows of its cross section",
            ));
        }
        let mut ground = self.base_samples(positions, precision);
        self.lay_on_plane(positions, &mut ground, precision, &|| true);
        Ok(ground.iter().map(sample).collect())
    }

    /// Heights and slopes of a planet at the samples of a patch, computed on all threads of the current rayon pool. Slopes
    /// are gradients in space, as in the terrain's own patches.
    ///
    /// # Errors
    /// The terrain is not a planet.
    pub fn patch(&self, patch: &Patch) -> Result<PatchSamples<f32>, ApplyError> {
        let mut relief = self.planet(|terrain| terrain.patch::<f32>(Level::best(), patch))?;
        let mut ground = jets_of(&relief);
        let positions: Vec<_> = (0..patch.len()).map(|i| patch.position(i)).collect();
        self.lay_on_globe(&positions, &mut ground, Precision::Single, &|| true);
        for (i, jet) in ground.into_iter().enumerate() {
            relief.height[i] = jet.value as f32;
            (0..3).for_each(|axis| relief.slopes[axis][i] = jet.slope[axis] as f32);
        }
        Ok(relief)
    }

    /// Heights and gradients of a planet in some directions, with all steps in double precision. The result is a reference for
    /// [`patch`](Self::patch).
    ///
    /// # Errors
    /// The terrain is not a planet.
    pub fn sample_at_exactly(&self, directions: &[Direction]) -> Result<Vec<Sample>, ApplyError> {
        let Surface::Planet(sphere) = self.surface else {
            return Err(ApplyError::Ground("a plane has no directions: query rows or samples"));
        };
        let positions: Vec<_> = directions.iter().map(|&direction| sphere.position(direction)).collect();
        let mut ground = self.on_sphere(&positions, (Precision::Double, &|| true));
        self.lay_on_globe(&positions, &mut ground, Precision::Double, &|| true);
        Ok(ground.iter().map(sample).collect())
    }

    /// The planet without strokes.
    fn planet<S, E>(
        &self,
        relief: impl FnOnce(&Terrain) -> Result<PatchSamples<S>, E>,
    ) -> Result<PatchSamples<S>, ApplyError> {
        match self.surface {
            Surface::Plane => Err(ApplyError::Ground("a plane has no directions: query rows or samples")),
            Surface::Planet(_) => {
                Ok(relief(&self.terrain).unwrap_or_else(|_| unreachable!("planets do not repeat")))
            }
        }
    }

    /// The planet without strokes at positions on its sphere, computed on all threads. If `go_on` returns false, the result
    /// is meaningless.
    fn on_sphere(&self, positions: &[[f64; 3]], (precision, go_on): Options<'_>) -> Vec<Jet<3>> {
        let cells = positions.par_chunks(CELL).flat_map_iter(|positions| {
            if !go_on() {
                return vec![Jet::constant(0.0); positions.len()];
            }
            let patch = Patch::new(positions)
                .unwrap_or_else(|_| unreachable!("radii are within the range of positions"));
            let jets = match precision {
                Precision::Single => self
                    .planet(|terrain| terrain.patch(Level::best(), &patch))
                    .map(|relief| jets_of::<f32>(&relief)),
                Precision::Double => self
                    .planet(|terrain| terrain.patch(Level::best(), &patch))
                    .map(|relief| jets_of::<f64>(&relief)),
            };
            jets.unwrap_or_else(|_| unreachable!("the surface is a planet"))
        });
        cells.collect()
    }

    /// The plane, or the cross section of a space, without strokes.
    fn base_rows(&self, grid: &Grid, slopes: bool) -> Band {
        let mut band = Band::default();
        let rows = self.terrain.rows(Level::best(), *grid);
        let rows = rows.unwrap_or_else(|_| unreachable!("planets are asked for patches"));
        rows.make(0, grid.rows, slopes, &mut band);
        band
    }

    fn base_samples(&self, positions: &[[f64; 2]], precision: Precision) -> Vec<Jet<2>> {
        let points: Vec<_> = positions.iter().map(|&[x, y]| [x, y, 0.0]).collect();
        let samples = match precision {
            Precision::Single => self.terrain.sample::<f32>(Level::best(), &points),
            Precision::Double => self.terrain.sample::<f64>(Level::best(), &points),
        };
        samples.iter().map(jet).collect()
    }

    /// The job that computes rasters.
    fn on_grid<'a>(
        &'a self,
        spacing: f64,
        base: &'a (dyn Fn(&Grid) -> Vec<Jet<2>> + Sync),
        go_on: Watch<'a>,
    ) -> RasterJob<'a> {
        let lattice = Lattice { spacing, origin: [0.0; 2] };
        RasterJob { strokes: &self.strokes, lattice, precision: Precision::Single, base, go_on }
    }

    /// Applies the strokes to samples of a plane, including tools that blur. If `go_on` returns false, stops and returns
    /// false; the samples are then meaningless.
    fn lay_on_plane(
        &self,
        positions: &[[f64; 2]],
        ground: &mut [Jet<2>],
        precision: Precision,
        go_on: Watch<'_>,
    ) -> bool {
        let base = ground.to_vec();
        self.apply(0..self.len(), positions, &base, ground, (precision, go_on));
        let blurred = self.touched(0..self.len(), positions);
        let around: Vec<_> =
            blurred.par_iter().map(|&i| self.around(positions[i], precision, go_on)).collect();
        for (i, jet) in blurred.into_iter().zip(around) {
            match jet {
                Some(jet) => ground[i] = jet,
                None => return false,
            }
        }
        go_on()
    }

    /// One sample, computed on a grid around it whose spacing is `detail`.
    fn around(&self, position: [f64; 2], precision: Precision, go_on: Watch<'_>) -> Option<Jet<2>> {
        let spacing = self.detail;
        let index = position.map(|x| (x / spacing).round());
        // The origin is 0 if the position is on the grid.
        let origin = [0, 1].map(|axis| position[axis] - index[axis] * spacing);
        let lattice = Lattice { spacing, origin };
        let base = |grid: &Grid| {
            let position = |i: usize| lattice.position(grid, i % grid.columns, i / grid.columns);
            self.base_samples(&(0..grid.len()).map(position).collect::<Vec<_>>(), precision)
        };
        let job = RasterJob { strokes: &self.strokes, lattice, precision, base: &base, go_on };
        let [first_column, first_row] = index.map(|index| index as i64);
        let made = job.run(&Grid { first_column, first_row, columns: 1, rows: 1, spacing })?;
        made.first().copied()
    }
}

/// The terrain of a field brush's recipe.
///
/// # Errors
/// Fails if the recipe is invalid or names strokes. The brush itself could belong to these strokes.
pub(crate) fn brush_terrain(text: &str, images: &dyn Images, spacing: f64) -> Result<Terrain, ApplyError> {
    let recipe = Recipe::parse(Source::new("brush", text), orogen_engine::nodes::registry())?;
    if recipe.sculpt.is_some() {
        return Err(ApplyError::Field("contains strokes: remove [sculpt] from it"));
    }
    Ok(Terrain::new(&recipe, images, spacing)?)
}

/// Heights and gradients of a planet.
fn jets_of<S: Number>(relief: &PatchSamples<S>) -> Vec<Jet<3>> {
    let jet = |i: usize| Jet {
        value: relief.height[i].to_f64(),
        slope: [0, 1, 2].map(|axis| relief.slopes[axis][i].to_f64()),
    };
    (0..relief.height.len()).map(jet).collect()
}

fn jet<const D: usize>(sample: &Sample) -> Jet<D> {
    Jet { value: sample.height, slope: std::array::from_fn(|axis| sample.gradient[axis]) }
}

/// A sample of a plane or a planet.
fn sample<const D: usize>(jet: &Jet<D>) -> Sample {
    let along = |axis: usize| if axis < D { jet.slope[axis] } else { 0.0 };
    Sample { height: jet.value, gradient: std::array::from_fn(along) }
}
