//! The headers and the JSON before the vertices.

use std::collections::BTreeMap;
use std::io;

use gltf_json::accessor::{ComponentType, GenericComponentType, Type};
use gltf_json::buffer::{Stride, Target, View};
use gltf_json::material::{PbrBaseColorFactor, PbrMetallicRoughness, StrengthFactor};
use gltf_json::mesh::{Mode, Primitive, Semantic};
use gltf_json::validation::Checked::Valid;
use gltf_json::{Accessor, Asset, Buffer, Index, Material, Mesh, Node, Root, Scene, Value};

use super::layout::{Layout, Span};
use super::piece::HeightRange;

/// Bytes of the file header and the headers of its two chunks.
pub(super) const HEADERS: usize = 12 + 8 + 8;

/// The only extension that a reader must support.
const QUANTIZATION: &str = "KHR_mesh_quantization";

/// Bytes to reserve for the JSON: its length with the shortest lowest height and the longest rise of every piece, plus 16
/// per piece, the maximum that a 32-bit float needs as text.
pub(super) fn room(layout: &Layout) -> io::Result<usize> {
    let pieces = layout.spans(layout.grid.columns).count() * layout.spans(layout.grid.rows).count();
    let ranges = vec![HeightRange { lowest: 0.0, rise: u16::MAX }; pieces];
    let json = gltf_json::serialize::to_vec(&document(layout, &ranges))?;
    Ok((json.len() + 16 * pieces).next_multiple_of(4))
}

/// The bytes before the vertices, with `room` bytes for the JSON.
pub(super) fn head(layout: &Layout, ranges: &[HeightRange], room: usize) -> io::Result<Vec<u8>> {
    let mut json = gltf_json::serialize::to_vec(&document(layout, ranges))?;
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
        asset: Asset {
            generator: Some(concat!("Orogen ", env!("CARGO_PKG_VERSION")).to_owned()),
            ..Asset::default()
        },
        extensions_used: vec![QUANTIZATION.to_owned()],
        extensions_required: vec![QUANTIZATION.to_owned()],
        scene: Some(Index::new(0)),
        ..Root::default()
    };
    root.push(Buffer {
        byte_length: (layout.bytes() as u64).into(),
        name: None,
        uri: None,
        extensions: None,
        extras: Default::default(),
    });
    root.push(ground());
    let terrain = root.push(node("terrain".to_owned()));
    root.push(Scene { extensions: None, extras: Default::default(), name: None, nodes: vec![terrain] });
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
    root.nodes[terrain.value()].children = Some(children);
    root
}

/// Grey, rough and not metallic. Without a material, viewers show white metal.
fn ground() -> Material {
    Material {
        name: Some("ground".to_owned()),
        pbr_metallic_roughness: PbrMetallicRoughness {
            base_color_factor: PbrBaseColorFactor([0.5, 0.5, 0.5, 1.0]),
            metallic_factor: StrengthFactor(0.0),
            ..PbrMetallicRoughness::default()
        },
        ..Material::default()
    }
}

fn node(name: String) -> Node {
    Node { name: Some(name), ..Node::default() }
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
    fn push(self, root: &mut Root, end: &mut usize) -> Index<Node> {
        let (layout, count) = (self.layout, self.columns.samples() * self.rows.samples());
        let indices = 6 * (self.columns.samples() - 1) * (self.rows.samples() - 1);
        let vertices = root.push(view(end, count * layout.stride(), Some(layout.stride())));
        let triangles = root.push(view(end, 2 * indices, None));

        let [x, z] = self.extent();
        let positions = Accessor {
            min: Some(Value::from(vec![0; 3])),
            max: Some(Value::from(vec![x, self.range.rise, z])),
            ..accessor(vertices, 0, count, ComponentType::U16, Type::Vec3)
        };
        let normalized = |offset, component, shape| Accessor {
            normalized: true,
            ..accessor(vertices, offset, count, component, shape)
        };
        let mut attributes = BTreeMap::from([
            (Valid(Semantic::Positions), root.push(positions)),
            (Valid(Semantic::Normals), root.push(normalized(8, ComponentType::I16, Type::Vec3))),
        ]);
        if layout.uv {
            let uv = root.push(normalized(16, ComponentType::U16, Type::Vec2));
            attributes.insert(Valid(Semantic::TexCoords(0)), uv);
        }
        let indices = root.push(accessor(triangles, 0, indices, ComponentType::U16, Type::Scalar));
        let primitive = Primitive {
            attributes,
            extensions: None,
            extras: Default::default(),
            indices: Some(indices),
            material: Some(Index::new(0)),
            mode: Valid(Mode::Triangles),
            targets: None,
        };
        let mesh = root.push(Mesh {
            extensions: None,
            extras: Default::default(),
            name: Some(self.name.clone()),
            primitives: vec![primitive],
            weights: None,
        });
        root.push(Node {
            mesh: Some(mesh),
            translation: Some(self.corner()),
            scale: Some([layout.quantum as f32; 3]),
            ..node(self.name)
        })
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
fn view(end: &mut usize, length: usize, stride: Option<usize>) -> View {
    let offset = *end;
    *end += length;
    View {
        buffer: Index::new(0),
        byte_length: length.into(),
        byte_offset: Some(offset.into()),
        byte_stride: stride.map(Stride),
        name: None,
        target: Some(Valid(if stride.is_some() { Target::ArrayBuffer } else { Target::ElementArrayBuffer })),
        extensions: None,
        extras: Default::default(),
    }
}

fn accessor(
    view: Index<View>,
    offset: usize,
    count: usize,
    component: ComponentType,
    shape: Type,
) -> Accessor {
    Accessor {
        buffer_view: Some(view),
        byte_offset: Some(offset.into()),
        count: count.into(),
        component_type: Valid(GenericComponentType(component)),
        extensions: None,
        extras: Default::default(),
        type_: Valid(shape),
        min: None,
        max: None,
        name: None,
        normalized: false,
        sparse: None,
    }
}
