//! The surface of rivers and lakes as a mesh, `water.glb`.

use std::path::{Path, PathBuf};

use orogen_engine::raster::{Band, Grid};
use orogen_engine::water::WaterSurface;
use serde_json::{Value, json};

use super::depth::required;
use crate::pending::PendingOutput;
use crate::product::RowCount;
use crate::{FileError, Product};

/// The index of a sample that is not a vertex yet.
const NO_VERTEX: u32 = u32::MAX;

/// glTF's numbers for types of components and uses of buffers.
const FLOAT: u32 = 5126;
const UNSIGNED_INT: u32 = 5125;
const ARRAY_BUFFER: u32 = 34_962;
const ELEMENT_ARRAY_BUFFER: u32 = 34_963;

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
        indices: Vec::new(),
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
    indices: Vec<u32>,
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
        let bytes = document(&self.path, &self.positions, &self.indices, self.middle())?;
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
            self.indices.extend([a, c, b, b, c, d]);
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
    indices: &[u32],
    [x, z]: [f64; 2],
) -> Result<Vec<u8>, FileError> {
    let vertex_bytes = size_of_val(positions);
    let bytes = vertex_bytes + size_of_val(indices);
    let mut root = json!({
        "asset": { "version": "2.0", "generator": concat!("Orogen ", env!("CARGO_PKG_VERSION")) },
        "scene": 0,
        "scenes": [{ "nodes": [] }],
    });
    if !indices.is_empty() {
        fill(&mut root, positions, indices.len(), [x, z]);
    }
    let mut json = root.to_string().into_bytes();
    json.resize(json.len().next_multiple_of(4), b' ');
    let chunks = if bytes == 0 { 1 } else { 2 };
    let length = u32::try_from(12 + 8 * chunks + json.len() + bytes).map_err(|_| {
        FileError::new(path, "the water needs more than 4 GiB", "generate a smaller region or fewer samples")
    })?;
    let mut out = Vec::with_capacity(length as usize);
    for word in [0x4654_6C67, 2, length, json.len() as u32, 0x4E4F_534A] {
        out.extend(word.to_le_bytes());
    }
    out.extend(json);
    if bytes > 0 {
        for word in [bytes as u32, 0x004E_4942] {
            out.extend(word.to_le_bytes());
        }
        out.extend(positions.iter().flatten().flat_map(|metres| metres.to_le_bytes()));
        out.extend(indices.iter().flat_map(|index| index.to_le_bytes()));
    }
    Ok(out)
}

/// Adds the mesh to the document.
fn fill(root: &mut Value, positions: &[[f32; 3]], indices: usize, [x, z]: [f64; 2]) {
    let first = [f32::INFINITY; 3];
    let min =
        positions.iter().fold(first, |min, position| [0, 1, 2].map(|axis| min[axis].min(position[axis])));
    let max = positions.iter().fold(first.map(|_| f32::NEG_INFINITY), |max, position| {
        [0, 1, 2].map(|axis| max[axis].max(position[axis]))
    });
    let vertex_bytes = size_of_val(positions);
    let index_bytes = indices * size_of::<u32>();
    root["scenes"][0]["nodes"] = json!([0]);
    root["nodes"] = json!([{ "name": "water", "mesh": 0, "translation": [x, 0.0, z] }]);
    root["meshes"] = json!([{
        "name": "water",
        "primitives": [{ "attributes": { "POSITION": 0 }, "indices": 1, "material": 0 }],
    }]);
    root["materials"] = json!([{
        "name": "water",
        "alphaMode": "BLEND",
        "pbrMetallicRoughness": { "baseColorFactor": [0.03, 0.12, 0.16, 0.85], "metallicFactor": 0.0, "roughnessFactor": 0.08 },
    }]);
    root["accessors"] = json!([
        { "bufferView": 0, "componentType": FLOAT, "count": positions.len(), "type": "VEC3", "min": min, "max": max },
        { "bufferView": 1, "componentType": UNSIGNED_INT, "count": indices, "type": "SCALAR" },
    ]);
    root["bufferViews"] = json!([
        { "buffer": 0, "byteLength": vertex_bytes, "target": ARRAY_BUFFER },
        { "buffer": 0, "byteOffset": vertex_bytes, "byteLength": index_bytes, "target": ELEMENT_ARRAY_BUFFER },
    ]);
    root["buffers"] = json!([{ "byteLength": vertex_bytes + index_bytes }]);
}
