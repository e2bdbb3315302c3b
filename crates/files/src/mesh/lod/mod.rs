//! Levels of detail for engines: `mesh.glb`.
//!
//! Each tile of a terrain is one file with a chain of meshes, from fine to coarse, as the extension `MSFT_lod` lists them. The
//! extension is not required: programs without it show the finest mesh. On request, each level is also a file of its own
//! (`mesh_lod0.glb`, …), and `mesh_collision.glb` is a mesh of positions for physics.
//!
//! - **Vertices** are samples: their heights are exactly those of the raster, and their normals follow from the exact slopes.
//!   Texture coordinates point at the centres of texels, like those of [`gltf`](super::gltf). All are 32-bit floats. The same
//!   sample has the same position in the world in all tiles and levels, bit for bit.
//! - **Errors** are in metres, measured: the largest vertical distance of any sample of the raster from the triangles.
//!   [`MeshLevel`](crate::MeshLevel) lists them in `terrain.json`.
//! - **Colours**: if the recipe has materials, each file of levels has the picture of their colours, with a texel for each sample of
//!   the tile.
//! - **Borders** have skirts, walls that reach below every level of the neighbouring tile, so that no crack shows. If the steps
//!   of a tile along its shorter side are a power of two, and the longer side is a multiple of it, two tiles of the same level
//!   also have the same vertices on their border.
//!
//! # Method
//! Meshes are right-triangulated irregular networks (Evans, Kirkpatrick and Townsend 2001): the hierarchy of right triangles
//! over the samples is cut where its errors, computed from the bottom to the top against all samples, are below a threshold. So
//! a mesh has no T-junction. All tiles have the same threshold; it follows from the budget of triangles and a histogram of the
//! errors, so no mesh is made twice. A mesh with a given error needs more triangles than an unrestricted one, but its error is
//! known, and the memory is 8 bytes per sample and about 100 per triangle. Slopes and colours are in temporary files.
//!
//! We considered the library `meshopt`. Its `simplify` starts from all triangles, which takes 36 bytes per sample more, its
//! error is an estimate from quadrics instead of a bound on heights, and it is C++, so the command would need a compiler for
//! C++.
//!
//! ```
//! use orogen_engine::covering::Covering;
//! use orogen_engine::raster::{Band, Grid};
//! use orogen_files::Tiling;
//! use orogen_files::mesh::lod::{self, LevelsOfDetail};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let folder = tempfile::tempdir()?;
//! # let folder = folder.path();
//! let tiling = Tiling::new(&Grid::square(65, 4.0), 1, 1).ok_or("unequal tiles")?;
//! let asked = LevelsOfDetail { triangles: 1_000, levels: 3, separate: false, collision_error: Some(0.5) };
//! let mut product = lod::glb(folder, tiling, asked, &Covering::new(&[]), None, |_| "hill".to_owned())?;
//! let height = (0..65 * 65).map(|k| 0.02 * (k % 65) as f32 * (k / 65) as f32).collect();
//! let (dx, dy) = (vec![0.0; 65 * 65], vec![0.0; 65 * 65]);
//! product.write(&Band { columns: 65, height, dx, dy, ..Band::default() })?;
//! let output = product.complete()?;
//! for (path, levels) in output.levels() {
//!     println!("{}: {levels:?}", path.display());
//! }
//! output.commit()?;
//! assert!(folder.join("hill.glb").exists() && folder.join("hill_collision.glb").exists());
//! # Ok(())
//! # }
//! ```

mod colours;
mod document;
mod errors;
mod heights;
mod hierarchy;
mod histogram;
pub(super) mod material;
mod placement;
mod rounding;
mod settings;
mod skirts;
mod slopes;
mod terrain;
mod tile_mesh;

use std::path::{Path, PathBuf};

use orogen_engine::covering::Covering;
use orogen_engine::raster::{Band, Grid};

use self::colours::ColourRaster;
use self::placement::Placement;
use self::slopes::Slopes;
use self::terrain::TerrainMeshes;
use super::cell;
use crate::materials::Sea;
use crate::pending::{PendingOutput, folder_of, scratch_beside};
use crate::product::RowCount;
use crate::{FileError, Product, Tiling};

pub use self::settings::{LevelsOfDetail, LodPart};

