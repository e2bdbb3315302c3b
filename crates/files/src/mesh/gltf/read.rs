//! Reads back a `.glb` that orogen wrote.

use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use orogen_engine::raster::Grid;

use super::super::samples::{ReadError, Samples, Surface, index_at, invalid};
use super::document::HEADERS;
use super::layout::Layout;
use super::schema::{Accessor, Node, Primitive, Root, Shape};
use crate::FileError;
use crate::read::open;

/// Reads the heights in metres of a `.glb` that was written for this grid, row by row from the top.
///
/// Checks that every vertex is at a sample, within half a quantum, and has a normal; that the heights and normals of pieces
/// agree at their borders; that no sample is missing; and that the number of triangles is right and their vertices exist.
///
/// # Errors
/// The file does not exist, it is damaged or truncated, or it is another mesh. The function never panics, whatever the bytes of
/// the file. Memory is allocated only for the grid and for JSON, whose length is limited by the size of the grid.
pub fn read_heights(path: &Path, grid: &Grid) -> Result<Vec<f32>, FileError> {
    Ok(read(path, grid)?.heights)
}

/// The heights and the normals, in steps of 1 / [`NORMAL_STEPS`](super::NORMAL_STEPS).
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

struct Glb<'a> {
    grid: &'a Grid,
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

impl<'a> Glb<'a> {
    fn of(file: File, grid: &'a Grid) -> Result<Self, ReadError> {
        let on_disk = file.metadata()?.len();
        let mut file = BufReader::with_capacity(1 << 16, file);
        let mut head = [0; 20];
        file.read_exact(&mut head)?;
        let word = |i: usize| u32::from_le_bytes([head[i], head[i + 1], head[i + 2], head[i + 3]]);
        if &head[..4] != b"glTF" || word(4) != 2 || &head[16..] != b"JSON" {
            return invalid("it is not a .glb");
        }
        let layout = Layout { grid: *grid, quantum: 1.0, uv: false };
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
        Ok(Self { grid, file, root, start, length, vertices: layout.vertices(), indices })
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
        let transform = PieceTransform::of(node, self.grid)?;
        let attributes = primitive.attributes;
        let positions = self.accessor(attributes.position, Accessor::UNSIGNED_SHORT, Shape::Vec3, false)?;
        let normals = self.accessor(attributes.normal, Accessor::SHORT, Shape::Vec3, true)?;
        let indices = self.accessor(primitive.indices, Accessor::UNSIGNED_SHORT, Shape::Scalar, false)?;
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
        self.each(&positions, |steps| {
            cells.push(transform.put(steps, samples)?);
            Ok(())
        })?;
        self.each(&indices, |[index]| {
            if u64::from(index) < positions.count {
                Ok(())
            } else {
                invalid(format!("there is no vertex {index}"))
            }
        })?;
        if normals.count != positions.count {
            return invalid(format!("{} vertices have {} normals", positions.count, normals.count));
        }
        let mut cells = cells.into_iter();
        self.each(&normals, |normal| match cells.next() {
            Some([column, row]) => samples.put_normal(column, row, normal.map(u16::cast_signed)),
            None => Ok(()),
        })
    }

    /// The elements of an accessor, if it has this type and is completely in the file.
    fn accessor(
        &self,
        index: Option<usize>,
        component_type: u32,
        shape: Shape,
        normalized: bool,
    ) -> Result<Elements, ReadError> {
        let found = || {
            let accessor = self.root.accessors.get(index?)?;
            let view = self.root.buffer_views.get(accessor.buffer_view?)?;
            let stored = (accessor.component_type, accessor.shape, accessor.normalized);
            if stored != (component_type, shape, normalized) {
                return None;
            }
            let size = if shape == Shape::Vec3 { 6 } else { 2 };
            let stride = view.byte_stride.unwrap_or(size);
            let offset = accessor.byte_offset.checked_add(view.byte_offset)?;
            let end = accessor.count.checked_mul(stride as u64)?.checked_add(offset)?;
            let fits = (size..=256).contains(&stride) && end <= self.length;
            fits.then_some(Elements { offset, stride, count: accessor.count })
        };
        found()
            .map_or_else(|| invalid("an accessor is missing, has another type, or lies beyond the file"), Ok)
    }

    /// Calls `action` with the first `N` 16-bit numbers of each element.
    fn each<const N: usize>(
        &mut self,
        elements: &Elements,
        mut action: impl FnMut([u16; N]) -> Result<(), ReadError>,
    ) -> Result<(), ReadError> {
        self.file.seek(SeekFrom::Start(self.start + elements.offset))?;
        let mut bytes = vec![0; elements.stride];
        for _ in 0..elements.count {
            self.file.read_exact(&mut bytes)?;
            action(std::array::from_fn(|i| u16::from_le_bytes([bytes[2 * i], bytes[2 * i + 1]])))?;
        }
        Ok(())
    }
}

struct Elements {
    offset: u64,
    stride: usize,
    count: u64,
}

/// Maps the integers of a piece to positions in metres.
struct PieceTransform<'a> {
    grid: &'a Grid,
    corner: [f64; 3],
    quantum: f64,
}

impl<'a> PieceTransform<'a> {
    fn of(node: &Node, grid: &'a Grid) -> Result<Self, ReadError> {
        let (Some([quantum, y, z]), Some(corner), None, None) =
            (node.scale, node.translation, node.matrix, &node.rotation)
        else {
            return invalid("a node lacks scale or translation, or has another transform");
        };
        let even = quantum == y && quantum == z && quantum > 0.0;
        if !even || f64::from(quantum) > grid.spacing || corner.iter().any(|metres| !metres.is_finite()) {
            return invalid("a node does not fit a piece of this grid");
        }
        Ok(Self { grid, corner: corner.map(f64::from), quantum: quantum.into() })
    }

    /// Stores the height of a vertex, and returns its column and row.
    fn put(&self, steps: [u16; 3], samples: &mut Samples) -> Result<[usize; 2], ReadError> {
        let metres = |axis: usize| f64::from(steps[axis]) * self.quantum + self.corner[axis];
        let (grid, tolerance) = (self.grid, 0.5001 * self.quantum / self.grid.spacing);
        let column = index_at(metres(0) / grid.spacing - grid.first_column as f64, tolerance, grid.columns)?;
        let row = index_at(metres(2) / grid.spacing - grid.first_row as f64, tolerance, grid.rows)?;
        samples.put(column, row, metres(1) as f32)?;
        Ok([column, row])
    }
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
        let layout = Layout::new("a.glb".as_ref(), &grid, [-9_000.0, 9_000.0], true).unwrap();
        let room = document::room(&layout).unwrap();
        assert!(room < PIECE_JSON * 16, "{room}");
    }
}
