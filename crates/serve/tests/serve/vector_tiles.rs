//! Vector tiles as the crate `mvt-reader` decodes them.

use std::collections::HashMap;

use geo_types::{Geometry, LineString};
use mvt_reader::Reader;
use mvt_reader::feature::Value;

/// A point in units of a tile.
pub(crate) type Point = [i32; 2];

/// A feature: its lines, or its rings with the first point again at their ends.
pub(crate) struct Feature {
    pub(crate) lines: Vec<Vec<Point>>,
    attributes: HashMap<String, Value>,
}

impl Feature {
    pub(crate) fn number(&self, name: &str) -> f64 {
        let Some(Value::Double(number)) = self.attributes.get(name) else {
            panic!("{name}: {:?}", self.attributes)
        };
        *number
    }

    pub(crate) fn flag(&self, name: &str) -> bool {
        let Some(Value::Bool(flag)) = self.attributes.get(name) else {
            panic!("{name}: {:?}", self.attributes)
        };
        *flag
    }

    pub(crate) fn text(&self, name: &str) -> &str {
        let Some(Value::String(text)) = self.attributes.get(name) else {
            panic!("{name}: {:?}", self.attributes)
        };
        text
    }
}

/// The type of an attribute as TileJSON names it, for each attribute of a feature.
pub(crate) fn types(feature: &Feature) -> HashMap<&str, &'static str> {
    let name = |value: &Value| match value {
        Value::String(_) => "String",
        Value::Bool(_) => "Boolean",
        Value::Null => "null",
        _ => "Number",
    };
    feature.attributes.iter().map(|(key, value)| (key.as_str(), name(value))).collect()
}

/// The layers of a tile, by their names. Each has the version 2, the extent 4096 and features.
pub(crate) fn decode(bytes: &[u8]) -> HashMap<String, Vec<Feature>> {
    let reader = Reader::new(bytes.to_vec()).unwrap();
    let layers = reader.get_layer_metadata().unwrap();
    let layer = |layer: &mvt_reader::layer::Layer| {
        assert_eq!((layer.version, layer.extent), (2, 4096));
        assert!(layer.feature_count > 0, "{} is empty", layer.name);
        let features = reader.get_features_as::<i32>(layer.layer_index).unwrap();
        (layer.name.clone(), features.into_iter().map(feature).collect())
    };
    layers.iter().map(layer).collect()
}

fn feature(feature: mvt_reader::feature::Feature<i32>) -> Feature {
    let points = |line: &LineString<i32>| line.coords().map(|at| [at.x, at.y]).collect();
    let rings = |polygon: &geo_types::Polygon<i32>| -> Vec<Vec<Point>> {
        std::iter::once(polygon.exterior()).chain(polygon.interiors()).map(points).collect()
    };
    let lines = match &feature.geometry {
        Geometry::LineString(line) => vec![points(line)],
        Geometry::MultiLineString(lines) => lines.iter().map(points).collect(),
        Geometry::Polygon(polygon) => rings(polygon),
        Geometry::MultiPolygon(polygons) => polygons.iter().flat_map(rings).collect(),
        other => panic!("{other:?}"),
    };
    Feature { lines, attributes: feature.properties.unwrap_or_default() }
}

/// The distance of a point from a line.
pub(crate) fn distance([x, y]: [f64; 2], line: &[[f64; 2]]) -> f64 {
    let to_segment = |pair: &[[f64; 2]]| {
        let ([ax, ay], [bx, by]) = (pair[0], pair[1]);
        let length = (bx - ax).powi(2) + (by - ay).powi(2);
        let share = if length > 0.0 { ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length } else { 0.0 };
        let share = share.clamp(0.0, 1.0);
        (x - ax - share * (bx - ax)).hypot(y - ay - share * (by - ay))
    };
    line.windows(2).map(to_segment).fold(f64::INFINITY, f64::min)
}

/// Whether rings surround a point: a line from the point to the east crosses them an odd number of times.
pub(crate) fn surround(rings: &[Vec<Point>], [x, y]: [f64; 2]) -> bool {
    let crosses = |pair: &[Point]| {
        let [[ax, ay], [bx, by]] = [pair[0], pair[1]].map(|point| point.map(f64::from));
        (ay > y) != (by > y) && x < ax + (y - ay) / (by - ay) * (bx - ax)
    };
    rings.iter().flat_map(|ring| ring.windows(2)).filter(|pair| crosses(pair)).count() % 2 == 1
}
