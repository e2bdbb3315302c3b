//! Well-known text: OGC 06-103r4 (2011), and PostGIS's `SRID=32632;` before it.

use std::str::FromStr;

use wkt::Wkt;
use wkt::types::{LineString, Polygon};

use super::placing::Crs;
use super::{Feature, Features, MAX_POINTS, Position, no_shape, too_many_points};
use crate::Problem;

/// The most brackets within one another: a multipolygon in a collection in a collection has five.
const MAX_DEPTH: usize = 16;

/// Adds the shapes of a geometry. `height` is that of positions without one.
pub(super) fn add(
    features: &mut Features,
    place: &str,
    text: &str,
    height: Option<f64>,
) -> Result<(), Problem> {
    let broken = |why: &str| {
        let help = "write geometries in quotes, such as \"LINESTRING Z (0 0 5, 80 0 7)\"";
        Problem::new(format!("{place}: it is no well-known text: {why}"), help)
    };
    let text = match text.split_once(';') {
        Some((srid, rest)) => {
            let code = srid.trim().strip_prefix("SRID=").and_then(|code| code.parse().ok());
            let crs = Crs::of_code(code.ok_or_else(|| broken("SRID=… is no number"))?);
            if features.crs.is_some_and(|other| other != crs) {
                let message = format!("{place}: it is in another coordinate system than those before it");
                return Err(Problem::new(message, "project all geometries to one coordinate system"));
            }
            features.crs = Some(crs);
            rest
        }
        None => text,
    };
    let depth = text.bytes().scan(0_usize, |depth, byte| {
        *depth = match byte {
            b'(' => *depth + 1,
            b')' => depth.saturating_sub(1),
            _ => *depth,
        };
        Some(*depth)
    });
    if depth.max().unwrap_or(0) > MAX_DEPTH {
        return Err(broken("it has too many brackets within one another"));
    }
    if text.is_empty() {
        return Ok(());
    }
    // A comma is between two points, or between lists of them.
    if text.bytes().filter(|&byte| byte == b',').count() >= MAX_POINTS {
        return Err(too_many_points(place));
    }
    let geometry = Wkt::<f64>::from_str(text).map_err(broken)?;
    add_geometry(features, place, geometry, height)
}

fn add_geometry(
    features: &mut Features,
    place: &str,
    geometry: Wkt<f64>,
    height: Option<f64>,
) -> Result<(), Problem> {
    let shape = |is_polygon, lines| Feature { place: place.to_owned(), is_polygon, lines, height };
    let outline = |polygon: Polygon<f64>| shape(true, polygon.into_inner().0.into_iter().map(line).collect());
    match geometry {
        Wkt::LineString(path) => features.add(shape(false, vec![line(path)])),
        Wkt::MultiLineString(paths) => {
            paths.into_inner().0.into_iter().try_for_each(|path| features.add(shape(false, vec![line(path)])))
        }
        Wkt::Polygon(polygon) => features.add(outline(polygon)),
        Wkt::MultiPolygon(polygons) => {
            polygons.into_inner().0.into_iter().try_for_each(|polygon| features.add(outline(polygon)))
        }
        Wkt::GeometryCollection(parts) => {
            let mut parts = parts.into_inner().0.into_iter();
            parts.try_for_each(|part| add_geometry(features, place, part, height))
        }
        Wkt::Point(_) | Wkt::MultiPoint(_) => Err(no_shape(place, "point")),
    }
}

fn line(path: LineString<f64>) -> Vec<Position> {
    path.into_inner()
        .0
        .into_iter()
        .map(|point| Position { at: [point.x, point.y], height: point.z })
        .collect()
}
