//! Noise with exact derivatives, and the same bits on every machine.

#[doc(hidden)]
pub mod each;

pub mod basis;
mod definition;
mod evaluation;
pub mod fractal;
pub mod hash;
pub mod interval;
pub mod jet;
mod kernels;
pub mod lanes;
pub mod lattice;
pub mod level;
pub mod math;
pub mod octaves;
pub mod placed;
pub mod rows;
mod sites;
pub mod trace;
pub mod units;

/// A noise of any basis and fractal, and its evaluation row by row.
pub mod noise {
    pub use crate::basis::Dimension;
    pub use crate::definition::{Line, Noise, NoiseError, Strip};
    pub use crate::kernels::Scratch;
}
