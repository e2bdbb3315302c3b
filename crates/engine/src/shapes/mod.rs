//! Lines and polygons as the engine sees them: positions in metres. The caller reads the files.

mod area;
mod sampling;
mod segments;
mod tree;

use std::path::Path;

pub(crate) use sampling::{Sampling, sampled};
pub(crate) use segments::{MAX_SEGMENTS, Segments};

/// The lines and polygons of a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shapes {
    /// In the order of the file. Where polygons overlap, inside is their union.
    pub shapes: Vec<Shape>,
}

/// A line or a polygon.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A line through points.
    Line(Polyline),
    /// The outlines of a polygon and of its holes. A place is inside if a ray from it crosses the outlines an odd number of times.
    /// The last point of each outline equals the first.
    Polygon(Vec<Polyline>),
}

/// Points that segments connect.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Polyline {
    /// Metres along x and y of the domain. All are finite.
    pub points: Vec<[f64; 2]>,
    /// The height of each point in metres, if the file has heights. All are finite.
    pub heights: Option<Vec<f64>>,
}

impl Shape {
    /// Its line, or its outlines.
    pub fn polylines(&self) -> &[Polyline] {
        match self {
            Self::Line(line) => std::slice::from_ref(line),
            Self::Polygon(rings) => rings,
        }
    }
}

/// What the positions in a file of shapes mean.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Coordinates {
    /// What the file says, or else what the size of its numbers suggests.
    #[default]
    Auto,
    /// Metres along x and y of the domain: y grows down the picture.
    Local,
    /// Eastings and northings in metres: y grows up the picture.
    Map,
    /// Longitudes and latitudes in degrees, on WGS 84.
    Degrees,
}

/// How the positions in a file of shapes become positions in a domain.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ShapeReading {
    /// The layer of a GeoPackage; without a name, the only one.
    pub layer: Option<String>,
    /// The meaning of the positions.
    pub coordinates: Coordinates,
    /// Where the domain is on a map.
    pub place: MapPlace,
}

/// The place of a domain on a map.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MapPlace {
    /// EPSG code of the map's coordinate system, if it is known.
    pub crs: Option<u32>,
    /// Easting and northing of the domain's corner at x = 0, y = 0, in metres; if it is unknown, the corner is at 0, 0.
    pub origin: Option<[f64; 2]>,
}

/// The error of callers that read no shapes.
pub(crate) fn unreadable(path: &Path) -> (String, String) {
    let message = format!("the shapes {} cannot be read here", path.display());
    (message, "this program was not given a way to read shapes".to_owned())
}
