//! The description of 3D Tiles 1.1: a quadtree of tiles that all exist, without a list of them (implicit tiling).

use std::f64::consts::{FRAC_PI_2, PI};

use orogen_engine::interval::Interval;
use serde_json::{Value, json};

use super::Tiles;
use super::ellipsoid::Ellipsoid;
use super::ground::Surface;
use super::layer::{Layer, MESH_STEPS};

/// Levels of the quadtree in a file of availability: the levels are a multiple of it.
const SUBTREE_LEVELS: u8 = 8;

impl Tiles {
    /// `tileset.json`.
    ///
    /// The error of a tile is twice the distance between its vertices at the equator: so viewers, which by default refine a tile whose
    /// error is more than 16 pixels, show a vertex every 8 pixels or more.
    pub(crate) fn tileset_json(&self) -> Value {
        let error = 2.0 * self.vertex_distance(0);
        let Interval { min, max } = self.overview.possible;
        // Tiles of the first level have the deepest walls.
        let lowest = min - self.wall(0);
        let mut json = json!({
            "asset": { "version": "1.1", "generator": concat!("Orogen ", env!("CARGO_PKG_VERSION")) },
            "geometricError": 2.0 * error,
            "root": {
                "boundingVolume": { "region": [-PI, -FRAC_PI_2, PI, FRAC_PI_2, lowest, max] },
                "geometricError": error,
                "refine": "REPLACE",
                "content": { "uri": format!("{{level}}/{{x}}/{{y}}.glb?v={}", self.digest()) },
                "implicitTiling": {
                    "subdivisionScheme": "QUADTREE",
                    "subtreeLevels": SUBTREE_LEVELS,
                    "availableLevels": Layer::Gltf.max_zoom() + 1,
                    "subtrees": { "uri": "subtrees/{level}/{x}/{y}.subtree" },
                },
            },
        });
        if let Surface::Planet(_) = self.ground.surface() {
            let Ellipsoid { equatorial, polar } = Ellipsoid::of(self.ground.surface());
            json["extensionsUsed"] = json!(["3DTILES_ellipsoid"]);
            json["extensions"] = json!({ "3DTILES_ellipsoid": { "body": self.page().name, "radii": [equatorial, equatorial, polar] } });
        }
        json
    }

    /// The depth of the walls below the border of a tile: as deep as the gaps to tiles of other levels can be. The heights of two levels
    /// differ by less than the distance of vertices on slopes up to 45°, and by no more than all heights. An edge between two vertices
    /// is below the ellipsoid by its sagitta.
    pub(crate) fn wall(&self, zoom: u8) -> f64 {
        let (distance, Interval { min, max }) = (self.vertex_distance(zoom), self.overview.possible);
        distance.min(max - min) + distance * distance / (8.0 * Ellipsoid::of(self.ground.surface()).polar)
    }

    /// Metres between vertices at the equator of the ellipsoid.
    fn vertex_distance(&self, zoom: u8) -> f64 {
        let steps = f64::from(MESH_STEPS) * f64::from(1_u32 << zoom);
        2.0 * PI * Ellipsoid::of(self.ground.surface()).equatorial / steps
    }
}

/// The availability of the tiles below a tile whose level is a multiple of [`SUBTREE_LEVELS`]: all of them. `None` at other levels.
pub(crate) fn subtree(zoom: u8) -> Option<Vec<u8>> {
    if !zoom.is_multiple_of(SUBTREE_LEVELS) {
        return None;
    }
    let has_children = zoom + SUBTREE_LEVELS <= Layer::Gltf.max_zoom();
    let all = |available: bool| json!({ "constant": u8::from(available) });
    let json = json!({
        "tileAvailability": all(true),
        "contentAvailability": [all(true)],
        "childSubtreeAvailability": all(has_children),
    });
    let mut json = json.to_string().into_bytes();
    json.resize(json.len().next_multiple_of(8), b' ');
    // Magic number, version, the length of the JSON, and that of the buffer, which constants do not need.
    let head = [&b"subt"[..], &1_u32.to_le_bytes(), &(json.len() as u64).to_le_bytes(), &0_u64.to_le_bytes()];
    Some([&head.concat()[..], &json].concat())
}
