//! GeoJSON: RFC 7946 (Butler et al., 2016), and the member `crs` of the format of 2008, which GDAL and QGIS write.

use serde::Deserialize;
use serde_json::Value;

use super::placing::Crs;
use super::{Feature, Features, Position, no_shape};
use crate::Problem;

/// A collection, a feature or a geometry.
#[derive(Deserialize)]
struct Object {
    r#type: String,
    features: Option<Vec<Object>>,
    geometry: Option<Box<Object>>,
    geometries: Option<Vec<Object>>,
    coordinates: Option<Nest>,
    properties: Option<Box<Properties>>,
    crs: Option<Box<Value>>,
}

#[derive(Deserialize)]
struct Properties {
    height: Option<Value>,
}

/// Numbers in lists of lists.
#[derive(Deserialize)]
#[serde(untagged)]
enum Nest {
    Number(f64),
    List(Vec<Nest>),
}

const EXPORT: &str = "export it again as GeoJSON: `ogr2ogr -f GeoJSON OUT.geojson IN`";

/// Reads the features of a file.
pub(super) fn read(bytes: &[u8]) -> Result<Features, Problem> {
    // Some programs begin UTF-8 with a byte order mark.
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let root: Object = serde_json::from_slice(bytes)
        .map_err(|error| Problem::new(format!("it is no GeoJSON: {error}"), EXPORT))?;
    let crs = root.crs.as_deref().filter(|crs| !crs.is_null()).map(crs).transpose()?;
    let mut features = Features { crs, ..Features::default() };
    match &*root.r#type {
        "FeatureCollection" => {
            for (index, feature) in root.features.unwrap_or_default().into_iter().enumerate() {
                add_feature(&mut features, &format!("feature {}", index + 1), feature)?;
            }
        }
        _ => add_feature(&mut features, "the feature", root)?,
    }
    Ok(features)
}

/// Adds a feature, or a geometry without one. A feature may have no geometry.
fn add_feature(features: &mut Features, place: &str, object: Object) -> Result<(), Problem> {
    if object.r#type != "Feature" {
        return add_geometry(features, place, object, None);
    }
    let height = object.properties.and_then(|properties| properties.height);
    let height = height.and_then(|height| height.as_f64());
    object.geometry.map_or(Ok(()), |geometry| add_geometry(features, place, *geometry, height))
}

/// Adds a geometry. `height` is that of positions without one.
fn add_geometry(
    features: &mut Features,
    place: &str,
    object: Object,
    height: Option<f64>,
) -> Result<(), Problem> {
    let Object { r#type: kind, coordinates, geometries, .. } = object;
    if kind == "GeometryCollection" {
        let mut parts = geometries.unwrap_or_default().into_iter();
        return parts.try_for_each(|geometry| add_geometry(features, place, geometry, height));
    }
    let damaged = || Problem::new(format!("{place}: the coordinates do not fit a {kind}"), EXPORT);
    let shape = |is_polygon, lines| Feature { place: place.to_owned(), is_polygon, lines, height };
    let list = || list(coordinates.as_ref().ok_or_else(damaged)?).ok_or_else(damaged);
    let line = |nest: &Nest| line(nest).ok_or_else(damaged);
    let lines = |nests: &[Nest]| nests.iter().map(line).collect::<Result<Vec<_>, _>>();
    match &*kind {
        "LineString" => features.add(shape(false, vec![line(coordinates.as_ref().ok_or_else(damaged)?)?])),
        "MultiLineString" => {
            lines(list()?)?.into_iter().try_for_each(|line| features.add(shape(false, vec![line])))
        }
        "Polygon" => features.add(shape(true, lines(list()?)?)),
        "MultiPolygon" => list()?.iter().try_for_each(|polygon| {
            let rings = self::list(polygon).ok_or_else(damaged)?;
            features.add(shape(true, lines(rings)?))
        }),
        "Point" | "MultiPoint" => Err(no_shape(place, &kind)),
        _ => {
            let message = format!("{place}: `{}` is no type of GeoJSON", kind.escape_debug());
            Err(Problem::new(message, EXPORT))
        }
    }
}

fn list(nest: &Nest) -> Option<&[Nest]> {
    match nest {
        Nest::List(list) => Some(list),
        Nest::Number(_) => None,
    }
}

fn line(nest: &Nest) -> Option<Vec<Position>> {
    list(nest)?.iter().map(position).collect()
}

/// A position: two numbers or three. Further numbers have no meaning, says the RFC.
fn position(nest: &Nest) -> Option<Position> {
    let number = |nest: &Nest| match nest {
        Nest::Number(number) => Some(*number),
        Nest::List(_) => None,
    };
    let numbers = list(nest)?;
    let at = [number(numbers.first()?)?, number(numbers.get(1)?)?];
    let height = numbers.get(2).map(|height| number(height).ok_or(())).transpose().ok()?;
    Some(Position { at, height })
}

/// The coordinate system that a member `crs` names.
fn crs(value: &Value) -> Result<Crs, Problem> {
    let name = value["properties"]["name"].as_str();
    name.and_then(Crs::named).ok_or_else(|| {
        let message = "its member `crs` names no coordinate system of EPSG";
        Problem::new(
            message,
            "project it: `ogr2ogr -t_srs EPSG:32632 OUT.geojson IN`, with the code of your map",
        )
    })
}
