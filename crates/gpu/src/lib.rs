//! Terrain on the GPU: shaders made from what the kernels of the processor compute.
//!
//! A [`Choice`] opens a device; [`Bands`] make the rows of a raster on it, and a [`GpuMaker`] the tiles of a
//! [`Generator`](orogen::generate::Generator).

mod bands;
mod choice;
mod compiler;
mod device;
mod error;
pub mod export;
mod maker;
mod needs;
mod numbers;
mod pieces;
mod ring;
mod run;
mod shares;
mod wgsl;

pub use bands::Bands;
pub use choice::{Choice, Chosen, Found, devices};
pub use compiler::Pipeline;
pub use device::Gpu;
pub use error::GpuError;
pub use maker::GpuMaker;
pub use wgsl::module;
