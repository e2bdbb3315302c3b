//! Tiles of planes and planets.

use numpy::ndarray::{Array, Dimension, Ix2, Ix3, ShapeBuilder};
use numpy::{Element, IntoPyArray};
use orogen::engine::level::Level;
use orogen::engine::patch::{PatchSamples, Repeats};
use orogen::{DirectionGrid, Error, PlaneTile, PlanetTile, Terrain, TileAddress};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use rayon::prelude::*;

use crate::contents::Contents;
use crate::errors::{argument, exception};
use crate::jobs::{self, Control};
use crate::rasters::{self, Options};

/// The least samples that a thread evaluates at once, in whole rows: enough that preparing a patch takes little, and few enough that
/// Ctrl-C stops the slowest planets in a fraction of a second.
const STRIP: usize = 2048;

/// The arrays of a tile: height, dx and dy on a plane; height, gradient, positions and normals on a planet.
pub(crate) fn tile<'py>(
    py: Python<'py>,
    terrain: &Terrain,
    address: &str,
    samples: i64,
    threads: Option<i64>,
) -> PyResult<Bound<'py, PyAny>> {
    let Ok(side) = usize::try_from(samples) else {
        return Err(argument(
            py,
            format!("a tile cannot have {samples} samples along a side"),
            "give a number from 2",
        ));
    };
    if terrain.is_planet() {
        return of_planet(py, terrain, address, side, threads);
    }
    let grid = address.parse().and_then(|address: PlaneTile| terrain.tile_samples(address, side));
    let grid = grid.map_err(|error| exception(py, &error))?.into();
    let options = Options { out: None, dtype: "float32", progress: None, threads };
    rasters::array(py, terrain, Contents::Raster, grid, &options)
}

fn of_planet<'py>(
    py: Python<'py>,
    terrain: &Terrain,
    address: &str,
    side: usize,
    threads: Option<i64>,
) -> PyResult<Bound<'py, PyAny>> {
    let address: TileAddress = address.parse().map_err(|error| exception(py, &Error::from(error)))?;
    let tile = jobs::run(py, threads, None, |control| {
        let tile = evaluated(terrain, address, side, control)?;
        Ok(tile.map(|tile| (tile.positions(), tile.normals(), tile)))
    })?;
    let tile = tile.map_err(|error: Error| exception(py, &error))?;
    let (positions, normals, tile) = tile.unwrap_or_else(|| unreachable!("cancelled jobs raise"));
    let vectors = |of: Vec<[f64; 3]>| shaped::<_, Ix3>(py, (side, side, 3), of.into_flattened());
    let arrays = [
        shaped::<_, Ix2>(py, (side, side), tile.height),
        shaped::<_, Ix3>(py, (3, side, side), tile.gradient.concat()),
        vectors(positions),
        vectors(normals),
    ];
    Ok(PyTuple::new(py, arrays)?.into_any())
}

/// A tile of a planet, strip by strip, on the threads of the job. `None` if the job is cancelled. The bits are those of
/// [`Terrain::tile`], which stays on one thread and cannot be cancelled.
fn evaluated(
    terrain: &Terrain,
    address: TileAddress,
    side: usize,
    control: &Control,
) -> Result<Option<PlanetTile>, Error> {
    let samples = terrain.tile_samples(address, side)?;
    let sphere = terrain.sphere().unwrap_or_else(|| unreachable!("only planets have such tiles"));
    let grid = DirectionGrid::tile(address, samples.steps().ilog2() as u8, sphere)?;
    let prepared = terrain.prepared(samples.level_spacing(sphere))?;
    let height = STRIP.div_ceil(side);
    let strip = |strip: usize| {
        let rows = strip * height..side.min((strip + 1) * height);
        let relief = (!control.is_cancelled())
            .then(|| prepared.patch::<f32>(Level::best(), &grid.patch(sphere, rows)))?;
        Some(relief.unwrap_or_else(|Repeats| unreachable!("planets do not repeat")))
    };
    let strips = (0..side.div_ceil(height)).into_par_iter().map(strip);
    let Some(strips) = strips.collect::<Option<Vec<PatchSamples<f32>>>>() else { return Ok(None) };
    let mut tile = PlanetTile { samples, sphere, height: Vec::new(), gradient: Default::default() };
    for strip in strips {
        tile.height.extend(strip.height);
        tile.gradient.iter_mut().zip(strip.slopes).for_each(|(to, slopes)| to.extend(slopes));
    }
    Ok(Some(tile))
}

fn shaped<T: Element, D: Dimension>(
    py: Python<'_>,
    shape: impl ShapeBuilder<Dim = D>,
    numbers: Vec<T>,
) -> Bound<'_, PyAny> {
    let array = Array::from_shape_vec(shape.into_shape_with_order(), numbers);
    array.unwrap_or_else(|_| unreachable!("a tile has so many samples")).into_pyarray(py).into_any()
}
