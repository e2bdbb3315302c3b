//! The files of a tile.

use std::path::Path;

use serde_json::{Value, json};

use super::super::Glb;
use super::heights::Heights;
use super::hierarchy::Point;
use super::material;
use super::placement::Placement;
use super::skirts::Skirts;
use super::tile_mesh::TileMesh;
use crate::mesh::normal;
use crate::{FileError, MeshLevel};

/// Floats of a vertex: position, normal, texture coordinate.
const FLOATS: usize = 8;

/// Lines of the picture for which the coverage of the screen is computed.
const LINES: f64 = 1080.0;

/// Width of the picture relative to its height.
const ASPECT: f64 = 16.0 / 9.0;

/// A tile whose meshes are written.
pub(super) struct Tile<'a> {
    /// The name of the node.
    pub(super) name: &'a str,
    pub(super) samples: [usize; 2],
    pub(super) heights: Heights<'a>,
    pub(super) placement: Placement,
    /// The metres between samples.
    pub(super) spacing: f64,
    /// The picture of its colours, a PNG.
    pub(super) picture: Option<Vec<u8>>,
}

/// A level of detail of a tile.
pub(super) struct Level<'a> {
    pub(super) mesh: &'a TileMesh,
    pub(super) skirts: &'a Skirts,
    /// The slopes along x and y at each vertex of the mesh.
    pub(super) slopes: &'a [[f32; 2]],
}

impl Level<'_> {
    /// Its entry in `terrain.json`.
    pub(super) fn entry(&self) -> MeshLevel {
        MeshLevel {
            triangles: (self.mesh.triangles.len() + self.skirts.triangles.len()) as u64,
            vertices: (self.mesh.vertices.len() + self.skirts.vertices.len()) as u64,
            error_m: self.mesh.error,
        }
    }
}

impl Tile<'_> {
    /// The bytes of a file with these levels, from the level `first` on, the finest first.
    pub(super) fn levels(
        &self,
        path: &Path,
        first: usize,
        levels: &[Level<'_>],
    ) -> Result<Vec<u8>, FileError> {
        let mut file = Glb::new();
        let ground = material::ground(&mut file, self.picture.as_deref());
        let names: Vec<_> =
            (first..first + levels.len()).map(|level| format!("{}_lod{level}", self.name)).collect();
        let mut meshes = Vec::new();
        for (level, name) in levels.iter().zip(&names) {
            let vertices = self.vertices(level);
            let view = file.vertices(&vertices);
            let position = file.positions(view, &vertices);
            let normal = file.floats(view, 3, 3, vertices.len());
            let uv = file.floats(view, 6, 2, vertices.len());
            let triangles = [&level.mesh.triangles[..], &level.skirts.triangles].concat();
            let indices = file.triangles(&triangles, vertices.len());
            meshes.push(json!({ "name": name, "primitives": [{
                "attributes": { "POSITION": position, "NORMAL": normal, "TEXCOORD_0": uv },
                "indices": indices,
                "material": ground,
            }] }));
        }
        let mut nodes: Vec<_> = names.iter().enumerate().map(|(mesh, name)| self.node(name, mesh)).collect();
        if levels.len() > 1 {
            let errors: Vec<_> = levels.iter().map(|level| level.mesh.error).collect();
            nodes[0]["extensions"] = json!({ "MSFT_lod": { "ids": (1..levels.len()).collect::<Vec<_>>() } });
            nodes[0]["extras"] = json!({ "MSFT_screencoverage": coverages(self.diameter(), &errors) });
            file.root["extensionsUsed"] = json!(["MSFT_lod"]);
        }
        file.root["nodes"] = Value::Array(nodes);
        file.root["meshes"] = Value::Array(meshes);
        file.root["scenes"][0]["nodes"] = json!([0]);
        file.finish(path)
    }

    /// The bytes of a file with positions only, for collisions.
    pub(super) fn collision(&self, path: &Path, mesh: &TileMesh) -> Result<Vec<u8>, FileError> {
        let mut file = Glb::new();
        let vertices: Vec<_> = mesh.vertices.iter().map(|&point| self.position(point)).collect();
        let view = file.vertices(&vertices);
        let position = file.positions(view, &vertices);
        let indices = file.triangles(&mesh.triangles, vertices.len());
        file.root["meshes"] = json!([{ "name": self.name, "primitives": [{
            "attributes": { "POSITION": position }, "indices": indices,
        }] }]);
        // Godot imports nodes with this ending as bodies.
        file.root["nodes"] = json!([self.node(&format!("{}-colonly", self.name), 0)]);
        file.root["scenes"][0]["nodes"] = json!([0]);
        file.finish(path)
    }

    fn node(&self, name: &str, mesh: usize) -> Value {
        let [x, z] = self.middle();
        json!({ "name": name, "mesh": mesh, "translation": [x, 0.0, z] })
    }

    /// The vertices of the surface, then those of the skirts, which have the normal and the texture coordinate of the vertex
    /// above.
    fn vertices(&self, level: &Level<'_>) -> Vec<[f32; FLOATS]> {
        let surface = level.mesh.vertices.iter().zip(level.slopes).map(|(&point, &[dx, dy])| {
            let ([x, y, z], [nx, ny, nz]) = (self.position(point), normal(dx, dy).map(|n| n as f32));
            let [u, v] = [0, 1].map(|axis| ((point[axis] as f64 + 0.5) / self.samples[axis] as f64) as f32);
            [x, y, z, nx, ny, nz, u, v]
        });
        let mut vertices: Vec<_> = surface.collect();
        for &(above, height) in &level.skirts.vertices {
            let mut vertex = vertices[above as usize];
            vertex[1] = height;
            vertices.push(vertex);
        }
        vertices
    }

    /// The position of a sample relative to the node.
    fn position(&self, point: Point) -> [f32; 3] {
        let ([x, z], middle) = (self.placement.of(self.in_terrain(point)), self.middle());
        [(x - middle[0]) as f32, self.heights.at(point), (z - middle[1]) as f32]
    }

    fn in_terrain(&self, point: Point) -> Point {
        [0, 1].map(|axis| self.heights.first[axis] + point[axis])
    }

    /// The translation of the node.
    fn middle(&self) -> [f64; 2] {
        let last = self.in_terrain(self.samples.map(|count| count - 1));
        self.placement.middle(self.heights.first, last)
    }

    /// The diagonal of the tile in metres, without its height.
    fn diameter(&self) -> f64 {
        let [width, depth] = self.samples.map(|count| (count - 1) as f64 * self.spacing);
        libm::hypot(width, depth)
    }
}

