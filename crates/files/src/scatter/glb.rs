//! Points as instances of placeholders, `scatter.glb`.
//!
//! Each kind is a node, with a child for each tile of points. The translation of a child is a point in whole metres, which 32-bit
//! floats hold exactly, and its instances are relative to that point.

use std::fs::File;
use std::io::{self, Seek, Write};
use std::path::Path;

use orogen_engine::blue_noise::Rectangle;
use orogen_engine::scatter::{Scatter, ScatterPoint};
use orogen_engine::srgb;
use serde_json::{Value, json};

use super::placeholder::{self, Placeholder};
use super::rotation;
use crate::FileError;
use crate::mesh::glb;
use crate::pending::scratch_beside;

const INSTANCING: &str = "EXT_mesh_gpu_instancing";

/// glTF's numbers for a type of component and a use of buffers.
const FLOAT: u32 = 5126;
const ARRAY_BUFFER: u32 = 34_962;

/// Writes the file. The instances go to a scratch file first, because the JSON before them depends on them.
pub(super) fn write(
    path: &Path,
    out: &mut impl Write,
    scatter: &Scatter,
    part: &Rectangle,
) -> Result<io::Result<()>, FileError> {
    let mut document = Document::new(io::BufWriter::with_capacity(1 << 20, scratch_beside(path)?));
    let written = (0..scatter.kinds().len()).try_for_each(|kind| document.kind(scatter, kind, part));
    if let Err(error) = written {
        return Ok(Err(error));
    }
    let mut json = document.json(scatter).to_string().into_bytes();
    json.resize(json.len().next_multiple_of(4), b' ');
    let head = glb::head(&json, document.bytes).ok_or_else(|| {
        let help = "generate a smaller region, or with --tiles";
        FileError::new(path, "the points need more than 4 GiB", help)
    })?;
    Ok(document.finish(out, &head))
}

struct Document {
    buffer: io::BufWriter<File>,
    bytes: u64,
    accessors: Vec<Value>,
    views: Vec<Value>,
    nodes: Vec<Value>,
    meshes: Vec<Value>,
    /// The indices of the nodes of the kinds.
    roots: Vec<usize>,
}

impl Document {
    fn new(buffer: io::BufWriter<File>) -> Self {
        let (accessors, views, nodes, meshes) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { buffer, bytes: 0, accessors, views, nodes, meshes, roots: Vec::new() }
    }

    /// Adds a kind, unless it has no points.
    fn kind(&mut self, scatter: &Scatter, kind: usize, part: &Rectangle) -> io::Result<()> {
        let (tilt, name) = (scatter.kinds()[kind].tilt, scatter.kinds()[kind].name.clone());
        let mesh = self.meshes.len();
        let mut children = Vec::new();
        scatter.each_tile(
            kind,
            part,
            |points| Instances::of(points, tilt),
            |instances| {
                if children.is_empty() {
                    self.mesh(&name, kind, &placeholder::of(scatter.kinds()[kind].shape))?;
                }
                children.push(self.nodes.len());
                self.tile(&instances, mesh)
            },
        )?;
        if !children.is_empty() {
            self.roots.push(self.nodes.len());
            self.nodes.push(json!({ "name": name, "children": children }));
        }
        Ok(())
    }

    /// Adds a mesh; its material has the number of the kind.
    fn mesh(&mut self, name: &str, material: usize, mesh: &Placeholder) -> io::Result<()> {
        let bound = |of: fn(f32, f32) -> f32, start: f32| {
            let all = mesh.positions.iter();
            all.fold([start; 3], |bound, corner| [0, 1, 2].map(|axis| of(bound[axis], corner[axis])))
        };
        let (min, max) = (bound(f32::min, f32::INFINITY), bound(f32::max, f32::NEG_INFINITY));
        let position = self.array(mesh.positions.as_flattened(), 3, Some(ARRAY_BUFFER))?;
        self.accessors[position]["min"] = json!(min);
        self.accessors[position]["max"] = json!(max);
        let normal = self.array(mesh.normals.as_flattened(), 3, Some(ARRAY_BUFFER))?;
        let attributes = json!({ "POSITION": position, "NORMAL": normal });
        self.meshes.push(json!({
            "name": name,
            "primitives": [{ "attributes": attributes, "material": material }],
        }));
        Ok(())
    }

