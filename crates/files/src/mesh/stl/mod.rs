//! Binary STL, `terrain.stl`: a closed solid for 3D printers.
//!
//! The solid is the ground on top, four walls, and a flat base: in millimetres, x east, y north, z up, with the south-west
//! corner of the picture at x = y = 0. Height zero is z = 0. The base is below the lowest height by the given thickness;
//! slicers move it onto the bed. Corners that meet have the same bits. Each edge belongs to exactly two triangles, which
//! traverse it in opposite directions, and all triangles are counter-clockwise as seen from outside.
//!
//! A wall has a vertex below each sample of its upper edge, so that no vertex is inside an edge of another triangle. The
//! base is a fan from its centre to these vertices. In total there are two triangles per cell and three per step along the
//! edge, so their number is known in advance. A raster is often finer than a printer (0.05 to 0.4 mm): choose a smaller
//! size rather than print invisible detail.
//!
//! # Memory
//! The ground is written as rows arrive, with two rows in memory. The walls and the base follow at the end. They need the
//! samples along the four edges, which stay in memory.

mod facet;
mod read;
mod solid;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use orogen_engine::raster::Grid;
use serde::{Deserialize, Serialize};

use self::facet::Facet;
use self::solid::{Outline, Solid};
use super::cell;
use super::rows::{MeshFile, Output, Row, Rows, flushed, output};
use crate::pending::PendingFile;
use crate::{FileError, Product};

pub use self::read::read_heights;

/// The dimensions of a 3D print.
///
/// ```
/// use orogen_files::mesh::stl::Print;
///
/// // 16 km printed 20 cm wide is a scale of 1 : 80,000; 3,000 m would be 37.5 mm high; exaggerated they are 75.
/// let print = Print { width_mm: 200.0, base_mm: 3.0, exaggeration: 2.0, lowest: None };
/// assert_eq!(print.mm_per_metre(16_000.0), [0.0125, 0.025]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Print {
    /// Millimetres from the first to the last column.
    pub width_mm: f64,
    /// Millimetres from the underside to the lowest height.
    pub base_mm: f64,
    /// Vertical exaggeration; 1 is true to scale.
    pub exaggeration: f64,
    /// The height in metres from which the thickness of the base is measured; no sample may be lower. `None` takes the
    /// lowest sample. Prints that fit side by side need the same value.
    pub lowest: Option<f64>,
}

impl Print {
    /// Millimetres per metre, horizontally and vertically, for a terrain with `metres` metres from the first to the last column.
    pub fn mm_per_metre(&self, metres: f64) -> [f64; 2] {
        let along = self.width_mm / metres;
        [along, along * self.exaggeration]
    }

    fn check(&self, path: &Path) -> Result<(), FileError> {
        let lengths =
            [("width", self.width_mm), ("base", self.base_mm), ("vertical exaggeration", self.exaggeration)];
        if let Some((name, value)) =
            lengths.into_iter().find(|(_, value)| !(*value > 0.0 && value.is_finite()))
        {
            let message = format!("the printed {name} cannot be {value}");
            return Err(FileError::new(path, message, "choose a number above zero"));
        }
        match self.lowest.filter(|lowest| !lowest.is_finite()) {
            Some(lowest) => {
                let message = format!("the lowest height cannot be {lowest}");
                Err(FileError::new(path, message, "give a height in metres, or `None`"))
            }
            None => Ok(()),
        }
    }
}

/// Number of triangles of the solid of a grid: two per cell, and three per step along the edge. `None` if the grid has no
/// cell, or if the number exceeds 32 bits.
pub fn triangles(grid: &Grid) -> Option<u32> {
    u32::try_from(count_triangles(grid)).ok().filter(|&triangles| triangles > 0)
}

fn count_triangles(grid: &Grid) -> u128 {
    let [columns, rows] = [grid.columns, grid.rows].map(|samples| (samples as u128).saturating_sub(1));
    if columns.min(rows) == 0 {
        0
    } else {
        columns.saturating_mul(2 * rows).saturating_add(6 * (columns + rows))
    }
}

/// Longest side in samples. With this limit, 32-bit floats still have at least 2 bits for positions between neighbouring
/// samples.
const LONGEST_SIDE: usize = 1 << 22;

/// `terrain.stl`: binary STL in millimetres, closed. Bands need no slopes.
///
/// # Errors
/// This function fails if the grid has less than 2 × 2 samples, needs more than 2^32 − 1 triangles, or has more than 2^22 samples
/// along a side. It also fails if `width_mm`, `base_mm` or `exaggeration` of `print` is not positive, if `lowest` is not finite,
/// or if the folder is missing or cannot be written. Writing fails if a height in millimetres is beyond 32-bit floats, or is not
/// above the underside that [`Print::lowest`] implies.
pub fn stl(path: &Path, grid: &Grid, print: &Print) -> Result<Box<dyn Product>, FileError> {
    let solid = Solid::new(path, grid, print)?;
    let mut out = output(PendingFile::create(path)?);
    out.write_all(&head(solid.triangles)).map_err(|error| FileError::from_io(path, &error))?;
    let rows = Stl { path: path.to_owned(), solid, outline: Outline::default(), above: Vec::new(), out };
    Ok(Box::new(MeshFile::new(path.to_owned(), grid, rows)))
}

