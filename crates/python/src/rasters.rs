//! Rasters: rows of a terrain, band by band, into an array.

use numpy::ndarray::ArrayViewMutD;
use numpy::{Element, IntoPyArray, PyUntypedArray};
use orogen::{Band, Rows, SampleGrid, Terrain};
use pyo3::prelude::*;

use crate::arrays::with_out;
use crate::contents::Contents;
use crate::errors::{argument, exception};
use crate::jobs::{self, Control};
use crate::memory;

/// Samples in a band, so that Ctrl-C stops the work between two bands in a fraction of a second.
const BAND: usize = 1 << 18;

/// The least rows in a band: what columns share is prepared once per band.
const MIN_ROWS: usize = 8;

/// How a raster is made.
pub(crate) struct Options<'a, 'py> {
    pub(crate) out: Option<&'a Bound<'py, PyUntypedArray>>,
    /// "float32" or "float64".
    pub(crate) dtype: &'a str,
    pub(crate) progress: Option<&'a Bound<'py, PyAny>>,
    pub(crate) threads: Option<i64>,
}

/// The array of some contents on a grid. It is `out` if that is given.
pub(crate) fn array<'py>(
    py: Python<'py>,
    terrain: &Terrain,
    contents: Contents,
    grid: SampleGrid,
    options: &Options<'_, 'py>,
) -> PyResult<Bound<'py, PyAny>> {
    match options.dtype {
        "float32" => array_of::<f32>(py, terrain, contents, grid, options),
        "float64" => array_of::<f64>(py, terrain, contents, grid, options),
        other => Err(argument(py, format!("dtype cannot be {other}"), "give \"float32\" or \"float64\"")),
    }
}

fn array_of<'py, T: Element + Default + Copy + From<f32>>(
    py: Python<'py>,
    terrain: &Terrain,
    contents: Contents,
    grid: SampleGrid,
    options: &Options<'_, 'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let shape = contents.shape(grid.rows(), grid.columns());
    let fill = |array: ArrayViewMutD<'_, T>| {
        let job = |control: &Control| fill(terrain, contents, grid, array, control);
        let done = jobs::run(py, options.threads, options.progress, job)?;
        done.map_err(|error| exception(py, &error))
    };
    match options.out {
        Some(out) => {
            with_out::<T, _>(py, out, &shape, fill)?;
            Ok(out.clone().into_any())
        }
        None => {
            let mut array = memory::zeros::<T>(&shape)?;
            fill(array.view_mut())?;
            Ok(array.into_pyarray(py).into_any())
        }
    }
}

/// Fills an array. If the job is cancelled, the rest of the array stays as it is.
fn fill<T: From<f32>>(
    terrain: &Terrain,
    contents: Contents,
    grid: SampleGrid,
    mut array: ArrayViewMutD<'_, T>,
    control: &Control,
) -> Result<(), orogen::Error> {
    let (samples, rows_a_band) = (grid.len(), (BAND / grid.columns()).max(MIN_ROWS));
    let rows = terrain.rows(grid)?.in_bands_of(rows_a_band);
    let mut rows: Rows = if contents.needs_slopes() { rows.with_slopes() } else { rows };
    let (mut band, mut done) = (Band::default(), 0);
    control.report(0, samples);
    while !control.is_cancelled() && rows.next_into(&mut band) {
        contents.store(&band, &mut array);
        done += band.height.len();
        control.report(done, samples);
    }
    Ok(())
}
