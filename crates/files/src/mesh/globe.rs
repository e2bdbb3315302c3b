//! A tile of a globe as binary glTF, in memory.

use std::path::Path;

use serde_json::json;

use super::glb::Glb;
use super::lod::material;
use crate::FileError;

/// A vertex: its position, its normal, and its place in the picture. Directions are x to longitude 0, y to longitude 90° east, and z
/// to the north pole.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vertex {
    /// Metres from the middle of the tile.
    pub position: [f32; 3],
    /// The unit normal.
    pub normal: [f32; 3],
    /// Fractions of the picture's width and height, from its upper left corner.
    pub picture: [f32; 2],
}

/// The bytes of a tile with its `middle` in metres from the centre of the globe. Triangles are counter-clockwise as seen from outside.
/// `picture` is a PNG of the colours.
///
/// glTF has y up, so viewers of 3D Tiles turn a model to z up: (x, y, z) becomes (x, −z, y). The file has the opposite turn.
///
/// # Errors
/// The file would have more than the 4 GiB that the format allows.
///
/// ```
/// use orogen_files::mesh::globe::{Vertex, glb};
///
/// let vertex = |x, y| Vertex { position: [x, y, 0.0], normal: [0.0, 0.0, 1.0], picture: [x, y] };
/// let vertices = [vertex(0.0, 0.0), vertex(1.0, 0.0), vertex(0.0, 1.0)];
/// let bytes = glb("tile", [0.0, 0.0, 6.4e6], &vertices, &[[0, 1, 2]], None)?;
/// assert_eq!(bytes[..4], *b"glTF");
/// # Ok::<(), orogen_files::FileError>(())
/// ```
pub fn glb(
    name: &str,
    middle: [f64; 3],
    vertices: &[Vertex],
    triangles: &[[u32; 3]],
    picture: Option<&[u8]>,
) -> Result<Vec<u8>, FileError> {
    let mut file = Glb::new();
    let ground = material::ground(&mut file, picture);
    let floats: Vec<[f32; 8]> = vertices.iter().map(Vertex::floats).collect();
    let view = file.vertices(&floats);
    let position = file.positions(view, &floats);
    let normal = file.floats(view, 3, 3, floats.len());
    let place = file.floats(view, 6, 2, floats.len());
    let indices = file.triangles(triangles, floats.len());
    let [x, y, z] = middle;
    file.root["scenes"][0]["nodes"] = json!([0]);
    file.root["nodes"] = json!([{ "name": name, "mesh": 0, "translation": [x, z, -y] }]);
    file.root["meshes"] = json!([{ "name": name, "primitives": [{
        "attributes": { "POSITION": position, "NORMAL": normal, "TEXCOORD_0": place },
        "indices": indices,
        "material": ground,
    }] }]);
    file.finish(Path::new(name))
}

impl Vertex {
    fn floats(&self) -> [f32; 8] {
        let Self { position: [x, y, z], normal: [nx, ny, nz], picture: [u, v] } = *self;
        [x, z, -y, nx, nz, -ny, u, v]
    }
}
