//! Corners, walls and base of the solid.

use std::path::Path;

use orogen_engine::raster::Grid;

use super::super::cell;
use super::super::rows::Row;
use super::facet::Facet;
use super::{LONGEST_SIDE, Print, count_triangles, triangles};
use crate::FileError;

/// The parts of the solid that do not depend on the heights.
#[derive(Debug)]
pub(super) struct Solid {
    pub(super) columns: usize,
    pub(super) rows: usize,
    /// Millimetres between samples.
    pub(super) step: f64,
    /// Millimetres per metre of height.
    pub(super) up: f64,
    base_mm: f64,
    lowest: Option<f64>,
    pub(super) triangles: u32,
}

impl Solid {
    pub(super) fn new(path: &Path, grid: &Grid, print: &Print) -> Result<Self, FileError> {
        cell::check(path, grid)?;
        print.check(path)?;
        let Some(triangles) = triangles(grid) else {
            let why = "an .stl counts triangles with 32 bits";
            return Err(cell::too_many(path, count_triangles(grid), why, "46000"));
        };
        let steps = (grid.columns - 1) as f64;
        let [_, up] = print.mm_per_metre(steps * grid.spacing);
        let step = print.width_mm / steps;
        let longest = (grid.columns.max(grid.rows) - 1) as f64 * step;
        let is_single = step as f32 >= f32::MIN_POSITIVE && (longest as f32).is_finite();
        if grid.columns.max(grid.rows) > LONGEST_SIDE || !is_single {
            let message = format!(
                "{} × {} samples {step} mm apart exceed the single precision of an .stl",
                grid.columns, grid.rows
            );
            return Err(FileError::new(path, message, "choose a smaller --size or another print width"));
        }
        let Print { base_mm, lowest, .. } = *print;
        Ok(Self { columns: grid.columns, rows: grid.rows, step, up, base_mm, lowest, triangles })
    }

    /// The corner at a sample.
    pub(super) fn point(&self, column: usize, row: usize, height: f32) -> [f32; 3] {
        let along = |steps: usize| (steps as f64 * self.step) as f32;
        [along(column), along(self.rows - 1 - row), (f64::from(height) * self.up) as f32]
    }

    /// The z of the base. Returns an error if the base is not below all heights so far.
    pub(super) fn underside(&self, path: &Path, outline: &Outline) -> Result<f32, FileError> {
        let z = |height: f32| (f64::from(height) * self.up) as f32;
        let lowest = self.lowest.unwrap_or(f64::from(outline.lowest));
        let underside = (lowest * self.up - self.base_mm) as f32;
        if !(z(outline.highest).is_finite() && z(outline.lowest).is_finite() && underside.is_finite()) {
            let message = format!(
                "heights from {} to {} m exceed single precision in millimetres",
                outline.lowest, outline.highest
            );
            return Err(FileError::new(path, message, "make the print smaller or reduce the exaggeration"));
        }
        if underside < z(outline.lowest) {
            return Ok(underside);
        }
        let message = format!(
            "a sample is {} m high, not above the underside of the base, {} mm below {lowest} m",
            outline.lowest, self.base_mm
        );
        Err(FileError::new(
            path,
            message,
            "give the lowest height of the complete terrain, or a thicker base",
        ))
    }

    /// The walls below the points of the edge, and the base. The edge is counter-clockwise as seen from above, so the
    /// outside is on its right.
    pub(super) fn walls_and_base(&self, edge: &[[f32; 3]], underside: f32) -> impl Iterator<Item = Facet> {
        let middle = |samples: usize| ((samples - 1) as f64 * 0.5 * self.step) as f32;
        let centre = [middle(self.columns), middle(self.rows), underside];
        let next = edge.iter().cycle().skip(1);
        edge.iter().zip(next).flat_map(move |(&p, &q)| {
            let [below_p, below_q] = [p, q].map(|[x, y, _]| [x, y, underside]);
            [Facet([below_p, below_q, q]), Facet([below_p, q, p]), Facet([centre, below_q, below_p])]
        })
    }
}

/// The heights along the four edges, and the lowest and highest of all heights.
#[derive(Debug)]
pub(super) struct Outline {
    top: Vec<f32>,
    left: Vec<f32>,
    right: Vec<f32>,
    lowest: f32,
    highest: f32,
}

impl Default for Outline {
    fn default() -> Self {
        let (top, left, right) = Default::default();
        Self { top, left, right, lowest: f32::INFINITY, highest: f32::NEG_INFINITY }
    }
}

impl Outline {
    pub(super) fn row(&mut self, row: Row<'_>) {
        if row.index == 0 {
            self.top = row.height.to_vec();
        }
        self.left.extend(row.height.first());
        self.right.extend(row.height.last());
        self.lowest = row.height.iter().copied().fold(self.lowest, f32::min);
        self.highest = row.height.iter().copied().fold(self.highest, f32::max);
    }

    /// The points of the edge, each once, counter-clockwise from the south-west corner. `bottom` is the last row.
    pub(super) fn points(&self, solid: &Solid, bottom: &[f32]) -> Vec<[f32; 3]> {
        let (columns, rows) = (solid.columns, solid.rows);
        let south = (0..columns - 1).map(|i| solid.point(i, rows - 1, bottom[i]));
        let east = (1..rows).rev().map(|j| solid.point(columns - 1, j, self.right[j]));
        let north = (1..columns).rev().map(|i| solid.point(i, 0, self.top[i]));
        let west = (0..rows - 1).map(|j| solid.point(0, j, self.left[j]));
        south.chain(east).chain(north).chain(west).collect()
    }
}
