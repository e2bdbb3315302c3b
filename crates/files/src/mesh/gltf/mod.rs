//! Binary glTF 2.0, `terrain.glb`.
//!
//! # Precision
//! Positions are 16-bit integers (`KHR_mesh_quantization`, which the file requires) on one lattice for the complete world:
//! every coordinate is a whole number of [`quantum`]s from the origin, rounded to the nearest. The quantum is a power of
//! two. It follows from the spacing and the *possible* heights of the terrain, so it is the same for all its tiles. A piece
//! of the mesh stores integers relative to the corner of the piece. In the piece's node, the scale is the
//! quantum and the translation is the corner. All of these are exact in single precision, and so are the
//! products and sums that an engine computes from them. So neighbouring pieces and neighbouring files have
//! the same border vertices, bit for bit, without cracks.
//!
//! - A coordinate is off by at most half a quantum. The quantum is between 1/256 and 1/32 of the spacing (but see
//!   [`quantum`] for very fine samples).
//! - A component of a normal (16 bits, from the exact slopes) is off by at most 1/65,534, the direction by 0.002°.
//! - A texture coordinate (16 bits) is off by at most 1/131,070 of the picture's side. It points at the centre of the texel
//!   with the sample's column and row, so pictures of the same raster fit texel by sample.
//!
//! # Shape of the file
//! Pieces have 128 × 128 cells. Each is a node with a mesh of at most 129 × 129 vertices and 16-bit indices, so that engines
//! can cull it and old devices can draw it. Vertices on borders are stored twice. After the JSON follow, piece by piece, the
//! vertices (16 bytes: position, 2 unused, normal, 2 unused; 20 with texture coordinates) and the indices. That is 28 or 32
//! bytes per sample; a `.glb` has at most 4 GiB.
//!
//! # Memory
//! The vertices of a piece are relative to its lowest height, which is known after its last row. So 129 rows are held in
//! memory. The JSON is first in the file but needs the height ranges of all pieces. Space is reserved for it and padded
//! with blanks, as the format allows.
//!
//! ```
//! use orogen_engine::raster::{Band, Grid};
//! use orogen_files::mesh::gltf;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("terrain.glb");
//! let grid = Grid::square(3, 10.0);
//! let mut product = gltf::glb(&path, &grid, [0.0, 100.0], true)?;
//! let (height, flat) = (vec![5.0; 9], vec![0.0; 9]);
//! product.write(&Band { columns: 3, height: height.clone(), dx: flat.clone(), dy: flat, ..Band::default() })?;
//! product.finish()?;
//! assert_eq!(gltf::read_heights(&path, &grid)?, height);
//! # Ok(())
//! # }
//! ```

mod document;
mod layout;
mod piece;
mod read;
mod schema;

use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use orogen_engine::raster::Grid;

use self::layout::Layout;
use self::piece::{HeightRange, Strip};
use super::rows::{MeshFile, Output, Row, Rows, flushed, output};
use crate::pending::PendingFile;
use crate::{FileError, Product};

pub use self::layout::quantum;
pub(crate) use self::piece::NORMAL_STEPS;
pub(crate) use self::read::read;
pub use self::read::read_heights;

/// `terrain.glb`: binary glTF 2.0 in metres, y up, z down the picture. Bands must have slopes.
///
/// `heights` are the lowest and the highest possible height of the terrain in metres. All tiles of a terrain need the same
/// values, not the extremes of their own samples, because the [`quantum`] follows from these values. `uv` adds texture
/// coordinates.
///
/// # Errors
/// This function fails if the grid has less than 2 × 2 samples, needs more than 4 GiB or 65,536 pieces, or extends more than 2^24
/// quanta from the origin, which is too far for single precision. It also fails if `heights` are not a finite range or are too
/// high for the spacing, or if the folder is missing or cannot be written. Writing fails if a height is beyond 2^24 quanta, or if
/// the heights of one piece differ by more than 65,535 quanta.
pub fn glb(path: &Path, grid: &Grid, heights: [f64; 2], uv: bool) -> Result<Box<dyn Product>, FileError> {
    let layout = Layout::new(path, grid, heights, uv)?;
    let room = document::room(&layout).map_err(|error| FileError::from_io(path, &error))?;
    layout.check_size(path, room)?;
    let mut out = output(PendingFile::create(path)?);
    let reserved = vec![b' '; document::HEADERS + room];
    out.write_all(&reserved).map_err(|error| FileError::from_io(path, &error))?;
    let strip = Strip::new(grid.columns);
    let rows = Glb { path: path.to_owned(), layout, room, out, strip, ranges: Vec::new(), bytes: Vec::new() };
    Ok(Box::new(MeshFile::new(path.to_owned(), grid, rows)))
}

struct Glb {
    path: PathBuf,
    layout: Layout,
    room: usize,
    out: Output,
    strip: Strip,
    ranges: Vec<HeightRange>,
    bytes: Vec<u8>,
}

impl Glb {
    fn write_pieces(&mut self) -> Result<(), FileError> {
        for columns in self.layout.spans(self.layout.grid.columns) {
            self.bytes.clear();
            let range = self.strip.encode(&self.layout, columns, &mut self.bytes);
            self.ranges.push(range.map_err(|problem| problem.in_file(&self.path))?);
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
        let head = document::head(&self.layout, &self.ranges, self.room);
        let write = || {
            let mut file = flushed(self.out)?;
            file.seek(SeekFrom::Start(0))?;
            file.write_all(&head?)?;
            Ok(file)
        };
        write().map_err(|error| FileError::from_io(&self.path, &error))
    }
}
