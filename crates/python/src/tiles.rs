//! Tiles of planes and planets.

use numpy::ndarray::{Array, Dimension, Ix2, Ix3, ShapeBuilder};
use numpy::{Element, IntoPyArray};
use orogen::{Error, PlaneTile, Terrain, TileAddress};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::contents::Contents;
use crate::errors::{argument, exception};
use crate::jobs;
use crate::rasters::{self, Options};

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
    let grid = address.parse().and_then(|address: PlaneTile| terrain.tile_grid(address, side));
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
    let made = jobs::run(py, threads, None, |control| {
        let tile = terrain.tile_with(address, side, |done, all| control.go_on(done, all))?;
        Ok((tile.positions(), tile.normals(), tile))
    })?;
    let (positions, normals, tile) = made.map_err(|error: Error| exception(py, &error))?;
    let vectors = |of: Vec<[f64; 3]>| shaped::<_, Ix3>(py, (side, side, 3), of.into_flattened());
    let arrays = [
        shaped::<_, Ix2>(py, (side, side), tile.height),
        shaped::<_, Ix3>(py, (3, side, side), tile.gradient.concat()),
        vectors(positions),
        vectors(normals),
    ];
    Ok(PyTuple::new(py, arrays)?.into_any())
}

fn shaped<T: Element, D: Dimension>(
    py: Python<'_>,
    shape: impl ShapeBuilder<Dim = D>,
    numbers: Vec<T>,
) -> Bound<'_, PyAny> {
    let array = Array::from_shape_vec(shape.into_shape_with_order(), numbers);
    array.unwrap_or_else(|_| unreachable!("a tile has so many samples")).into_pyarray(py).into_any()
}
