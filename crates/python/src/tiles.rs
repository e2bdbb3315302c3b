//! Tiles of planes and planets.

use numpy::ndarray::{Array, Dimension, Ix2, Ix3, ShapeBuilder};
use numpy::{Element, IntoPyArray};
use orogen::{PlaneTile, Terrain, TileAddress};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::errors::{argument, exception};
use crate::jobs;

/// The arrays of a tile: `(height, dx, dy)` on a plane, and `(height, gradient, positions, normals)` on a planet.
pub(crate) fn tile<'py>(
    py: Python<'py>,
    terrain: &Terrain,
    address: &str,
    samples: i64,
    threads: Option<i64>,
) -> PyResult<Bound<'py, PyTuple>> {
    let Ok(side) = usize::try_from(samples) else {
        return Err(argument(
            py,
            format!("a tile cannot have {samples} samples along a side"),
            "give a number from 2",
        ));
    };
    let wrong = |error: orogen::Error| exception(py, &error);
    if terrain.is_planet() {
        let address: TileAddress = address.parse().map_err(|error| wrong(orogen::Error::from(error)))?;
        let tile = jobs::run(py, threads, None, |_| {
            let tile = terrain.tile(address, side)?;
            Ok((tile.positions(), tile.normals(), tile))
        })?;
        let (positions, normals, tile) = tile.map_err(wrong)?;
        let [gx, gy, gz] = tile.gradient;
        let gradient = [gx, gy, gz].concat();
        let vectors = |of: Vec<[f64; 3]>| shaped(py, (side, side, 3), of.into_flattened());
        return PyTuple::new(
            py,
            [
                shaped::<_, Ix2>(py, (side, side), tile.height),
                shaped::<_, Ix3>(py, (3, side, side), gradient),
                vectors(positions),
                vectors(normals),
            ],
        );
    }
    let address: PlaneTile = address.parse().map_err(wrong)?;
    let raster = jobs::run(py, threads, None, |_| terrain.tile(address, side))?.map_err(wrong)?;
    let planes = [raster.height, raster.dx, raster.dy];
    PyTuple::new(py, planes.map(|plane| shaped::<_, Ix2>(py, (side, side), plane)))
}

fn shaped<T: Element, D: Dimension>(
    py: Python<'_>,
    shape: impl ShapeBuilder<Dim = D>,
    numbers: Vec<T>,
) -> Bound<'_, PyAny> {
    let array = Array::from_shape_vec(shape.into_shape_with_order(), numbers);
    array.unwrap_or_else(|_| unreachable!("a tile has so many samples")).into_pyarray(py).into_any()
}
