//! Orogen, a terrain engine: one small text recipe, heights with exact slopes.

pub mod cpu;
pub mod graph;
pub mod image;
pub mod nodes;
pub mod plan;
pub mod raster;
pub mod recipe;
pub mod terrain;

pub use orogen_noise::{interval, level};

/// The example of the README has to build.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
