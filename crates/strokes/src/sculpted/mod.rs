//! A terrain with strokes on it.

mod raster;
mod stages;

use std::collections::BTreeMap;
use std::sync::Arc;

use orogen::image::Images;
use orogen::level::Level;
use orogen::patch::{Patch, Relief};
use orogen::planet::Direction;
use orogen::raster::{Band, Grid};
use orogen::recipe::{Recipe, Source};
use orogen::terrain::{Sample, Terrain};
use rayon::prelude::*;

use crate::bounds::Bounds;
use crate::cell::{Cell, Jet, Precision};
use crate::error::SculptError;
use crate::prepared::Prepared;
use crate::stroke::{Ground, Stroke};

/// A terrain with strokes on it, one over the other.
///
/// Every height is a function of the place: of tools that look at one place only (all but smooth and sharpen), a sample has the
/// same bits in whatever grid, band or tile, at whatever spacing. Smooth and sharpen look at the samples around: their bits are
/// those of the spacing, whatever the grid.
#[derive(Clone, Debug)]
pub struct Sculpted {
    terrain: Arc<Terrain>,
    ground: Ground,
    detail: f64,
    strokes: Vec<Arc<Prepared>>,
    /// The terrains of field brushes by their recipes' texts.
    fields: BTreeMap<String, Arc<Terrain>>,
}

/// Samples of a cell that are no part of a raster.
const CELL: usize = 256;

impl Sculpted {
    /// A terrain without strokes. `detail` is the spacing in metres that fields of brushes are made ready for, usually that of
    /// the terrain: how fine `octaves = "auto"` goes. Strokes over the edge of a terrain that repeats are not
    /// repeated with it.
    pub fn new(terrain: Arc<Terrain>, detail: f64) -> Self {
        let ground = terrain.sphere().map_or(Ground::Plane, Ground::Planet);
        Self { terrain, ground, detail, strokes: Vec::new(), fields: BTreeMap::new() }
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
            let recipe = Recipe::parse(Source::new("brush", text), orogen::nodes::registry())?;
            let field = Arc::new(Terrain::new(&recipe, images, detail)?);
            fields.insert(text.to_owned(), Arc::clone(&field));
            Ok(field)
        };
        let prepared = Prepared::new(stroke, self.ground, images, field)?;
        let bounds = prepared.bounds;
        self.strokes.push(Arc::new(prepared));
        Ok(bounds)
    }

    /// Takes the last stroke away. What it changed is returned.
    pub fn pop(&mut self) -> Option<Bounds> {
        self.strokes.pop().map(|stroke| stroke.bounds)
    }

    /// Heights and slopes of a grid, on all threads of the current pool. Ask for large grids band by band: memory goes with
    /// what is asked for, about 100 bytes a sample.
    ///
    /// # Errors
    /// The terrain is a planet's, or a blur needs more samples at once than there may be.
    pub fn rows(&self, grid: Grid) -> Result<Band, SculptError> {
        if self.terrain.sphere().is_some() {
            return Err(SculptError::Ground("a planet has no grids of metres: ask for patches"));
        }
        raster::made(&self.terrain, &self.strokes, grid)
    }

    /// Heights and slopes at places of a plane, in metres: those that a raster has there, before it rounds them to single
    /// precision.
    ///
    /// # Errors
    /// The terrain is that of a planet or a space; or a place was smoothed or sharpened: there, ask for the row of one sample.
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
        let points: Vec<_> = places.iter().map(|&[x, y]| [x, y, 0.0]).collect();
        let base = match precision {
            Precision::Single => self.terrain.sample::<f32>(Level::best(), &points),
            Precision::Double => self.terrain.sample::<f64>(Level::best(), &points),
        };
        let jet =
            |sample: &Sample| Jet { value: sample.height, slope: [sample.gradient[0], sample.gradient[1]] };
        let base: Vec<_> = base.iter().map(jet).collect();
        let ground = self.laid(places, &base, precision)?;
        let sample = |jet: Jet<2>| Sample { height: jet.value, gradient: [jet.slope[0], jet.slope[1], 0.0] };
        Ok(ground.into_iter().map(sample).collect())
    }

    /// Heights and slopes of a planet at the samples of a patch, on one thread. As in the terrain's own, the slopes are the
    /// gradient in space.
    ///
    /// # Errors
    /// The terrain is no planet's.
    pub fn patch(&self, patch: &Patch) -> Result<Relief<f32>, SculptError> {
        let mut relief = self.planet(|terrain| terrain.patch::<f32>(Level::best(), patch))?;
        let base: Vec<_> = (0..patch.len())
            .map(|i| Jet {
                value: f64::from(relief.height[i]),
                slope: [0, 1, 2].map(|axis| f64::from(relief.slopes[axis][i])),
            })
            .collect();
        let places: Vec<_> = (0..patch.len()).map(|i| patch.position(i)).collect();
        for (i, jet) in self.laid(&places, &base, Precision::Single)?.into_iter().enumerate() {
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
        let patch = Patch::new(&places).unwrap_or_else(|_| unreachable!("radii end before positions do"));
        let relief = self.planet(|terrain| terrain.patch::<f64>(Level::best(), &patch))?;
        let base: Vec<_> = (0..places.len())
            .map(|i| Jet { value: relief.height[i], slope: [0, 1, 2].map(|axis| relief.slopes[axis][i]) })
            .collect();
        let sample = |jet: Jet<3>| Sample { height: jet.value, gradient: jet.slope };
        Ok(self.laid(&places, &base, Precision::Double)?.into_iter().map(sample).collect())
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

    /// The ground at places without surroundings.
    fn laid<const D: usize>(
        &self,
        places: &[[f64; D]],
        base: &[Jet<D>],
        precision: Precision,
    ) -> Result<Vec<Jet<D>>, SculptError> {
        let cells = places.par_chunks(CELL).zip(base.par_chunks(CELL));
        let laid = cells.map(|(places, base)| {
            let mut cell = Cell::new();
            cell.places.extend_from_slice(places);
            cell.base.extend_from_slice(base);
            cell.ground.extend_from_slice(base);
            let bounds = cell.bounds();
            for stroke in self.strokes.iter().filter(|stroke| stroke.bounds.meets(&bounds)) {
                if stroke.blur().is_none() {
                    cell.lay(stroke, &bounds, precision);
                } else if let Some(touched) = cell.touched_by(stroke, &bounds) {
                    let place = &cell.places[touched];
                    return Err(SculptError::Smoothed([place[0], place[1]]));
                }
            }
            Ok(cell.ground)
        });
        let laid: Vec<_> = laid.collect::<Result<_, _>>()?;
        Ok(laid.into_iter().flatten().collect())
    }
}
