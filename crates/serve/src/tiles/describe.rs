//! Descriptions of the tiles for viewers: TileJSON, `layer.json`, and what pages need.

use orogen_engine::interval::Interval;
use orogen_files::web::mercator::{self, MAX_LATITUDE};
use serde_json::{Value, json};

use super::Tiles;
use super::ellipsoid::Ellipsoid;
use super::ground::Surface;
use super::layer::{Layer, MAX_ZOOM};
use super::mesh::METADATA_LEVELS;
use super::vector;

/// What pages need.
pub(crate) struct Page<'a> {
    pub(crate) name: &'a str,
    pub(crate) heights: Interval,
    pub(crate) sea_level: Option<f64>,
    /// The factor from heights to those on a map of the Earth's size.
    pub(crate) exaggeration: f64,
}

impl Tiles {
    /// TileJSON 3.0 of a layer of squares. `base` is the address of the server, with a slash at its end.
    pub(crate) fn tile_json(&self, layer: Layer, side: u32, base: &str) -> Value {
        let ending = layer.ending_of(side);
        let [longitude, latitude, zoom] = self.centre();
        let mut json = json!({
            "tilejson": "3.0.0",
            "name": self.page().name,
            // With the digest, browsers that keep tiles do not mix those of two terrains.
            "tiles": [format!("{base}{}/{{z}}/{{x}}/{{y}}{ending}?v={}", layer.name(), self.digest())],
            "vector_layers": self.vector_layers(layer),
            "scheme": "xyz",
            "format": layer.format(),
            "minzoom": 0,
            "maxzoom": MAX_ZOOM,
            "bounds": [-180.0, -MAX_LATITUDE, 180.0, MAX_LATITUDE],
            "center": [longitude, latitude, zoom],
            "orogen": { "domain": self.domain(), "digest": self.digest() },
        });
        if layer != Layer::Vector {
            json["tileSize"] = side.into();
        }
        if matches!(layer, Layer::Terrarium | Layer::Mapbox) {
            json["encoding"] = layer.name().into();
        }
        if let Surface::Planet(sphere) = self.ground.surface() {
            json["orogen"]["radius"] = sphere.radius().into();
        }
        json
    }

    /// The layers within vector tiles; other tiles have none.
    fn vector_layers(&self, layer: Layer) -> Value {
        if layer == Layer::Vector {
            vector::layers(self.sea_level().is_some(), &self.water)
        } else {
            json!([])
        }
    }

    /// `layer.json`, which describes meshes. The digest in the addresses of tiles makes viewers load those of a new terrain.
    pub(crate) fn layer_json(&self) -> Value {
        let available = (0..=MAX_ZOOM).map(|zoom| {
            let [columns, rows] = Layer::Terrain.world(zoom);
            json!([{ "startX": 0, "startY": 0, "endX": columns - 1, "endY": rows - 1 }])
        });
        json!({
            "tilejson": "2.1.0",
            "name": self.page().name,
            "version": "1.0.0",
            "format": "quantized-mesh-1.0",
            "scheme": "tms",
            "projection": "EPSG:4326",
            "bounds": [-180.0, -90.0, 180.0, 90.0],
            "minzoom": 0,
            "maxzoom": MAX_ZOOM,
            "tiles": [format!("{{z}}/{{x}}/{{y}}.terrain?v={}", self.digest())],
            "extensions": ["octvertexnormals", "watermask", "metadata"],
            // Cesium reads the metadata of tiles only with this key, and then takes availability from there.
            "metadataAvailability": METADATA_LEVELS,
            "available": available.collect::<Vec<_>>(),
        })
    }

    /// What a page with a globe needs.
    pub(crate) fn globe_json(&self) -> Value {
        let Ellipsoid { equatorial, polar } = Ellipsoid::of(self.ground.surface());
        json!({
            "radii": [equatorial, equatorial, polar],
            "isEarth": matches!(self.ground.surface(), Surface::Earth(_)),
            "domain": self.domain(),
            "digest": self.digest(),
            "maxzoom": MAX_ZOOM,
            "highest": self.overview.heights.max,
        })
    }

    pub(crate) fn page(&self) -> Page<'_> {
        let recipe = self.ground.recipe();
        let earth = mercator::CIRCUMFERENCE / (2.0 * std::f64::consts::PI);
        let exaggeration = match self.ground.surface() {
            Surface::Earth(_) => 1.0,
            Surface::Planet(sphere) => earth / sphere.radius(),
        };
        let name = if recipe.name.is_empty() { "Terrain" } else { &recipe.name };
        Page { name, heights: self.overview.heights, sea_level: self.sea_level(), exaggeration }
    }

    /// West, south, east and north edge of the domain in degrees.
    fn domain(&self) -> [f64; 4] {
        let Surface::Earth(anchor) = self.ground.surface() else {
            return [-180.0, -90.0, 180.0, 90.0];
        };
        let half = 0.5 * self.ground.recipe().domain.size / self.ground.spacing(0);
        let (east, south) = (mercator::east(anchor.longitude), mercator::south(anchor.latitude));
        let longitude = |east: f64| mercator::longitude(east.clamp(0.0, 1.0));
        let latitude = |south: f64| mercator::latitude(south.clamp(0.0, 1.0));
        [longitude(east - half), latitude(south + half), longitude(east + half), latitude(south - half)]
    }

    /// Longitude and latitude of the middle, and the finest zoom level on which a tile is as large as the domain.
    fn centre(&self) -> [f64; 3] {
        let Surface::Earth(anchor) = self.ground.surface() else { return [0.0; 3] };
        let share = self.ground.spacing(0) / self.ground.recipe().domain.size;
        let zoom = (0..=MAX_ZOOM).rev().find(|&zoom| f64::from(1_u32 << zoom) <= share).unwrap_or(0);
        [anchor.longitude, anchor.latitude, zoom.into()]
    }
}
