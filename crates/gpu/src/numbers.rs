//! The numbers that a program knows, as its shader reads them: data, so that another number is no other shader.

use orogen::program::Program;
use wgpu::BufferUsages;

use crate::{Gpu, GpuError};

/// Most numbers of a program, see `wgsl/grid.wgsl`.
const MOST: usize = 16_384;

/// Bytes of the uniform buffer of numbers: 64 KiB, what nearly every device takes.
pub(crate) const NUMBERS_BYTES: u64 = 4 * MOST as u64;

/// Puts the numbers of a program into the device's memory.
pub(crate) fn upload(gpu: &Gpu, program: &Program) -> Result<wgpu::Buffer, GpuError> {
    let mut numbers = program.trace.literals.clone();
    if numbers.len() > MOST {
        return Err(GpuError::TooLarge { what: "numbers", count: numbers.len(), most: MOST });
    }
    numbers.resize(MOST, 0);
    gpu.checked(|| gpu.filled(BufferUsages::UNIFORM, &numbers))
}
