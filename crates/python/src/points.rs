//! Heights and gradients at points.

use numpy::ndarray::{Array1, Array2};
use numpy::{IntoPyArray, PyArray1, PyArray2, PyReadonlyArray2};
use orogen::{Error, LatLon, Position, Terrain};
use pyo3::prelude::*;
use rayon::prelude::*;

use crate::arrays::positions;
use crate::errors::{argument, exception};
use crate::jobs::{self, Control};

/// Points that a thread evaluates at once.
const CHUNK: usize = 4096;

type Arrays<'py> = (Bound<'py, PyArray1<f64>>, Bound<'py, PyArray2<f64>>);

/// Heights, and gradients of 2 numbers on planes and 3 on planets. Points are `x, y` in metres, or latitudes and longitudes.
pub(crate) fn sample<'py>(
    py: Python<'py>,
    terrain: &Terrain,
    points: &PyReadonlyArray2<'py, f64>,
    threads: Option<i64>,
) -> PyResult<Arrays<'py>> {
    let Some(points) = positions::<2>(points) else {
        return Err(argument(py, "points are rows of two numbers", "give an array of the shape (n, 2)"));
    };
    let is_planet = terrain.is_planet();
    let samples = jobs::run(py, threads, None, |control| match is_planet {
        true => on_planet(terrain, &points, control),
        false => on_plane(terrain, &points, control),
    })?;
    let samples = samples.map_err(|error| exception(py, &error))?;
    let heights: Array1<f64> = samples.iter().map(|(height, _)| *height).collect();
    let axes = if is_planet { 3 } else { 2 };
    let gradients = Array2::from_shape_fn((samples.len(), axes), |(point, axis)| samples[point].1[axis]);
    Ok((heights.into_pyarray(py), gradients.into_pyarray(py)))
}

type Samples = Result<Vec<(f64, [f64; 3])>, Error>;

fn on_plane(terrain: &Terrain, points: &[[f64; 2]], control: &Control) -> Samples {
    each(terrain, points, control, |sample: orogen::Sample| (sample.height, sample.gradient))
}

fn on_planet(terrain: &Terrain, points: &[[f64; 2]], control: &Control) -> Samples {
    let place = |&[latitude, longitude]: &[f64; 2]| Ok(LatLon::new(latitude, longitude)?);
    let places = points.iter().map(place).collect::<Result<Vec<_>, Error>>()?;
    each(terrain, &places, control, |sample: orogen::PlanetSample| (sample.height, sample.gradient))
}

fn each<P: Position + Sync>(
    terrain: &Terrain,
    points: &[P],
    control: &Control,
    numbers: impl Fn(P::Sample) -> (f64, [f64; 3]) + Sync,
) -> Samples {
    let chunk = |points: &[P]| match control.is_cancelled() {
        true => Ok(Vec::new()),
        false => Ok(terrain.at_all(points)?.into_iter().map(&numbers).collect()),
    };
    // Prepares the terrain first: a thread that solves erosion may take up another chunk meanwhile, and wait for itself.
    terrain.at_all::<P>(&[])?;
    let chunks = points.par_chunks(CHUNK).map(chunk).collect::<Result<Vec<Vec<_>>, Error>>()?;
    Ok(chunks.into_iter().flatten().collect())
}