/// Bytes before the triangles.
const HEAD: usize = 84;

/// 80 bytes that programs ignore (but that must not begin with `solid`, as the text form does), then the number of
/// triangles.
fn head(triangles: u32) -> [u8; HEAD] {
    let mut head = [b' '; HEAD];
    let text = b"Orogen terrain: millimetres, x east, y north, z up";
    head[..text.len()].copy_from_slice(text);
    head[80..].copy_from_slice(&triangles.to_le_bytes());
    head
}

struct Stl {
    path: PathBuf,
    solid: Solid,
    outline: Outline,
    /// Heights of the row above.
    above: Vec<f32>,
    out: Output,
}

impl Stl {
    /// Writes the ground between the row above and this one.
    fn put_cells(&mut self, below: &[f32], row: usize) -> io::Result<()> {
        let (solid, above) = (&self.solid, &self.above);
        for i in 0..below.len() - 1 {
            let corners = [
                solid.point(i, row - 1, above[i]),
                solid.point(i + 1, row - 1, above[i + 1]),
                solid.point(i, row, below[i]),
                solid.point(i + 1, row, below[i + 1]),
            ];
            for triangle in cell::triangles(above, below, i) {
                self.out.write_all(&Facet(triangle.map(|corner| corners[corner])).to_bytes())?;
            }
        }
        Ok(())
    }

    fn put_rest(mut self, underside: f32) -> io::Result<PendingFile> {
        let edge = self.outline.points(&self.solid, &self.above);
        for facet in self.solid.walls_and_base(&edge, underside) {
            self.out.write_all(&facet.to_bytes())?;
        }
        flushed(self.out)
    }
}

impl Rows for Stl {
    const SLOPES: bool = false;

    fn row(&mut self, row: Row<'_>) -> Result<(), FileError> {
        self.outline.row(row);
        self.solid.underside(&self.path, &self.outline)?;
        if row.index > 0 {
            let put = self.put_cells(row.height, row.index);
            put.map_err(|error| FileError::from_io(&self.path, &error))?;
        }
        self.above.clear();
        self.above.extend_from_slice(row.height);
        Ok(())
    }

    fn finish(self) -> Result<PendingFile, FileError> {
        let path = self.path.clone();
        let underside = self.solid.underside(&path, &self.outline)?;
        self.put_rest(underside).map_err(|error| FileError::from_io(&path, &error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRINT: Print = Print { width_mm: 100.0, base_mm: 2.0, exaggeration: 1.0, lowest: None };

    fn error_of(grid: &Grid, print: &Print) -> String {
        stl(Path::new("no/such/folder/a.stl"), grid, print).err().unwrap().to_string()
    }

    #[test]
    fn too_large_grids_are_errors_that_name_the_number() {
        assert!(error_of(&Grid::square(46_000, 1.0), &PRINT).contains("no such file or folder"));
        let message = error_of(&Grid::square(70_712, 1.0), &PRINT);
        assert!(message.contains("10000939574 triangles") && message.contains("--size"), "{message}");
        for endless in [1 << 32, usize::MAX] {
            assert!(error_of(&Grid::square(endless, 1.0), &PRINT).contains("too many"));
        }
        let ribbon = Grid { columns: (1 << 22) + 1, rows: 2, ..Grid::square(2, 1.0) };
        assert!(error_of(&ribbon, &PRINT).contains("4194305 × 2"));
    }

    #[test]
    fn invalid_dimensions_of_a_print_are_errors() {
        let grid = Grid::square(10, 1.0);
        for bad in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            for print in [
                Print { width_mm: bad, ..PRINT },
                Print { base_mm: bad, ..PRINT },
                Print { exaggeration: bad, ..PRINT },
            ] {
                assert!(error_of(&grid, &print).contains(&format!("cannot be {bad}")));
            }
        }
        assert!(error_of(&grid, &Print { lowest: Some(f64::NAN), ..PRINT }).contains("lowest height"));
        for width_mm in [1e-37, 1e39] {
            assert!(error_of(&grid, &Print { width_mm, ..PRINT }).contains("single precision"));
        }
        let tall = Grid { rows: 1_000, ..Grid::square(2, 1.0) };
        assert!(error_of(&tall, &Print { width_mm: 1e36, ..PRINT }).contains("single precision"));
    }
}
