//! Strokes on terrains, compared with references written here: direct evaluation in double precision, finite differences,
//! finer grids.

mod caches;
mod heights;
mod layers;
mod noises;
mod painted;
mod planet;
mod project;
mod refusals;
mod replay;
mod scene;
mod smooth;
mod smooth_globe;
mod tiles;
mod tools;
mod water;
