//! Rivers and lakes: `water.png`, the depth of their water; `water.geojson`, their lines and shores; `water.glb`, their surface.

mod depth;
mod geojson;
mod mesh;
mod on_grid;

pub use depth::{FORMULA, depth};
pub use geojson::geojson;
pub use mesh::glb;
pub use on_grid::{OnGrid, RiverPart, discharge};

pub(crate) use depth::Depth;
