//! Fractals: their published definitions, derivatives and bits, far from the origin and on tiles.

mod cases;
mod edges;
mod far;
mod fractal_derivatives;
mod fractal_intervals;
mod fractal_levels;
mod fractal_oracles;
mod independence;
mod octave_layout;
mod refusals;
mod tiling;
