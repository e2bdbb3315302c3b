//! Noise at many samples, on the threads of a job. The bits do not depend on the number of threads.

use numpy::ndarray::{ArrayViewMut3, ArrayViewMutD, Axis, Ix3};
use numpy::{IntoPyArray, PyUntypedArray};
use orogen_noise::basis::{AnyBasis, Dimension};
use orogen_noise::noise::Scratch;
use orogen_noise::rows::{Rows, STRIP};
use orogen_noise::{Level, Noise, Order};
use pyo3::prelude::*;
use rayon::prelude::*;

use crate::arrays::with_out;
use crate::errors::argument;
use crate::jobs::{self, Control};
use crate::memory;

/// Rows that a thread evaluates at once.
const ROWS: usize = 64;

/// The most samples along a side.
const MAX_SIDE: i64 = 1 << 31;

/// A grid of samples, row by row.
#[derive(Clone, Copy)]
struct Grid<const D: usize> {
    origin: [f64; D],
    spacing: f64,
    columns: usize,
}

impl<const D: usize> Grid<D> {
    /// The share of a column in the position of a sample.
    fn column(&self, column: usize) -> [f64; D] {
        let mut share = [0.0; D];
        share[0] = self.origin[0] + column as f64 * self.spacing;
        share
    }

    /// The share of a row in the position of a sample.
    fn row(&self, row: usize) -> [f64; D] {
        let mut share = self.origin;
        share[0] = 0.0;
        share[1] += row as f64 * self.spacing;
        share
    }
}

/// The array of a grid. It is `out` if that is given.
pub(super) fn array<'py, const D: usize>(
    py: Python<'py>,
    noise: &Noise<D>,
    [rows, columns]: [i64; 2],
    spacing: f64,
    origin: [f64; D],
    gradient: bool,
    out: Option<Bound<'py, PyUntypedArray>>,
    threads: Option<i64>,
) -> PyResult<Bound<'py, PyAny>>
where
    AnyBasis: Dimension<D>,
{
    if ![rows, columns].iter().all(|side| (1..=MAX_SIDE).contains(side)) {
        let message = format!("a grid cannot have {rows} × {columns} samples");
        return Err(argument(py, message, "give numbers of rows and columns from 1 to 2^31"));
    }
    let (rows, columns) = (rows as usize, columns as usize);
    let (order, shape) = match gradient {
        true => (Order::Gradient, vec![1 + D, rows, columns]),
        false => (Order::Value, vec![rows, columns]),
    };
    let grid = Grid { origin, spacing, columns };
    let fill = |array: ArrayViewMutD<'_, f32>| {
        let array = if gradient { array } else { array.insert_axis(Axis(0)) };
        let planes: ArrayViewMut3<'_, f32> =
            array.into_dimensionality::<Ix3>().unwrap_or_else(|_| unreachable!("there are three axes"));
        jobs::run(py, threads, None, |control| fill(noise, order, grid, planes, control))
    };
    match out {
        Some(out) => {
            with_out::<f32, _>(py, &out, &shape, fill)?;
            Ok(out.into_any())
        }
        None => {
            let mut array = memory::zeros::<f32>(&shape)?;
            fill(array.view_mut())?;
            Ok(array.into_pyarray(py).into_any())
        }
    }
}

/// Fills planes of values, and of derivatives along the axes.
fn fill<const D: usize>(
    noise: &Noise<D>,
    order: Order,
    grid: Grid<D>,
    mut planes: ArrayViewMut3<'_, f32>,
    control: &Control,
) where
    AnyBasis: Dimension<D>,
{
    let bands: Vec<_> = planes.axis_chunks_iter_mut(Axis(1), ROWS).enumerate().collect();
    bands.into_par_iter().for_each(|(band, mut planes)| {
        let (mut scratch, mut out) = (Scratch::default(), Rows::default());
        let first_row = band * ROWS;
        let lines: Vec<_> =
            (0..planes.len_of(Axis(1))).map(|row| noise.line(&grid.row(first_row + row))).collect();
        for first in (0..grid.columns).step_by(STRIP) {
            if control.is_cancelled() {
                return;
            }
            let end = grid.columns.min(first + STRIP);
            let columns: Vec<_> = (first..end).map(|column| grid.column(column)).collect();
            let strip = noise.strip(&columns);
            for (row, line) in lines.iter().enumerate() {
                evaluate(noise, order, &strip, line, &mut scratch, &mut out);
                for (plane, mut to) in planes.axis_iter_mut(Axis(0)).enumerate() {
                    let values = &out.plane(plane)[..end - first];
                    to.row_mut(row).iter_mut().skip(first).zip(values).for_each(|(to, value)| *to = *value);
                }
            }
        }
    });
}

/// Fills values, and then derivatives along each axis, at points.
pub(super) fn points<const D: usize>(
    noise: &Noise<D>,
    order: Order,
    points: &[[f64; D]],
    values: &mut [f32],
    control: &Control,
) where
    AnyBasis: Dimension<D>,
{
    if points.is_empty() {
        return;
    }
    let line = noise.line(&[0.0; D]);
    let mut planes: Vec<_> = values.chunks_mut(points.len()).map(|plane| plane.chunks_mut(STRIP)).collect();
    let strips: Vec<_> = points
        .chunks(STRIP)
        .map(|points| (points, planes.iter_mut().filter_map(Iterator::next).collect::<Vec<_>>()))
        .collect();
    strips.into_par_iter().for_each_init(
        || (Scratch::default(), Rows::default()),
        |(scratch, out), (points, planes)| {
            if control.is_cancelled() {
                return;
            }
            evaluate(noise, order, &noise.strip(points), &line, scratch, out);
            for (plane, to) in planes.into_iter().enumerate() {
                to.copy_from_slice(&out.plane(plane)[..points.len()]);
            }
        },
    );
}

fn evaluate<const D: usize>(
    noise: &Noise<D>,
    order: Order,
    strip: &orogen_noise::noise::Strip<f32, D>,
    line: &orogen_noise::noise::Line<f32, D>,
    scratch: &mut Scratch<f32>,
    out: &mut Rows<f32>,
) where
    AnyBasis: Dimension<D>,
{
    let done = noise.row(Level::best(), order, strip, line, None, scratch, out);
    done.unwrap_or_else(|error| unreachable!("the noise was checked: {error}"));
}
