//! Reads lines and polygons that other programs wrote: roads, rivers, walls and plots.

mod csv;
mod geojson;
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

/// Maximum number of points of a file.
const MAX_POINTS: usize = 2_000_000;

/// Reads lines and polygons from GeoJSON, or from CSV with the columns `x` and `y` or `wkt`, and places them in a domain.
///
/// | file | supported |
/// |---|---|
/// | GeoJSON (RFC 7946) | lines and polygons, single, multiple and in collections; a third number of a position is its height, else the number `height` of the properties; the coordinate system in `crs`, as GDAL and QGIS write it |
/// | CSV | a header and the columns `x`, `y` or `lon`, `lat`, with `z` and `id` if wanted, where rows with equal `id` form a line; or a column `wkt`; commas, semicolons or tabs |
///
/// The extension decides: `.csv`, `.tsv` and `.txt` are CSV, everything else is GeoJSON.
///
/// ```
/// use orogen_engine::shapes::ShapeReading;
/// use orogen_files::read_shapes;
///
/// # let folder = tempfile::tempdir().unwrap();
/// # let path = folder.path().join("road.csv");
/// std::fs::write(&path, "x,y,z\n0,10,2\n80,10,6\n").unwrap();
/// let shapes = read_shapes(&path, ShapeReading::default()).unwrap();
/// let road = &shapes.shapes[0].polylines()[0];
/// assert_eq!(road.points, [[0.0, 10.0], [80.0, 10.0]]);
/// assert_eq!(road.heights.as_deref(), Some(&[2.0, 6.0][..]));
/// ```
///
/// # Errors
/// The file does not exist, is longer than 100 MB, is no file of these kinds, or is in another coordinate system than the domain;
/// or a feature of it is neither a line nor a polygon, has too few points, or has numbers that are not finite. There may be two
/// million points.
pub fn read_shapes(path: &Path, reading: ShapeReading) -> Result<Shapes, FileError> {
    let in_file = |problem: Problem| problem.in_file(path);
    let bytes = read_at_most(path, MAX_BYTES).map_err(|mut error| {
        if error.message.contains("bytes") {
            error.help = "simplify the shapes, or crop them to the domain".to_owned();
        }
        error
    })?;
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let format = match &*extension.to_ascii_lowercase() {
        "csv" | "txt" | "tsv" => ShapeFormat::Csv,
        _ => ShapeFormat::GeoJson,
    };
    read_shapes_bytes(&bytes, format, reading).map_err(in_file)
}

/// The format of a file of shapes.
///
/// ```
/// assert_ne!(orogen_files::ShapeFormat::Csv, orogen_files::ShapeFormat::GeoJson);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShapeFormat {
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
/// let shapes = read_shapes_bytes(text.as_bytes(), ShapeFormat::GeoJson, reading).unwrap();
/// // y grows down the picture, to the south.
/// assert_eq!(shapes.shapes[0].polylines()[0].points, [[0.0, 0.0], [9.0, 4.0]]);
/// ```
///
/// # Errors
/// As [`read_shapes`].
pub fn read_shapes_bytes(
    bytes: &[u8],
    format: ShapeFormat,
    reading: ShapeReading,
) -> Result<Shapes, Problem> {
    let features = match format {
        ShapeFormat::Csv => csv::read(bytes)?,
        ShapeFormat::GeoJson => geojson::read(bytes)?,
    };
    placing::placed(features, reading)
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

fn too_many_points(place: &str) -> Problem {
    let message = format!("{place}: there are more than {MAX_POINTS} points up to here");
    Problem::new(message, "simplify the shapes, or crop them to the domain")
}

/// The error for points and other geometries without lines.
fn no_shape(place: &str, kind: &str) -> Problem {
    let message = format!("{place} is a {kind}, and shapes are lines and polygons");
    Problem::new(message, "remove it, or save lines and polygons to a file of their own")
}
