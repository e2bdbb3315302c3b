//! Meshes: `terrain.glb`, `mesh.glb`, `terrain.obj` and `terrain.stl`.
//!
//! | file | written by | use | triangles | heights |
//! |---|---|---|---|---|
//! | `.glb` | [`gltf::glb`] | engines, Blender, the web | in pieces of at most 16,641 vertices | exact |
//! | `mesh.glb` | [`lod::glb`] | levels of detail for engines | as many as asked for, with skirts, per tile | exact at vertices; measured elsewhere |
//! | any | [`globe::glb`] | tiles of globes | as the caller makes them | 32-bit floats around the tile's middle |
//! | `.obj` | [`obj::obj`] | older programs; reading by eye or script | one mesh | exact |
//! | `.stl` | [`stl::stl`] | 3D printers | one closed solid | rounded once to a 32-bit float in mm |
//!
//! The `read_heights` of [`gltf`], [`obj`] and [`stl`] reads the file back. It checks positions and triangles, and never panics on damaged
//! files.
//!
//! # Axes
//! All `.glb` and `.obj` have the axes of glTF: x east, y up, z south (down the picture), in metres, so that the sample of
//! column `i` and row `j` of a [`Grid`](orogen_engine::raster::Grid) is at `(grid.x(i), height, grid.y(j))`. To move the mesh,
//! shift the grid's first column and row. `.stl` has the axes of printers: x east, y north, z up, in millimetres, with the
//! south-west corner of the picture at x = y = 0. All are right-handed, and triangles are counter-clockwise as seen from
//! above.
//!
//! # How to import
//! - **Blender**: *File ▸ Import ▸ glTF 2.0* for `.glb`. No settings are needed: Blender converts the mesh to Z up, in metres.
//!   For `.obj`: *File ▸ Import ▸ Wavefront*, Forward Axis `-Z`, Up Axis `Y` (the defaults).
//!   A terrain is larger than the initial view: use *View ▸ Frame All*, and raise the view's *Clip End*.
//! - **Godot**: put the `.glb` into the project folder and drag it into the scene. For collision, select a piece, then
//!   *Mesh ▸ Create Collision Shape ▸ Trimesh*.
//! - **three.js**: `new GLTFLoader().load("terrain.glb", ({ scene: terrain }) => scene.add(terrain))`. Pieces
//!   outside the view are culled one by one.
//! - **A slicer** (Cura, Bambu Studio, PrusaSlicer and others): open the `.stl`. The solid is in millimetres, with its flat base
//!   down. It needs no supports and no repair.
//!
//! # Triangles
//! All formats but [`lod`] cut a cell along the diagonal whose ends differ less in height. [`Diagonal`] explains why.

mod cell;
pub(crate) mod glb;
pub mod globe;
pub mod gltf;
pub mod lod;
pub mod obj;
mod rows;
mod samples;
pub mod stl;

pub use cell::Diagonal;
pub(crate) use glb::Glb;
pub(crate) use rows::normal;
pub(crate) use samples::Surface;
