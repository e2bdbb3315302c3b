//! `tiles.json`, which describes the tiles to a web map: TileJSON 3.0.

use serde::{Deserialize, Serialize};

use super::Tileset;
use super::layout::Layout;
use super::terrain_rgb::Encoding;
use crate::Problem;

/// Maximum length of a text that is read, in bytes. A text that is written has about 600 bytes.
pub(super) const MAX_BYTES: u64 = 1 << 20;

/// TileJSON, the additional keys that MapLibre reads (`encoding`, `tileSize`), and the keys that this crate needs.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct TileJson {
    tilejson: String,
    name: String,
    /// Paths relative to this file; absent in an archive, whose address is unknown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    tiles: Vec<String>,
    /// Layers of vector tiles: always empty, but version 3 requires the key.
    #[serde(default)]
    vector_layers: Vec<serde_json::Value>,
    scheme: String,
    format: String,
    minzoom: u8,
    maxzoom: u8,
    bounds: [f64; 4],
    center: [f64; 3],
    encoding: String,
    #[serde(rename = "tileSize")]
    tile_size: u32,
    orogen: Samples,
}

/// The positions of the samples of the finest level in the terrain.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Samples {
    /// x and y of the first tile of the finest level.
    first_tile: [u32; 2],
    /// Columns and rows of tiles at the finest level.
    tiles: [u32; 2],
    /// Column and row of the first sample in the terrain, in steps of `metres_per_sample` from its origin.
    first_sample: [i64; 2],
    /// Metres between neighbouring samples of the finest level.
    metres_per_sample: f64,
}

impl TileJson {
    /// `templates` are the paths of tiles, with `{z}`, `{x}` and `{y}`.
    pub(super) fn new(tileset: &Tileset, templates: &[&str]) -> Self {
        let Tileset { name, encoding, layout } = tileset;
        let (minzoom, maxzoom) = layout.zooms().into_inner();
        let ([longitude, latitude], grid) = (layout.center(), layout.grid());
        let [columns, rows] = layout.tiles(maxzoom);
        Self {
            tilejson: "3.0.0".to_owned(),
            name: name.clone(),
            tiles: templates.iter().map(|&template| template.to_owned()).collect(),
            vector_layers: Vec::new(),
            scheme: "xyz".to_owned(),
            format: "png".to_owned(),
            minzoom,
            maxzoom,
            bounds: layout.bounds(),
            center: [longitude, latitude, f64::from(layout.whole_zoom())],
            encoding: encoding.name().to_owned(),
            tile_size: layout.tile_size(),
            orogen: Samples {
                first_tile: [columns.start, rows.start],
                tiles: [columns.len() as u32, rows.len() as u32],
                first_sample: [grid.first_column, grid.first_row],
                metres_per_sample: grid.spacing,
            },
        }
    }

    pub(super) fn text(&self) -> serde_json::Result<String> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }

    /// Parses the text; an error if its values contradict each other.
    pub(super) fn parse(text: &[u8]) -> Result<Tileset, String> {
        let json: Self = serde_json::from_slice(text).map_err(|error| error.to_string())?;
        let encoding = Encoding::from_name(&json.encoding)
            .ok_or_else(|| format!("its encoding is `{}`, not `terrarium` or `mapbox`", json.encoding))?;
        let layout = json.layout().map_err(|error| error.message)?;
        let tileset = Tileset { name: json.name.clone(), encoding, layout };
        if tileset.layout.zooms() != (json.minzoom..=json.maxzoom) || json.scheme != "xyz" {
            return Err("its zoom levels or its scheme do not match its tiles".to_owned());
        }
        Ok(tileset)
    }

    fn layout(&self) -> Result<Layout, Problem> {
        let Samples { first_tile, tiles, first_sample, metres_per_sample } = self.orogen;
        Layout::of_tiles(self.tile_size, self.maxzoom, first_tile, tiles, first_sample, metres_per_sample)
    }
}
