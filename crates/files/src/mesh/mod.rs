//! Meshes: `terrain.glb`, `terrain.obj` and `terrain.stl`.
//!
//! | file | made by | what it is for | triangles | heights |
//! |---|---|---|---|---|
//! | `.glb` | [`gltf::glb`] | engines, Blender, the web | in pieces of at most 16,641 vertices | within half a [`quantum`](gltf::quantum) |
//! | `.obj` | [`obj::obj`] | everything older; reading by eye or script | one mesh | exact |
//! | `.stl` | [`stl::stl`] | 3D printers | one closed solid | rounded once to a single in mm |
//!
//! Each reads back with the `read_heights` of its module, which takes any bytes whatever and checks the places and the
//! triangles on the way.
//!
//! # Axes
//! `.glb` and `.obj` have the axes of glTF: x east, y up, z south (down the picture), in metres, so that the sample of
//! column `i` and row `j` of a [`Grid`](orogen::raster::Grid) lies at `(grid.x(i), height, grid.y(j))`. To have the
//! mesh elsewhere, shift the grid's first column and row. `.stl` has the axes of printers: x east, y north, z up, in
//! millimetres, with the south-west corner of the picture at x = y = 0. All are right-handed, and triangles wind
//! counter-clockwise seen from above.
//!
//! # What to type
//! - **Blender**: *File ▸ Import ▸ glTF 2.0* for `.glb`; nothing is to be set, Blender turns it Z up, in metres. For
//!   `.obj`: *File ▸ Import ▸ Wavefront*, Forward Axis `-Z`, Up Axis `Y` (the defaults).
//!   Terrain is larger than what Blender shows at first: *View ▸ Frame All*, and raise the view's *Clip End*.
//! - **Godot**: put the `.glb` into the project's folder and drag it from there into the scene. Collision: select a
//!   piece, then *Mesh ▸ Create Collision Shape ▸ Trimesh*.
//! - **three.js**: `new GLTFLoader().load("terrain.glb", ({ scene: terrain }) => scene.add(terrain))`. The pieces are
//!   culled one by one as they leave the view.
//! - **A slicer** (Cura, Bambu Studio, Prusa's and others): open the `.stl`; it is in millimetres and sits on its flat base.
//!   Nothing needs support or repair.
//!
//! # Triangles
//! Of the two diagonals of a cell the one is taken whose ends differ less in height; the same in all formats. Why,
//! stands at [`Diagonal`].

mod cell;
pub mod gltf;
pub mod obj;
mod rows;
mod samples;
pub mod stl;

pub use cell::Diagonal;
pub(crate) use rows::normal;
pub(crate) use samples::Surface;
