//! Opens a device for rendering.

use orogen_gpu::{Choice, ChosenDevice, Gpu, GpuError};
use wgpu::Limits;

/// The device limits that rendering needs.
fn limits() -> Limits {
    Limits { max_texture_dimension_2d: 4096, ..Limits::downlevel_defaults() }
}

/// Opens a device that can render. The CPU backend cannot render, so without a graphics card this opens a software driver.
///
/// # Errors
/// The errors of [`Choice::open_with`], and [`GpuError::NoDevice`] for [`Choice::Cpu`].
pub fn open(choice: &Choice) -> Result<Gpu, GpuError> {
    match choice.open_with(&limits())? {
        ChosenDevice::Gpu(gpu) => Ok(gpu),
        ChosenDevice::CpuInstead(why) => Err(why),
        ChosenDevice::Cpu => Err(GpuError::NoDevice),
    }
}
