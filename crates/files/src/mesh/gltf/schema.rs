//! The parts of glTF's JSON that orogen writes and reads back. Names, order and defaults are those of the specification of glTF
//! 2.0, section 5. Items are in lists, and refer to one another by index.
//!
//! `skip_deserializing` marks values that are not read back.

use serde::{Deserialize, Serialize};

/// The complete JSON.
#[derive(Default, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct Root {
    pub(super) accessors: Vec<Accessor>,
    #[serde(skip_deserializing)]
    pub(super) asset: Asset,
    #[serde(skip_deserializing)]
    pub(super) buffers: Vec<Buffer>,
    pub(super) buffer_views: Vec<BufferView>,
    #[serde(skip_deserializing)]
    pub(super) scene: usize,
    #[serde(skip_deserializing, skip_serializing_if = "Vec::is_empty")]
    pub(super) images: Vec<Image>,
    #[serde(skip_deserializing)]
    pub(super) materials: Vec<Material>,
    pub(super) meshes: Vec<Mesh>,
    pub(super) nodes: Vec<Node>,
    #[serde(skip_deserializing, skip_serializing_if = "Vec::is_empty")]
    pub(super) samplers: Vec<Sampler>,
    #[serde(skip_deserializing)]
    pub(super) scenes: Vec<Scene>,
    #[serde(skip_deserializing, skip_serializing_if = "Vec::is_empty")]
    pub(super) textures: Vec<Texture>,
}

/// Adds an item to a list of the [`Root`], and returns its index.
pub(super) fn push<T>(list: &mut Vec<T>, item: T) -> usize {
    list.push(item);
    list.len() - 1
}

#[derive(Serialize)]
pub(super) struct Asset {
    pub(super) generator: &'static str,
    /// The version of glTF.
    pub(super) version: &'static str,
}

impl Default for Asset {
    fn default() -> Self {
        Self { generator: concat!("Orogen ", env!("CARGO_PKG_VERSION")), version: "2.0" }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Buffer {
    pub(super) byte_length: u64,
}

/// Consecutive bytes of a buffer.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct BufferView {
    pub(super) buffer: usize,
    pub(super) byte_length: u64,
    #[serde(default)]
    pub(super) byte_offset: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) byte_stride: Option<usize>,
    #[serde(skip_deserializing, skip_serializing_if = "Option::is_none")]
    pub(super) target: Option<u32>,
}

impl BufferView {
    /// The target of vertices.
    pub(super) const ARRAY_BUFFER: u32 = 34_962;
    /// The target of indices.
    pub(super) const ELEMENT_ARRAY_BUFFER: u32 = 34_963;
}

/// Elements of one type in a buffer view.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Accessor {
    pub(super) buffer_view: Option<usize>,
    #[serde(default)]
    pub(super) byte_offset: u64,
    pub(super) count: u64,
    pub(super) component_type: u32,
    #[serde(rename = "type")]
    pub(super) shape: Shape,
    #[serde(skip_deserializing, skip_serializing_if = "Option::is_none")]
    pub(super) min: Option<[f32; 3]>,
    #[serde(skip_deserializing, skip_serializing_if = "Option::is_none")]
    pub(super) max: Option<[f32; 3]>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) normalized: bool,
}

impl Accessor {
    /// The component type of 32-bit floats.
    pub(super) const FLOAT: u32 = 5126;
    /// The component type of 16-bit unsigned integers.
    pub(super) const UNSIGNED_SHORT: u32 = 5123;
}

/// The number of components of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub(super) enum Shape {
    Scalar,
    Vec2,
    Vec3,
    Vec4,
    Mat2,
    Mat3,
    Mat4,
}

/// A picture in the buffer.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Image {
    pub(super) buffer_view: usize,
    pub(super) mime_type: &'static str,
    pub(super) name: &'static str,
}

/// How a texture is read. By default, smoothly, with mipmaps, and beyond an edge with the colour of the edge.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Sampler {
    mag_filter: u32,
    min_filter: u32,
    wrap_s: u32,
    wrap_t: u32,
}

impl Default for Sampler {
    fn default() -> Self {
        const LINEAR: u32 = 9729;
        const LINEAR_MIPMAP_LINEAR: u32 = 9987;
        const CLAMP_TO_EDGE: u32 = 33_071;
        Self {
            mag_filter: LINEAR,
            min_filter: LINEAR_MIPMAP_LINEAR,
            wrap_s: CLAMP_TO_EDGE,
            wrap_t: CLAMP_TO_EDGE,
        }
    }
}

#[derive(Serialize)]
pub(super) struct Texture {
    pub(super) sampler: usize,
    pub(super) source: usize,
}

#[derive(Serialize)]
pub(super) struct TextureInfo {
    pub(super) index: usize,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Material {
    pub(super) alpha_mode: &'static str,
    pub(super) double_sided: bool,
    pub(super) name: &'static str,
    pub(super) pbr_metallic_roughness: PbrMetallicRoughness,
    pub(super) emissive_factor: [f32; 3],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PbrMetallicRoughness {
    pub(super) base_color_factor: [f32; 4],
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) base_color_texture: Option<TextureInfo>,
    pub(super) metallic_factor: f32,
    pub(super) roughness_factor: f32,
}

#[derive(Serialize, Deserialize)]
pub(super) struct Mesh {
    #[serde(default)]
    pub(super) name: String,
    pub(super) primitives: Vec<Primitive>,
}

/// Triangles with one material.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub(super) struct Primitive {
    pub(super) attributes: Attributes,
    pub(super) indices: Option<usize>,
    #[serde(skip_deserializing)]
    pub(super) material: usize,
}

/// The accessors of the vertices.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub(super) struct Attributes {
    pub(super) position: Option<usize>,
    pub(super) normal: Option<usize>,
    #[serde(rename = "TEXCOORD_0", skip_serializing_if = "Option::is_none")]
    pub(super) uv: Option<usize>,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Node {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) children: Vec<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) matrix: Option<[f32; 16]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) mesh: Option<usize>,
    pub(super) name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) rotation: Option<[f32; 4]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) scale: Option<[f32; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) translation: Option<[f32; 3]>,
}

#[derive(Serialize)]
pub(super) struct Scene {
    pub(super) nodes: Vec<usize>,
}