    /// Adds the node of a tile.
    fn tile(&mut self, instances: &Instances, mesh: usize) -> io::Result<()> {
        let translation = self.array(&instances.translations, 3, None)?;
        let rotation = self.array(&instances.rotations, 4, None)?;
        let scale = self.array(&instances.scales, 3, None)?;
        let attributes = json!({ "TRANSLATION": translation, "ROTATION": rotation, "SCALE": scale });
        self.nodes.push(json!({
            "mesh": mesh,
            "translation": instances.centre,
            "extensions": { INSTANCING: { "attributes": attributes } },
        }));
        Ok(())
    }

    /// Adds numbers in groups of `width`, and returns the index of their accessor.
    fn array(&mut self, numbers: &[f32], width: usize, target: Option<u32>) -> io::Result<usize> {
        let length = size_of_val(numbers) as u64;
        let mut view = json!({ "buffer": 0, "byteOffset": self.bytes, "byteLength": length });
        if let Some(target) = target {
            view["target"] = json!(target);
        }
        self.accessors.push(json!({
            "bufferView": self.views.len(), "componentType": FLOAT,
            "count": numbers.len() / width, "type": format!("VEC{width}"),
        }));
        self.views.push(view);
        self.bytes += length;
        let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        self.buffer.write_all(&bytes)?;
        Ok(self.accessors.len() - 1)
    }

    fn json(&self, scatter: &Scatter) -> Value {
        let material = |kind: &orogen_engine::recipe::ScatterKind| {
            let [red, green, blue] = kind.color.map(srgb::decode);
            json!({
                "name": kind.name,
                "doubleSided": true,
                "pbrMetallicRoughness": {
                    "baseColorFactor": [red, green, blue, 1.0], "metallicFactor": 0.0, "roughnessFactor": 1.0,
                },
            })
        };
        let mut root = json!({
            "asset": { "version": "2.0", "generator": concat!("Orogen ", env!("CARGO_PKG_VERSION")) },
            "scene": 0,
            "scenes": [{}],
        });
        if self.roots.is_empty() {
            return root;
        }
        root["scenes"] = json!([{ "nodes": self.roots }]);
        root["extensionsUsed"] = json!([INSTANCING]);
        root["extensionsRequired"] = json!([INSTANCING]);
        root["materials"] = scatter.kinds().iter().map(material).collect();
        for (key, list) in [
            ("meshes", &self.meshes),
            ("nodes", &self.nodes),
            ("accessors", &self.accessors),
            ("bufferViews", &self.views),
        ] {
            root[key] = json!(list);
        }
        root["buffers"] = json!([{ "byteLength": self.bytes }]);
        root
    }

    fn finish(self, out: &mut impl Write, head: &[u8]) -> io::Result<()> {
        let mut buffer = self.buffer.into_inner().map_err(io::IntoInnerError::into_error)?;
        out.write_all(head)?;
        buffer.rewind()?;
        io::copy(&mut buffer, out)?;
        Ok(())
    }
}

/// The instances of a tile.
struct Instances {
    /// The point that the translations are relative to, in whole metres: east, up, south.
    centre: [f64; 3],
    translations: Vec<f32>,
    rotations: Vec<f32>,
    scales: Vec<f32>,
}

impl Instances {
    fn of(points: &[ScatterPoint], tilt: f64) -> Self {
        let place = |point: &ScatterPoint| [point.position[0], f64::from(point.height), point.position[1]];
        let middle = |axis: usize| {
            let along = points.iter().map(|point| place(point)[axis]);
            let (low, high) = along.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), metres| {
                (low.min(metres), high.max(metres))
            });
            (0.5 * (low + high)).round()
        };
        let centre = [0, 1, 2].map(middle);
        let translation = |point| {
            let place = place(point);
            [0, 1, 2].map(|axis| (place[axis] - centre[axis]) as f32)
        };
        let rotation = |point| rotation::y_up(point, tilt).map(|part| part as f32);
        Self {
            centre,
            translations: points.iter().flat_map(translation).collect(),
            rotations: points.iter().flat_map(rotation).collect(),
            scales: points.iter().flat_map(|point| [point.scale; 3]).collect(),
        }
    }
}
