//! GeoJSON: RFC 7946 (Butler et al., 2016), and the member `crs` of the format of 2008, which GDAL and QGIS write.
//!
//! Members are read twice: first as parts of the text, because the type of a geometry may follow its coordinates, then as what they
//! are. So positions are never copied, and mistakes have a line and a column.

use std::fmt;

use serde::Deserialize;
use serde::de::{DeserializeOwned, Deserializer, Error as _, IgnoredAny, SeqAccess, Visitor};
use serde_json::Error;
use serde_json::value::RawValue;

use super::placing::Crs;
use super::{
    Feature, Features, MAX_DEPTH, MAX_POINTS, PROJECT, Position, no_shape, too_deep, too_many_points,
};
use crate::Problem;

const EXPORT: &str = "export it again as GeoJSON: `ogr2ogr -f GeoJSON OUT.geojson IN`";

/// A collection, a feature or a geometry. Its parts are not read yet.
#[derive(Deserialize)]
struct Object<'a> {
    r#type: Option<String>,
    #[serde(borrow)]
    features: Option<Parts<'a>>,
    geometry: Option<&'a RawValue>,
    geometries: Option<Parts<'a>>,
    coordinates: Option<&'a RawValue>,
    properties: Option<&'a RawValue>,
    crs: Option<&'a RawValue>,
}

/// Reads the features of a file.
pub(super) fn read(bytes: &[u8]) -> Result<Features, Problem> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let place = Place::START.after(&bytes[..error.valid_up_to()]);
        Problem::new(format!("{place}: it is not UTF-8"), "save the file as UTF-8")
    })?;
    let mut document = Document { text, last: Place::START, read: 0 };
    let root = document.object(text)?;
    let crs = root.crs.map(crs).transpose()?;
    let mut features = Features { crs, ..Features::default() };
    match root.r#type.as_deref() {
        Some("FeatureCollection") => {
            for (index, feature) in root.features.unwrap_or_default().0.into_iter().enumerate() {
                let place = format!("{}: feature {}", document.next(feature), index + 1);
                let feature = document.object(feature.get())?;
                document.add_feature(&mut features, &place, &feature)?;
            }
        }
        _ => {
            let before = text.len() - text.trim_start().len();
            let place = format!("{}: the object", Place::START.after(&bytes[..before]));
            document.add_feature(&mut features, &place, &root)?;
        }
    }
    Ok(features)
}

/// The text of a file.
struct Document<'a> {
    text: &'a str,
    /// The last place that was counted, and its distance from the start in bytes.
    last: Place,
    read: usize,
}

/// A place in a text. Columns are bytes, as in messages of `serde_json`.
#[derive(Clone, Copy)]
struct Place {
    line: usize,
    column: usize,
}

impl<'a> Document<'a> {
    /// The place of a part that follows all parts before.
    fn next(&mut self, part: &RawValue) -> Place {
        let end = self.distance(part.get()).max(self.read);
        self.last = self.last.after(&self.text.as_bytes()[self.read..end]);
        self.read = end;
        self.last
    }

    /// Bytes before a part of this text.
    fn distance(&self, part: &str) -> usize {
        let distance = (part.as_ptr() as usize).wrapping_sub(self.text.as_ptr() as usize);
        if distance <= self.text.len() { distance } else { 0 }
    }

    /// A mistake in a part of the text.
    fn mistake(&self, part: &str, error: &Error) -> (Place, String) {
        let before = &self.text.as_bytes()[..self.distance(part)];
        let start = Place::START.after(before);
        let place = match error.line() {
            0 => start,
            1 => Place { column: start.column + error.column().saturating_sub(1), ..start },
            line => Place { line: start.line + line - 1, column: error.column() },
        };
        let text = error.to_string();
        let at = format!(" at line {} column {}", error.line(), error.column());
        (place, text.strip_suffix(&at).unwrap_or(&text).replace("expected f64", "expected a number"))
    }

    fn object(&self, part: &'a str) -> Result<Object<'a>, Problem> {
        let refused = |error: Error| {
            let (place, why) = self.mistake(part, &error);
            let help = match () {
                () if error.is_eof() => "its end is missing: save or download it again",
                () if why.starts_with("trailing") => {
                    "a file has one object: put the features into a FeatureCollection"
                }
                () => EXPORT,
            };
            Problem::new(format!("it is no GeoJSON: {place}: {why}"), help)
        };
        // An array would be read as the members in their order.
        match part.trim_start().starts_with('[') {
            true => Err(refused(Error::custom("a list, where an object in braces is expected"))),
            false => serde_json::from_str(part).map_err(refused),
        }
    }

    /// Adds a feature, or a geometry without one. A feature may have no geometry.
    fn add_feature(&self, features: &mut Features, place: &str, object: &Object<'a>) -> Result<(), Problem> {
        if object.r#type.as_deref() != Some("Feature") {
            return self.add_geometry(features, Geometry { place, height: None, depth: 0 }, object);
        }
        let Some(geometry) = object.geometry else { return Ok(()) };
        let height = object.properties.and_then(height);
        let geometry = self.object(geometry.get())?;
        self.add_geometry(features, Geometry { place, height, depth: 0 }, &geometry)
    }

