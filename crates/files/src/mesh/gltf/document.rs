//! The headers and the JSON before the vertices.

use std::io;

use super::super::glb;
use super::layout::{Layout, Span};
use super::piece::HeightRange;
use super::schema::{
    Accessor, Attributes, Buffer, BufferView, Image, Material, Mesh, Node, PbrMetallicRoughness, Primitive,
    Root, Sampler, Scene, Shape, Texture, TextureInfo, push,
};

/// Bytes to reserve for the JSON: its length for pieces at height 0 and the longest picture, plus 16 bytes for each height,
/// the maximum that a 32-bit float needs as text.
pub(super) fn room(layout: &Layout) -> io::Result<usize> {
    let pieces = layout.spans(layout.grid.columns).count() * layout.spans(layout.grid.rows).count();
    let ranges = vec![HeightRange { lowest: 0.0, highest: 0.0 }; pieces];
    let json = serde_json::to_vec(&document(layout, &ranges, u64::from(u32::MAX)))?;
    Ok((json.len() + 2 * 16 * pieces).next_multiple_of(4))
}

/// The bytes before the vertices, with `room` bytes for the JSON. A picture of `picture` bytes follows the vertices and indices.
pub(super) fn head(
    layout: &Layout,
    ranges: &[HeightRange],
    picture: u64,
    room: usize,
) -> io::Result<Vec<u8>> {
    let mut json = serde_json::to_vec(&document(layout, ranges, picture))?;
    if json.len() > room {
        return Err(io::Error::other(format!("the JSON has {} bytes, but {room} are reserved", json.len())));
    }
    json.resize(room, b' ');
    let binary = (layout.bytes() as u64 + picture).next_multiple_of(4);
    glb::head(&json, binary).ok_or_else(|| io::Error::other("it would have more than 4 GiB"))
}

pub(super) fn document(layout: &Layout, ranges: &[HeightRange], picture: u64) -> Root {
    let mut root = Root {
        buffers: vec![Buffer { byte_length: layout.bytes() as u64 + if layout.uv { picture } else { 0 } }],
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
    let texture = layout.uv.then(|| colour(&mut root, end, picture));
    root.materials = vec![ground(texture)];
    root
}

/// Adds the picture of colours, and returns the index of its texture.
fn colour(root: &mut Root, byte_offset: usize, byte_length: u64) -> usize {
    let view = BufferView {
        buffer: 0,
        byte_length,
        byte_offset: byte_offset as u64,
        byte_stride: None,
        target: None,
    };
    let buffer_view = push(&mut root.buffer_views, view);
    let source = push(&mut root.images, Image { buffer_view, mime_type: "image/png", name: "colour" });
    let sampler = push(&mut root.samplers, Sampler::default());
    push(&mut root.textures, Texture { sampler, source })
}

/// Rough and not metallic. Without a material, viewers show white metal. Without a picture, the ground is grey.
fn ground(texture: Option<usize>) -> Material {
    let grey = if texture.is_some() { 1.0 } else { 0.5 };
    Material {
        alpha_mode: "OPAQUE",
        double_sided: false,
        name: "ground",
        pbr_metallic_roughness: PbrMetallicRoughness {
            base_color_factor: [grey, grey, grey, 1.0],
            base_color_texture: texture.map(|index| TextureInfo { index }),
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
        let HeightRange { lowest, highest } = *self.range;
        let position = Accessor {
            min: Some([0.0, lowest, 0.0]),
            max: Some([x, highest, z]),
            ..accessor(vertices, 0, count, Accessor::FLOAT, Shape::Vec3)
        };
        let uv = Accessor {
            normalized: true,
            ..accessor(vertices, 24, count, Accessor::UNSIGNED_SHORT, Shape::Vec2)
        };
        let attributes = Attributes {
            position: add(position),
            normal: add(accessor(vertices, 12, count, Accessor::FLOAT, Shape::Vec3)),
            uv: if layout.uv { add(uv) } else { None },
        };
        let indices = add(accessor(triangles, 0, indices, Accessor::UNSIGNED_SHORT, Shape::Scalar));
        let primitives = vec![Primitive { attributes, indices, material: 0 }];
        let mesh = push(&mut root.meshes, Mesh { name: self.name.clone(), primitives });
        let node =
            Node { mesh: Some(mesh), translation: Some(self.corner()), name: self.name, ..Node::default() };
        push(&mut root.nodes, node)
    }

    /// The position of the piece: that of its first column and row, at height 0.
    fn corner(&self) -> [f32; 3] {
        [self.layout.x(self.columns.first) as f32, 0.0, self.layout.z(self.rows.first) as f32]
    }

    /// Metres from the first to the last vertex along x and z.
    fn extent(&self) -> [f32; 2] {
        let layout = self.layout;
        let x = layout.x(self.columns.last) - layout.x(self.columns.first);
        let z = layout.z(self.rows.last) - layout.z(self.rows.first);
        [x as f32, z as f32]
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
        target: Some(if byte_stride.is_some() {
            BufferView::ARRAY_BUFFER
        } else {
            BufferView::ELEMENT_ARRAY_BUFFER
        }),
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
