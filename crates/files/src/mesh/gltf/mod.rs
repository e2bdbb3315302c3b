//! Binary glTF 2.0, `terrain.glb`.
//!
//! # Precision
//! Positions are 16-bit integers (`KHR_mesh_quantization`, which the file requires) on one grid for the whole world:
//! every coordinate, x, y and z, is a whole number of [`quantum`]s from the origin, rounded to the nearest. The quantum
//! is a power of two, follows from the spacing of the samples and the heights the terrain *can* have, and so is the
//! same for all tiles of a terrain. A piece of the mesh stores integers from its own corner on; its node has the
//! quantum as scale and that corner as translation. All of these are exact in single precision, and so are the
//! products and sums that an engine makes of them. Hence neighbouring pieces, and neighbouring files, have the very
//! same border vertices, bit for bit, and nothing cracks.
//!
//! - A coordinate is off by half a quantum at most. The quantum lies between 1/256 and 1/32 of the spacing (but see
//!   [`quantum`] for very fine samples).
//! - A component of a normal (16 bits, from the exact slopes) is off by 1/65,534 at most, its direction by 0.002°.
//! - A texture coordinate (16 bits) is off by 1/131,070 of the picture's side. It points at the middle of the texel
//!   with the sample's column and row, so the pictures of the same raster fit texel by sample.
//!
//! # Shape of the file
//! Pieces of 128 × 128 cells, each a node with a mesh of at most 129 × 129 vertices and 16-bit indices, so that
//! engines can cull them and old devices can draw them; vertices on borders are there twice. Behind the JSON lie, piece
//! by piece, the vertices (16 bytes: position, 2 empty, normal, 2 empty; with texture coordinates 20) and the indices.
//! That makes 28 or 32 bytes a sample; a `.glb` ends at 4 GiB.
//!
//! # Memory
//! A piece's vertices start from its lowest height, known when its last row has come: 129 rows are held, and no more.
//! The JSON comes first in the file but knows the pieces' heights last: room is left for it, filled with spaces, as
//! the format allows.

mod document;
mod layout;
mod piece;
mod read;

use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use orogen::raster::Grid;

use self::layout::Layout;
use self::piece::{Facts, Strip};
use super::rows::{MeshFile, Output, Row, Rows, flushed, output};
use crate::pending::PendingFile;
use crate::{FileError, Product};

pub use self::layout::quantum;
pub(crate) use self::piece::NORMAL_STEPS;
pub(crate) use self::read::read;
pub use self::read::read_heights;

/// `terrain.glb`: binary glTF 2.0 in metres, y up, z down the picture. Bands must have slopes.
///
/// `heights` are the lowest and the highest the terrain can have anywhere, in metres; all tiles of a terrain must get
/// the same (not those of their own samples), since the [`quantum`] follows from them. `uv` adds texture coordinates.
///
/// # Errors
/// At once: the grid has less than 2 × 2 samples, makes more than 4 GiB or 65,536 pieces, or lies so far from the
/// origin that single precision cannot place it (2^24 quanta); `heights` are no range, or too high for samples so close
/// together; the folder is missing or cannot be written. While writing: a height beyond 2^24 quanta, or, if `heights`
/// are 65,535 quanta or more apart, as much (at least 1,024 spacings) between those of one piece.
pub fn glb(path: &Path, grid: &Grid, heights: [f64; 2], uv: bool) -> Result<Box<dyn Product>, FileError> {
    let layout = Layout::new(path, grid, heights, uv)?;
    let room = document::room(&layout).map_err(|error| FileError::from_io(path, &error))?;
    layout.check_size(path, room)?;
    let mut out = output(PendingFile::create(path)?);
    let reserved = vec![b' '; document::HEADERS + room];
    out.write_all(&reserved).map_err(|error| FileError::from_io(path, &error))?;
    let strip = Strip::new(grid.columns);
    let rows = Glb { path: path.to_owned(), layout, room, out, strip, facts: Vec::new(), bytes: Vec::new() };
    Ok(Box::new(MeshFile::new(path.to_owned(), grid, rows)))
}

struct Glb {
    path: PathBuf,
    layout: Layout,
    room: usize,
    out: Output,
    strip: Strip,
    facts: Vec<Facts>,
    bytes: Vec<u8>,
}

impl Glb {
    fn write_pieces(&mut self) -> Result<(), FileError> {
        for columns in self.layout.spans(self.layout.grid.columns) {
            self.bytes.clear();
            let facts = self.strip.encode(&self.layout, columns, &mut self.bytes);
            self.facts.push(facts.map_err(|flaw| flaw.of(&self.path))?);
            self.out.write_all(&self.bytes).map_err(|error| FileError::from_io(&self.path, &error))?;
        }
        Ok(())
    }
}

impl Rows for Glb {
    const SLOPES: bool = true;

    fn row(&mut self, row: Row<'_>) -> Result<(), FileError> {
        self.strip.push(row);
        if self.layout.ends_piece(row.index) {
            self.write_pieces()?;
            self.strip.keep_last_row();
        }
        Ok(())
    }

    fn finish(self) -> Result<PendingFile, FileError> {
        let head = document::head(&self.layout, &self.facts, self.room);
        let write = || {
            let mut file = flushed(self.out)?;
            file.seek(SeekFrom::Start(0))?;
            file.write_all(&head?)?;
            Ok(file)
        };
        write().map_err(|error| FileError::from_io(&self.path, &error))
    }
}
