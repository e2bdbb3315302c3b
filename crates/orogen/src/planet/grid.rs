//! Grids of directions: maps of the whole planet, of a rectangle or a region, and faces of cube maps.

use std::f64::consts::{FRAC_1_SQRT_2, PI};
use std::ops::Range;

use super::lat_lon::sin_cos_degrees;
use super::tangent::to_plane;
use super::vector::{Vector, length, scaled, sum};
use super::{Direction, Face, LatLon, PlanetError, Sphere};
use crate::patch::Patch;
use crate::raster::MAX_SIDE;

/// Where the samples of a picture of the planet lie: columns from the left, rows from the top.
///
/// # Example
/// ```
/// use orogen::planet::{DirectionGrid, LatLon, Sphere};
///
/// // Four kilometres around the north pole, a sample every metre.
/// let moon = Sphere::new(1_737_400.0)?;
/// let grid = DirectionGrid::region(LatLon::new(90.0, 0.0)?, 4000.0, 4001, moon)?;
/// let pole = LatLon::of(grid.direction(2000, 2000));
/// assert_eq!(pole.latitude(), 90.0);
///
/// // Made some rows at a time.
/// let patch = grid.patch(moon, 0..2);
/// assert_eq!(patch.len(), 2 * 4001);
/// # Ok::<(), orogen::planet::PlanetError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct DirectionGrid {
    map: Map,
    columns: usize,
    rows: usize,
}

/// How the pixels of a face of a cube map are spread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CubeMap {
    /// Evenly over the plane of the face, as samplers of cube textures read them. Areas differ by a factor of 5.2.
    Gnomonic,
    /// Evenly in `u` and `v`, as the samples of tiles. Areas differ by a factor of √2.
    Tangent,
}

/// What the samples of a column have in common, and those of a row.
#[derive(Clone, Debug, PartialEq)]
enum Map {
    /// Sine and cosine of longitudes and latitudes.
    LatLon { meridians: Vec<[f64; 2]>, parallels: Vec<[f64; 2]> },
    /// Places in the plane of a face.
    Face { face: Face, lines: Vec<f64> },
    /// Angles from the middle, in radians to the east and to the south.
    Azimuthal { up: Vector, east_south: [Vector; 2], angles: Vec<f64> },
}

impl DirectionGrid {
    /// A map of the whole planet, equirectangular: `columns` over a turn, from longitude −180° on the left edge, and half
    /// as many rows, from the north pole. Samples are the middles of pixels.
    ///
    /// # Errors
    /// If the columns are none, an odd number, or too many.
    pub fn whole(columns: usize) -> Result<Self, PlanetError> {
        if columns == 0 || columns % 2 == 1 || columns > MAX_SIDE {
            return Err(PlanetError::Odd(columns));
        }
        Self::rectangle([-90.0, -180.0, 90.0, 180.0], columns, columns / 2)
    }

    /// A map of a rectangle, given by south, west, north and east in degrees: even steps of longitude and latitude. One
    /// over the date line goes from 170 to 190, or to −170. Samples are the middles of pixels, so even one that ends at a
    /// pole has none there.
    ///
    /// # Errors
    /// If there is no such rectangle, or as many columns or rows cannot be.
    pub fn rectangle(edges: [f64; 4], columns: usize, rows: usize) -> Result<Self, PlanetError> {
        let [south, west, north, east] = edges;
        LatLon::new(south, west).and(LatLon::new(north, east))?;
        let width = if east < west { east - west + 360.0 } else { east - west };
        if !(width > 0.0 && width <= 360.0 && south < north) {
            return Err(PlanetError::Rectangle(edges));
        }
        check_counts(columns, rows, 1)?;
        let middles = |from: f64, length: f64, count: usize| {
            let at = move |k: usize| from + (2 * k + 1) as f64 * length / (2 * count) as f64;
            (0..count).map(move |k| sin_cos_degrees(at(k) % 360.0)).collect()
        };
        let map = Map::LatLon {
            meridians: middles(west, width, columns),
            parallels: middles(north, south - north, rows),
        };
        Ok(Self { map, columns, rows })
    }

