//! Strokes on terrains, against oracles written here: direct evaluation in double precision, finite differences, finer grids.

mod heights;
mod kept;
mod layers;
mod noises;
mod planet;
mod project;
mod refusals;
mod replay;
mod scene;
mod smooth;
mod smooth_globe;
mod tiles;
mod tools;
