//! Maps: of the whole planet, of a rectangle, a region or a tile, and faces of cube maps.

use std::f64::consts::FRAC_PI_2;
use std::ops::Range;

use super::face::placed;
use super::lat_lon::sin_cos_degrees;
use super::limits::longest_region;
use super::samples::{Line, check_density, lines};
use super::tangent::to_plane;
use super::vector::{Vector, cross, difference, dot, length, scaled, sum, unit};
use super::{CubeLayout, Direction, Face, LatLon, PlanetError, Sphere, TileAddress};
use crate::patch::Patch;
use crate::raster::MAX_SIDE;

/// The samples of a map of the planet: columns from the left, rows from the top.
///
/// # Example
/// ```
/// use orogen_engine::planet::{DirectionGrid, LatLon, Sphere};
///
/// // Four kilometres around the north pole, a sample every metre.
/// let moon = Sphere::new(1_737_400.0)?;
/// let grid = DirectionGrid::region(LatLon::new(90.0, 0.0)?, 4000.0, 4001, moon)?;
/// let pole = LatLon::of(grid.direction(2000, 2000));
/// assert_eq!(pole.latitude(), 90.0);
///
/// // Some rows at a time.
/// let patch = grid.patch(moon, 0..2);
/// assert_eq!(patch.len(), 2 * 4001);
/// # Ok::<(), orogen_engine::planet::PlanetError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct DirectionGrid {
    map: Map,
    columns: usize,
    rows: usize,
    /// The largest angle between neighbouring samples, in radians.
    step: f64,
}

/// The distribution of pixels on a face of a cube map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CubeMap {
    /// Even over the plane of the face, as samplers of cube textures expect. Areas differ by a factor of 5.2.
    Gnomonic,
    /// Even in `u` and `v`, as the samples of tiles. Areas differ by a factor of √2.
    Tangent,
}

/// The numbers that all samples of a column share, and those that all samples of a row share.
#[derive(Clone, Debug, PartialEq)]
enum Map {
    /// Sine and cosine of longitudes and latitudes.
    LatLon { meridians: Vec<[f64; 2]>, parallels: Vec<[f64; 2]> },
    /// Places in the plane of a face, whose axes point to its centre, to the right and down.
    Face { axes: [Vector; 3], lines: [Vec<f64>; 2] },
    /// Columns and rows of a tile's samples.
    Tile { face: Face, lines: [Vec<Line>; 2] },
    /// Angles from the middle, in radians to the east and to the south.
    Azimuthal { up: Vector, east_south: [Vector; 2], angles: [Vec<f64>; 2] },
}

impl DirectionGrid {
    /// An equirectangular map of the whole planet. It has `columns` columns, from longitude −180° to 180°, and half as many rows,
    /// from the north pole to the south pole. Samples are the middles of pixels.
    ///
    /// # Errors
    /// The number of columns is 0, odd or too large.
    pub fn whole(columns: usize) -> Result<Self, PlanetError> {
        if columns == 0 || columns % 2 == 1 || columns > MAX_SIDE {
            return Err(PlanetError::Odd(columns));
        }
        Self::rectangle([-90.0, -180.0, 90.0, 180.0], columns, columns / 2)
    }

