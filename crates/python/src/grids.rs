//! Grids from the arguments of Python.

use orogen::engine::raster::GridError;
use orogen::{DirectionGrid, Grid, SampleGrid, Terrain};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyInt;

use crate::errors::{argument, exception};

/// A number of rows and columns, or both.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Shape {
    Both(i64),
    Each(i64, i64),
}

/// Which samples a call asks for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Samples {
    Extent(Extent),
    Window(Window),
}

/// The arguments `shape`, `spacing` and `region`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extent {
    shape: Option<Shape>,
    spacing: Option<f64>,
    region: Option<[f64; 4]>,
}

/// A part of a larger grid: of the grid of a plane with a spacing, or of the map of a planet with a number of columns.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    /// The first row and column.
    first: [i64; 2],
    /// The numbers of rows and columns.
    counts: [i64; 2],
    spacing: Option<f64>,
    map_columns: Option<i64>,
}

impl<'py> FromPyObject<'_, 'py> for Samples {
    type Error = PyErr;

    fn extract(arguments: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let arguments: Vec<Bound<'py, PyAny>> = arguments.extract()?;
        Ok(match &arguments[..] {
            [shape, spacing, region] => Self::Extent(Extent {
                shape: shape.extract()?,
                spacing: optional(spacing, "spacing", SPACING)?,
                region: optional(region, "region", "a tuple of four numbers")?,
            }),
            [first_row, first_column, rows, columns, spacing, map_columns] => Self::Window(Window {
                first: [whole(first_row, "first_row")?, whole(first_column, "first_column")?],
                counts: [whole(rows, "rows")?, whole(columns, "columns")?],
                spacing: optional(spacing, "spacing", SPACING)?,
                map_columns: optional(map_columns, "map_columns", WHOLE)?,
            }),
            _ => return Err(PyTypeError::new_err("samples are a tuple of 3 or 6 arguments")),
        })
    }
}

impl Shape {
    /// Rows and columns. One number is the number of rows; there are `wide` times as many columns.
    pub(crate) fn rows_columns(self, wide: i64) -> [i64; 2] {
        match self {
            Self::Both(rows) => [rows, rows.saturating_mul(wide)],
            Self::Each(rows, columns) => [rows, columns],
        }
    }
}

impl<'py> FromPyObject<'_, 'py> for Shape {
    type Error = PyErr;

    fn extract(shape: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let sides = || -> PyResult<Self> {
            let [rows, columns]: [Bound<'py, PyAny>; 2] = shape.extract()?;
            Ok(Self::Each(saturated(&rows)?, saturated(&columns)?))
        };
        let shapes = saturated(&shape).map(Self::Both).or_else(|_| sides());
        shapes.map_err(|_| PyTypeError::new_err(format!("shape is {SHAPE}, not {shape:?}")))
    }
}

/// A whole number. Numbers that are too large for the type become its largest, which no grid has.
fn saturated(value: &Bound<'_, PyAny>) -> PyResult<i64> {
    value.extract().or_else(|error| match value.is_instance_of::<PyInt>() {
        true => Ok(if value.lt(0)? { i64::MIN } else { i64::MAX }),
        false => Err(error),
    })
}

const SHAPE: &str = "a whole number, or two: (rows, columns)";
const SPACING: &str = "a number of metres";
const WHOLE: &str = "a whole number";

fn whole(value: &Bound<'_, PyAny>, name: &str) -> PyResult<i64> {
    optional(value, name, WHOLE)?.ok_or_else(|| PyTypeError::new_err(format!("{name} is {WHOLE}, not None")))
}

/// An argument that may be `None`.
fn optional<'py, T>(value: &Bound<'py, PyAny>, name: &str, kind: &str) -> PyResult<Option<T>>
where
    Option<T>: for<'a> FromPyObject<'a, 'py>,
{
    value.extract().map_err(|_| PyTypeError::new_err(format!("{name} is {kind}, not {value:?}")))
}

impl Samples {
    pub(crate) fn grid(self, py: Python<'_>, terrain: &Terrain) -> PyResult<SampleGrid> {
        match (self, terrain.is_planet()) {
            (Self::Extent(extent), false) => extent.on_plane(py, terrain),
            (Self::Extent(extent), true) => extent.on_planet(py, terrain),
            (Self::Window(window), false) => window.of_plane(py),
            (Self::Window(window), true) => window.of_map(py, terrain),
        }
    }
}

