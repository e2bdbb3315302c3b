//! A terrain with strokes on it.

mod aim;
mod cells;
mod globe;
mod laid;
mod passes;
mod raster;

use std::collections::BTreeMap;
use std::sync::Arc;

use orogen::bounds::Bounds;
use orogen::cpu::Number;
use orogen::image::Images;
use orogen::level::Level;
use orogen::overlay::Watch;
use orogen::patch::{Patch, Relief};
use orogen::planet::Direction;
use orogen::raster::{Band, Grid};
use orogen::recipe::{Recipe, Source};
use orogen::terrain::{Sample, Terrain};
use rayon::prelude::*;

pub(crate) use globe::{Remembered, Seen, is_visible};

use crate::jet::{Jet, Precision};
use crate::error::SculptError;
use crate::prepared::Prepared;
use crate::stroke::{Ground, Stroke};
use cells::CELL;
use passes::Lattice;
use raster::Work;

/// A terrain with strokes on it, one over the other.
///
/// Every height is a function of the place: of tools that look at one place only (all but smooth and sharpen), a sample has the
/// same bits in whatever grid, band or tile, at whatever spacing. Smooth and sharpen look around: on planes at the samples of
/// a grid, so that their bits are those of the spacing, and single samples have the bits of a grid with the spacing of the
/// detail if they lie on it; on planets at places of their own, which depend on the detail.
#[derive(Clone, Debug)]
pub struct Sculpted {
    terrain: Arc<Terrain>,
    ground: Ground,
    detail: f64,
    strokes: Vec<Arc<Prepared>>,
    /// What is remembered of the ground under those that blur planets.
    seen: Vec<Option<Arc<Seen>>>,
    remembered: Remembered,
    /// The terrains of field brushes by their recipes' texts.
    fields: BTreeMap<String, Arc<Terrain>>,
}

/// How samples are made: how exactly, and for how long.
type How<'a> = (Precision, Watch<'a>);

/// The most samples that are made at once: about 2 GB.
const MOST_SAMPLES: usize = 1 << 24;

impl Sculpted {
    /// A terrain without strokes. `detail` is the spacing in metres that fields of brushes are made ready for, usually that of
    /// the terrain: how fine `octaves = "auto"` goes. Strokes over the edge of a terrain that repeats are not
    /// repeated with it.
    pub fn new(terrain: Arc<Terrain>, detail: f64) -> Self {
        let ground = terrain.sphere().map_or(Ground::Plane, Ground::Planet);
        let (strokes, seen, fields) = (Vec::new(), Vec::new(), BTreeMap::new());
        Self { terrain, ground, detail, strokes, seen, remembered: Remembered::default(), fields }
    }

    /// What strokes lie on.
    pub fn ground(&self) -> Ground {
        self.ground
    }

    /// How many strokes there are.
    pub fn len(&self) -> usize {
        self.strokes.len()
    }

    /// Whether the terrain is as the recipe has it.
    pub fn is_empty(&self) -> bool {
        self.strokes.is_empty()
    }

    /// Lays a stroke over those before it. What it may change is returned.
    ///
    /// # Errors
    /// The stroke is unsound, its recipe or picture cannot be had, or its tool not be used on this ground. Then nothing is
    /// changed.
    pub fn push(&mut self, stroke: &Stroke, images: &dyn Images) -> Result<Bounds, SculptError> {
        let (fields, detail) = (&mut self.fields, self.detail);
        let field = |text: &str| {
            if let Some(field) = fields.get(text) {
                return Ok(Arc::clone(field));
            }
            let field = Arc::new(brush_terrain(text, images, detail)?);
            fields.insert(text.to_owned(), Arc::clone(&field));
            Ok(field)
        };
        let prepared = Prepared::new(stroke, self.ground, images, field)?;
        let bounds = prepared.bounds;
        let blurs_planet = prepared.blur().is_some() && prepared.diameter.is_some();
        let seen = blurs_planet.then(|| Seen::new(&self.remembered));
        self.lay_prepared(Arc::new(prepared), seen);
        Ok(bounds)
    }

    /// Lays a stroke over those before it that was made ready for this ground. `seen` is what is remembered of the ground under
    /// it, if it blurs a planet.
    pub(crate) fn lay_prepared(&mut self, stroke: Arc<Prepared>, seen: Option<Arc<Seen>>) {
        self.strokes.push(stroke);
        self.seen.push(seen);
    }

    /// The strokes.
    pub(crate) fn prepared(&self) -> &[Arc<Prepared>] {
        &self.strokes
    }

