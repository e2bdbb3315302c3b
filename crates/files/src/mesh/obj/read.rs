//! Reads back an `.obj` that orogen wrote.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use orogen_engine::raster::Grid;

use super::super::samples::{ReadError, Samples, Surface, invalid};
use super::{NORMAL_STEPS, coordinate, faces};
use crate::FileError;
use crate::read::open;

/// Reads the heights in metres of an `.obj` that was written for this grid, row by row from the top, bit for bit.
///
/// Checks the order: the vertices of a row at the positions of its samples, their normals, then the triangles between this
/// row and the one above, cut as [`Diagonal`](super::super::Diagonal) says. Comments are skipped.
///
/// # Errors
/// The file does not exist, it is damaged or truncated, or it is another mesh. The function never
/// panics, whatever the bytes of the file. Memory is allocated for the grid only.
pub fn read_heights(path: &Path, grid: &Grid) -> Result<Vec<f32>, FileError> {
    Ok(read(path, grid)?.heights)
}

/// The heights and the normals.
pub(crate) fn read(path: &Path, grid: &Grid) -> Result<Surface, FileError> {
    let mut samples = Samples::new(path, grid)?.with_normals();
    let file = BufReader::with_capacity(1 << 16, open(path)?);
    let read = || {
        let mut lines = Lines { file, line: Vec::new(), number: 0 };
        for row in 0..grid.rows {
            read_row(&mut lines, grid, row, &mut samples)?;
        }
        match lines.next()? {
            Some(line) => invalid(format!("`{line}` follows the last row")),
            None => samples.complete(),
        }
    };
    read().map_err(|error: ReadError| error.into_file_error(path))
}

fn read_row(lines: &mut Lines, grid: &Grid, row: usize, samples: &mut Samples) -> Result<(), ReadError> {
    let z = coordinate(grid.first_row + row as i64, grid);
    for column in 0..grid.columns {
        let x = coordinate(grid.first_column + column as i64, grid);
        let [found_x, height, found_z] = lines.numbers("v")?;
        if [found_x, found_z] != [x, z] {
            return invalid(format!("column {column}, row {row} is at {found_x}, {found_z}, not {x}, {z}"));
        }
        samples.put(column, row, height)?;
    }
    for column in 0..grid.columns {
        let normal = lines.numbers("vn")?;
        samples.put_normal(column, row, normal.map(|Component(component)| component))?;
    }
    if row == 0 {
        return Ok(());
    }
    faces(samples.row(row - 1), samples.row(row), row, |triangle| {
        let found: [Pair; 3] = lines.numbers("f")?;
        match found == triangle.map(Pair) {
            true => Ok(()),
            false => invalid(format!("line {} is not the triangle {triangle:?}", lines.number)),
        }
    })
}

/// A component of a normal, such as `-0.7071`, a whole number of steps.
struct Component(f32);

impl std::str::FromStr for Component {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let component = text.parse::<f32>().map_err(drop)?;
        let steps = text.parse::<f64>().map_err(drop)? * NORMAL_STEPS;
        let is_whole = (steps - steps.round()).abs() < 1e-6;
        if is_whole && steps.abs() <= NORMAL_STEPS { Ok(Self(component)) } else { Err(()) }
    }
}

/// The number of a vertex, which is also the number of its normal: `7//7`.
#[derive(PartialEq)]
struct Pair(usize);

impl std::str::FromStr for Pair {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (vertex, normal) = text.split_once("//").ok_or(())?;
        let number = vertex.parse().map_err(drop)?;
        if vertex == normal { Ok(Self(number)) } else { Err(()) }
    }
}

/// The lines with vertices, normals and faces.
struct Lines {
    file: BufReader<File>,
    line: Vec<u8>,
    number: usize,
}

/// Upper bound of the length of a line: three 32-bit floats have at most 150 digits.
const LONGEST: u64 = 256;

impl Lines {
    fn next(&mut self) -> Result<Option<&str>, ReadError> {
        loop {
            self.line.clear();
            self.number += 1;
            self.file.by_ref().take(LONGEST).read_until(b'\n', &mut self.line)?;
            match self.line.first() {
                None => return Ok(None),
                Some(_) if self.line.last() != Some(&b'\n') => {
                    return invalid(format!("line {} is too long or cut short", self.number));
                }
                _ => {}
            }
            if !["#", "o "].iter().any(|skipped| self.line.starts_with(skipped.as_bytes())) {
                break;
            }
        }
        match std::str::from_utf8(&self.line) {
            Ok(text) => Ok(Some(text.trim_end())),
            Err(_) => invalid(format!("line {} is not text", self.number)),
        }
    }

    /// The three numbers of the next line, which must begin with this key.
    fn numbers<T: std::str::FromStr>(&mut self, key: &str) -> Result<[T; 3], ReadError> {
        let Some(line) = self.next()? else { return invalid("it is cut short") };
        let mut words = line.split(' ');
        let parsed = (words.next() == Some(key)).then(|| {
            let mut word = || words.next().and_then(|word| word.parse().ok());
            Some([word()?, word()?, word()?])
        });
        match parsed.flatten().filter(|_| words.next().is_none()) {
            Some(numbers) => Ok(numbers),
            None => invalid(format!("line {} is not `{key}` with three numbers", self.number)),
        }
    }
}