    /// A map of a rectangle, given by south, west, north and east in degrees, with even steps of longitude and latitude. A
    /// rectangle across the date line goes, for example, from 170 to 190, or from 170 to −170. Samples are the middles of pixels,
    /// so no sample is at a pole, even if the rectangle ends there.
    ///
    /// # Errors
    /// The rectangle, or the number of columns or rows, is invalid.
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
        let step = (width / columns as f64).max((north - south) / rows as f64).to_radians();
        Ok(Self { map, columns, rows, step })
    }

    /// A map with any meridians and parallels, such as the pixels of a web map, which has more rows per degree the farther it is from
    /// the equator. Longitudes are in degrees and grow from the left to the right; latitudes fall from the top to the bottom. A map
    /// across the date line goes on beyond 180.
    ///
    /// # Errors
    /// There are fewer than two meridians or parallels, or too many; a latitude or longitude is invalid or not in this order.
    ///
    /// # Example
    /// ```
    /// use orogen_engine::planet::{DirectionGrid, LatLon};
    ///
    /// let grid = DirectionGrid::graticule(&[170.0, 180.0, 190.0], &[60.0, 50.0])?;
    /// assert_eq!(grid.direction(2, 1), LatLon::new(50.0, -170.0)?.direction());
    /// assert_eq!(grid.step(), 10_f64.to_radians());
    /// assert!(DirectionGrid::graticule(&[0.0, 1.0], &[50.0, 60.0]).is_err());
    /// # Ok::<(), orogen_engine::planet::PlanetError>(())
    /// ```
    pub fn graticule(longitudes: &[f64], latitudes: &[f64]) -> Result<Self, PlanetError> {
        check_counts(longitudes.len(), latitudes.len(), 2)?;
        let ends = |lines: &[f64]| [lines[0], lines[lines.len() - 1]];
        let ([west, east], [north, south]) = (ends(longitudes), ends(latitudes));
        LatLon::new(south, west).and(LatLon::new(north, east))?;
        let widest = |lines: &[f64]| lines.windows(2).map(|pair| pair[1] - pair[0]).fold(0.0, f64::max);
        let is_sorted = longitudes.is_sorted_by(|a, b| a < b) && latitudes.is_sorted_by(|a, b| a > b);
        if !is_sorted || east - west > 360.0 {
            return Err(PlanetError::Rectangle([south, west, north, east]));
        }
        let southwards: Vec<_> = latitudes.iter().map(|latitude| -latitude).collect();
        let sines = |degrees: &f64| sin_cos_degrees(degrees % 360.0);
        let map = Map::LatLon {
            meridians: longitudes.iter().map(sines).collect(),
            parallels: latitudes.iter().map(sines).collect(),
        };
        let step = widest(longitudes).max(widest(&southwards)).to_radians();
        Ok(Self { map, columns: longitudes.len(), rows: latitudes.len(), step })
    }

    /// A face of a cube map. Samples are the middles of pixels.
    ///
    /// # Errors
    /// `side` is 0 or too large.
    pub fn face(face: Face, side: usize, cube_map: CubeMap) -> Result<Self, PlanetError> {
        Self::face_with(face.axes(), side, cube_map)
    }

    /// A face of a cube map for another program, with even spacing in the plane of the face. Samples are the middles of pixels.
    ///
    /// # Errors
    /// `side` is 0 or too large.
    pub fn face_for(layout: CubeLayout, face: Face, side: usize) -> Result<Self, PlanetError> {
        Self::face_with(layout.axes(face), side, CubeMap::Gnomonic)
    }

    fn face_with(axes: [Vector; 3], side: usize, cube_map: CubeMap) -> Result<Self, PlanetError> {
        check_counts(side, side, 1)?;
        let at = |k: usize| (2 * k + 1) as f64 / side as f64 - 1.0;
        let (lines, edge): (Vec<_>, _) = match cube_map {
            CubeMap::Gnomonic => ((0..side).map(at).collect(), 2.0),
            CubeMap::Tangent => ((0..side).map(|k| to_plane(at(k))).collect(), FRAC_PI_2),
        };
        let lines = [lines.clone(), lines];
        Ok(Self { map: Map::Face { axes, lines }, columns: side, rows: side, step: edge / side as f64 })
    }

    /// The samples of a tile, 2^`doublings` + 1 along each side, edges included. They equal those of
    /// [`TileSamples`](super::TileSamples) without an apron, to the bit, but there may be as many as a grid can have. For
    /// example, the root tile with 6 + *n* doublings has all samples of its face on level *n*, where each tile has 65 samples
    /// per side.
    ///
    /// # Errors
    /// There are too many samples, or they are less than a unit of position apart.
    pub fn tile(tile: TileAddress, doublings: u8, sphere: Sphere) -> Result<Self, PlanetError> {
        let side = 1_usize.checked_shl(doublings.into()).map_or(usize::MAX, |steps| steps.saturating_add(1));
        check_counts(side, side, 2)?;
        check_density(tile.level() + doublings, sphere)?;
        let lines = tile.place().map(|index| lines(tile.level(), index, doublings, 0));
        // A quarter turn has 2^(level + doublings) steps. Dividing by a power of two is exact.
        let step = FRAC_PI_2 / (1_u64 << (tile.level() + doublings)) as f64;
        Ok(Self { map: Map::Tile { face: tile.face(), lines }, columns: side, rows: side, step })
    }

    /// A square region of the sphere around a place, with sides of `size` metres and samples on its edges, as in
    /// [`Grid::over`](crate::raster::Grid::over).
    ///
    /// The map is azimuthal and equidistant: straight lines through its middle are great circles, true in length and
    /// direction. North is up in the middle, and the poles and the date line are places like any others. If the
    /// middle is the north pole, the meridian of its longitude goes down from the middle; if it is the south pole, up. At an
    /// angle θ from the middle, lengths across the direction to the middle are too long on the map by the factor θ/sin θ. In a
    /// region of 20 km on a planet of the Earth's size, they are too long by less than 10⁻⁶ of their length. A quarter turn away,
    /// the factor reaches its maximum of 1.57.
    ///
    /// # Errors
    /// The size is not positive, a corner is more than a quarter turn from the centre, there are fewer than 2 samples a side or
    /// too many, or samples are less than a unit of position apart.
    pub fn region(middle: LatLon, size: f64, side: usize, sphere: Sphere) -> Result<Self, PlanetError> {
        let radius = sphere.radius();
        if !(size > 0.0 && size <= longest_region(radius)) {
            return Err(PlanetError::Size { size, radius });
        }
        check_counts(side, side, 2)?;
        let steps = side - 1;
        if size / (steps as f64) < Patch::UNIT {
            return Err(PlanetError::TooDense { spacing: size / steps as f64, radius });
        }
        let at = |k: usize| (2.0 * k as f64 - steps as f64) * (size / (2 * steps) as f64 / radius);
        let (up, east_south) = (middle.direction().vector(), middle.east_south());
        let angles: Vec<_> = (0..side).map(at).collect();
        let map = Map::Azimuthal { up, east_south, angles: [angles.clone(), angles] };
        Ok(Self { map, columns: side, rows: side, step: size / steps as f64 / radius })
    }

    /// A map of some of the columns and rows: the same samples, to the bit.
    ///
    /// # Panics
    /// The columns or rows are out of range.
    pub fn crop(&self, columns: Range<usize>, rows: Range<usize>) -> Self {
        fn cut<T: Clone>(all: &[T], some: &Range<usize>) -> Vec<T> {
            all[some.clone()].to_vec()
        }
        let (c, r) = (&columns, &rows);
        let map = match &self.map {
            Map::LatLon { meridians, parallels } => {
                Map::LatLon { meridians: cut(meridians, c), parallels: cut(parallels, r) }
            }
            Map::Face { axes, lines: [across, down] } => {
                Map::Face { axes: *axes, lines: [cut(across, c), cut(down, r)] }
            }
            Map::Tile { face, lines: [across, down] } => {
                Map::Tile { face: *face, lines: [cut(across, c), cut(down, r)] }
            }
            Map::Azimuthal { up, east_south, angles: [across, down] } => {
                Map::Azimuthal { up: *up, east_south: *east_south, angles: [cut(across, c), cut(down, r)] }
            }
        };
        Self { map, columns: columns.len(), rows: rows.len(), step: self.step }
    }

    /// An upper bound of the angle between neighbouring samples of a row or column, in radians. Samples are farthest apart at the
    /// equator of maps by latitude and longitude, at the centre of faces of cube maps, and along the middle lines of a region.
    /// This angle times the radius is the spacing to prepare a terrain for.
    pub fn step(&self) -> f64 {
        self.step
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
    /// The columns or rows are out of range.
    pub fn direction(&self, column: usize, row: usize) -> Direction {
        Direction::along(self.vector(column, row))
    }

    /// The picture's own axes at a sample, as unit vectors along the sphere at right angles: the first along the row, to
    /// the right; the second across it, to the side where row numbers grow. On maps by latitude and longitude these are exactly
    /// east and south, even next to a pole. On other maps, columns do not cross rows at right angles, so the second axis has the
    /// column's direction only on the middle lines.
    ///
    /// # Panics
    /// The columns or rows are out of range.
    pub fn axes(&self, column: usize, row: usize) -> [[f64; 3]; 2] {
        let up = self.direction(column, row).vector();
        let right = match &self.map {
            Map::LatLon { meridians, .. } => {
                let [sin_lon, cos_lon] = meridians[column];
                [-sin_lon, cos_lon, 0.0]
            }
            Map::Face { axes, .. } => of_face(axes[1], self.vector(column, row)),
            Map::Tile { face, .. } => of_face(face.axes()[1], self.vector(column, row)),
            Map::Azimuthal { up: middle, east_south, angles: [across, down] } => {
                of_azimuthal(*middle, *east_south, [across[column], down[row]])
            }
        };
        // Seen from outside, down is a quarter turn clockwise from right, unless the picture is that from inside.
        let down = cross(right, up);
        [right, if self.is_seen_from_inside() { scaled(down, -1.0) } else { down }]
    }

    /// A vector of any length in the direction of a sample.
    fn vector(&self, column: usize, row: usize) -> Vector {
        match &self.map {
            Map::LatLon { meridians, parallels } => {
                let ([sin_lon, cos_lon], [sin_lat, cos_lat]) = (meridians[column], parallels[row]);
                [cos_lat * cos_lon, cos_lat * sin_lon, sin_lat]
            }
            Map::Face { axes, lines: [across, down] } => placed(axes, [1.0, across[column], down[row]]),
            Map::Tile { face, lines: [across, down] } => face.place(Line::meet(across[column], down[row])),
            Map::Azimuthal { up, east_south: [east, south], angles: [across, down] } => {
                let offset = sum(scaled(*east, across[column]), scaled(*south, down[row]));
                let angle = length(offset);
                sum(scaled(*up, libm::cos(angle)), scaled(offset, sinc(angle)))
            }
        }
    }

    /// Whether the picture is mirrored, as cube maps for programs with left-handed axes are.
    fn is_seen_from_inside(&self) -> bool {
        match &self.map {
            Map::Face { axes: [axis, right, down], .. } => dot(cross(*right, *axis), *down) < 0.0,
            _ => false,
        }
    }

    /// The samples of some rows on a sphere, as a patch for a terrain: row by row from the top.
    ///
    /// # Panics
    /// The rows are out of range.
    pub fn patch(&self, sphere: Sphere, rows: Range<usize>) -> Patch {
        let places = rows.flat_map(|row| (0..self.columns).map(move |column| (column, row)));
        sphere.patch(places.map(|(column, row)| self.vector(column, row)))
    }
}

