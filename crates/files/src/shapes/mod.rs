//! Reads lines and polygons that other programs wrote: roads, rivers, walls and plots.

mod csv;
mod geojson;
mod geopackage;
mod mercator;
mod placing;
mod wkt;

use std::path::Path;

use orogen_engine::shapes::{ShapeReading, Shapes};

use crate::read::read_at_most;
use crate::{FileError, Problem};
use placing::Crs;

/// Maximum length of a file of shapes in bytes.
const MAX_BYTES: u64 = 100_000_000;

/// The most collections within one another.
const MAX_DEPTH: usize = 16;

/// The fix for coordinate systems that are not read.
const PROJECT: &str = "project it: `ogr2ogr -t_srs EPSG:32632 OUT IN`, with the code of your map";

/// Maximum number of points of a file.
const MAX_POINTS: usize = 2_000_000;

/// Reads lines and polygons from a GeoPackage, from GeoJSON, or from CSV with the columns `x` and `y` or `wkt`, and places them in
/// a domain.
///
/// | file | supported |
/// |---|---|
/// | GeoPackage (OGC 12-128r18) | the layer [`ShapeReading::layer`], or the only one: lines and polygons, single, multiple and in collections; Z is the height, else the number in a column `height`; coordinate systems with a code of EPSG |
/// | GeoJSON (RFC 7946) | lines and polygons, single, multiple and in collections; a third number of a position is its height, else the number `height` of the properties; the coordinate system in `crs`, as GDAL and QGIS write it |
/// | CSV | a header and the columns `x`, `y` or `lon`, `lat`, with `z` and `id` if wanted, where rows with equal `id` form a line; or a column `wkt`; commas, semicolons or tabs |
///
/// The first bytes decide whether it is a GeoPackage; otherwise `.csv`, `.tsv` and `.txt` are CSV, and everything else is GeoJSON.
///
/// ```
/// use orogen_engine::shapes::ShapeReading;
/// use orogen_files::read_shapes;
///
/// # let folder = tempfile::tempdir().unwrap();
/// # let path = folder.path().join("road.csv");
/// std::fs::write(&path, "x,y,z\n0,10,2\n80,10,6\n").unwrap();
/// let shapes = read_shapes(&path, &ShapeReading::default()).unwrap();
/// let road = &shapes.shapes[0].polylines()[0];
/// assert_eq!(road.points, [[0.0, 10.0], [80.0, 10.0]]);
/// assert_eq!(road.heights.as_deref(), Some(&[2.0, 6.0][..]));
/// ```
///
/// # Errors
/// The file does not exist, is longer than 100 MB, is no file of these kinds, or is in another coordinate system than the domain;
/// or a feature of it is neither a line nor a polygon, has too few points, or has numbers that are not finite. There may be two
/// million points. A GeoPackage has several layers or not the one that is asked for, or another program has changes of it that are
/// not in the file yet.
pub fn read_shapes(path: &Path, reading: &ShapeReading) -> Result<Shapes, FileError> {
    let in_file = |problem: Problem| problem.in_file(path);
    let bytes = read_at_most(path, MAX_BYTES, "simplify the shapes, or crop them to the domain")?;
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let format = match &*extension.to_ascii_lowercase() {
        _ if bytes.starts_with(geopackage::MAGIC) => ShapeFormat::GeoPackage,
        "gpkg" => ShapeFormat::GeoPackage,
        "csv" | "txt" | "tsv" => ShapeFormat::Csv,
        _ => ShapeFormat::GeoJson,
    };
    if format == ShapeFormat::GeoPackage {
        geopackage::refuse_unmerged(path).map_err(in_file)?;
    }
    read_shapes_bytes(&bytes, format, reading).map_err(in_file)
}

/// The format of a file of shapes.
///
/// ```
/// assert_ne!(orogen_files::ShapeFormat::Csv, orogen_files::ShapeFormat::GeoJson);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShapeFormat {
    /// GeoPackage, OGC 12-128r18.
    GeoPackage,
    /// GeoJSON, RFC 7946.
    GeoJson,
    /// Comma-separated values with a header.
    Csv,
}

