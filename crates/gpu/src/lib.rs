//! Terrain on the GPU: shaders made from what the kernels of the processor compute.
//!
//! A [`Choice`] opens a device; [`Bands`] make the rows of a raster on it, a [`GpuMaker`] the tiles of a
//! [`Generator`](orogen::generate::Generator), and [`Patches`] samples anywhere in space.

mod bands;
mod choice;
mod compiler;
mod device;
mod error;
pub mod export;
mod fault;
mod maker;
mod needs;
mod numbers;
mod patches;
mod pieces;
mod recent;
mod ring;
mod run;
mod shares;
mod wgsl;

pub use bands::Bands;
pub use choice::{Choice, Chosen, Found, devices};
pub use compiler::Pipeline;
pub use device::Gpu;
pub use error::GpuError;
pub use fault::ShaderFault;
pub use maker::GpuMaker;
pub use patches::{PatchTerrain, Patches};
pub use wgsl::modules;
