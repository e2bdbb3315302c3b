//! Reads back a `.glb` that orogen wrote.

use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use orogen_engine::raster::Grid;

use super::super::glb::HEADERS;
use super::super::samples::{ReadError, Samples, Surface, index_at, invalid};
use super::layout::Layout;
use super::schema::{Accessor, Node, Primitive, Root, Shape};
use crate::FileError;
use crate::read::open;

/// Reads the heights in metres of a `.glb` that was written for this grid, row by row from the top.
///
/// Checks that every vertex is at the position of a sample, and has a normal; that the heights and normals of pieces
/// agree at their borders; that no sample is missing; and that the number of triangles is right and their vertices exist.
///
/// # Errors
/// The file does not exist, it is damaged or truncated, or it is another mesh. The function never panics, whatever the bytes of
/// the file. Memory is allocated only for the grid and for JSON, whose length is limited by the size of the grid.
pub fn read_heights(path: &Path, grid: &Grid) -> Result<Vec<f32>, FileError> {
    Ok(read(path, grid)?.heights)
}

/// The largest error of a component of a normal: the rounding to single precision.
pub(crate) const NORMAL_ROUNDING: f64 = 0.25 * f32::EPSILON as f64;

/// The heights and the normals.
pub(crate) fn read(path: &Path, grid: &Grid) -> Result<Surface, FileError> {
    let mut samples = Samples::new(path, grid)?.with_normals();
    let file = open(path)?;
    let read = || {
        let mut file = Glb::of(file, grid)?;
        file.read_nodes(&mut samples)?;
        samples.complete()
    };
    read().map_err(|error: ReadError| error.into_file_error(path))
}

/// Upper bound of the bytes of JSON per piece.
const PIECE_JSON: usize = 1 << 11;

/// Maximum number of vertices with 16-bit indices.
const MAX_VERTICES: u64 = 1 << 16;

struct Glb {
    layout: Layout,
    file: BufReader<File>,
    root: Root,
    /// Start of the binary chunk in the file.
    start: u64,
    /// Length of the binary chunk.
    length: u64,
    /// Maximum number of further vertices.
    vertices: u128,
    /// Maximum number of further indices.
    indices: u128,
}

impl Glb {
    fn of(file: File, grid: &Grid) -> Result<Self, ReadError> {
        let on_disk = file.metadata()?.len();
        let mut file = BufReader::with_capacity(1 << 16, file);
        let mut head = [0; 20];
        file.read_exact(&mut head)?;
        let word = |i: usize| u32::from_le_bytes([head[i], head[i + 1], head[i + 2], head[i + 3]]);
        if &head[..4] != b"glTF" || word(4) != 2 || &head[16..] != b"JSON" {
            return invalid("it is not a .glb");
        }
        let layout = Layout { grid: *grid, uv: false };
        let pieces = layout.spans(grid.columns).count() * layout.spans(grid.rows).count();
        let (stated, room) = (u64::from(word(8)), u64::from(word(12)));
        if stated != on_disk || room + HEADERS as u64 > stated || room > (PIECE_JSON * (pieces + 2)) as u64 {
            return invalid(format!(
                "its header says {stated} bytes with {room} of JSON, but it has {on_disk} bytes"
            ));
        }
        let mut json = vec![0; room as usize];
        file.read_exact(&mut json)?;
        let mut chunk = [0; 8];
        file.read_exact(&mut chunk)?;
        let (start, length) = (room + HEADERS as u64, stated - room - HEADERS as u64);
        let stated = u32::from_le_bytes([chunk[0], chunk[1], chunk[2], chunk[3]]);
        if &chunk[4..] != b"BIN\0" || u64::from(stated) != length {
            return invalid("its binary chunk is missing or has another length");
        }
        let root = serde_json::from_slice(&json)
            .map_err(|error| ReadError::Invalid(format!("its JSON is broken: {error}")))?;
        let indices = 6 * super::super::cell::count(grid);
        Ok(Self { vertices: layout.vertices(), layout, file, root, start, length, indices })
    }

    fn read_nodes(&mut self, samples: &mut Samples) -> Result<(), ReadError> {
        let nodes = std::mem::take(&mut self.root.nodes);
        for node in &nodes {
            let Some(mesh) = node.mesh else { continue };
            let Some([primitive]) = self.root.meshes.get(mesh).map(|mesh| &*mesh.primitives) else {
                return invalid("a mesh is missing or does not have one primitive");
            };
            let primitive = *primitive;
            self.read_piece(node, primitive, samples)?;
        }
        if self.indices > 0 {
            return invalid(format!("{} triangles are missing", self.indices / 3));
        }
        Ok(())
    }

