//! The vertices and indices of a piece of the mesh.

use super::super::cell;
use super::super::rows::{Row, normal};
use super::layout::{Layout, Span};

/// The lowest and the highest height of a piece, in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct HeightRange {
    pub(super) lowest: f32,
    pub(super) highest: f32,
}

/// The rows of the pieces that are being assembled.
pub(super) struct Strip {
    columns: usize,
    first_row: usize,
    heights: Vec<f32>,
    normals: Vec<[f32; 3]>,
}

impl Strip {
    pub(super) fn new(columns: usize) -> Self {
        Self { columns, first_row: 0, heights: Vec::new(), normals: Vec::new() }
    }

    pub(super) fn push(&mut self, row: Row<'_>) {
        self.heights.extend_from_slice(row.height);
        self.normals.extend(row.dx.iter().zip(row.dy).map(|(&dx, &dy)| normal(dx, dy).map(|n| n as f32)));
    }

    /// The last row of the pieces above is the first one of those below.
    pub(super) fn keep_last_row(&mut self) {
        let start = self.heights.len() - self.columns;
        self.first_row += self.rows() - 1;
        self.heights.drain(..start);
        self.normals.drain(..start);
    }

    fn rows(&self) -> usize {
        self.heights.len() / self.columns
    }

    fn heights(&self, row: usize, columns: Span) -> &[f32] {
        &self.heights[row * self.columns..][columns.first..=columns.last]
    }

    /// Appends the vertices and then the indices of a piece.
    pub(super) fn encode(&self, layout: &Layout, columns: Span, out: &mut Vec<u8>) -> HeightRange {
        let (west, north) = (layout.x(columns.first), layout.z(self.first_row));
        for row in 0..self.rows() {
            let z = layout.z(self.first_row + row) - north;
            let v = texture(self.first_row + row, layout.grid.rows);
            for column in columns.first..=columns.last {
                let at = row * self.columns + column;
                // `Layout::step` argues that these differences are exact.
                append_floats(out, [(layout.x(column) - west) as f32, self.heights[at], z as f32]);
                append_floats(out, self.normals[at]);
                if layout.uv {
                    append(out, &[texture(column, layout.grid.columns), v]);
                }
            }
        }
        self.append_indices(columns, out);
        self.height_range(columns)
    }

    fn append_indices(&self, columns: Span, out: &mut Vec<u8>) {
        let width = columns.samples();
        for row in 1..self.rows() {
            let (above, below) = (self.heights(row - 1, columns), self.heights(row, columns));
            for i in 0..width - 1 {
                let nw = (row - 1) * width + i;
                let corners = [nw, nw + 1, nw + width, nw + width + 1].map(|vertex| vertex as u16);
                cell::triangles(above, below, i)
                    .iter()
                    .for_each(|triangle| append(out, &triangle.map(|corner| corners[corner])));
            }
        }
    }

    fn height_range(&self, columns: Span) -> HeightRange {
        let heights = || (0..self.rows()).flat_map(|row| self.heights(row, columns)).copied();
        HeightRange {
            lowest: heights().fold(f32::INFINITY, f32::min),
            highest: heights().fold(f32::NEG_INFINITY, f32::max),
        }
    }
}

/// The centre of a texel; 65535 is the far edge of the picture.
fn texture(index: usize, texels: usize) -> u16 {
    ((index as f64 + 0.5) / texels as f64 * 65_535.0).round() as u16
}

fn append(out: &mut Vec<u8>, values: &[u16]) {
    values.iter().for_each(|value| out.extend_from_slice(&value.to_le_bytes()));
}

fn append_floats(out: &mut Vec<u8>, values: [f32; 3]) {
    values.iter().for_each(|value| out.extend_from_slice(&value.to_le_bytes()));
}
