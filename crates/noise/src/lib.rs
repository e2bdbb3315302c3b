//! Noise with exact derivatives: the same bits on every machine.

pub mod basis;
pub mod each;
mod edge_rows;
pub mod fractal;
pub mod hash;
pub mod interval;
pub mod jet;
pub mod lanes;
pub mod lattice;
pub mod level;
pub mod math;
pub mod noise;
mod octave_row;
pub mod octaves;
pub mod placed;
pub mod rows;
mod sites;
mod sum;
pub mod trace;
pub mod units;
