//! Fractals: against their published definitions, their derivatives, their bits, far away, on tiles.

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