/// As [`read_shapes`], from bytes in memory. Never panics, whatever the bytes.
///
/// ```
/// use orogen_engine::shapes::{Coordinates, ShapeReading};
/// use orogen_files::{ShapeFormat, read_shapes_bytes};
///
/// let text = r#"{"type": "LineString", "coordinates": [[0, 0], [9, -4]]}"#;
/// let reading = ShapeReading { coordinates: Coordinates::Map, ..ShapeReading::default() };
/// let shapes = read_shapes_bytes(text.as_bytes(), ShapeFormat::GeoJson, &reading).unwrap();
/// // y grows down the picture, to the south.
/// assert_eq!(shapes.shapes[0].polylines()[0].points, [[0.0, 0.0], [9.0, 4.0]]);
/// ```
///
/// # Errors
/// As [`read_shapes`].
pub fn read_shapes_bytes(
    bytes: &[u8],
    format: ShapeFormat,
    reading: &ShapeReading,
) -> Result<Shapes, Problem> {
    // Some programs begin UTF-8 with a byte order mark.
    let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    refuse_others(bytes, text)?;
    let layer = reading.layer.as_deref();
    let features = match format {
        ShapeFormat::GeoPackage => geopackage::read(bytes, layer)?,
        _ if layer.is_some() => {
            let help = "remove `layer`, or name a GeoPackage";
            return Err(Problem::new("only GeoPackages have layers", help));
        }
        ShapeFormat::Csv => csv::read(text)?,
        ShapeFormat::GeoJson => geojson::read(text)?,
    };
    placing::placed(features, reading)
}

/// Refuses formats that people often have. `text` is the file without a byte order mark.
fn refuse_others(bytes: &[u8], text: &[u8]) -> Result<(), Problem> {
    let name = match bytes {
        [0, 0, 0x27, 0x0A, ..] => "a Shapefile",
        [b'P', b'K', 3, 4, ..] => "a ZIP archive",
        [b'f', b'g', b'b', ..] => "a FlatGeobuf file",
        [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] => {
            return Err(Problem::new("it is text in UTF-16", "save the file as UTF-8"));
        }
        _ if text.trim_ascii_start().starts_with(b"<") => "XML, such as KML or GPX",
        _ => return Ok(()),
    };
    let help = "save it as a GeoPackage: `ogr2ogr OUT.gpkg IN`, or Export > Save Features As in QGIS";
    Err(Problem::new(format!("it is {name}"), help))
}

/// The features of a file, in its own coordinates.
#[derive(Debug, Default)]
struct Features {
    shapes: Vec<Feature>,
    /// The coordinate system, if the file says so.
    crs: Option<Crs>,
    /// The points of all shapes.
    points: usize,
}

/// One line or polygon of a file.
#[derive(Debug)]
struct Feature {
    /// Its place in the file, for messages: `feature 3`, `line 12`.
    place: String,
    is_polygon: bool,
    lines: Vec<Vec<Position>>,
    /// The height of positions that have none.
    height: Option<f64>,
}

/// A position: x and y or longitude and latitude, and the height.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Position {
    at: [f64; 2],
    height: Option<f64>,
}

impl Features {
    fn add(&mut self, feature: Feature) -> Result<(), Problem> {
        // Empty lines count, because they take memory too.
        self.points += feature.lines.iter().map(|line| line.len().max(1)).sum::<usize>().max(1);
        if self.points > MAX_POINTS {
            return Err(too_many_points(&feature.place));
        }
        self.shapes.push(feature);
        Ok(())
    }
}

/// The error of collections within more than [`MAX_DEPTH`] others.
fn too_deep(place: &str, help: &str) -> Problem {
    Problem::new(format!("{place} has too many collections within one another"), help)
}

fn too_many_points(place: &str) -> Problem {
    let message = format!("{place}: there are more than {MAX_POINTS} points up to here");
    Problem::new(message, "simplify the shapes, or crop them to the domain")
}

/// The error for points and other geometries without lines.
fn no_shape(place: &str, kind: &str) -> Problem {
    let message = format!("{place} is a {kind}, and shapes are lines and polygons");
    Problem::new(message, "remove it, or save lines and polygons to a file of their own")
}
