//! Maps of planets in `terrain.json`: the positions of their samples on the sphere.
//!
//! `generate` and `verify` both make the grid of a map from this description. On the command line, a region is used like a
//! plane.

use orogen_engine::planet::{
    CubeLayout, CubeMap, DirectionGrid, Face, LatLon, PlanetError, Sphere, TileAddress,
};
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
/// # Ok::<(), orogen_engine::planet::PlanetError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlanetInfo {
    /// Radius of the sphere from which heights are measured, in metres.
    pub radius: f64,
    /// The kind of map.
    #[serde(flatten)]
    pub map: PlanetMap,
    /// The positions of the samples, as a formula for people.
    pub meaning: String,
}

/// The kind of map of a planet.
///
/// ```
/// use orogen_files::{PlanetInfo, PlanetMap};
///
/// // 100 km around a point in the Alps of a planet as large as the Earth.
/// let region = PlanetMap::Region { latitude: 46.5, longitude: 8.0, size: 100_000.0 };
/// let grid = PlanetInfo::new(6_371_000.0, region).grid([257, 257], None)?;
/// assert_eq!(grid.columns(), 257);
/// # Ok::<(), orogen_engine::planet::PlanetError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "projection", rename_all = "kebab-case")]
pub enum PlanetMap {
    /// The planet by longitude and latitude.
    Equirectangular,
    /// The planet as a cube: one file per [face](FileInfo::face), with even spacing in the plane of the face.
    Cube {
        /// The name of the [layout](CubeLayout), for the cube map of another program. The faces are then named after the axes of
        /// that program.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        layout: Option<String>,
    },
    /// One face, with the samples of all its tiles of one level.
    Face {
        /// The name of the face.
        face: String,
        /// The level of the tiles, which have 65 samples along a side.
        level: u8,
    },
    /// One tile.
    Tile {
        /// Its address.
        address: String,
    },
    /// A square region in azimuthal equidistant projection.
    Region {
        /// Latitude of its centre, in degrees north.
        latitude: f64,
        /// Longitude of its centre, in degrees east.
        longitude: f64,
        /// Metres along a side.
        size: f64,
    },
}

impl PlanetInfo {
    /// A map of a planet with this radius in metres.
    pub fn new(radius: f64, map: PlanetMap) -> Self {
        Self { radius, meaning: map.meaning(), map }
    }

    /// The positions of the samples of a file. `face` selects the file of a cube map.
    ///
    /// # Errors
    /// The map cannot have this size, or one of its values is invalid.
    pub fn grid(
        &self,
        [width, height]: [usize; 2],
        face: Option<Face>,
    ) -> Result<DirectionGrid, PlanetError> {
        let sphere = Sphere::new(self.radius)?;
        let grid = match &self.map {
            PlanetMap::Equirectangular => DirectionGrid::whole(width)?,
            PlanetMap::Cube { layout } => {
                let face = face.unwrap_or(Face::Px);
                match layout {
                    Some(layout) => DirectionGrid::face_for(layout.parse()?, face, width)?,
                    None => DirectionGrid::face(face, width, CubeMap::Gnomonic)?,
                }
            }
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

    /// Largest distance between neighbouring samples in metres: along the equator, or at the centre of a face or region.
    pub fn metres_per_sample(&self, grid: &DirectionGrid) -> f64 {
        match self.map {
            // The exact quotient: the general formula, which uses the radius, would round it.
            PlanetMap::Region { size, .. } => size / (grid.columns() - 1) as f64,
            _ => grid.step() * self.radius,
        }
    }

    /// Checks this description against the size, the spacing and the files of a `terrain.json`. Returns a message about the
    /// first value that does not fit.
    pub(crate) fn first_error(
        &self,
        size: [usize; 2],
        metres_per_sample: f64,
        files: &[FileInfo],
    ) -> Option<String> {
        let grid = match self.grid(size, None) {
            Ok(grid) => grid,
            Err(error) => return Some(format!("`planet` is invalid: {error}")),
        };
        let metres = self.metres_per_sample(&grid);
        if (metres_per_sample / metres - 1.0).abs() > 1e-12 {
            return Some(format!(
                "`metres_per_sample` is {metres_per_sample}, but must be {metres} on this map"
            ));
        }
        if self.meaning != self.map.meaning() {
            return Some(format!("`meaning` is {:?}, but must be {:?}", self.meaning, self.map.meaning()));
        }
        if let PlanetMap::Face { level, .. } = self.map
            && doublings(size[0]) != level.saturating_add(FACE_DOUBLINGS)
        {
            return Some(format!(
                "`level` is {level}, but a face of that level does not have {} columns",
                size[0]
            ));
        }
        let is_cube = matches!(self.map, PlanetMap::Cube { .. });
        let is_valid = |file: &&FileInfo| match &file.face {
            Some(face) => is_cube && face.parse::<Face>().is_ok(),
            None => !is_cube,
        };
        let invalid = files.iter().find(|file| !is_valid(file))?;
        let face = invalid.face.as_deref().unwrap_or("absent");
        Some(format!("`face` of `{}` is {face:?}, which is not a face of this map", invalid.name))
    }
}

/// log₂ of the steps along a side of a tile with 65 samples.
const FACE_DOUBLINGS: u8 = 6;

/// ⌊log₂⌋ of the steps along a side; `u8::MAX` without steps. If the number of steps is not a power of two, a later check
/// fails.
fn doublings(side: usize) -> u8 {
    side.saturating_sub(1).checked_ilog2().map_or(u8::MAX, |power| power as u8)
}

impl PlanetMap {
    /// Samples along a side of a face with the samples of all its tiles of this level; `usize::MAX` on overflow.
    pub fn face_side(level: u8) -> usize {
        let steps = 1_usize.checked_shl(u32::from(FACE_DOUBLINGS) + u32::from(level));
        steps.map_or(usize::MAX, |steps| steps.saturating_add(1))
    }

    fn meaning(&self) -> String {
        if let Self::Cube { layout: Some(layout) } = self {
            return of_layout(layout);
        }
        let text = match self {
            Self::Equirectangular => {
                "column i, row j: longitude = -180 + (i + 0.5) * 360 / width, latitude = 90 - (j + 0.5) * 180 / height, degrees"
            }
            Self::Cube { .. } => {
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
        };
        text.to_owned()
    }
}

/// The positions of the samples of a cube map for another program. Without such a layout, the text names no axes, and the map is
/// refused elsewhere.
fn of_layout(name: &str) -> String {
    let signed = |axis: [f64; 3]| {
        let at = axis.iter().position(|part| *part != 0.0).unwrap_or_default();
        format!("{}{}", if axis[at] < 0.0 { '-' } else { '+' }, ["x", "y", "z"][at])
    };
    let layout: Option<CubeLayout> = name.parse().ok();
    let axes = |face: Face| {
        let axes = layout.map(|layout| layout.axes(face).map(signed).join(" "));
        format!("{face} {}", axes.unwrap_or_default())
    };
    format!(
        "column i, row j of a face: direction = axis + (2 * i + 1 - width) / width * right + (2 * j + 1 - height) / height * down; \
         faces are named after the axes of {name}; axis, right, down: {}; +z is the north pole, +x longitude 0, +y longitude 90 \
         east",
        Face::ALL.map(axes).join(", ")
    )
}
