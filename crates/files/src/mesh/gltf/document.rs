//! The headers and the JSON before the vertices.

use std::io;

use super::layout::{Layout, Span};
use super::piece::HeightRange;
use super::schema::{
    Accessor, Attributes, Buffer, BufferView, Material, Mesh, Node, PbrMetallicRoughness, Primitive, Root,
    Scene, Shape, push,
};

/// Bytes of the file header and the headers of its two chunks.
pub(super) const HEADERS: usize = 12 + 8 + 8;

/// The only extension that a reader must support.
const QUANTIZATION: &str = "KHR_mesh_quantization";

/// Bytes to reserve for the JSON: its length if every piece has the lowest height with the shortest text and the rise with
/// the longest text, plus 16 bytes per piece, the maximum that a 32-bit float needs as text.
pub(super) fn room(layout: &Layout) -> io::Result<usize> {
    let pieces = layout.spans(layout.grid.columns).count() * layout.spans(layout.grid.rows).count();
    let ranges = vec![HeightRange { lowest: 0.0, rise: u16::MAX }; pieces];
    let json = serde_json::to_vec(&document(layout, &ranges))?;
    Ok((json.len() + 16 * pieces).next_multiple_of(4))
}

/// The bytes before the vertices, with `room` bytes for the JSON.
pub(super) fn head(layout: &Layout, ranges: &[HeightRange], room: usize) -> io::Result<Vec<u8>> {
    let mut json = serde_json::to_vec(&document(layout, ranges))?;
    if json.len() > room {
        return Err(io::Error::other(format!("the JSON has {} bytes, but {room} are reserved", json.len())));
    }
    json.resize(room, b' ');
    // The sizes were checked before the file was started.
    let vertices = layout.bytes() as u32;
    let length = vertices + (HEADERS + room) as u32;
    let [two, length, room, vertices] = [2, length, room as u32, vertices].map(u32::to_le_bytes);
    Ok([b"glTF", &two, &length, &room, b"JSON", &*json, &vertices, b"BIN\0"].concat())
}

pub(super) fn document(layout: &Layout, ranges: &[HeightRange]) -> Root {
    let mut root = Root {
        buffers: vec![Buffer { byte_length: layout.bytes() as u64 }],
        extensions_used: vec![QUANTIZATION],
        extensions_required: vec![QUANTIZATION],
        materials: vec![ground()],
        nodes: vec![Node { name: "terrain".to_owned(), ..Node::default() }],
        scenes: vec![Scene { nodes: vec![0] }],
        ..Root::default()
    };
    let mut end = 0;
    let pieces = layout
        .spans(layout.grid.rows)
        .enumerate()
        .flat_map(|row| layout.spans(layout.grid.columns).enumerate().map(move |column| (row, column)));
    let children = pieces.zip(ranges).map(|(((down, rows), (right, columns)), range)| {
        let piece = Piece { name: format!("terrain_{right}_{down}"), columns, rows, range, layout };
        piece.push(&mut root, &mut end)
    });
    let children = children.collect();
    root.nodes[0].children = children;
    root
}

/// Grey, rough and not metallic. Without a material, viewers show white metal.
fn ground() -> Material {
    Material {
        alpha_mode: "OPAQUE",
        double_sided: false,
        name: "ground",
        pbr_metallic_roughness: PbrMetallicRoughness {
            base_color_factor: [0.5, 0.5, 0.5, 1.0],
            metallic_factor: 0.0,
            roughness_factor: 1.0,
        },
        emissive_factor: [0.0; 3],
    }
}

struct Piece<'a> {
    name: String,
    columns: Span,
    rows: Span,
    range: &'a HeightRange,
    layout: &'a Layout,
}

impl Piece<'_> {
    /// Adds the piece to the document. `end` is the end of the bytes so far.
    fn push(self, root: &mut Root, end: &mut usize) -> usize {
        let (layout, count) = (self.layout, self.columns.samples() * self.rows.samples());
        let indices = 6 * (self.columns.samples() - 1) * (self.rows.samples() - 1);
        let vertices =
            push(&mut root.buffer_views, view(end, count * layout.stride(), Some(layout.stride())));
        let triangles = push(&mut root.buffer_views, view(end, 2 * indices, None));

        let mut add = |accessor| Some(push(&mut root.accessors, accessor));
        let [x, z] = self.extent();
        let position = Accessor {
            min: Some([0; 3]),
            max: Some([x, self.range.rise, z]),
            ..accessor(vertices, 0, count, Accessor::UNSIGNED_SHORT, Shape::Vec3)
        };
        let normalized = |offset, component, shape| Accessor {
            normalized: true,
            ..accessor(vertices, offset, count, component, shape)
        };
        let attributes = Attributes {
            position: add(position),
            normal: add(normalized(8, Accessor::SHORT, Shape::Vec3)),
            uv: if layout.uv { add(normalized(16, Accessor::UNSIGNED_SHORT, Shape::Vec2)) } else { None },
        };
        let indices = add(accessor(triangles, 0, indices, Accessor::UNSIGNED_SHORT, Shape::Scalar));
        let primitives = vec![Primitive { attributes, indices, material: 0 }];
        let mesh = push(&mut root.meshes, Mesh { name: self.name.clone(), primitives });
        let node = Node {
            mesh: Some(mesh),
            translation: Some(self.corner()),
            scale: Some([layout.quantum as f32; 3]),
            name: self.name,
            ..Node::default()
        };
        push(&mut root.nodes, node)
    }

    /// The position of the first vertex. Exact: integers of at most 2^24 times a power of two.
    fn corner(&self) -> [f32; 3] {
        let (x, z) = (self.layout.x_steps(self.columns.first), self.layout.z_steps(self.rows.first));
        [x, self.range.lowest, z].map(|steps| (steps * self.layout.quantum) as f32)
    }

    /// Quanta from the first to the last vertex along x and z.
    fn extent(&self) -> [u16; 2] {
        let layout = self.layout;
        let x = layout.x_steps(self.columns.last) - layout.x_steps(self.columns.first);
        let z = layout.z_steps(self.rows.last) - layout.z_steps(self.rows.first);
        [x, z].map(|steps| steps as u16)
    }
}

/// A view of the next `length` bytes of the buffer: vertices if they have a stride, else indices.
fn view(end: &mut usize, length: usize, byte_stride: Option<usize>) -> BufferView {
    let offset = *end;
    *end += length;
    BufferView {
        buffer: 0,
        byte_length: length as u64,
        byte_offset: offset as u64,
        byte_stride,
        target: if byte_stride.is_some() {
            BufferView::ARRAY_BUFFER
        } else {
            BufferView::ELEMENT_ARRAY_BUFFER
        },
    }
}

fn accessor(view: usize, offset: u64, count: usize, component_type: u32, shape: Shape) -> Accessor {
    Accessor {
        buffer_view: Some(view),
        byte_offset: offset,
        count: count as u64,
        component_type,
        shape,
        min: None,
        max: None,
        normalized: false,
    }
}