    fn read_piece(
        &mut self,
        node: &Node,
        primitive: Primitive,
        samples: &mut Samples,
    ) -> Result<(), ReadError> {
        let corner = corner(node)?;
        let attributes = primitive.attributes;
        let positions = self.accessor(attributes.position, Accessor::FLOAT, Shape::Vec3)?;
        let normals = self.accessor(attributes.normal, Accessor::FLOAT, Shape::Vec3)?;
        let indices = self.accessor(primitive.indices, Accessor::UNSIGNED_SHORT, Shape::Scalar)?;
        let left = (
            self.vertices.checked_sub(positions.count.into()),
            self.indices.checked_sub(indices.count.into()),
        );
        let (Some(vertices), Some(left)) = left else { return invalid("it has more vertices than the grid") };
        (self.vertices, self.indices) = (vertices, left);
        if positions.count > MAX_VERTICES {
            return invalid(format!(
                "a piece has {} vertices, more than 16-bit indices can address",
                positions.count
            ));
        }
        let mut cells = Vec::new();
        let layout = self.layout;
        self.each(&positions, |bytes| {
            cells.push(put(&layout, corner, floats(bytes), samples)?);
            Ok(())
        })?;
        self.each(&indices, |bytes| match u16::from_le_bytes([bytes[0], bytes[1]]) {
            index if u64::from(index) < positions.count => Ok(()),
            index => invalid(format!("there is no vertex {index}")),
        })?;
        if normals.count != positions.count {
            return invalid(format!("{} vertices have {} normals", positions.count, normals.count));
        }
        let mut cells = cells.into_iter();
        self.each(&normals, |bytes| match cells.next() {
            Some([column, row]) => samples.put_normal(column, row, checked_normal(floats(bytes))?),
            None => Ok(()),
        })
    }

    /// The elements of an accessor, if it has this type and is completely in the file.
    fn accessor(
        &self,
        index: Option<usize>,
        component_type: u32,
        shape: Shape,
    ) -> Result<Elements, ReadError> {
        let found = || {
            let accessor = self.root.accessors.get(index?)?;
            let view = self.root.buffer_views.get(accessor.buffer_view?)?;
            let stored = (accessor.component_type, accessor.shape, accessor.normalized);
            if stored != (component_type, shape, false) {
                return None;
            }
            let size = if shape == Shape::Vec3 { 12 } else { 2 };
            let stride = view.byte_stride.unwrap_or(size);
            let offset = accessor.byte_offset.checked_add(view.byte_offset)?;
            let end = accessor.count.checked_mul(stride as u64)?.checked_add(offset)?;
            let fits = (size..=256).contains(&stride) && end <= self.length;
            fits.then_some(Elements { offset, stride, count: accessor.count })
        };
        found()
            .map_or_else(|| invalid("an accessor is missing, has another type, or lies beyond the file"), Ok)
    }

    /// Calls `action` with the bytes of each element.
    fn each(
        &mut self,
        elements: &Elements,
        mut action: impl FnMut(&[u8]) -> Result<(), ReadError>,
    ) -> Result<(), ReadError> {
        self.file.seek(SeekFrom::Start(self.start + elements.offset))?;
        let mut bytes = vec![0; elements.stride];
        for _ in 0..elements.count {
            self.file.read_exact(&mut bytes)?;
            action(&bytes)?;
        }
        Ok(())
    }
}

struct Elements {
    offset: u64,
    stride: usize,
    count: u64,
}

/// The position of a piece along x and z.
fn corner(node: &Node) -> Result<[f32; 2], ReadError> {
    match (node.translation, node.scale, node.matrix, node.rotation) {
        (Some([x, 0.0, z]), None, None, None) => Ok([x, z]),
        _ => invalid("a node lacks a translation at height 0, or has another transform"),
    }
}

/// Stores the height of a vertex, and returns its column and row.
fn put(
    layout: &Layout,
    corner: [f32; 2],
    [x, height, z]: [f32; 3],
    samples: &mut Samples,
) -> Result<[usize; 2], ReadError> {
    let grid = &layout.grid;
    // The sums that an engine computes.
    let [x, z] = [corner[0] + x, corner[1] + z].map(f64::from);
    let column = index_at(x / grid.spacing - grid.first_column as f64, 0.25, grid.columns)?;
    let row = index_at(z / grid.spacing - grid.first_row as f64, 0.25, grid.rows)?;
    if [x, z] != [layout.x(column), layout.z(row)] {
        return invalid(format!(
            "the vertex at column {column}, row {row} is beside its sample, at {x}, {z}"
        ));
    }
    samples.put(column, row, height)?;
    Ok([column, row])
}

fn floats(bytes: &[u8]) -> [f32; 3] {
    std::array::from_fn(|i| {
        f32::from_le_bytes([bytes[4 * i], bytes[4 * i + 1], bytes[4 * i + 2], bytes[4 * i + 3]])
    })
}

/// A normal, if its components are between −1 and 1.
fn checked_normal(normal: [f32; 3]) -> Result<[f32; 3], ReadError> {
    if normal.iter().all(|n| (-1.0..=1.0).contains(n)) {
        return Ok(normal);
    }
    invalid(format!("a normal is {normal:?}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::gltf::document;
    use crate::mesh::gltf::layout::CELLS;

    #[test]
    fn the_longest_json_of_a_piece_is_read() {
        // Every number is long: the grid is far from the origin, and the offsets in the file are large.
        let grid = Grid { first_column: -262_000, first_row: 261_000, ..Grid::square(CELLS * 4 + 1, 3.999) };
        let layout = Layout::new("a.glb".as_ref(), &grid, true).unwrap();
        let room = document::room(&layout).unwrap();
        assert!(room < PIECE_JSON * 16, "{room}");
    }
}
