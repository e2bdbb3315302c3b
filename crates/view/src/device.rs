//! Opens a device for rendering.

use orogen_gpu::{Choice, ChosenDevice, Gpu, GpuError};
use wgpu::Limits;

/// The device limits that rendering needs.
fn limits() -> Limits {
    Limits { max_texture_dimension_2d: 4096, ..Limits::downlevel_defaults() }
}

/// Opens a device that can render. Orogen's kernels on the processor cannot render. On a machine without a graphics card,
/// [`Choice::Gpu`] opens a software driver, if one is installed.
///
/// # Errors
/// The errors of [`Choice::open_with`]. For [`Choice::Auto`], the reason if no suitable device is found. For [`Choice::Cpu`],
/// [`GpuError::NoDevice`].
pub fn open(choice: &Choice) -> Result<Gpu, GpuError> {
    match choice.open_with(&limits())? {
        ChosenDevice::Gpu(gpu) => Ok(gpu),
        ChosenDevice::CpuInstead(why) => Err(why),
        ChosenDevice::Cpu => Err(GpuError::NoDevice),
    }
}
