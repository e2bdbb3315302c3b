//! Terrain on the GPU: shaders made from what the kernels of the processor compute.

mod device;
pub mod export;
mod wgsl;

pub use device::{Gpu, GpuError, Pipeline};
pub use wgsl::module;