impl Extent {
    fn on_plane(self, py: Python<'_>, terrain: &Terrain) -> PyResult<SampleGrid> {
        let Self { shape, spacing, region } = self;
        let grid = match (shape.map(|shape| shape.rows_columns(1)), spacing, region) {
            (None, None, None) => terrain.grid(terrain.recipe().domain.samples),
            (Some([rows, columns]), None, None) if rows == columns => {
                let [side, _] = counts(py, [rows, columns])?;
                terrain.grid(side)
            }
            (Some(_), None, None) => {
                let help = "give one number, or region= or spacing= as well";
                return Err(argument(
                    py,
                    "the domain is square, so its grid has as many rows as columns",
                    help,
                ));
            }
            (Some(shape), Some(spacing), None) => {
                let [rows, columns] = counts(py, shape)?;
                Ok(Grid::new([0.0, 0.0], spacing, columns, rows)
                    .map_err(|error| exception(py, &error.into()))?)
            }
            (Some(shape), None, Some(region)) => return over(py, region, counts(py, shape)?),
            (None, spacing, region) => {
                let grid = spaced(py, terrain, spacing.unwrap_or(terrain.recipe().domain.spacing()), region)?;
                grid.check().map_err(|error| exception(py, &error.into()))?;
                Ok(grid)
            }
            (Some(_), Some(_), Some(_)) => {
                let help = "leave one of shape=, spacing= and region= out: it follows from the others";
                return Err(argument(py, "a grid cannot have a shape, a spacing and a region", help));
            }
        };
        Ok(grid.map_err(|error| exception(py, &error))?.into())
    }

    fn on_planet(self, py: Python<'_>, terrain: &Terrain) -> PyResult<SampleGrid> {
        let Self { shape, spacing, region } = self;
        if spacing.is_some() {
            let help =
                "give shape=(rows, columns), for a part of the planet with region=(south, west, north, east)";
            return Err(argument(py, "a map of a planet has no spacing in metres", help));
        }
        let grid = match (shape, region) {
            (None, None) => terrain.map(terrain.recipe().domain.samples),
            (Some(shape), None) => {
                let [rows, columns] = counts(py, shape.rows_columns(2))?;
                if columns != 2 * rows {
                    let help = format!("give ({rows}, {}), or region=(south, west, north, east)", 2 * rows);
                    return Err(argument(
                        py,
                        "a map of the whole planet has twice as many columns as rows",
                        &help,
                    ));
                }
                terrain.map(columns)
            }
            (Some(shape), Some(region)) => {
                let [rows, columns] = counts(py, shape.rows_columns(1))?;
                terrain.map_region(region, columns, rows)
            }
            (None, Some(_)) => {
                return Err(argument(py, "a region of a planet needs a shape", "give shape=(rows, columns)"));
            }
        };
        Ok(grid.map_err(|error| exception(py, &error))?.into())
    }
}

impl Window {
    fn of_plane(self, py: Python<'_>) -> PyResult<SampleGrid> {
        let Some(spacing) = self.spacing.filter(|_| self.map_columns.is_none()) else {
            let help = "give spacing= in metres; only maps of planets have map_columns=";
            return Err(argument(py, "a window of a plane needs a spacing", help));
        };
        let [first_row, first_column] = self.first;
        let [rows, columns] = counts(py, self.counts)?;
        let grid = Grid { first_column, first_row, columns, rows, spacing };
        grid.check().map_err(|error| exception(py, &error.into()))?;
        Ok(grid.into())
    }