    /// Takes the last stroke away. What it changed is returned.
    pub fn pop(&mut self) -> Option<Bounds> {
        self.seen.pop();
        self.strokes.pop().map(|stroke| stroke.bounds)
    }

    /// Heights and slopes of a grid, on all threads of the current pool. Ask for large grids band by band: memory goes with
    /// what is asked for, about 120 bytes a sample.
    ///
    /// # Errors
    /// The terrain is a planet's, or the grid is too large, with what blurs look at around it.
    pub fn rows(&self, grid: Grid) -> Result<Band, SculptError> {
        if self.terrain.sphere().is_some() {
            return Err(SculptError::Ground("a planet has no grids of metres: ask for patches"));
        }
        let base = |grid: &Grid| raster::jets(&self.base_rows(grid, true));
        let work = self.on_grid(grid.spacing, &base, &|| true);
        let samples = work.samples(&grid);
        if samples > MOST_SAMPLES {
            return Err(SculptError::TooLarge { samples, most: MOST_SAMPLES });
        }
        let made = work.made(&grid).unwrap_or_else(|| unreachable!("nothing ends it"));
        Ok(raster::band(grid.columns, &made))
    }

    /// Heights and slopes at places of a plane, in metres: those that a raster has there, before it rounds them to single
    /// precision.
    ///
    /// # Errors
    /// The terrain is that of a planet or a space.
    pub fn sample(&self, places: &[[f64; 2]]) -> Result<Vec<Sample>, SculptError> {
        self.samples(places, Precision::Single)
    }

    /// The same in double precision from the ground up: the reference.
    ///
    /// # Errors
    /// As [`sample`](Self::sample).
    pub fn sample_exactly(&self, places: &[[f64; 2]]) -> Result<Vec<Sample>, SculptError> {
        self.samples(places, Precision::Double)
    }

    fn samples(&self, places: &[[f64; 2]], precision: Precision) -> Result<Vec<Sample>, SculptError> {
        if self.terrain.sphere().is_some() {
            return Err(SculptError::Ground("a planet's ground has no x and y: ask for patches"));
        }
        if self.terrain.dimensions() > 2 {
            return Err(SculptError::Ground(
                "a place of a space has a third coordinate: ask for rows of its cut",
            ));
        }
        let mut ground = self.base_samples(places, precision);
        self.lay_on_plane(places, &mut ground, precision, &|| true);
        Ok(ground.iter().map(sample).collect())
    }

    /// Heights and slopes of a planet at the samples of a patch, on all threads of the current pool. As in the terrain's own, the
    /// slopes are the gradient in space.
    ///
    /// # Errors
    /// The terrain is no planet's.
    pub fn patch(&self, patch: &Patch) -> Result<Relief<f32>, SculptError> {
        let mut relief = self.planet(|terrain| terrain.patch::<f32>(Level::best(), patch))?;
        let mut ground = jets_of(&relief);
        let places: Vec<_> = (0..patch.len()).map(|i| patch.position(i)).collect();
        self.lay_on_globe(&places, &mut ground, Precision::Single, &|| true);
        for (i, jet) in ground.into_iter().enumerate() {
            relief.height[i] = jet.value as f32;
            (0..3).for_each(|axis| relief.slopes[axis][i] = jet.slope[axis] as f32);
        }
        Ok(relief)
    }

    /// The same in some directions in double precision from the ground up, heights and gradients: the reference.
    ///
    /// # Errors
    /// The terrain is no planet's.
    pub fn sample_at_exactly(&self, directions: &[Direction]) -> Result<Vec<Sample>, SculptError> {
        let Ground::Planet(sphere) = self.ground else {
            return Err(SculptError::Ground("a plane has no directions: ask for rows or samples"));
        };
        let places: Vec<_> = directions.iter().map(|&direction| sphere.position(direction)).collect();
        let mut ground = self.on_sphere(&places, (Precision::Double, &|| true));
        self.lay_on_globe(&places, &mut ground, Precision::Double, &|| true);
        Ok(ground.iter().map(sample).collect())
    }

    /// The planet without strokes.
    fn planet<S, E>(
        &self,
        relief: impl FnOnce(&Terrain) -> Result<Relief<S>, E>,
    ) -> Result<Relief<S>, SculptError> {
        match self.ground {
            Ground::Plane => Err(SculptError::Ground("a plane has no directions: ask for rows or samples")),
            Ground::Planet(_) => {
                Ok(relief(&self.terrain).unwrap_or_else(|_| unreachable!("planets do not repeat")))
            }
        }
    }

