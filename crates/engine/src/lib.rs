//! The engine of Orogen: from a text recipe to heights with exact slopes.
//!
//! It has neither file formats nor graphics devices. Programs use the crate `orogen`, which reads files too.
//!
//! ```text
//! text ─▶ recipe ─▶ graph ─▶ plan ─▶ cpu, program     a Terrain is a recipe with its plan
//!                                      │
//!                 rows, maps, patches, points ─▶ generate, query, planet, lod
//! ```

pub mod blue_noise;
pub mod bounds;
pub mod covering;
#[doc(hidden)]
pub mod cpu;
pub mod curvature;
#[doc(hidden)]
pub mod digits;
#[doc(hidden)]
pub mod frame;
pub mod generate;
#[doc(hidden)]
pub mod graph;
pub mod image;
pub mod lod;
pub mod nodes;
pub mod overlay;
#[doc(hidden)]
pub mod owner;
mod parts;
pub mod patch;
#[doc(hidden)]
pub mod plan;
pub mod planet;
#[cfg(feature = "trace")]
pub mod program;
pub mod query;
pub mod raster;
pub mod recipe;
pub mod scatter;
pub mod shapes;
pub mod sky;
#[doc(hidden)]
pub mod solved;
pub mod srgb;
pub mod terrain;
mod warning;
pub mod water;

pub use orogen_noise::{interval, level};

/// Tests the example in the package's `README.md`.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct PackageReadme;