/// For each level, the smallest share of the screen that the tile's bounding sphere covers when the level is shown; 0 for the
/// last.
///
/// A level is fine enough while its error covers at most one line of a picture with 1080 lines. A sphere of the diameter d
/// covers c · 1080 lines, so an error e covers e / d · c · 1080 lines. The next coarser level with the error e is good enough
/// up to c = d / (1080 e), where the sphere has the share π/4 · c² · 9/16 of the picture's area. The shares decrease, and are
/// less than 1, because a tile that fills the screen is near.
fn coverages(diameter: f64, errors: &[f64]) -> Vec<f64> {
    let mut most = 1.0;
    let mut shares = Vec::new();
    for &error in &errors[1..] {
        let lines = diameter / (LINES * error);
        let share = std::f64::consts::FRAC_PI_4 * lines * lines / ASPECT;
        most = 0.5 * f64::min(most, 2.0 * share);
        shares.push(most);
    }
    shares.push(0.0);
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coverages_decrease_from_one_and_follow_the_error() {
        let shares = coverages(1_000.0, &[0.1, 0.2, 10.0, 100.0]);
        // The error of 0.2 m is less than a line even if the tile fills the screen.
        assert_eq!(shares[0], 0.5);
        // 10 m are a line of 1080 if 1,000 m are 100 lines: a circle of this diameter in 1080 × 1920 pixels.
        let circle = std::f64::consts::PI * 50.0 * 50.0 / (1080.0 * 1920.0);
        assert!((shares[1] / circle - 1.0).abs() < 1e-9, "{shares:?}");
        assert!((shares[2] / circle * 100.0 - 1.0).abs() < 1e-9, "{shares:?}");
        assert_eq!(shares[3], 0.0);
        // Exact levels have no error.
        assert_eq!(coverages(1.0, &[0.0, 0.0, 0.0]), [0.5, 0.25, 0.0]);
    }
}
