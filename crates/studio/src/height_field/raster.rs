//! Samples of the ground, made by the engine.

use orogen_engine::level::Level;
use orogen_engine::patch::Patch;
use orogen_engine::planet::{LatLon, Sphere};
use orogen_engine::query::QueryError;
use orogen_engine::raster::{Band, Grid};
use orogen_engine::recipe::Recipe;
use orogen_engine::terrain::{Images, Terrain};
use rayon::prelude::*;

/// Margin around the domain of a plane, in domain sizes.
const MARGIN: f64 = 0.5;

/// Samples of the ground, and of the fields that its materials read.
pub(super) struct Raster {
    pub(super) origin: [f64; 2],
    pub(super) spacing: f64,
    /// Columns and rows.
    pub(super) size: [usize; 2],
    pub(super) heights: Vec<f32>,
    pub(super) others: Vec<Vec<f32>>,
}

/// Asked from time to time whether the work is still wanted.
pub type Watch<'a> = &'a (dyn Fn() -> bool + Sync);

/// Rows of a plane between two questions whether the work is still wanted.
const ROWS: usize = 64;

/// The raster of a plane: its domain and a margin. `None` if it is no longer wanted.
pub(super) fn over(
    recipe: &Recipe,
    images: &dyn Images,
    samples: usize,
    go_on: Watch<'_>,
) -> Result<Option<Raster>, QueryError> {
    let spacing = (1.0 + 2.0 * MARGIN) * recipe.domain.size / (samples - 1) as f64;
    let first = -(MARGIN * recipe.domain.size / spacing).round() as i64;
    let grid = Grid { first_column: first, first_row: first, columns: samples, rows: samples, spacing };
    let terrain = Terrain::with_materials(recipe, images, spacing).map_err(QueryError::Recipe)?;
    // Other fields are only computed together with slopes.
    let has_others = recipe.further_fields().next().is_some();
    let (maker, mut band) = (terrain.rows(Level::best(), grid)?, Band::default());
    let (mut heights, mut others) = (Vec::with_capacity(samples * samples), Vec::new());
    for first in (0..samples).step_by(ROWS) {
        if !go_on() {
            return Ok(None);
        }
        maker.make(first, ROWS.min(samples - first), has_others, &mut band);
        heights.extend_from_slice(&band.height);
        others.resize_with(band.others.len(), Vec::new);
        others.iter_mut().zip(&band.others).for_each(|(all, rows): (&mut Vec<f32>, _)| all.extend(rows));
    }
    Ok(Some(Raster { origin: [grid.x(0), grid.y(0)], spacing, size: [samples; 2], heights, others }))
}

/// The raster of a planet, by longitude and latitude. `None` if it is no longer wanted.
pub(super) fn around(
    recipe: &Recipe,
    images: &dyn Images,
    sphere: Sphere,
    columns: usize,
    go_on: Watch<'_>,
) -> Result<Option<Raster>, QueryError> {
    let spacing = 360.0 / columns as f64;
    let detail = recipe.domain.size / columns as f64;
    let terrain = Terrain::with_materials(recipe, images, detail).map_err(QueryError::Recipe)?;
    let place = |row: usize, column: usize| {
        let latitude = (90.0 - row as f64 * spacing).max(-90.0);
        let at = LatLon::new(latitude, -180.0 + column as f64 * spacing);
        let at = at.unwrap_or_else(|error| unreachable!("latitudes and longitudes are in range: {error}"));
        at.direction().vector().map(|along| along * sphere.radius())
    };
    let rows = columns / 2 + 1;
    let row = |row: usize| {
        if !go_on() {
            return None;
        }
        let places: Vec<_> = (0..columns).map(|column| place(row, column)).collect();
        let patch = Patch::new(&places)
            .unwrap_or_else(|_| unreachable!("planet radii are within the range of positions"));
        let samples = terrain.patch::<f32>(Level::best(), &patch);
        Some(samples.unwrap_or_else(|_| unreachable!("planets do not repeat")))
    };
    let made: Option<Vec<_>> = (0..rows).into_par_iter().map(row).collect();
    let Some(made) = made else { return Ok(None) };
    let heights = made.iter().flat_map(|row| row.height.iter().copied()).collect();
    let count = made.first().map_or(0, |row| row.others.len());
    let others = (0..count).map(|at| made.iter().flat_map(|row| row.others[at].iter().copied()).collect());
    let others = others.collect();
    Ok(Some(Raster { origin: [0.0; 2], spacing, size: [columns, rows], heights, others }))
}
