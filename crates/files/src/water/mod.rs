//! Rivers and lakes: `water.png`, the depth of their water; `water.geojson`, their lines and shores; `water.glb`, their surface.

mod depth;
mod geojson;
mod mesh;

pub use depth::{FORMULA, depth};
pub use geojson::geojson;
pub use mesh::glb;

pub(crate) use depth::Depth;
