//! The vertices and indices of a piece of the mesh.

use super::super::cell;
use super::super::rows::{Row, normal};
use super::layout::{EXACT, Layout, Span};
use crate::Problem;

/// The range of heights of a piece.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct HeightRange {
    /// The lowest height, in quanta from the origin.
    pub(super) lowest: f64,
    /// The highest height, in quanta above the lowest.
    pub(super) rise: u16,
}

/// The rows of the pieces that are being assembled.
pub(super) struct Strip {
    columns: usize,
    first_row: usize,
    heights: Vec<f32>,
    normals: Vec<[i16; 3]>,
}

impl Strip {
    pub(super) fn new(columns: usize) -> Self {
        Self { columns, first_row: 0, heights: Vec::new(), normals: Vec::new() }
    }

    pub(super) fn push(&mut self, row: Row<'_>) {
        self.heights.extend_from_slice(row.height);
        self.normals.extend(row.dx.iter().zip(row.dy).map(|(&dx, &dy)| quantized_normal(dx, dy)));
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
    pub(super) fn encode(
        &self,
        layout: &Layout,
        columns: Span,
        out: &mut Vec<u8>,
    ) -> Result<HeightRange, Problem> {
        let range = self.height_range(layout, columns)?;
        let (west, north) = (layout.x_steps(columns.first), layout.z_steps(self.first_row));
        for row in 0..self.rows() {
            let z = layout.z_steps(self.first_row + row) - north;
            for column in columns.first..=columns.last {
                let at = row * self.columns + column;
                let x = layout.x_steps(column) - west;
                let y = steps(self.heights[at], layout.quantum) - range.lowest;
                // All three fit into 16 bits: the 128 cells of a piece have less than 256 quanta each, and `height_range`
                // has checked the rise.
                let [x, y, z] = [x, y, z].map(|steps| steps as u16);
                let [nx, ny, nz] = self.normals[at].map(|n| n as u16);
                append(out, &[x, y, z, 0, nx, ny, nz, 0]);
                if layout.uv {
                    let v = texture(self.first_row + row, layout.grid.rows);
                    append(out, &[texture(column, layout.grid.columns), v]);
                }
            }
        }
        self.append_indices(columns, out);
        Ok(range)
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

    fn height_range(&self, layout: &Layout, columns: Span) -> Result<HeightRange, Problem> {
        let heights = || (0..self.rows()).flat_map(|row| self.heights(row, columns));
        let lowest = heights().copied().fold(f32::INFINITY, f32::min);
        let highest = heights().copied().fold(f32::NEG_INFINITY, f32::max);
        let [low, high] = [lowest, highest].map(|metres| steps(metres, layout.quantum));
        let position = || {
            let rows = self.first_row..=self.first_row + self.rows() - 1;
            let columns = columns.first..=columns.last;
            format!("heights from {lowest} to {highest} m in columns {columns:?}, rows {rows:?}")
        };
        if low.abs().max(high.abs()) > EXACT {
            let exact = EXACT * layout.quantum;
            let message =
                format!("{} are beyond {exact} m, the limit with steps of {} m", position(), layout.quantum);
            return Err(Problem::new(message, "pass the possible heights of the terrain"));
        }
        if high - low > f64::from(u16::MAX) {
            let message = format!("{} are more than 65535 steps of {} m", position(), layout.quantum);
            return Err(Problem::new(message, "soften the cliff, choose a smaller --size, or write an .obj"));
        }
        Ok(HeightRange { lowest: low, rise: (high - low) as u16 })
    }
}

/// Quanta from height zero, rounded to the nearest: dividing by a power of two is exact.
fn steps(metres: f32, quantum: f64) -> f64 {
    (f64::from(metres) / quantum).round()
}

/// Steps of a component of a normal, from 0 to 1.
pub(crate) const NORMAL_STEPS: f64 = 32_767.0;

fn quantized_normal(dx: f32, dy: f32) -> [i16; 3] {
    normal(dx, dy).map(|n| (n * NORMAL_STEPS).round() as i16)
}

/// The centre of a texel; 65535 is the far edge of the picture.
fn texture(index: usize, texels: usize) -> u16 {
    ((index as f64 + 0.5) / texels as f64 * 65_535.0).round() as u16
}

fn append(out: &mut Vec<u8>, values: &[u16]) {
    values.iter().for_each(|value| out.extend_from_slice(&value.to_le_bytes()));
}
