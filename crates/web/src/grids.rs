//! Grids from the numbers of JavaScript.

use orogen::{DirectionGrid, Grid, SampleGrid, Terrain};
use wasm_bindgen::JsValue;

use crate::errors::{argument, exception};

/// The most samples of a raster: they fit into the memory of a page several times.
const MAX_SAMPLES: f64 = (1_u32 << 26) as f64;

/// A window of the samples of a plane: `[column, row, columns, rows, spacing]`, of which the first sample is at
/// `[column * spacing, row * spacing]`.
pub(crate) fn of_plane(numbers: &[f64]) -> Result<SampleGrid, JsValue> {
    let &[column, row, columns, rows, spacing] = numbers else {
        return Err(argument(
            "a window of a plane has five numbers",
            "give column, row, columns, rows, spacing",
        ));
    };
    let [first_column, first_row] = [whole(column, "column")?, whole(row, "row")?];
    let [columns, rows] = counts(columns, rows)?;
    let grid = Grid { first_column, first_row, columns, rows, spacing };
    grid.check().map_err(|error| exception(&error.into()))?;
    Ok(grid.into())
}

/// A map of a planet: `[columns]` for the whole planet, or `[columns, rows, south, west, north, east]` in degrees.
pub(crate) fn of_planet(terrain: &Terrain, numbers: &[f64]) -> Result<SampleGrid, JsValue> {
    let map = match *numbers {
        [columns] => terrain.map(counts(columns, (columns / 2.0).ceil())?[0]),
        [columns, rows, south, west, north, east] => {
            let [columns, rows] = counts(columns, rows)?;
            terrain.map_region([south, west, north, east], columns, rows)
        }
        _ => {
            return Err(argument(
                "a map has one or six numbers",
                "give columns, or columns, rows and the region",
            ));
        }
    };
    map.map(DirectionGrid::into).map_err(|error| exception(&error))
}

/// Checks columns and rows that may have any distances.
pub(crate) fn lines(columns: &[f64], rows: &[f64]) -> Result<(), JsValue> {
    counts(columns.len() as f64, rows.len() as f64)?;
    match columns.iter().chain(rows).all(|line| line.is_finite()) {
        true => Ok(()),
        false => Err(argument("a column or a row is not finite", "give finite numbers")),
    }
}

fn counts(columns: f64, rows: f64) -> Result<[usize; 2], JsValue> {
    let is_count = |number: f64| number >= 1.0 && number.fract() == 0.0;
    if is_count(columns) && is_count(rows) && columns * rows <= MAX_SAMPLES {
        return Ok([columns as usize, rows as usize]);
    }
    let message = format!("a grid cannot have {columns} × {rows} samples");
    Err(argument(&message, &format!("give whole numbers from 1, and at most {MAX_SAMPLES} samples")))
}

fn whole(number: f64, name: &str) -> Result<i64, JsValue> {
    /// The largest number up to which `f64` has all whole numbers.
    const MAX: f64 = (1_u64 << 53) as f64;
    if number.fract() == 0.0 && number.abs() <= MAX {
        return Ok(number as i64);
    }
    Err(argument(&format!("{name} cannot be {number}"), "give a whole number"))
}
