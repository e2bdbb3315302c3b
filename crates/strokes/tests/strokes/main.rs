//! Strokes on terrains, against oracles written here: direct evaluation in double precision, finite differences, finer grids.

mod noises;
mod planet;
mod refusals;
mod replay;
mod scene;
mod smooth;
mod tools;