    /// A face of a cube map. Samples are the middles of pixels.
    ///
    /// # Errors
    /// If it has no columns, or too many.
    pub fn face(face: Face, side: usize, cube_map: CubeMap) -> Result<Self, PlanetError> {
        check_counts(side, side, 1)?;
        let at = |k: usize| (2 * k + 1) as f64 / side as f64 - 1.0;
        let lines = match cube_map {
            CubeMap::Gnomonic => (0..side).map(at).collect(),
            CubeMap::Tangent => (0..side).map(|k| to_plane(at(k))).collect(),
        };
        Ok(Self { map: Map::Face { face, lines }, columns: side, rows: side })
    }

    /// A square region of the sphere around a place, `size` metres long, with samples on its edges as in
    /// [`Grid::over`](crate::raster::Grid::over).
    ///
    /// The map is azimuthal and equidistant: straight lines through its middle are great circles, true in length and
    /// direction. North is up in the middle, and poles and date line are places as any others. Around a pole the meridian
    /// that the longitude names goes down from the north pole and up from the south pole. Away from the middle by an angle θ
    /// of the sphere, lengths crosswise are too long on the map by θ/sin θ: by 4·10⁻⁷ for 20 km on an Earth, and by 1.57 at
    /// the most, a quarter turn away.
    ///
    /// # Errors
    /// If a corner is more than a quarter turn from the middle, samples are fewer than 2 a side or too many, or less than
    /// a unit of position apart.
    pub fn region(middle: LatLon, size: f64, side: usize, sphere: Sphere) -> Result<Self, PlanetError> {
        let radius = sphere.radius();
        if !(size > 0.0 && size <= longest(radius)) {
            return Err(PlanetError::Size { size, radius });
        }
        check_counts(side, side, 2)?;
        let steps = side - 1;
        if size / (steps as f64) < Patch::UNIT {
            return Err(PlanetError::TooDense { spacing: size / steps as f64, radius });
        }
        let at = |k: usize| (2.0 * k as f64 - steps as f64) * (size / (2 * steps) as f64 / radius);
        let (up, east_south) = (middle.direction().vector(), middle.east_south());
        let map = Map::Azimuthal { up, east_south, angles: (0..side).map(at).collect() };
        Ok(Self { map, columns: side, rows: side })
    }

    /// Samples in a row.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The direction of a sample.
    ///
    /// # Panics
    /// If there are not so many columns or rows.
    pub fn direction(&self, column: usize, row: usize) -> Direction {
        Direction::along(match &self.map {
            Map::LatLon { meridians, parallels } => {
                let ([sin_lon, cos_lon], [sin_lat, cos_lat]) = (meridians[column], parallels[row]);
                [cos_lat * cos_lon, cos_lat * sin_lon, sin_lat]
            }
            Map::Face { face, lines } => face.place([1.0, lines[column], lines[row]]),
            Map::Azimuthal { up, east_south: [east, south], angles } => {
                let offset = sum(scaled(*east, angles[column]), scaled(*south, angles[row]));
                let angle = length(offset);
                // sin θ/θ, which is 1 in the middle.
                let factor = if angle > 0.0 { libm::sin(angle) / angle } else { 1.0 };
                sum(scaled(*up, libm::cos(angle)), scaled(offset, factor))
            }
        })
    }

    /// Some rows on a sphere, as a patch to ask terrain for: row by row from the top.
    ///
    /// # Panics
    /// If there are not so many rows.
    pub fn patch(&self, sphere: Sphere, rows: Range<usize>) -> Patch {
        let places = rows.flat_map(|row| (0..self.columns).map(move |column| (column, row)));
        let units: Vec<_> =
            places.map(|(column, row)| sphere.units(self.direction(column, row).vector())).collect();
        Patch::of_units(&units).unwrap_or_else(|_| unreachable!("radii end before positions do"))
    }
}

/// The longest side of a region on a sphere, in metres: half its diagonal is a quarter turn.
pub(super) fn longest(radius: f64) -> f64 {
    PI * FRAC_1_SQRT_2 * radius
}

fn check_counts(columns: usize, rows: usize, least: usize) -> Result<(), PlanetError> {
    let are_sound = [columns, rows].iter().all(|count| (least..=MAX_SIDE).contains(count));
    if are_sound { Ok(()) } else { Err(PlanetError::Counts([columns, rows])) }
}