    fn add_geometry(
        &self,
        features: &mut Features,
        Geometry { place, height, depth }: Geometry<'_>,
        object: &Object<'a>,
    ) -> Result<(), Problem> {
        let Some(kind) = object.r#type.as_deref() else {
            let help = "write for example \"type\": \"LineString\", or export it again: `ogr2ogr -f GeoJSON \
                        OUT.geojson IN`";
            return Err(Problem::new(format!("{place} has no `type`"), help));
        };
        let shape = |is_polygon, lines| Feature { place: place.to_owned(), is_polygon, lines, height };
        let line = |line| shape(false, vec![line]);
        match kind {
            "GeometryCollection" if depth < MAX_DEPTH => {
                object.geometries.iter().flat_map(|parts| &parts.0).try_for_each(|part| {
                    let part = self.object(part.get())?;
                    self.add_geometry(features, Geometry { place, height, depth: depth + 1 }, &part)
                })
            }
            "GeometryCollection" => Err(too_deep(place, EXPORT)),
            "LineString" => features.add(line(self.coordinates(place, object, "[[x, y], [x, y]]")?)),
            "MultiLineString" => {
                let lines: Vec<_> = self.coordinates(place, object, "[[[x, y], [x, y]]]")?;
                lines.into_iter().try_for_each(|points| features.add(line(points)))
            }
            "Polygon" => {
                let form = "[[[x, y], [x, y], [x, y], [x, y]]]";
                features.add(shape(true, self.coordinates(place, object, form)?))
            }
            "MultiPolygon" => {
                let form = "[[[[x, y], [x, y], [x, y], [x, y]]]]";
                let polygons: Vec<_> = self.coordinates(place, object, form)?;
                polygons.into_iter().try_for_each(|rings| features.add(shape(true, rings)))
            }
            "Point" | "MultiPoint" => Err(no_shape(place, kind)),
            _ => {
                let message = format!("{place}: `{}` is no type of GeoJSON", kind.escape_debug());
                Err(Problem::new(message, EXPORT))
            }
        }
    }

    /// The coordinates of a geometry, which have the form `form`.
    fn coordinates<T: DeserializeOwned>(
        &self,
        place: &str,
        object: &Object<'a>,
        form: &str,
    ) -> Result<T, Problem> {
        let kind = object.r#type.as_deref().unwrap_or_default();
        let help = || format!("write the coordinates of a {kind} as {form}, or export it again");
        let Some(part) = object.coordinates else {
            return Err(Problem::new(format!("{place}: the {kind} has no `coordinates`"), help()));
        };
        // A list needs memory, even if it is empty. Each point is one, and there are fewer lines and polygons than points.
        if part.get().bytes().filter(|&byte| byte == b'[').count() > 2 * MAX_POINTS {
            return Err(too_many_points(place));
        }
        serde_json::from_str(part.get()).map_err(|error| {
            let (at, why) = self.mistake(part.get(), &error);
            let message = format!("{place}: the coordinates do not fit a {kind}: {at}: {why}");
            Problem::new(message, help())
        })
    }
}

/// What applies to a geometry.
#[derive(Clone, Copy)]
struct Geometry<'a> {
    place: &'a str,
    /// The height of positions without one.
    height: Option<f64>,
    /// The collections around it.
    depth: usize,
}

impl Place {
    const START: Self = Self { line: 1, column: 1 };

    /// The place after a text that begins here.
    fn after(self, text: &[u8]) -> Self {
        let lines = text.iter().filter(|&&byte| byte == b'\n').count();
        match text.iter().rposition(|&byte| byte == b'\n') {
            Some(last) => Self { line: self.line + lines, column: text.len() - last },
            None => Self { column: self.column + text.len(), ..self },
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Parts of a text, as many as there may be points.
#[derive(Default)]
struct Parts<'a>(Vec<&'a RawValue>);

impl<'de: 'a, 'a> Deserialize<'de> for Parts<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Of;
        impl<'de> Visitor<'de> for Of {
            type Value = Parts<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
                let mut parts = Vec::new();
                while let Some(part) = list.next_element()? {
                    if parts.len() == MAX_POINTS {
                        return Err(A::Error::custom(format!("more than {MAX_POINTS} features")));
                    }
                    parts.push(part);
                }
                Ok(Parts(parts))
            }
        }
        deserializer.deserialize_seq(Of)
    }
}

impl<'de> Deserialize<'de> for Position {
    /// Two numbers or three. Further numbers have no meaning, says the RFC.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Numbers;
        impl<'de> Visitor<'de> for Numbers {
            type Value = Position;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a position of two or three numbers, such as [12.5, 47.0]")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Position, A::Error> {
                let mut number = |index| {
                    list.next_element::<f64>()?.ok_or_else(|| A::Error::invalid_length(index, &Numbers))
                };
                let at = [number(0)?, number(1)?];
                let height = list.next_element()?;
                while list.next_element::<IgnoredAny>()?.is_some() {}
                Ok(Position { at, height })
            }
        }
        deserializer.deserialize_seq(Numbers)
    }
}

/// The property `height`, which may be a number in quotes.
fn height(properties: &RawValue) -> Option<f64> {
    #[derive(Deserialize)]
    struct Properties<'a> {
        #[serde(borrow)]
        height: Option<&'a RawValue>,
    }
    let Properties { height } = serde_json::from_str(properties.get()).ok()?;
    let text = height?.get();
    text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text).trim().parse().ok()
}

/// The coordinate system that a member `crs` names.
fn crs(member: &RawValue) -> Result<Crs, Problem> {
    #[derive(Deserialize)]
    struct Member {
        properties: Name,
    }
    #[derive(Deserialize)]
    struct Name {
        name: String,
    }
    let member: Option<Member> = serde_json::from_str(member.get()).ok();
    let crs = member.and_then(|member| Crs::named(&member.properties.name));
    crs.ok_or_else(|| Problem::new("its member `crs` names no coordinate system of EPSG", PROJECT))
}
