//! Opens a device for rendering.

use orogen_gpu::{Choice, Chosen, Gpu, GpuError};
use wgpu::Limits;

/// The device limits that rendering needs.
fn limits() -> Limits {
    Limits { max_texture_dimension_2d: 4096, ..Limits::downlevel_defaults() }
}

/// Opens a device that can render. The CPU backend cannot: without a graphics card, this opens a software
/// driver.
///
/// # Errors
/// As [`Choice::open_with`]; [`GpuError::NoDevice`] for [`Choice::Cpu`].
pub fn open(choice: &Choice) -> Result<Gpu, GpuError> {
    match choice.open_with(&limits())? {
        Chosen::Gpu(gpu) => Ok(gpu),
        Chosen::CpuInstead(why) => Err(why),
        Chosen::Cpu => Err(GpuError::NoDevice),
    }
}
