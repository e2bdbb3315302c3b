//! The description of 3D Tiles 1.1: a quadtree of tiles, with bits that say which of them exist (implicit tiling).

use std::f64::consts::{FRAC_PI_2, PI};

use orogen_engine::interval::Interval;
use serde_json::{Value, json};

use super::Tiles;
use super::address::Address;
use super::coverage::Coverage;
use super::ellipsoid::Ellipsoid;
use super::ground::Surface;
use super::layer::MESH_STEPS;

/// Levels of the quadtree in a file of availability: the levels are a multiple of it.
pub(crate) const SUBTREE_LEVELS: u8 = 8;

impl Tiles {
    /// `tileset.json`.
    ///
    /// The error of a tile is twice the distance between its vertices at the equator: so viewers, which by default refine a tile whose
    /// error is more than 16 pixels, show a vertex every 8 pixels or more.
    pub(crate) fn tileset_json(&self, coverage: &Coverage) -> Value {
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
                    "availableLevels": coverage.zooms.end() + 1,
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

/// The availability of the tiles below a tile whose level is a multiple of [`SUBTREE_LEVELS`]. `None` at other levels.
pub(crate) fn subtree(coverage: &Coverage, root: &Address) -> Option<Vec<u8>> {
    if !root.zoom.is_multiple_of(SUBTREE_LEVELS) {
        return None;
    }
    let mut buffer = Vec::new();
    let tiles = (0..SUBTREE_LEVELS).flat_map(|below| level(coverage, root, below)).collect::<Vec<_>>();
    let tiles = availability(&tiles, 0, &mut buffer);
    let view = usize::from(tiles.view.is_some());
    let children = availability(&level(coverage, root, SUBTREE_LEVELS), view, &mut buffer);
    let views = [&tiles, &children].into_iter().filter_map(|availability| availability.view.clone());
    let mut json = json!({
        "tileAvailability": tiles.json,
        "contentAvailability": [tiles.json],
        "childSubtreeAvailability": children.json,
    });
    if !buffer.is_empty() {
        json["buffers"] = json!([{ "byteLength": buffer.len() }]);
        json["bufferViews"] = views.collect();
    }
    let mut json = json.to_string().into_bytes();
    json.resize(json.len().next_multiple_of(8), b' ');
    // Magic number, version, and the lengths of the JSON and of the buffer.
    let lengths = [json.len(), buffer.len()].map(|length| (length as u64).to_le_bytes());
    Some([&b"subt"[..], &1_u32.to_le_bytes(), &lengths.concat(), &json, &buffer].concat())
}

/// Whether the tiles `below` levels under a root exist, in Morton order: the bits of column and row alternate, that of the column
/// first from the lowest.
fn level(coverage: &Coverage, root: &Address, below: u8) -> Vec<bool> {
    let zoom = root.zoom + below;
    let count = 1_usize << (2 * below);
    if !coverage.zooms.contains(&zoom) {
        return vec![false; count];
    }
    let there = coverage.tiles(zoom);
    // All of a server's.
    if there.contains_all_below([root.x, root.y], below) {
        return vec![true; count];
    }
    let every_second =
        |bits: usize| (0..u32::from(below)).map(|bit| (bits as u32 >> (2 * bit) & 1) << bit).sum::<u32>();
    let is_there = |number: usize| {
        let (x, y) =
            ((root.x << below) + every_second(number), (root.y << below) + every_second(number >> 1));
        there.contains(x, y)
    };
    (0..count).map(is_there).collect()
}

/// The availability of some tiles, and the part of the buffer that it refers to.
struct Availability {
    json: Value,
    view: Option<Value>,
}

/// Appends bits to the buffer, the lowest of each byte first, unless a constant says the same. `view` is their index among the
/// parts of the buffer.
fn availability(tiles: &[bool], view: usize, buffer: &mut Vec<u8>) -> Availability {
    let count = tiles.iter().filter(|&&is_there| is_there).count();
    if count == 0 || count == tiles.len() {
        return Availability { json: json!({ "constant": u8::from(count > 0) }), view: None };
    }
    let start = buffer.len();
    let byte = |bits: &[bool]| bits.iter().rev().fold(0, |byte, &bit| byte << 1 | u8::from(bit));
    buffer.extend(tiles.chunks(8).map(byte));
    let length = buffer.len() - start;
    // Parts begin at multiples of 8 bytes.
    buffer.resize(buffer.len().next_multiple_of(8), 0);
    Availability {
        json: json!({ "bitstream": view, "availableCount": count }),
        view: Some(json!({ "buffer": 0, "byteOffset": start, "byteLength": length })),
    }
}
