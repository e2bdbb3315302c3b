//! The class `Noise`: noise alone, for `orogen.noise`.

#![expect(clippy::needless_pass_by_value, reason = "PyO3 hands arguments over by value")]

mod definition;
mod grid;

use numpy::ndarray::{Array1, Array2};
use numpy::{IntoPyArray, PyArray1, PyReadonlyArray2, PyUntypedArray};
use orogen_noise::basis::{AnyBasis, Dimension};
use orogen_noise::{Noise as NoiseIn, NoiseError, Order};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arrays::positions;
use crate::errors::argument;
use crate::grids::Shape;
use crate::jobs;
use crate::memory;

/// Values at points, and the gradients at request.
type Values<'py> = (Bound<'py, PyArray1<f32>>, Option<Bound<'py, PyAny>>);

/// Noise in the plane and in space.
#[pyclass(frozen, module = "orogen._native")]
pub(crate) struct Noise {
    plane: NoiseIn<2>,
    space: NoiseIn<3>,
}

#[pymethods]
impl Noise {
    /// Noise of a fractal over a basis. `parameters` has the numbers of the octaves and of the fractal.
    #[new]
    #[pyo3(signature = (fractal, basis, parameters, /))]
    fn new(
        py: Python<'_>,
        fractal: &str,
        basis: &Bound<'_, PyDict>,
        parameters: &Bound<'_, PyDict>,
    ) -> PyResult<Self> {
        let layout = definition::layout(parameters)?;
        let (basis, fractal) =
            (definition::basis(basis, layout.seed)?, definition::fractal(py, fractal, parameters)?);
        let wrong = |error: NoiseError| {
            argument(
                py,
                error.to_string(),
                "use the basis hermite, perlin, improved-perlin, simplex or value",
            )
        };
        let plane = NoiseIn::new(basis, fractal, &layout).map_err(wrong)?;
        let space = NoiseIn::new(basis, fractal, &layout).map_err(wrong)?;
        Ok(Self { plane, space })
    }

    /// Bounds of the values in the plane (2) or in space (3).
    #[pyo3(signature = (dimensions, /))]
    fn interval(&self, py: Python<'_>, dimensions: i64) -> PyResult<(f64, f64)> {
        let interval = match dimensions {
            2 => self.plane.interval(),
            3 => self.space.interval(),
            _ => return Err(argument(py, format!("noise has no {dimensions} dimensions"), "give 2 or 3")),
        };
        Ok((interval.min, interval.max))
    }

    /// Values at points of 2 or 3 coordinates, and gradients if wanted.
    #[pyo3(signature = (points, gradient, threads, /))]
    fn at<'py>(
        &self,
        py: Python<'py>,
        points: PyReadonlyArray2<'py, f64>,
        gradient: bool,
        threads: Option<i64>,
    ) -> PyResult<Values<'py>> {
        let is_finite = points.as_array().iter().all(|part| part.is_finite());
        if !is_finite {
            return Err(argument(py, "a point is not finite", "give finite coordinates"));
        }
        if let Some(points) = positions::<2>(&points) {
            at(py, &self.plane, &points, gradient, threads)
        } else if let Some(points) = positions::<3>(&points) {
            at(py, &self.space, &points, gradient, threads)
        } else {
            Err(argument(
                py,
                "points have two or three coordinates",
                "give an array of the shape (n, 2) or (n, 3)",
            ))
        }
    }

    /// Values on a grid of `(rows, columns)`; with the gradient, `(1 + coordinates, rows, columns)`.
    #[pyo3(signature = (shape, spacing, origin, gradient, out, threads, /))]
    fn grid<'py>(
        &self,
        py: Python<'py>,
        shape: Shape,
        spacing: f64,
        origin: Vec<f64>,
        gradient: bool,
        out: Option<Bound<'py, PyUntypedArray>>,
        threads: Option<i64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if !(spacing.is_finite() && spacing > 0.0) {
            let help = "give a finite number greater than 0";
            return Err(argument(py, format!("samples cannot be {spacing} apart"), help));
        }
        if !origin.iter().all(|part| part.is_finite()) {
            return Err(argument(py, format!("{origin:?} is not an origin"), "give finite coordinates"));
        }
        let shape = shape.rows_columns(1);
        match *origin {
            [x, y] => grid::array(py, &self.plane, shape, spacing, [x, y], gradient, out, threads),
            [x, y, z] => grid::array(py, &self.space, shape, spacing, [x, y, z], gradient, out, threads),
            _ => Err(argument(py, "an origin has two or three coordinates", "give (x, y) or (x, y, z)")),
        }
    }
}

fn at<'py, const D: usize>(
    py: Python<'py>,
    noise: &NoiseIn<D>,
    points: &[[f64; D]],
    gradient: bool,
    threads: Option<i64>,
) -> PyResult<Values<'py>>
where
    AnyBasis: Dimension<D>,
{
    let order = if gradient { Order::Gradient } else { Order::Value };
    let planes = if gradient { 1 + D } else { 1 };
    let mut values = memory::zeros::<f32>(&[planes, points.len()])?.into_raw_vec_and_offset().0;
    jobs::run(py, threads, None, |control| grid::points(noise, order, points, &mut values, control))?;
    let gradients = gradient.then(|| {
        Array2::from_shape_fn((points.len(), D), |(point, axis)| values[(1 + axis) * points.len() + point])
            .into_pyarray(py)
            .into_any()
    });
    values.truncate(points.len());
    Ok((Array1::from_vec(values).into_pyarray(py), gradients))
}
