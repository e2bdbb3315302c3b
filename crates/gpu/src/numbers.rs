//! The numbers that a program knows, as its shader reads them: data, so that another number is no other shader.

use orogen::program::Program;
use wgpu::BufferUsages;

use crate::{Gpu, GpuError};

/// Most literals of a program, see `wgsl/grid.wgsl`.
const MOST: usize = 16_384;

/// Bytes of the uniform buffer of literals: 64 KiB, what nearly every device takes.
pub(crate) const NUMBERS_BYTES: u64 = 4 * MOST as u64;

/// Most bytes of tables, pictures for instance: 128 MiB, what nearly every device takes.
pub(crate) const TABLES_BYTES: u64 = 1 << 27;

/// The numbers of a program in the memory of a device.
#[derive(Clone, Debug)]
pub(crate) struct Numbers {
    pub(crate) literals: wgpu::Buffer,
    pub(crate) tables: wgpu::Buffer,
}

impl Numbers {
    /// Puts them there.
    pub(crate) fn upload(gpu: &Gpu, program: &Program) -> Result<Self, GpuError> {
        let mut literals = program.trace.literals.clone();
        if literals.len() > MOST {
            return Err(GpuError::TooLarge { what: "numbers", count: literals.len(), most: MOST });
        }
        literals.resize(MOST, 0);
        let tables = program.trace.tables.concat();
        let most = TABLES_BYTES as usize / 4;
        if tables.len() > most {
            return Err(GpuError::TooLarge { what: "pixels of pictures", count: tables.len(), most });
        }
        gpu.checked(|| Self {
            literals: gpu.filled(BufferUsages::UNIFORM, &literals),
            tables: gpu.filled(BufferUsages::STORAGE, &tables),
        })
    }
}
