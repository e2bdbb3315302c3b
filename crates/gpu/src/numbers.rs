//! The numbers of a program, as data for its shader. So a changed number needs no new shader.

use std::sync::Arc;

use orogen_engine::program::Program;
use orogen_wgsl::{NEAR_WORDS, literal_words};
use wgpu::BufferUsages;

use crate::{Gpu, GpuError};

/// Size of the uniform buffer of literals in bytes.
pub(crate) const NUMBERS_BYTES: u64 = 4 * NEAR_WORDS as u64;

/// Maximum size of tables (for example pictures) in bytes: 128 MiB, which nearly every device supports.
pub(crate) const TABLES_BYTES: u64 = 1 << 27;

/// The numbers of a program in device memory.
#[derive(Clone, Debug)]
pub(crate) struct Numbers {
    /// The first literals.
    pub(crate) near: wgpu::Buffer,
    /// The remaining literals.
    pub(crate) far: wgpu::Buffer,
    pub(crate) tables: wgpu::Buffer,
}

impl Numbers {
    /// Uploads the numbers. Tables that are already on the device are reused.
    pub(crate) fn upload(gpu: &Gpu, program: &Program, last: &mut Tables) -> Result<Self, GpuError> {
        let (near, far) = literal_words(program);
        let tables = &program.trace.tables;
        let numbers = tables.iter().map(|table| table.len()).sum();
        let max = TABLES_BYTES as usize / 4;
        for (what, count) in [("numbers", far.len()), ("pixels of pictures", numbers)] {
            if count > max {
                return Err(GpuError::TooLarge { what, count, max });
            }
        }
        let tables = last.upload(gpu, tables)?;
        gpu.checked(|| Self {
            near: gpu.filled(BufferUsages::UNIFORM, &near),
            far: gpu.filled(BufferUsages::STORAGE, far),
            tables,
        })
    }
}

/// The tables that were uploaded last. Pictures are large, and all levels of detail and most recipes of a session use the same
/// pictures.
#[derive(Debug, Default)]
pub(crate) struct Tables(Option<(Vec<Arc<[f32]>>, wgpu::Buffer)>);

impl Tables {
    fn upload(&mut self, gpu: &Gpu, tables: &[Arc<[f32]>]) -> Result<wgpu::Buffer, GpuError> {
        let same = |known: &[Arc<[f32]>]| {
            known.len() == tables.len()
                && known.iter().zip(tables).all(|(one, other)| Arc::ptr_eq(one, other))
        };
        if let Some((_, buffer)) = self.0.as_ref().filter(|(known, _)| same(known)) {
            return Ok(buffer.clone());
        }
        let buffer = gpu.checked(|| gpu.filled(BufferUsages::STORAGE, &tables.concat()))?;
        self.0 = Some((tables.to_vec(), buffer.clone()));
        Ok(buffer)
    }
}
