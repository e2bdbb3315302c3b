//! What `terrain.json` says of a map of a planet: where its samples lie on the sphere.

use orogen::planet::{CubeMap, DirectionGrid, Face, LatLon, PlanetError, Sphere, TileAddress};
use serde::{Deserialize, Serialize};

use crate::FileInfo;

/// A map of a planet.
///
/// ```
/// use orogen_files::{PlanetInfo, PlanetMap};
///
/// let map = PlanetInfo::new(6_371_000.0, PlanetMap::Equirectangular);
/// let grid = map.grid([720, 360], None)?;
/// assert!((map.metres_per_sample(&grid) - 55_597.46).abs() < 0.01);
/// # Ok::<(), orogen::planet::PlanetError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlanetInfo {
    /// Of the sphere that heights are measured from, in metres.
    pub radius: f64,
    /// Which map it is.
    #[serde(flatten)]
    pub map: PlanetMap,
    /// Where its samples lie, as a formula to read.
    pub meaning: String,
}

/// Which map of a planet the files hold.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "projection", rename_all = "kebab-case")]
pub enum PlanetMap {
    /// Of the whole planet, by longitude and latitude.
    Equirectangular,
    /// Of the whole planet, a file for each [face](FileInfo::face) of a cube, evenly over the face's plane.
    Cube,
    /// Of a face, as tiles have it: all samples of those of a level.
    Face {
        /// The face.
        face: String,
        /// The level of tiles with 65 samples a side.
        level: u8,
    },
    /// Of a tile.
    Tile {
        /// Its address.
        address: String,
    },
    /// Of a square region, azimuthal and equidistant.
    Region {
        /// Of its middle, in degrees north.
        latitude: f64,
        /// Of its middle, in degrees east.
        longitude: f64,
        /// Metres along a side.
        size: f64,
    },
}

impl PlanetInfo {
    /// A map of a planet with a radius in metres.
    pub fn new(radius: f64, map: PlanetMap) -> Self {
        Self { radius, meaning: map.meaning().to_owned(), map }
    }

    /// Where the samples of a file lie; of a cube's files, of that with a face.
    ///
    /// # Errors
    /// There is no such map.
    pub fn grid(
        &self,
        [width, height]: [usize; 2],
        face: Option<Face>,
    ) -> Result<DirectionGrid, PlanetError> {
        let sphere = Sphere::new(self.radius)?;
        let grid = match &self.map {
            PlanetMap::Equirectangular => DirectionGrid::whole(width)?,
            PlanetMap::Cube => DirectionGrid::face(face.unwrap_or(Face::Px), width, CubeMap::Gnomonic)?,
            PlanetMap::Face { face, .. } => {
                DirectionGrid::tile(TileAddress::root(face.parse()?), doublings(width), sphere)?
            }
            PlanetMap::Tile { address } => DirectionGrid::tile(address.parse()?, doublings(width), sphere)?,
            PlanetMap::Region { latitude, longitude, size } => {
                DirectionGrid::region(LatLon::new(*latitude, *longitude)?, *size, width, sphere)?
            }
        };
        let (found, due) = ([width, height], [grid.columns(), grid.rows()]);
        if found == due { Ok(grid) } else { Err(PlanetError::Fit { found, due }) }
    }

    /// Metres between neighbouring samples where they are widest: along the equator, or in the middle of a face or region.
    pub fn metres_per_sample(&self, grid: &DirectionGrid) -> f64 {
        match self.map {
            // The quotient itself: a turn by way of the radius would cost its last digits.
            PlanetMap::Region { size, .. } => size / (grid.columns() - 1) as f64,
            _ => grid.step() * self.radius,
        }
    }

    /// What is wrong with it as the map of so many samples, in words.
    pub(crate) fn flaw(
        &self,
        size: [usize; 2],
        metres_per_sample: f64,
        files: &[FileInfo],
    ) -> Option<String> {
        let grid = match self.grid(size, None) {
            Ok(grid) => grid,
            Err(error) => return Some(format!("`planet` cannot be: {error}")),
        };
        let metres = self.metres_per_sample(&grid);
        if (metres_per_sample / metres - 1.0).abs() > 1e-12 {
            return Some(format!(
                "`metres_per_sample` is {metres_per_sample}, and has to be {metres} on this map"
            ));
        }
        if self.meaning != self.map.meaning() {
            return Some(format!("`meaning` is {:?}, and has to be {:?}", self.meaning, self.map.meaning()));
        }
        if let PlanetMap::Face { level, .. } = self.map
            && doublings(size[0]) != level.saturating_add(FACE_DOUBLINGS)
        {
            return Some(format!("`level` is {level}, and its faces have other than {} columns", size[0]));
        }
        let is_cube = self.map == PlanetMap::Cube;
        let is_sound = |file: &&FileInfo| match &file.face {
            Some(face) => is_cube && face.parse::<Face>().is_ok(),
            None => !is_cube,
        };
        let strange = files.iter().find(|file| !is_sound(file))?;
        Some(format!("`face` of `{}` is {:?}, which this map has not", strange.name, strange.face))
    }
}

/// How often an edge of a tile with 65 samples a side is halved.
const FACE_DOUBLINGS: u8 = 6;

/// How often the edge of a tile is halved that has so many samples a side, and where none has, of one with another number.
fn doublings(side: usize) -> u8 {
    side.saturating_sub(1).checked_ilog2().map_or(u8::MAX, |power| power as u8)
}

impl PlanetMap {
    /// The samples along a side of a face with the samples of the tiles of a level; `usize::MAX` where numbers end.
    pub fn face_side(level: u8) -> usize {
        let steps = 1_usize.checked_shl(u32::from(FACE_DOUBLINGS) + u32::from(level));
        steps.map_or(usize::MAX, |steps| steps.saturating_add(1))
    }

    fn meaning(&self) -> &'static str {
        match self {
            Self::Equirectangular => {
                "column i, row j: longitude = -180 + (i + 0.5) * 360 / width, latitude = 90 - (j + 0.5) * 180 / height, degrees"
            }
            Self::Cube => {
                "column i, row j of a face: direction = axis + (2 * i + 1 - width) / width * right + \
                 (2 * j + 1 - height) / height * down; axis, right, down: px +x +y -z, nx -x -y -z, py +y -x -z, \
                 ny -y +x -z, pz +z +y +x, nz -z +y -x; +z is the north pole, +x longitude 0, +y longitude 90 east"
            }
            Self::Face { .. } | Self::Tile { .. } => {
                "column i, row j: direction = axis + tan(pi / 4 * u) * right + tan(pi / 4 * v) * down, u and v in even \
                 steps from edge to edge of the tile, -1 to 1 over a face; axis, right, down: px +x +y -z, nx -x -y -z, \
                 py +y -x -z, ny -y +x -z, pz +z +y +x, nz -z +y -x; +z is the north pole, +x longitude 0, +y longitude \
                 90 east"
            }
            Self::Region { .. } => {
                "column i, row j: x = (i / (width - 1) - 0.5) * size metres east and y = (j / (height - 1) - 0.5) * size \
                 metres south of the middle, azimuthal equidistant: true in distance and bearing from the middle"
            }
        }
    }
}
