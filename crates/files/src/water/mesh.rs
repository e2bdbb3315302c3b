//! The surface of rivers and lakes as a mesh, `water.glb`.

use std::path::{Path, PathBuf};

use orogen_engine::raster::{Band, Grid};
use orogen_engine::water::WaterSurface;
use serde_json::json;

use super::depth::required;
use crate::mesh::Glb;
use crate::pending::PendingOutput;
use crate::product::RowCount;
use crate::{FileError, Product};

/// The index of a sample that is not a vertex yet.
const NO_VERTEX: u32 = u32::MAX;

/// `water.glb`: the surface of rivers and lakes as binary glTF 2.0. Its axes are those of `terrain.glb`: x east, y up, z
/// south, in metres.
///
/// The vertices of the mesh are samples of the grid. The mesh contains every cell with a corner under water, so it extends below
/// the ground at the shores. The node's translation is the middle of the grid; positions are 32-bit floats relative to that
/// point. The bands must have the plane of the water's field. While rows arrive, memory is 12 bytes per vertex, 24 per cell of
/// water and 24 per column.
///
/// # Errors
/// The recipe has no water, the folder is missing or cannot be written, or the file would be larger than 4 GiB.
pub fn glb(path: &Path, grid: &Grid, water: Option<WaterSurface>) -> Result<Box<dyn Product>, FileError> {
    let water = required(path, water)?;
    let row = || vec![SurfaceSample::default(); grid.columns];
    Ok(Box::new(WaterMesh {
        path: path.to_owned(),
        grid: *grid,
        rows: RowCount::new(path.to_owned(), grid),
        water,
        last: row(),
        next: row(),
        positions: Vec::new(),
        triangles: Vec::new(),
    }))
}

/// A sample of the last row or of the next row.
#[derive(Clone, Copy)]
struct SurfaceSample {
    surface: f32,
    is_wet: bool,
    vertex: u32,
}

impl Default for SurfaceSample {
    fn default() -> Self {
        Self { surface: 0.0, is_wet: false, vertex: NO_VERTEX }
    }
}

struct WaterMesh {
    path: PathBuf,
    grid: Grid,
    rows: RowCount,
    water: WaterSurface,
    last: Vec<SurfaceSample>,
    next: Vec<SurfaceSample>,
    positions: Vec<[f32; 3]>,
    triangles: Vec<[u32; 3]>,
}

impl Product for WaterMesh {
    fn write(&mut self, band: &Band) -> Result<(), FileError> {
        let surface = band.others.get(self.water.plane()).map_or(&[][..], Vec::as_slice);
        self.rows.check(band, &[("the height", &band.height), ("the surface of water", surface)])?;
        for row in 0..band.rows() {
            for (column, sample) in self.next.iter_mut().enumerate() {
                let at = row * band.columns + column;
                let depth = self.water.depth(band, at);
                *sample = SurfaceSample {
                    surface: band.height[at] + depth,
                    is_wet: depth > 0.0,
                    vertex: NO_VERTEX,
                };
            }
            if band.first_row + row > 0 {
                self.cells_above(band.first_row + row);
            }
            std::mem::swap(&mut self.last, &mut self.next);
        }
        self.rows.advance(band);
        Ok(())
    }

    fn complete(self: Box<Self>) -> Result<PendingOutput, FileError> {
        let path = self.rows.complete()?;
        let bytes = document(&self.path, &self.positions, &self.triangles, self.middle())?;
        PendingOutput::of_bytes(&path, &bytes)
    }
}

impl WaterMesh {
    /// The middle of the grid in x and z.
    fn middle(&self) -> [f64; 2] {
        let Grid { columns, rows, .. } = self.grid;
        [0.5 * (self.grid.x(0) + self.grid.x(columns - 1)), 0.5 * (self.grid.y(0) + self.grid.y(rows - 1))]
    }

    /// Adds the cells between the last row and the next, whose index is `row`.
    fn cells_above(&mut self, row: usize) {
        for column in 1..self.grid.columns {
            let samples =
                [self.last[column - 1], self.last[column], self.next[column - 1], self.next[column]];
            if !samples.iter().any(|sample| sample.is_wet) {
                continue;
            }
            let [a, b, c, d] = [(0, 1), (0, 0), (1, 1), (1, 0)]
                .map(|(down, left)| self.vertex(row - 1 + down, column - left, down == 0));
            // Counter-clockwise from above, with z to the south.
            self.triangles.extend([[a, c, b], [b, c, d]]);
        }
    }

    /// The vertex of a sample of the last row or the next.
    fn vertex(&mut self, row: usize, column: usize, is_last: bool) -> u32 {
        let [x, z] = self.middle();
        let sample = if is_last { &mut self.last[column] } else { &mut self.next[column] };
        if sample.vertex == NO_VERTEX {
            sample.vertex = self.positions.len() as u32;
            let position = [self.grid.x(column) - x, f64::from(sample.surface), self.grid.y(row) - z];
            self.positions.push(position.map(|metres| metres as f32));
        }
        sample.vertex
    }
}

/// The bytes of a file with one mesh, or with an empty scene.
fn document(
    path: &Path,
    positions: &[[f32; 3]],
    triangles: &[[u32; 3]],
    [x, z]: [f64; 2],
) -> Result<Vec<u8>, FileError> {
    let mut file = Glb::new();
    if triangles.is_empty() {
        return file.finish(path);
    }
    let view = file.vertices(positions);
    let position = file.positions(view, positions);
    let indices = file.triangles(triangles, positions.len());
    file.root["scenes"][0]["nodes"] = json!([0]);
    file.root["nodes"] = json!([{ "name": "water", "mesh": 0, "translation": [x, 0.0, z] }]);
    file.root["meshes"] = json!([{
        "name": "water",
        "primitives": [{ "attributes": { "POSITION": position }, "indices": indices, "material": 0 }],
    }]);
    file.root["materials"] = json!([{
        "name": "water",
        "alphaMode": "BLEND",
        "pbrMetallicRoughness": { "baseColorFactor": [0.03, 0.12, 0.16, 0.85], "metallicFactor": 0.0, "roughnessFactor": 0.08 },
    }]);
    file.finish(path)
}
