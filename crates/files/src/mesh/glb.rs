//! Binary glTF 2.0 that is assembled in memory.

use std::path::Path;

use serde_json::{Value, json};

use super::gltf::Sampler;
use crate::FileError;

/// glTF's numbers for types of components and uses of buffers.
const FLOAT: u32 = 5126;
const UNSIGNED_SHORT: u32 = 5123;
const UNSIGNED_INT: u32 = 5125;
const ARRAY_BUFFER: u32 = 34_962;
const ELEMENT_ARRAY_BUFFER: u32 = 34_963;

/// Bytes of the file header and the headers of its two chunks.
pub(crate) const HEADERS: usize = 12 + 8 + 8;

/// The bytes of a file before those of its buffer, whose length in the file is `binary`: the headers and the JSON. The lengths of the
/// JSON and of the buffer are multiples of four. A file without a buffer has no second chunk. `None` if the file would have
/// more than 4 GiB.
pub(crate) fn head(json: &[u8], binary: u64) -> Option<Vec<u8>> {
    let headers = if binary > 0 { HEADERS } else { HEADERS - 8 };
    let length = u32::try_from((headers + json.len()) as u64 + binary).ok()?;
    let [version, length, room, binary] = [2, length, json.len() as u32, binary as u32].map(u32::to_le_bytes);
    let mut head = [b"glTF", &version, &length, &room, b"JSON", json].concat();
    if binary != [0; 4] {
        head.extend([binary, *b"BIN\0"].concat());
    }
    Some(head)
}

/// The JSON of a file, and its only buffer.
pub(crate) struct Glb {
    /// The JSON. Accessors, buffer views, buffers, textures and images are added by [`Glb`].
    pub(crate) root: Value,
    accessors: Vec<Value>,
    views: Vec<Value>,
    /// The picture of each texture.
    textures: Vec<Value>,
    bytes: Vec<u8>,
}

impl Glb {
    /// A file with an empty scene.
    pub(crate) fn new() -> Self {
        let root = json!({
            "asset": { "version": "2.0", "generator": concat!("Orogen ", env!("CARGO_PKG_VERSION")) },
            "scene": 0,
            "scenes": [{ "nodes": [] }],
        });
        Self { root, accessors: Vec::new(), views: Vec::new(), textures: Vec::new(), bytes: Vec::new() }
    }

    /// Appends vertices of `WIDTH` floats, and returns their buffer view. A vertex has several accessors if its floats have
    /// several meanings.
    pub(crate) fn vertices<const WIDTH: usize>(&mut self, vertices: &[[f32; WIDTH]]) -> usize {
        let start = self.bytes.len();
        self.bytes.extend(vertices.iter().flatten().flat_map(|number| number.to_le_bytes()));
        self.view(start, json!({ "byteStride": 4 * WIDTH, "target": ARRAY_BUFFER }))
    }

    /// Adds an accessor for floats of each vertex in a view: `width` floats after the first `offset`.
    pub(crate) fn floats(&mut self, view: usize, offset: usize, width: usize, count: usize) -> usize {
        let shape = ["SCALAR", "VEC2", "VEC3"][width - 1];
        self.accessor(json!({
            "bufferView": view, "byteOffset": 4 * offset, "componentType": FLOAT, "count": count, "type": shape,
        }))
    }

    /// Adds an accessor for the positions, which are the first three floats of each vertex in a view.
    pub(crate) fn positions<const WIDTH: usize>(&mut self, view: usize, vertices: &[[f32; WIDTH]]) -> usize {
        let accessor = self.floats(view, 0, 3, vertices.len());
        let fold = |start: f32, choose: fn(f32, f32) -> f32| {
            let chosen = |axis: usize| vertices.iter().map(|vertex| vertex[axis]).fold(start, choose);
            json!([chosen(0), chosen(1), chosen(2)])
        };
        self.accessors[accessor]["min"] = fold(f32::INFINITY, f32::min);
        self.accessors[accessor]["max"] = fold(f32::NEG_INFINITY, f32::max);
        accessor
    }

    /// Appends triangles of a mesh with this number of vertices, and returns their accessor. Indices have 16 bits if that is
    /// enough: the format reserves the largest number.
    pub(crate) fn triangles(&mut self, triangles: &[[u32; 3]], vertices: usize) -> usize {
        let start = self.bytes.len();
        let indices = triangles.iter().flatten();
        let component = if vertices <= usize::from(u16::MAX) {
            self.bytes.extend(indices.flat_map(|&index| (index as u16).to_le_bytes()));
            UNSIGNED_SHORT
        } else {
            self.bytes.extend(indices.flat_map(|index| index.to_le_bytes()));
            UNSIGNED_INT
        };
        let view = self.view(start, json!({ "target": ELEMENT_ARRAY_BUFFER }));
        let count = 3 * triangles.len();
        self.accessor(
            json!({ "bufferView": view, "componentType": component, "count": count, "type": "SCALAR" }),
        )
    }

    /// Appends a PNG and returns the index of its texture.
    pub(crate) fn texture(&mut self, png: &[u8]) -> usize {
        let start = self.bytes.len();
        self.bytes.extend(png);
        let view = self.view(start, json!({}));
        self.textures.push(json!({ "bufferView": view, "mimeType": "image/png" }));
        self.textures.len() - 1
    }

    /// Adds a view of the bytes from `start`, and pads the buffer for the next one.
    fn view(&mut self, start: usize, mut view: Value) -> usize {
        view["buffer"] = json!(0);
        view["byteOffset"] = json!(start);
        view["byteLength"] = json!(self.bytes.len() - start);
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        self.views.push(view);
        self.views.len() - 1
    }

    fn accessor(&mut self, accessor: Value) -> usize {
        self.accessors.push(accessor);
        self.accessors.len() - 1
    }

    /// The bytes of the file.
    ///
    /// # Errors
    /// They are more than the 4 GiB that the format allows.
    pub(crate) fn finish(mut self, path: &Path) -> Result<Vec<u8>, FileError> {
        let has_bytes = !self.bytes.is_empty();
        if has_bytes {
            self.root["accessors"] = Value::Array(self.accessors);
            self.root["bufferViews"] = Value::Array(self.views);
            self.root["buffers"] = json!([{ "byteLength": self.bytes.len() }]);
        }
        if !self.textures.is_empty() {
            let textures =
                (0..self.textures.len()).map(|picture| json!({ "source": picture, "sampler": 0 })).collect();
            self.root["samplers"] = json!([Sampler::default()]);
            self.root["textures"] = Value::Array(textures);
            self.root["images"] = Value::Array(self.textures);
        }
        let mut json = self.root.to_string().into_bytes();
        json.resize(json.len().next_multiple_of(4), b' ');
        let mut out = head(&json, self.bytes.len() as u64).ok_or_else(|| {
            FileError::new(
                path,
                "it would have more than 4 GiB",
                "generate a smaller region or fewer samples",
            )
        })?;
        out.extend(self.bytes);
        Ok(out)
    }
}
