//! Binary glTF 2.0, `terrain.glb`.
//!
//! # Precision
//! Heights are exact: the 32-bit floats of the raster. Positions along x and z are rounded to a fine lattice, which depends on
//! nothing but the spacing, and to single precision; see `Layout::step`. A piece of the mesh stores positions relative to its corner, which is the
//! translation of the piece's node. Both are exact in single precision, and so are the sums that an engine computes
//! from them. So neighbouring pieces and neighbouring files have the same border vertices, bit for bit, without cracks.
//!
//! - A position is off by at most 1/65,536 of the spacing, or by half a step of single precision (0.25 mm at 4 km from the
//!   origin, 1 mm at 16 km) if that is more.
//! - A component of a normal (32 bits, from the exact slopes) is off by at most 2⁻²⁵.
//! - A texture coordinate (16 bits) is off by at most 1/131,070 of the picture's side. It points at the centre of the texel
//!   with the sample's column and row, so pictures of the same raster fit texel by sample.
//!
//! The files use no extension of glTF. `KHR_mesh_quantization` would halve them, but Godot 4.6 and VTK refuse files that need it,
//! and 16-bit heights are off by up to a few centimetres. Who wants small files can quantise and compress them with `gltfpack`
//! or `gltf-transform`.
//!
//! # Material
//! If the recipe has materials, the file has the picture of their colours, a PNG with a texel for each sample. The normals of the
//! vertices are exact, so there is no normal map. Materials of recipes have no roughness: the ground is rough and not metallic.
//!
//! # Shape of the file
//! Pieces have 128 × 128 cells. Each is a node with a mesh of at most 129 × 129 vertices and 16-bit indices, so that engines
//! can cull it and old devices can draw it. Vertices on borders are stored twice. After the JSON follow, piece by piece, the
//! vertices (24 bytes: position and normal; 28 with texture coordinates) and the indices, then the picture. That is 36 or 40
//! bytes per sample without the picture; a `.glb` has at most 4 GiB.
//!
//! # Memory
//! A piece is complete after its last row, so 129 rows are held in memory. The picture waits in a temporary file. The JSON is
//! first in the file but needs the height ranges of all pieces and the size of the picture. Space is reserved for it and padded
//! with blanks, as the format allows.
//!
//! ```
//! use orogen_engine::covering::Covering;
//! use orogen_engine::raster::{Band, Grid};
//! use orogen_files::mesh::gltf;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("terrain.glb");
//! let grid = Grid::square(3, 10.0);
//! let mut product = gltf::glb(&path, &grid, &Covering::new(&[]), None)?;
//! let (height, flat) = (vec![5.0; 9], vec![0.0; 9]);
//! product.write(&Band { columns: 3, height: height.clone(), dx: flat.clone(), dy: flat, ..Band::default() })?;
//! product.finish()?;
//! assert_eq!(gltf::read_heights(&path, &grid)?, height);
//! # Ok(())
//! # }
//! ```

mod document;
mod layout;
mod picture;
mod piece;
mod read;
mod schema;

use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use orogen_engine::covering::Covering;
use orogen_engine::raster::{Band, Grid};

use self::layout::Layout;
use self::picture::Picture;
use self::piece::{HeightRange, Strip};
use super::glb::HEADERS;
use super::rows::{MeshFile, Output, Row, Rows, flushed, output};
use crate::materials::Sea;
use crate::pending::PendingFile;
use crate::{FileError, Product};

pub use self::read::read_heights;
pub(crate) use self::read::{NORMAL_ROUNDING, read};
pub(crate) use self::schema::Sampler;

/// `terrain.glb`: binary glTF 2.0 in metres, y up, z down the picture. Bands must have slopes.
///
/// If `covering` has materials, the file contains the picture of their colours, with water over ground below the surface of
/// `sea`. Bands must then have the planes that the materials use.
///
/// # Errors
/// This function fails if the grid has less than 2 × 2 samples, needs more than 4 GiB or 65,536 pieces, or has a sample more than
/// 524,288 spacings from the origin, which is too far for single precision. It also fails if the folder is missing or cannot be
/// written.
pub fn glb(
    path: &Path,
    grid: &Grid,
    covering: &Covering,
    sea: Option<Sea>,
) -> Result<Box<dyn Product>, FileError> {
    let layout = Layout::new(path, grid, !covering.materials().is_empty())?;
    let room = document::room(&layout).map_err(|error| FileError::from_io(path, &error))?;
    layout.check_size(path, room)?;
    let picture = layout.uv.then(|| Picture::new(path, grid, covering, sea)).transpose()?;
    let mut out = output(PendingFile::create(path)?);
    let reserved = vec![b' '; HEADERS + room];
    out.write_all(&reserved).map_err(|error| FileError::from_io(path, &error))?;
    let strip = Strip::new(grid.columns);
    let rows = Glb {
        path: path.to_owned(),
        layout,
        room,
        out,
        strip,
        ranges: Vec::new(),
        bytes: Vec::new(),
        picture,
    };
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
    picture: Option<Picture>,
}

impl Glb {
    fn write_pieces(&mut self) -> Result<(), FileError> {
        for columns in self.layout.spans(self.layout.grid.columns) {
            self.bytes.clear();
            self.ranges.push(self.strip.encode(&self.layout, columns, &mut self.bytes));
            self.out.write_all(&self.bytes).map_err(|error| FileError::from_io(&self.path, &error))?;
        }
        Ok(())
    }
}

impl Rows for Glb {
    const SLOPES: bool = true;

    fn band(&mut self, band: &Band) -> Result<(), FileError> {
        self.picture.as_mut().map_or(Ok(()), |picture| picture.write(band))
    }

    fn row(&mut self, row: Row<'_>) -> Result<(), FileError> {
        self.strip.push(row);
        if self.layout.ends_piece(row.index) {
            self.write_pieces()?;
            self.strip.keep_last_row();
        }
        Ok(())
    }

    fn finish(mut self) -> Result<PendingFile, FileError> {
        let picture = match self.picture {
            Some(picture) => picture.append_to(&mut self.out)?,
            None => 0,
        };
        let head = document::head(&self.layout, &self.ranges, picture, self.room);
        let write = || {
            let mut file = flushed(self.out)?;
            file.seek(SeekFrom::Start(0))?;
            file.write_all(&head?)?;
            Ok(file)
        };
        write().map_err(|error| FileError::from_io(&self.path, &error))
    }
}