/// sin θ/θ, which is 1 at 0.
fn sinc(angle: f64) -> f64 {
    if angle > 0.0 { libm::sin(angle) / angle } else { 1.0 }
}

/// The direction along a row of a face at a vector *p* = *axis* + *s*·*right* + *t*·*down*. The derivative of *p*/|*p*| with
/// respect to *s* has the direction of *right* − *p*·(*p*·*right*)/|*p*|².
fn of_face(right: Vector, p: Vector) -> Vector {
    unit(difference(right, scaled(p, dot(p, right) / dot(p, p))))
}

/// The direction along a row of an azimuthal map, at the angles *a* to the east and *b* to the south of its middle *m*. With
/// *o* = *a*·*east* + *b*·*south*, θ = |*o*| and *s* = sin θ/θ, the sample is in the direction cos θ·*m* + *s*·*o*. As ∂θ/∂*a* =
/// *a*/θ, the derivative of this direction with respect to *a* is *s*·(*east* − *a*·*m*) + *a*·(cos θ − *s*)/θ²·*o*.
fn of_azimuthal(middle: Vector, [east, south]: [Vector; 2], [a, b]: [f64; 2]) -> Vector {
    let offset = sum(scaled(east, a), scaled(south, b));
    let square = dot(offset, offset);
    let angle = square.sqrt();
    let s = sinc(angle);
    // For small θ the difference loses digits. But the quotient is multiplied by `offset`, which is as small as θ, so the error
    // of the result stays small.
    let bend = if square > 0.0 { a * (libm::cos(angle) - s) / square } else { 0.0 };
    unit(sum(scaled(difference(east, scaled(middle, a)), s), scaled(offset, bend)))
}

fn check_counts(columns: usize, rows: usize, least: usize) -> Result<(), PlanetError> {
    let are_sound = [columns, rows].iter().all(|count| (least..=MAX_SIDE).contains(count));
    if are_sound { Ok(()) } else { Err(PlanetError::Counts([columns, rows])) }
}