    fn of_map(self, py: Python<'_>, terrain: &Terrain) -> PyResult<SampleGrid> {
        let Some(map_columns) = self.map_columns.filter(|_| self.spacing.is_none()) else {
            let help = "give map_columns=, the number of columns of the whole map, and no spacing";
            return Err(argument(py, "a window of a planet is a part of a map", help));
        };
        let [_, map_columns] = counts(py, [1, map_columns])?;
        let map = terrain.map(map_columns).map_err(|error| exception(py, &error))?;
        let sides = [map.rows(), map.columns()];
        let [rows, columns] = [0, 1].map(|axis| range(self.first[axis], self.counts[axis], sides[axis]));
        let (Some(rows), Some(columns)) = (rows, columns) else {
            let message = format!("the window is not inside the map of {} × {} samples", sides[0], sides[1]);
            return Err(argument(
                py,
                message,
                "give a first row and column from 0, and at least one row and column",
            ));
        };
        Ok(DirectionGrid::crop(&map, columns, rows).into())
    }
}

/// The samples at whole multiples of a spacing in a region of a plane, or in its domain, with the edges. There may be more than a
/// grid can have. The far edge of a domain that repeats equals the near edge, so it is left out.
pub(crate) fn spaced(
    py: Python<'_>,
    terrain: &Terrain,
    spacing: f64,
    region: Option<[f64; 4]>,
) -> PyResult<Grid> {
    let size = terrain.size();
    let region = region.unwrap_or([0.0, 0.0, size, size]);
    check_region(py, region)?;
    let last = if terrain.recipe().domain.tile { size - spacing } else { f64::INFINITY };
    let [x0, y0, x1, y1] = region;
    let unit = Grid { first_column: 0, first_row: 0, columns: 1, rows: 1, spacing };
    unit.check().map_err(|error| exception(py, &error.into()))?;
    let far = |x: f64| if x == size { x.min(last) } else { x };
    unit.crop([x0, y0, far(x1), far(y1)]).ok_or_else(|| {
        let message = format!("the region {region:?} has no sample: samples are {spacing} m apart");
        argument(py, message, "give a larger region, or a smaller spacing")
    })
}

/// Samples over a region, with its edges.
fn over(py: Python<'_>, region: [f64; 4], [rows, columns]: [usize; 2]) -> PyResult<SampleGrid> {
    check_region(py, region)?;
    let [x0, y0, x1, y1] = region;
    let spacings = [(x1 - x0) / (columns as f64 - 1.0), (y1 - y0) / (rows as f64 - 1.0)];
    let [across, down] = spacings;
    // False for a single row or column too, which has no spacing.
    let are_equal = (across - down).abs() <= 1e-9 * across;
    if !are_equal {
        let message = format!(
            "{rows} × {columns} samples over {region:?} are {across} m apart along x and {down} m along y"
        );
        return Err(argument(
            py,
            message,
            "give a region and a shape whose spacings are equal, or spacing= instead of shape=",
        ));
    }
    let grid = Grid::new([x0, y0], across, columns, rows).map_err(|error| match error {
        GridError::Origin { .. } => {
            let message = format!("the corner ({x0}, {y0}) is not at a multiple of {across} m, which is the spacing of these samples");
            argument(py, message, "give spacing= instead of shape=: samples are at whole multiples of the spacing")
        }
        error => exception(py, &error.into()),
    });
    Ok(grid?.into())
}

fn range(first: i64, count: i64, side: usize) -> Option<std::ops::Range<usize>> {
    let (first, count) = (usize::try_from(first).ok()?, usize::try_from(count).ok()?);
    let end = first.checked_add(count)?;
    (count > 0 && end <= side).then_some(first..end)
}

fn counts(py: Python<'_>, [rows, columns]: [i64; 2]) -> PyResult<[usize; 2]> {
    match (usize::try_from(rows), usize::try_from(columns)) {
        (Ok(rows), Ok(columns)) if rows > 0 && columns > 0 => Ok([rows, columns]),
        _ => Err(argument(
            py,
            format!("a grid cannot have {rows} × {columns} samples"),
            "give numbers of rows and columns greater than 0",
        )),
    }
}

fn check_region(py: Python<'_>, region: [f64; 4]) -> PyResult<()> {
    let [x0, y0, x1, y1] = region;
    if region.iter().all(|edge| edge.is_finite()) && x0 <= x1 && y0 <= y1 {
        return Ok(());
    }
    let help = "give finite numbers of metres (x0, y0, x1, y1), with x0 <= x1 and y0 <= y1; y grows down the picture";
    Err(argument(py, format!("{region:?} is not a region"), help))
}
