//! Errors of directions, tiles and maps.

use std::fmt;

use super::limits::{MAX_DOUBLINGS, MAX_LEVEL, MAX_RADIUS, MIN_RADIUS, longest_region};
use crate::patch::Patch;
use crate::raster::MAX_SIDE;

/// An invalid direction, tile or map. The text says what is wrong and how to fix it.
#[derive(Clone, Debug, PartialEq)]
pub enum PlanetError {
    /// A radius out of range, in metres.
    Radius(f64),
    /// A latitude out of range, in degrees.
    Latitude(f64),
    /// A longitude that is not finite, in degrees.
    Longitude(f64),
    /// A vector without a direction.
    NoDirection([f64; 3]),
    /// A point outside its face: its `u` and `v`.
    OffFace([f64; 2]),
    /// An unknown name of a face.
    FaceName(String),
    /// An unknown name of a layout of cube maps.
    Layout(String),
    /// A text that is not the address of a tile.
    AddressText(String),
    /// A number that is not the address of a tile.
    AddressBits(u64),
    /// A level out of range.
    Level(u64),
    /// A tile outside its face.
    OutsideFace {
        /// The level of the tile.
        level: u8,
        /// The column of the tile.
        x: u64,
        /// The row of the tile.
        y: u64,
    },
    /// Too many samples in a tile, or too wide an apron.
    Samples {
        /// The number of times that an edge is halved.
        doublings: u8,
        /// Samples beyond each edge.
        apron: u32,
    },
    /// Samples less than a unit of position apart.
    TooDense {
        /// Metres between the samples.
        spacing: f64,
        /// The planet's radius in metres.
        radius: f64,
    },
    /// Heights that are not finite, in the wrong order, or below the centre.
    Heights {
        /// The least and the greatest height, in metres.
        heights: [f64; 2],
        /// The planet's radius in metres.
        radius: f64,
    },
    /// Edges that do not form a rectangle: south, west, north and east, in degrees.
    Rectangle([f64; 4]),
    /// A region that is too large or empty.
    Size {
        /// The length of the region's side, in metres.
        size: f64,
        /// The planet's radius in metres.
        radius: f64,
    },
    /// Numbers of columns and rows out of range.
    Counts([usize; 2]),
    /// Numbers of columns and rows that differ from those of a map.
    Fit {
        /// The numbers given.
        found: [usize; 2],
        /// The numbers of the map.
        due: [usize; 2],
    },
    /// A number of columns that is odd, 0 or too large for a map of the whole planet.
    Odd(usize),
}

impl fmt::Display for PlanetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = Patch::UNIT;
        match self {
            Self::Radius(radius) => {
                write!(
                    f,
                    "a planet cannot have a radius of {radius:?} m: choose from {MIN_RADIUS} to {MAX_RADIUS:e} m"
                )
            }
            Self::Latitude(latitude) => {
                write!(
                    f,
                    "latitude {latitude} is out of range: latitudes are −90 (south pole) to 90 (north pole) degrees"
                )
            }
            Self::Longitude(longitude) => {
                write!(f, "longitude {longitude} is not valid: give a finite number of degrees east")
            }
            Self::NoDirection([x, y, z]) => {
                write!(f, "({x}, {y}, {z}) has no direction: give three finite numbers that are not all zero")
            }
            Self::OffFace([u, v]) => write!(f, "({u}, {v}) is on no face: u and v are −1 to 1"),
            Self::FaceName(name) => write!(f, "`{name}` is not a face: faces are px, nx, py, ny, pz and nz"),
            Self::Layout(name) => {
                write!(
                    f,
                    "`{name}` is not a layout of cube maps: layouts are opengl, vulkan, godot, unity and unreal"
                )
            }
            Self::AddressText(text) => {
                write!(
                    f,
                    "`{text}` is not the address of a tile: write face/level/x/y, for example px/7/12/90"
                )
            }
            Self::AddressBits(bits) => write!(
                f,
                "{bits:#018x} is not the address of a tile: use numbers from `TileAddress::bits`, unchanged"
            ),
            Self::Level(level) => {
                write!(f, "there is no level {level}: levels are 0 to {}", MAX_LEVEL)
            }
            Self::OutsideFace { level, x, y } => {
                let last = (1_u64 << level) - 1;
                write!(f, "there is no tile {x}, {y} on level {level}: there, x and y are 0 to {last}")
            }
            Self::Samples { doublings, apron } => {
                let side = 1_u32.checked_shl((*doublings).into()).unwrap_or(u32::MAX);
                write!(
                    f,
                    "a tile cannot have 2^{doublings} + 1 samples along a side and {apron} more beyond each \
                     edge: the power of two must be 0 to {MAX_DOUBLINGS}, and with this power at most {side} \
                     samples are allowed beyond an edge"
                )
            }
            Self::TooDense { spacing, radius } => write!(
                f,
                "samples cannot be {spacing:e} m apart on a planet with a radius of {radius} m: positions are \
                 multiples of {unit:e} m; take a coarser level or fewer samples"
            ),
            Self::Heights { heights: [least, greatest], radius } => write!(
                f,
                "ground from {least} to {greatest} m is not possible on a planet with a radius of {radius} m: both \
                 heights must be finite and above the planet's centre, and the first not above the second"
            ),
            Self::Rectangle([south, west, north, east]) => write!(
                f,
                "the rectangle {south}, {west}, {north}, {east} is empty or more than a turn wide: give south, west, \
                 north and east in degrees, south below north; across the date line, write for example west 170 and \
                 east −170"
            ),
            Self::Size { size, radius } => write!(
                f,
                "a region of {size} m is not possible on a planet with a radius of {radius} m: choose a length above 0 \
                 and up to {:.0} m, where the corners are a quarter turn from the middle, or a map of the whole planet",
                longest_region(*radius)
            ),
            Self::Counts([columns, rows]) => {
                write!(
                    f,
                    "a grid cannot have {columns} × {rows} samples: columns and rows must be 1 to {MAX_SIDE}, and for \
                     a region at least 2"
                )
            }
            Self::Fit { found: [columns, rows], due: [width, height] } => {
                write!(f, "{columns} × {rows} samples do not match this map, which has {width} × {height}")
            }
            Self::Odd(columns) => write!(
                f,
                "a map of the whole planet cannot have {columns} columns: it is twice as wide as high, so choose an \
                 even number of columns up to {MAX_SIDE}"
            ),
        }
    }
}

impl std::error::Error for PlanetError {}
