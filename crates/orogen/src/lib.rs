//! Orogen, a terrain engine: one small text recipe, heights with exact slopes.

pub mod raster;
