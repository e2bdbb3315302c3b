//! Numbers that kernels read by column and row.

use std::sync::Arc;

/// Rows of numbers in a table that is too large for literals, for example an image.
#[derive(Clone, Copy, Debug)]
pub struct Picture<'a> {
    /// The table.
    pub numbers: &'a Arc<[f32]>,
    /// Index of the first number of the first row.
    pub first: usize,
    /// Number of columns.
    pub width: usize,
    /// Number of rows.
    pub height: usize,
}
