//! Keeps the slopes of a terrain on the disk until its vertices are known.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};

/// The slopes along x and along y of each sample, row by row, in a temporary file.
pub(super) struct Slopes {
    file: File,
    columns: usize,
    row: Vec<u8>,
}

/// Bytes of the slopes of a sample.
const BYTES: usize = 8;

impl Slopes {
    pub(super) fn new(file: File, columns: usize) -> Self {
        Self { file, columns, row: Vec::new() }
    }

    /// Appends rows.
    pub(super) fn write(&mut self, dx: &[f32], dy: &[f32]) -> io::Result<()> {
        for (dx, dy) in dx.chunks(self.columns).zip(dy.chunks(self.columns)) {
            self.row.clear();
            self.row.extend(
                dx.iter().zip(dy).flat_map(|(dx, dy)| [dx.to_le_bytes(), dy.to_le_bytes()]).flatten(),
            );
            self.file.write_all(&self.row)?;
        }
        Ok(())
    }

    /// Reads slopes of the row `row` from the column `first` on, `count` samples.
    pub(super) fn read(&mut self, row: usize, first: usize, count: usize) -> io::Result<Vec<[f32; 2]>> {
        self.row.resize(BYTES * count, 0);
        self.file.seek(SeekFrom::Start((BYTES * (row * self.columns + first)) as u64))?;
        self.file.read_exact(&mut self.row)?;
        let number = |bytes: &[u8]| f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        Ok(self.row.chunks_exact(BYTES).map(|both| [number(both), number(&both[4..])]).collect())
    }
}
