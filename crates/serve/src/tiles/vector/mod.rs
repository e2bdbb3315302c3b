//! Vector tiles: contours, the sea, rivers and lakes, in the format Mapbox Vector Tile 2.1.
//!
//! The samples of a tile lie on its borders, and a few beyond them. Neighbours have the same samples there, so lines meet.

mod clip;
mod contours;
mod encode;
mod interval;
mod isolines;
mod sea;
mod simplify;
mod units;
mod water;

use serde_json::{Value, json};

use super::address::Address;
use isolines::Samples;
pub(crate) use water::MapWater;

/// Cells beyond each border of a tile. The tile of level 0 is the whole world, so there are none beyond it.
pub(crate) const fn margin(tile: &Address) -> u32 {
    if tile.zoom == 0 { 0 } else { (units::BUFFER / units::CELL) as u32 }
}

/// What a vector tile is made from.
pub(crate) struct Vector<'a> {
    pub(crate) tile: &'a Address,
    /// Heights at the corners of the tile's cells, and of those in its [margin], row by row from the north.
    pub(crate) heights: Vec<f32>,
    /// Metres between samples.
    pub(crate) spacing: f64,
    pub(crate) sea_level: Option<f64>,
    pub(crate) water: &'a MapWater,
}

impl Vector<'_> {
    /// The bytes of the file.
    pub(crate) fn encode(self) -> Vec<u8> {
        let Self { tile, heights, spacing, sea_level, water } = self;
        let samples = Samples::new(heights, margin(tile) as i32 * units::CELL);
        let mut bytes = Vec::new();
        if let Some(level) = sea_level {
            sea::sea(&samples, level).put(&mut bytes);
        }
        water.lakes(tile, spacing).put(&mut bytes);
        water.rivers(tile, spacing).put(&mut bytes);
        contours::contours(&samples, spacing).put(&mut bytes);
        bytes
    }
}

/// The layers of all tiles with the types of their attributes, as TileJSON has them.
pub(crate) fn layers(has_sea: bool, water: &MapWater) -> Value {
    let layer = |id: &str, description: &str, fields: Value| json!({ "id": id, "description": description, "fields": fields });
    let mut layers = vec![layer(
        "contours",
        "lines of equal height; every fifth is an index contour",
        json!({ "height": "Number", "index": "Boolean" }),
    )];
    if has_sea {
        layers.push(layer("sea", "ground below the sea", json!({ "height": "Number" })));
    }
    if water.has_rivers() {
        let fields = json!({
            "river": "Number", "into": "String", "height": "Number", "width": "Number", "depth": "Number", "area": "Number",
            "discharge": "Number",
        });
        layers.push(layer("rivers", "the middle lines of rivers", fields));
    }
    if water.has_lakes() {
        let fields = json!({ "lake": "Number", "height": "Number", "depth": "Number", "area": "Number" });
        layers.push(layer("lakes", "the surfaces of lakes", fields));
    }
    layers.into()
}
