//! Reads and writes the files of a terrain.
//!
//! The engine produces a terrain as [bands](orogen_engine::raster::Band) of rows. Each file is a [`Product`] that takes the
//! bands one after another, in bounded memory. The file gets its name only when it is complete:
//!
//! | file | written by | contents |
//! |---|---|---|
//! | `height.png` | [`height16::png`] | 16-bit grey, heights by a [`HeightMapping`] |
//! | `height.r16` | [`height16::r16`] | the same values, little-endian, no header |
//! | `height.f32` | [`height32::f32`] | metres as little-endian 32-bit floats, no header |
//! | `height.raw` | [`raw::r16`], [`raw::r32`] | either, in any byte and row order |
//! | `height.exr` | [`exr::grey`], [`exr::rgb`] | metres as 32-bit floats, one channel or three |
//! | `height.tif` | [`geotiff::tiff`], [`geotiff::geotiff`] | metres as 32-bit floats, tiled, with overviews and a georeference |
//! | `normal.png` | [`normal::png`] | tangent-space normals, 8-bit RGB, OpenGL convention |
//! | `slope.png`, `aspect.png`, `curvature.png` | [`mask::png`] | masks, 16-bit grey |
//! | `splat.png`, `weight_*.png` | [`materials`] | the weights of materials |
//! | `colour.png` | [`materials::colour`] | the colours of the ground, without lighting |
//! | `preview.png` | [`preview::png`] | a shaded and tinted picture |
//! | `terrain.glb` | [`mesh::gltf::glb`] | a mesh in metres for engines, exact heights, no cracks, with the colours of the materials |
//! | `mesh.glb` | [`mesh::lod::glb`] | levels of detail with skirts for engines, measured errors, 32-bit floats |
//! | `terrain.obj` | [`mesh::obj::obj`] | a mesh in metres, as text, exact |
//! | `terrain.stl` | [`mesh::stl::stl`] | a closed solid in millimetres for 3D printers |
//! | `terrarium.png` | [`web::png`] | metres as 8-bit RGB, Terrarium or Mapbox |
//! | `web/`, `terrain.pmtiles` | [`web::folder`], [`web::pmtiles`] | a pyramid of such tiles for web maps |
//! | `index.html` | [`web::Page`] | a page that shows the pyramid |
//! | `scatter.csv`, `scatter.glb`, `scatter_*.json` | [`scatter::points`] | trees, rocks and other things |
//! | `scatter_*.png` | [`scatter::mask`] | the density of a kind |
//! | `terrain.json` | [`TerrainInfo`] | the description that programs need to use the other files |
//!
//! An [`OutputFolder`] is locked by one run at a time. [`read_heights`] reads height files of other programs.
//! [`TerrainInfo::read_heights`] reads the heights of a terrain that this crate wrote. [`verify`] compares files with the
//! recipe.
//!
//! ```
//! use orogen_engine::raster::{Band, Grid};
//! use orogen_files::normal::{self, Green};
//! use orogen_files::{HeightMapping, height16, prepare_folder, read_heightmap};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let folder = tempfile::tempdir()?;
//! # let folder = folder.path();
//! prepare_folder(folder)?;
//! let grid = Grid::square(64, 10.0);
//! let mapping = HeightMapping::new(0.0, 640.0).ok_or("an empty range")?;
//! let mut products = [
//!     height16::png(&folder.join("height.png"), &grid, mapping)?,
//!     normal::png(&folder.join("normal.png"), &grid, Green::Up)?,
//! ];
//! // A slope that rises to the right by 1 m per metre, eight rows at a time.
//! for first_row in (0..grid.rows).step_by(8) {
//!     let row = (0..grid.columns).map(|i| grid.x(i) as f32);
//!     let height: Vec<f32> = row.cycle().take(8 * grid.columns).collect();
//!     let (dx, dy) = (vec![1.0; height.len()], vec![0.0; height.len()]);
//!     let band = Band { first_row, columns: grid.columns, height, dx, dy, ..Band::default() };
//!     products.iter_mut().try_for_each(|product| product.write(&band))?;
//! }
//! for product in products {
//!     println!("{}", product.finish()?.display());
//! }
//! let map = read_heightmap(&folder.join("height.png"))?;
//! assert_eq!((map.width, map.height, map.samples[32]), (64, 64, mapping.to_u16(320.0) as f32 / 65_535.0));
//! # Ok(())
//! # }
//! ```

pub mod checksum;
mod colour;
mod created_folders;
pub mod delivery;
mod digest;
mod encode;
mod error;
pub mod exr;
mod file_info;
mod file_names;
mod folder;
pub mod geotiff;
pub mod height16;
pub mod height32;
mod height_format;
mod height_mapping;
pub mod mask;
pub mod materials;
pub mod mesh;
mod mesh_level;
pub mod normal;
pub mod occlusion;
mod overwrite;
mod pending;
mod pending_folder;
pub mod picture;
mod planet_map;
mod png_rows;
pub mod preview;
mod product;
pub mod raw;
mod raw_shape;
mod read;
mod read_back;
pub mod scatter;
mod shapes;
mod sidecar;
mod simd;
pub mod targets;
mod terrain3d;
pub mod terrains;
mod tiled;
pub mod verify;
pub mod water;
pub mod web;
pub mod wetness;
pub mod wgs84;

pub use created_folders::{CreatedFolders, prepare_folder};
pub use digest::Digest;
pub use error::{FileError, Problem};
pub use file_info::FileInfo;
pub use folder::{OutputFolder, Superseded};
pub use height_mapping::HeightMapping;
pub use mesh_level::MeshLevel;
pub use overwrite::foreign;
pub use pending::PendingOutput;
pub use planet_map::{PlanetInfo, PlanetMap};
pub use product::Product;
pub use read::{
    Heightmap, Heights, Location, MAX_SAMPLES, MAX_SIDE, RawNumber, RawShape, ReadOptions, read_heightmap,
    read_heights, read_heights_bytes, read_png_bytes,
};
pub use shapes::{ShapeFormat, read_shapes, read_shapes_bytes};
pub use sidecar::{CPU, FORMAT, MaterialInfo, ROWS, SixteenBit, TerrainInfo};
pub use tiled::{OpenTile, Tiling, tiled};

/// The example of the package's page has to build.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct PackageReadme;
