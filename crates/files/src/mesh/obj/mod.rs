//! Wavefront OBJ, `terrain.obj`.
//!
//! The file is text: `v x y z` and `vn x y z` for each sample, in metres, y up and z down the picture, and two faces
//! `f a//a b//b c//c` for each cell. Heights are the shortest decimals that read back as the same 32-bit floats, so the file
//! is exact. x and z are the 32-bit floats nearest to the position of the sample. Normals have four decimals (0.005°).
//!
//! In an OBJ, faces may follow directly after their vertices, so the file is written in one pass: a row of vertices, then
//! the cells above it, with two rows in memory.

mod read;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use orogen_engine::raster::Grid;

use super::cell;
use super::rows::{MeshFile, Output, Row, Rows, flushed, normal, output};
use crate::pending::PendingFile;
use crate::{FileError, Product};

pub(crate) use self::read::read;
pub use self::read::read_heights;

/// Steps of a component of a normal from 0 to 1: a component has four decimals.
const NORMAL_STEPS: f64 = 10_000.0;

/// The largest error of a component of a normal: half a step, and the rounding to single precision when it is read.
pub(crate) const NORMAL_ROUNDING: f64 = 0.500_001 / NORMAL_STEPS + f32::EPSILON as f64;

/// Largest estimated size of the file in bytes. For text of this size, readers need minutes, and ten times the size in
/// memory.
pub const MAX_BYTES: u128 = 1 << 32;

/// `terrain.obj`: Wavefront OBJ in metres, y up, z down the picture. Bands must have slopes.
///
/// # Errors
/// The grid has less than 2 × 2 samples, the file would have more than about [`MAX_BYTES`] bytes, the samples are so far from the
/// origin that 32-bit floats do not resolve 1/64 of the spacing, or the folder is missing or cannot be written.
pub fn obj(path: &Path, grid: &Grid) -> Result<Box<dyn Product>, FileError> {
    cell::check(path, grid)?;
    let bytes = estimate(grid);
    if bytes > MAX_BYTES {
        let why = format!(
            "as text they need about {bytes} bytes, but {MAX_BYTES} is the limit; a .glb needs a sixth of that"
        );
        return Err(cell::too_many(path, 2 * cell::count(grid), &why, "4700"));
    }
    check_distance(path, grid)?;
    let mut out = output(PendingFile::create(path)?);
    out.write_all(HEAD).map_err(|error| FileError::from_io(path, &error))?;
    let rows = Obj { path: path.to_owned(), grid: *grid, above: Vec::new(), out };
    Ok(Box::new(MeshFile::new(path.to_owned(), grid, rows)))
}

const HEAD: &[u8] = b"# Orogen terrain: metres, x east, y up, z south\no terrain\n";

/// Estimated bytes of the file: 66 for a vertex and its normal; six numbers and 11 other bytes for a face.
fn estimate(grid: &Grid) -> u128 {
    let vertices = grid.columns as u128 * grid.rows as u128;
    let digits = u128::from(vertices.ilog10()) + 1;
    66 * vertices + 2 * cell::count(grid) * (6 * digits + 11)
}

fn check_distance(path: &Path, grid: &Grid) -> Result<(), FileError> {
    let farthest = cell::farthest(grid);
    // A 32-bit float has 24 significant bits. With 18 bits for the index of the sample, 6 bits remain for parts of the
    // spacing.
    if farthest <= 1 << 18 {
        return Ok(());
    }
    let message = format!(
        "it is {} m from the origin, too far for readers with single precision",
        farthest as f64 * grid.spacing
    );
    Err(FileError::new(path, message, "choose a region nearer to the origin, or a smaller --size"))
}

/// x of a column or z of a row.
fn coordinate(index: i64, grid: &Grid) -> f32 {
    (index as f64 * grid.spacing) as f32
}

struct Obj {
    path: PathBuf,
    grid: Grid,
    above: Vec<f32>,
    out: Output,
}

impl Obj {
    fn write_row(&mut self, row: Row<'_>) -> io::Result<()> {
        let z = coordinate(self.grid.first_row + row.index as i64, &self.grid);
        for (i, height) in row.height.iter().enumerate() {
            let x = coordinate(self.grid.first_column + i as i64, &self.grid);
            writeln!(self.out, "v {x} {height} {z}")?;
        }
        for (&dx, &dy) in row.dx.iter().zip(row.dy) {
            let [x, y, z] = normal(dx, dy);
            writeln!(self.out, "vn {x:.4} {y:.4} {z:.4}")?;
        }
        if row.index > 0 {
            faces(&self.above, row.height, row.index, |[a, b, c]| {
                writeln!(self.out, "f {a}//{a} {b}//{b} {c}//{c}")
            })?;
        }
        self.above.clear();
        self.above.extend_from_slice(row.height);
        Ok(())
    }
}

/// Calls `action` with the vertex numbers of each triangle between a row and the one above it.
fn faces<E>(
    above: &[f32],
    below: &[f32],
    row: usize,
    mut action: impl FnMut([usize; 3]) -> Result<(), E>,
) -> Result<(), E> {
    let columns = below.len();
    for i in 0..columns - 1 {
        // Vertices are numbered from 1.
        let nw = (row - 1) * columns + i + 1;
        let corners = [nw, nw + 1, nw + columns, nw + columns + 1];
        for triangle in cell::triangles(above, below, i) {
            action(triangle.map(|corner| corners[corner]))?;
        }
    }
    Ok(())
}

impl Rows for Obj {
    const SLOPES: bool = true;

    fn row(&mut self, row: Row<'_>) -> Result<(), FileError> {
        self.write_row(row).map_err(|error| FileError::from_io(&self.path, &error))
    }

    fn finish(self) -> Result<PendingFile, FileError> {
        flushed(self.out).map_err(|error| FileError::from_io(&self.path, &error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error_of(grid: &Grid) -> String {
        obj(Path::new("no/such/folder/a.obj"), grid).err().unwrap().to_string()
    }

    #[test]
    fn too_large_grids_are_errors_that_name_the_number() {
        assert!(error_of(&Grid::square(4_700, 1.0)).contains("no such file or folder"));
        let message = error_of(&Grid::square(70_712, 1.0));
        assert!(message.contains("10000091042 triangles") && message.contains("--size"), "{message}");
        for endless in [1 << 32, usize::MAX] {
            assert!(error_of(&Grid::square(endless, 1.0)).contains("too many"));
        }
    }

    #[test]
    fn grids_too_far_from_the_origin_are_errors() {
        let near = Grid { first_column: (1 << 18) - 9, ..Grid::square(10, 4.0) };
        assert!(error_of(&near).contains("no such file or folder"));
        let far = Grid { first_row: -(1 << 18) - 1, ..near };
        assert!(error_of(&far).contains("1048580 m from the origin"), "{}", error_of(&far));
    }
}
