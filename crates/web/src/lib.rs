//! The native part of the npm package `orogen`: terrains in typed arrays.
//!
//! Everything here is thin over the crate `orogen`. The modules in `npm` have the documentation for users, the defaults of
//! arguments, and all that needs no speed.

mod errors;
#[cfg(feature = "golden")]
pub mod golden;
mod grids;
pub mod ground;
pub mod nodes;
pub mod page_files;
mod pictures;
mod samples;
pub mod surfaces;
pub mod terrain;
pub mod tiles;
#[cfg(feature = "webgpu")]
pub mod work;
