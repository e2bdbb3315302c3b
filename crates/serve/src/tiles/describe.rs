//! Descriptions of the tiles for viewers: TileJSON, `layer.json`, and what pages need.

use orogen_engine::interval::Interval;
use orogen_files::web::mercator;
use serde_json::{Value, json};

use super::Tiles;
use super::address::Address;
use super::coverage::{Coverage, Rectangle};
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
    /// TileJSON 3.0 of squares that there are. `address` is that of a tile, with `{z}`, `{x}` and `{y}`.
    pub(crate) fn tile_json(&self, coverage: &Coverage, side: u32, address: &str) -> Value {
        let layer = coverage.layer;
        let (longitude, latitude, zoom) = self.centre_in(coverage);
        let mut json = json!({
            "tilejson": "3.0.0",
            "name": self.page().name,
            // With the digest, browsers that keep tiles do not mix those of two terrains.
            "tiles": [format!("{address}?v={}", self.digest())],
            "vector_layers": self.vector_layers(layer),
            "scheme": "xyz",
            "format": layer.format(),
            "minzoom": coverage.zooms.start(),
            "maxzoom": coverage.zooms.end(),
            "bounds": coverage.bounds(),
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

    /// `layer.json` of meshes that [name](Self::make) the tiles below them.
    pub(crate) fn layer_json(&self) -> Value {
        let mut json = self.layer_file(&Coverage::whole(Layer::Terrain));
        json["extensions"] = json!(["octvertexnormals", "watermask", "metadata"]);
        // Cesium reads the metadata of tiles only with this key, and then takes availability from there.
        json["metadataAvailability"] = METADATA_LEVELS.into();
        json
    }

    /// `layer.json` of the meshes that there are. The digest in the addresses of tiles makes viewers load those of a new terrain.
    pub(crate) fn layer_file(&self, coverage: &Coverage) -> Value {
        let available = coverage.zooms.clone().map(|zoom| {
            let Rectangle { columns, rows } = coverage.tiles(zoom);
            json!([{ "startX": columns.start, "startY": rows.start, "endX": columns.end - 1, "endY": rows.end - 1 }])
        });
        json!({
            "tilejson": "2.1.0",
            "name": self.page().name,
            "version": "1.0.0",
            "format": "quantized-mesh-1.0",
            "scheme": "tms",
            "projection": "EPSG:4326",
            "bounds": [-180.0, -90.0, 180.0, 90.0],
            "minzoom": coverage.zooms.start(),
            "maxzoom": coverage.zooms.end(),
            "tiles": [format!("{{z}}/{{x}}/{{y}}.terrain?v={}", self.digest())],
            "extensions": ["octvertexnormals", "watermask"],
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
    pub(crate) fn domain(&self) -> [f64; 4] {
        let Surface::Earth(anchor) = self.ground.surface() else {
            return [-180.0, -90.0, 180.0, 90.0];
        };
        let half = 0.5 * self.ground.recipe().domain.size / self.ground.spacing(0);
        let (east, south) = (mercator::east(anchor.longitude), mercator::south(anchor.latitude));
        let longitude = |east: f64| mercator::longitude(east.clamp(0.0, 1.0));
        let latitude = |south: f64| mercator::latitude(south.clamp(0.0, 1.0));
        [longitude(east - half), latitude(south + half), longitude(east + half), latitude(south - half)]
    }

    /// The first view of tiles: the [centre](Self::centre), or what is nearest to it.
    pub(crate) fn centre_in(&self, coverage: &Coverage) -> (f64, f64, u8) {
        let [west, south, east, north] = coverage.bounds();
        let ((longitude, latitude, zoom), zooms) = (self.centre(), &coverage.zooms);
        let zoom = zoom.clamp(*zooms.start(), *zooms.end());
        (longitude.clamp(west, east), latitude.clamp(south, north), zoom)
    }

    /// Whether a plane's domain goes on beyond the 180th meridian.
    pub(crate) fn crosses_antimeridian(&self) -> bool {
        let size = self.ground.recipe().domain.size;
        let easts = [0.0, size].map(|metres| self.ground.place([metres; 2]).map(|[east, _]| east));
        easts.into_iter().flatten().any(|east| !(0.0..=1.0).contains(&east))
    }

    /// The coarsest zoom level on which the samples of a layer are as close as those of the recipe, in tiles with `side` pixels along
    /// a side if there is a choice.
    pub(crate) fn full_zoom(&self, layer: Layer, side: u32) -> u8 {
        let spacing = self.ground.recipe().domain.spacing() * (1.0 + 1e-9);
        let is_full = |&zoom: &u8| {
            let tile = Address { layer, side: layer.fixed_side().unwrap_or(side), zoom, x: 0, y: 0 };
            self.ground.spacing(tile.exponent()) <= spacing
        };
        (0..layer.max_zoom()).find(is_full).unwrap_or(layer.max_zoom())
    }

    /// Longitude and latitude of the middle, and the finest zoom level on which a tile is as large as the domain.
    fn centre(&self) -> (f64, f64, u8) {
        let Surface::Earth(anchor) = self.ground.surface() else { return (0.0, 0.0, 0) };
        let share = self.ground.spacing(0) / self.ground.recipe().domain.size;
        let zoom = (0..=MAX_ZOOM).rev().find(|&zoom| f64::from(1_u32 << zoom) <= share).unwrap_or(0);
        (anchor.longitude, anchor.latitude, zoom)
    }
}
