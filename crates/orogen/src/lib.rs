//! Orogen, a terrain engine: one small text recipe, heights with exact slopes.

pub mod nodes;
pub mod raster;
pub mod recipe;
