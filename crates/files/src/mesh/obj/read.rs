//! An `.obj` of ours, read back.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use orogen::raster::Grid;

use super::super::samples::{Flaw, Samples, Surface, wrong};
use super::{NORMAL_STEPS, faces, place};
use crate::FileError;
use crate::read::open;

/// The heights in metres of an `.obj` that was written for this grid, row by row from the top, bit for bit.
///
/// Vertices must come row by row at the places of the samples, then their normals, and after each row the triangles
/// between it and the one above, cut as [`Diagonal`](super::super::Diagonal) says. Comments are passed over.
///
/// # Errors
/// There is no such file, it is broken or cut short, or it holds another mesh. Any bytes whatever give heights or an
/// error. Memory is taken for the grid only.
pub fn read_heights(path: &Path, grid: &Grid) -> Result<Vec<f32>, FileError> {
    Ok(read(path, grid)?.heights)
}

/// The heights and the normals, in steps of 1 / [`NORMAL_STEPS`].
pub(crate) fn read(path: &Path, grid: &Grid) -> Result<Surface, FileError> {
    let mut samples = Samples::new(path, grid)?.with_normals();
    let file = BufReader::with_capacity(1 << 16, open(path)?);
    let read = || {
        let mut lines = Lines { file, line: Vec::new(), number: 0 };
        for row in 0..grid.rows {
            read_row(&mut lines, grid, row, &mut samples)?;
        }
        match lines.next()? {
            Some(line) => wrong(format!("`{line}` stands behind the last row")),
            None => samples.complete(),
        }
    };
    read().map_err(|flaw: Flaw| flaw.of(path))
}

fn read_row(lines: &mut Lines, grid: &Grid, row: usize, samples: &mut Samples) -> Result<(), Flaw> {
    let z = place(grid.first_row + row as i64, grid);
    for column in 0..grid.columns {
        let x = place(grid.first_column + column as i64, grid);
        let [found_x, height, found_z] = lines.numbers("v")?;
        if [found_x, found_z] != [x, z] {
            return wrong(format!("column {column}, row {row} lies at {found_x}, {found_z}, not {x}, {z}"));
        }
        samples.put(column, row, height)?;
    }
    for column in 0..grid.columns {
        let normal = lines.numbers("vn")?;
        samples.put_normal(column, row, normal.map(|Steps(steps)| steps))?;
    }
    if row == 0 {
        return Ok(());
    }
    faces(samples.row(row - 1), samples.row(row), row, |triangle| {
        let found: [Pair; 3] = lines.numbers("f")?;
        match found == triangle.map(Pair) {
            true => Ok(()),
            false => wrong(format!("line {} is not the triangle {triangle:?}", lines.number)),
        }
    })
}

/// A component of a normal, `-0.7071`, in whole steps.
struct Steps(i16);

impl std::str::FromStr for Steps {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let steps = text.parse::<f64>().map_err(drop)? * NORMAL_STEPS;
        let is_whole = (steps - steps.round()).abs() < 1e-6;
        if is_whole && steps.abs() <= NORMAL_STEPS { Ok(Self(steps.round() as i16)) } else { Err(()) }
    }
}

/// The number of a vertex and of its normal, which are the same: `7//7`.
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

/// The lines that hold vertices, normals and faces.
struct Lines {
    file: BufReader<File>,
    line: Vec<u8>,
    number: usize,
}

/// More than any of our lines has: three singles have 150 digits at most.
const LONGEST: u64 = 256;

impl Lines {
    fn next(&mut self) -> Result<Option<&str>, Flaw> {
        loop {
            self.line.clear();
            self.number += 1;
            self.file.by_ref().take(LONGEST).read_until(b'\n', &mut self.line)?;
            match self.line.first() {
                None => return Ok(None),
                Some(_) if self.line.last() != Some(&b'\n') => {
                    return wrong(format!("line {} is too long or cut short", self.number));
                }
                _ => {}
            }
            if !["#", "o "].iter().any(|passed| self.line.starts_with(passed.as_bytes())) {
                break;
            }
        }
        match std::str::from_utf8(&self.line) {
            Ok(text) => Ok(Some(text.trim_end())),
            Err(_) => wrong(format!("line {} is not text", self.number)),
        }
    }

    /// The three numbers of the next line, which must have this key.
    fn numbers<T: std::str::FromStr>(&mut self, key: &str) -> Result<[T; 3], Flaw> {
        let Some(line) = self.next()? else { return wrong("it is cut short") };
        let mut words = line.split(' ');
        let parsed = (words.next() == Some(key)).then(|| {
            let mut word = || words.next().and_then(|word| word.parse().ok());
            Some([word()?, word()?, word()?])
        });
        match parsed.flatten().filter(|_| words.next().is_none()) {
            Some(numbers) => Ok(numbers),
            None => wrong(format!("line {} is not `{key}` with three numbers", self.number)),
        }
    }
}