    /// The same at places of its sphere, on all threads. Nothing is of meaning once `go_on` says no.
    fn on_sphere(&self, places: &[[f64; 3]], (precision, go_on): How<'_>) -> Vec<Jet<3>> {
        let cells = places.par_chunks(CELL).flat_map_iter(|places| {
            if !go_on() {
                return vec![Jet::constant(0.0); places.len()];
            }
            let patch = Patch::new(places).unwrap_or_else(|_| unreachable!("radii end before positions do"));
            let jets = match precision {
                Precision::Single => self
                    .planet(|terrain| terrain.patch(Level::best(), &patch))
                    .map(|relief| jets_of::<f32>(&relief)),
                Precision::Double => self
                    .planet(|terrain| terrain.patch(Level::best(), &patch))
                    .map(|relief| jets_of::<f64>(&relief)),
            };
            jets.unwrap_or_else(|_| unreachable!("a planet is asked"))
        });
        cells.collect()
    }

    /// The plane without strokes, or a space's cut.
    fn base_rows(&self, grid: &Grid, slopes: bool) -> Band {
        let mut band = Band::default();
        self.terrain.rows(Level::best(), *grid).make(0, grid.rows, slopes, &mut band);
        band
    }

    fn base_samples(&self, places: &[[f64; 2]], precision: Precision) -> Vec<Jet<2>> {
        let points: Vec<_> = places.iter().map(|&[x, y]| [x, y, 0.0]).collect();
        let samples = match precision {
            Precision::Single => self.terrain.sample::<f32>(Level::best(), &points),
            Precision::Double => self.terrain.sample::<f64>(Level::best(), &points),
        };
        samples.iter().map(jet).collect()
    }

    /// What rasters are made of.
    fn on_grid<'a>(
        &'a self,
        spacing: f64,
        base: &'a (dyn Fn(&Grid) -> Vec<Jet<2>> + Sync),
        go_on: Watch<'a>,
    ) -> Work<'a> {
        let lattice = Lattice { spacing, origin: [0.0; 2] };
        Work { strokes: &self.strokes, lattice, precision: Precision::Single, base, go_on }
    }

    /// Lays the strokes on samples of a plane, those whose tools look around too. Nothing is of meaning once `go_on` says no.
    fn lay_on_plane(
        &self,
        places: &[[f64; 2]],
        ground: &mut [Jet<2>],
        precision: Precision,
        go_on: Watch<'_>,
    ) -> bool {
        let base = ground.to_vec();
        self.lay(0..self.len(), places, &base, ground, (precision, go_on));
        let blurred = self.touched(0..self.len(), places);
        let around: Vec<_> = blurred.par_iter().map(|&i| self.around(places[i], precision, go_on)).collect();
        for (i, jet) in blurred.into_iter().zip(around) {
            match jet {
                Some(jet) => ground[i] = jet,
                None => return false,
            }
        }
        go_on()
    }

    /// One sample with what is around it, as far apart as the detail.
    fn around(&self, place: [f64; 2], precision: Precision, go_on: Watch<'_>) -> Option<Jet<2>> {
        let spacing = self.detail;
        let index = place.map(|x| (x / spacing).round());
        // Nothing, where the place is one of the grid's.
        let origin = [0, 1].map(|axis| place[axis] - index[axis] * spacing);
        let lattice = Lattice { spacing, origin };
        let base = |grid: &Grid| {
            let place = |i: usize| lattice.place(grid, i % grid.columns, i / grid.columns);
            self.base_samples(&(0..grid.len()).map(place).collect::<Vec<_>>(), precision)
        };
        let work = Work { strokes: &self.strokes, lattice, precision, base: &base, go_on };
        let [first_column, first_row] = index.map(|index| index as i64);
        let made = work.made(&Grid { first_column, first_row, columns: 1, rows: 1, spacing })?;
        made.first().copied()
    }
}

/// The terrain of a brush's recipe.
///
/// # Errors
/// The recipe is unsound, or has strokes itself: they might be those that the brush belongs to.
pub(crate) fn brush_terrain(text: &str, images: &dyn Images, spacing: f64) -> Result<Terrain, SculptError> {
    let recipe = Recipe::parse(Source::new("brush", text), orogen::nodes::registry())?;
    if recipe.sculpt.is_some() {
        return Err(SculptError::Field("has strokes of its own: leave [sculpt] out"));
    }
    Ok(Terrain::new(&recipe, images, spacing)?)
}

/// Heights and gradients of a planet.
fn jets_of<S: Number>(relief: &Relief<S>) -> Vec<Jet<3>> {
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
