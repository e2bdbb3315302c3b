//! What pictures need of a device.

use orogen_gpu::{Choice, Chosen, Gpu, GpuError};
use wgpu::Limits;

/// The limits of a device that pictures make use of.
fn limits() -> Limits {
    Limits { max_texture_dimension_2d: 4096, ..Limits::downlevel_defaults() }
}

/// Opens a device that can draw. The processor is not one: where no graphics card is, a driver that computes on the
/// processor is taken.
///
/// # Errors
/// As [`Choice::open_with`]; of the choice of the processor, [`GpuError::NoDevice`].
pub fn open(choice: &Choice) -> Result<Gpu, GpuError> {
    match choice.open_with(&limits())? {
        Chosen::Gpu(gpu) => Ok(gpu),
        Chosen::CpuInstead(why) => Err(why),
        Chosen::Cpu => Err(GpuError::NoDevice),
    }
}