/// The files of a terrain's levels of detail, binary glTF 2.0 in metres, y up, z down the picture. Bands must have slopes.
///
/// `stem` gives the name of a tile's file, without the extension, from the tile's column and row; see
/// [`LevelsOfDetail::files`] for further files. All are written when the last row has arrived.
///
/// If `covering` has materials, the files contain the pictures of their colours, with water over ground below the surface of
/// `sea`. Bands must then have the planes that the materials use.
///
/// # Errors
/// The budget of triangles does not fit the samples ([`LevelsOfDetail::check`]), the grid is too far from the origin for single
/// precision, or the folder is missing or cannot be written.
pub fn glb(
    folder: &Path,
    tiling: Tiling,
    asked: LevelsOfDetail,
    covering: &Covering,
    sea: Option<Sea>,
    stem: impl Fn([usize; 2]) -> String,
) -> Result<Box<dyn Product>, FileError> {
    let whole = tiling.whole();
    cell::check(folder, &whole)?;
    asked.check(&tiling).map_err(|problem| FileError::new(folder, problem.message, problem.help))?;
    let placement = Placement::new(folder, &whole)?;
    let stems = tiling.all().map(stem).collect();
    let colours = (!covering.materials().is_empty())
        .then(|| {
            let file = scratch_beside(&folder.join("colours"))?;
            Ok(ColourRaster::new(file, whole.columns, covering.clone(), sea))
        })
        .transpose()?;
    let slopes = Slopes::new(scratch_beside(&folder.join("slopes"))?, whole.columns);
    let rows = RowCount::new(folder.to_owned(), &whole);
    Ok(Box::new(LodProduct {
        folder: folder.to_owned(),
        rows,
        tiling,
        asked,
        placement,
        stems,
        heights: Vec::new(),
        slopes,
        colours,
    }))
}

/// The files of a raster with a single tile. `path` is the file with all levels.
///
/// # Errors
/// As [`glb`].
pub(crate) fn one_tile(
    path: &Path,
    grid: &Grid,
    asked: LevelsOfDetail,
    covering: &Covering,
    sea: Option<Sea>,
) -> Result<Box<dyn Product>, FileError> {
    cell::check(path, grid)?;
    let tiling =
        Tiling::new(grid, 1, 1).unwrap_or_else(|| unreachable!("a raster of 2 × 2 samples is a tile"));
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    glb(folder_of(path), tiling, asked, covering, sea, |_| stem.clone())
}

struct LodProduct {
    folder: PathBuf,
    rows: RowCount,
    tiling: Tiling,
    asked: LevelsOfDetail,
    placement: Placement,
    /// The names of the tiles, row by row.
    stems: Vec<String>,
    heights: Vec<f32>,
    slopes: Slopes,
    colours: Option<ColourRaster>,
}

impl Product for LodProduct {
    fn write(&mut self, band: &Band) -> Result<(), FileError> {
        let mut planes = vec![
            ("height", &*band.height),
            ("the slope along x", &*band.dx),
            ("the slope along y", &*band.dy),
        ];
        planes.extend(self.colours.iter().flat_map(|colours| colours.planes(band)));
        self.rows.check(band, &planes)?;
        if self.heights.capacity() == 0 {
            self.heights.reserve_exact(self.tiling.whole().len());
        }
        self.heights.extend_from_slice(&band.height);
        let mut keep = || {
            self.slopes.write(&band.dx, &band.dy)?;
            self.colours.as_mut().map_or(Ok(()), |colours| colours.write(band))
        };
        keep().map_err(|error| FileError::from_io(&self.folder, &error))?;
        self.rows.advance(band);
        Ok(())
    }

    fn complete(mut self: Box<Self>) -> Result<PendingOutput, FileError> {
        let folder = self.rows.complete()?;
        let meshes = TerrainMeshes::new(&self.heights, &self.tiling, &self.asked)
            .map_err(|problem| FileError::new(&folder, problem.message, problem.help))?;
        let mut outputs = Vec::new();
        for (tile, stem) in self.tiling.all().zip(&self.stems) {
            outputs.extend(meshes.write(
                tile,
                &folder,
                stem,
                self.placement,
                &mut self.slopes,
                self.colours.as_mut(),
            )?);
        }
        Ok(PendingOutput::of_files(folder, outputs))
    }
}
