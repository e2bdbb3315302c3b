//! The numbers that a program knows, as its shader reads them: data, so that another number is no other shader.

use orogen::program::Program;
use wgpu::BufferUsages;

use crate::wgsl::NEAR_WORDS;
use crate::{Gpu, GpuError};

/// Bytes of the uniform buffer of literals.
pub(crate) const NUMBERS_BYTES: u64 = 4 * NEAR_WORDS as u64;

/// Most bytes of tables, pictures for instance: 128 MiB, what nearly every device takes.
pub(crate) const TABLES_BYTES: u64 = 1 << 27;

/// The numbers of a program in the memory of a device.
#[derive(Clone, Debug)]
pub(crate) struct Numbers {
    /// The first literals.
    pub(crate) near: wgpu::Buffer,
    /// Those that are left.
    pub(crate) far: wgpu::Buffer,
    pub(crate) tables: wgpu::Buffer,
}

impl Numbers {
    /// Puts them there.
    pub(crate) fn upload(gpu: &Gpu, program: &Program) -> Result<Self, GpuError> {
        let literals = &program.trace.literals;
        let (near, far) = literals.split_at(literals.len().min(NEAR_WORDS));
        let mut near = near.to_vec();
        near.resize(NEAR_WORDS, 0);
        let tables = program.trace.tables.concat();
        let most = TABLES_BYTES as usize / 4;
        for (what, count) in [("numbers", far.len()), ("pixels of pictures", tables.len())] {
            if count > most {
                return Err(GpuError::TooLarge { what, count, most });
            }
        }
        gpu.checked(|| Self {
            near: gpu.filled(BufferUsages::UNIFORM, &near),
            far: gpu.filled(BufferUsages::STORAGE, far),
            tables: gpu.filled(BufferUsages::STORAGE, &tables),
        })
    }
}
