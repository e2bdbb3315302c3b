//! Addresses of tiles.

use std::fmt;
use std::str::FromStr;

use super::morton::{unweave, weave};
use super::tangent::from_plane;
use super::{Across, Direction, Edge, Face, FacePoint, PlanetError, limits};

/// The address of a tile: a face, a level, and which of the 2^level × 2^level tiles of that face. `x` goes to the right
/// and `y` down.
///
/// It is one number: level (5 bits), face (3), then the alternating bits of `y` and `x` (28 each, Morton's order). Addresses
/// are ordered by these numbers:
/// - A parent comes before its children, so work in this order goes from coarse to fine.
/// - The descendants of a tile on one level are one run without gaps, so a sorted map finds them.
/// - Tiles that are close in this order are mostly close on the ground.
///
/// # Example
/// ```
/// use orogen_engine::planet::{Edge, LatLon, TileAddress};
///
/// let tile: TileAddress = "px/7/127/90".parse()?;
/// assert_eq!(tile.children().map(|children| children[0].to_string()).as_deref(), Some("px/8/254/180"));
///
/// // Over the right edge of a face lies the next face.
/// assert_eq!(tile.across(Edge::Right).neighbour.to_string(), "py/7/0/90");
///
/// // The tile that contains a point.
/// let summit = TileAddress::containing(LatLon::new(46.0, 8.0)?.direction(), 7)?;
/// assert_eq!(summit.to_string(), "pz/7/74/126");
/// assert!("px/7/128/0".parse::<TileAddress>().is_err());
/// # Ok::<(), orogen_engine::planet::PlanetError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TileAddress(u64);

const PLACE_BITS: u32 = 56;
const FACE_BITS: u32 = 3;

impl TileAddress {
    /// The finest level. On a planet of the Earth's size, its tiles are 4 cm wide.
    pub const MAX_LEVEL: u8 = limits::MAX_LEVEL;

    /// A tile by its parts.
    ///
    /// # Errors
    /// There is no such tile.
    pub fn new(face: Face, level: u8, x: u32, y: u32) -> Result<Self, PlanetError> {
        check_level(level.into())?;
        if x.max(y) >= 1 << level {
            return Err(PlanetError::OutsideFace { level, x: x.into(), y: y.into() });
        }
        Ok(Self::pack(face, level, [x, y]))
    }

    /// The tile that is a whole face.
    pub fn root(face: Face) -> Self {
        Self::pack(face, 0, [0, 0])
    }

    /// The tile with the number `bits`.
    ///
    /// # Errors
    /// No tile has this number.
    pub fn from_bits(bits: u64) -> Result<Self, PlanetError> {
        let level = bits >> (PLACE_BITS + FACE_BITS);
        let face = (bits >> PLACE_BITS) & ((1 << FACE_BITS) - 1);
        let place = bits & ((1 << PLACE_BITS) - 1);
        let exists =
            level <= Self::MAX_LEVEL.into() && face < Face::ALL.len() as u64 && place >> (2 * level) == 0;
        if exists { Ok(Self(bits)) } else { Err(PlanetError::AddressBits(bits)) }
    }

    /// The tile of a level that contains a direction. If several tiles share the direction, the result is the tile to the right
    /// and below, except for rounding. If several faces share it, the result is on the face of the first of the axes x, y and z.
    ///
    /// # Errors
    /// There is no such level.
    pub fn containing(direction: Direction, level: u8) -> Result<Self, PlanetError> {
        check_level(level.into())?;
        let (face, plane) = Face::facing(direction);
        let side = 1_u32 << level;
        // The rounding does not depend on the level, whose side is a power of two. So a direction in a tile is also in the
        // tile's parent.
        let along = |tangent: f64| ((from_plane(tangent) + 1.0) / 2.0 * f64::from(side)) as u32;
        Ok(Self::pack(face, level, plane.map(|tangent| along(tangent).min(side - 1))))
    }

    /// The number. See [`TileAddress`] for what its bits mean.
    pub fn bits(self) -> u64 {
        self.0
    }

    /// The face.
    pub fn face(self) -> Face {
        Face::ALL[(self.0 >> PLACE_BITS) as usize & ((1 << FACE_BITS) - 1)]
    }

    /// The level: 0 for whole faces.
    pub fn level(self) -> u8 {
        (self.0 >> (PLACE_BITS + FACE_BITS)) as u8
    }

    /// The column, 0 to 2^level − 1.
    pub fn x(self) -> u32 {
        self.place()[0]
    }

    /// The row, 0 to 2^level − 1.
    pub fn y(self) -> u32 {
        self.place()[1]
    }

    /// The tile of the next coarser level that contains this one; `None` for a whole face.
    pub fn parent(self) -> Option<Self> {
        let level = self.level().checked_sub(1)?;
        Some(Self::pack(self.face(), level, self.place().map(|x| x >> 1)))
    }

    /// The four tiles of the next finer level: upper left, upper right, lower left, lower right. `None` on the finest level.
    pub fn children(self) -> Option<[Self; 4]> {
        let [x, y] = self.place();
        let child = |k: u32| Self::pack(self.face(), self.level() + 1, [2 * x + (k & 1), 2 * y + (k >> 1)]);
        (self.level() < Self::MAX_LEVEL).then(|| [0, 1, 2, 3].map(child))
    }

    /// The tiles of the same level around this one: over its edges (top, right, bottom, left), then over its corners, clockwise
    /// from the upper left. Over a corner of the cube there is no tile, because only three tiles meet there.
    ///
    /// ```
    /// use orogen_engine::planet::{Face, TileAddress};
    ///
    /// let tile = TileAddress::new(Face::ALL[0], 2, 1, 1)?;
    /// assert_eq!(tile.neighbours()[1], Some(TileAddress::new(Face::ALL[0], 2, 2, 1)?));
    /// # Ok::<(), orogen_engine::planet::PlanetError>(())
    /// ```
    pub fn neighbours(self) -> [Option<Self>; 8] {
        // Corner `k` is where edge `k` begins, clockwise, and where the edge before it ends. All faces are seen from outside, so
        // clockwise around the neighbour, the common edge has the opposite direction: it ends at the corner where it begins here.
        // So the tile over the corner is the one across the neighbour's next edge.
        let beside = Edge::ALL.map(|edge| self.across(edge));
        let over_corner = |k: usize| {
            let entered = Edge::ALL.iter().position(|&edge| edge == beside[k].edge).unwrap_or_default();
            let diagonal = beside[k].neighbour.across(Edge::ALL[(entered + 1) % 4]).neighbour;
            (diagonal != beside[(k + 3) % 4].neighbour).then_some(diagonal)
        };
        std::array::from_fn(|k| if k < 4 { Some(beside[k].neighbour) } else { over_corner(k - 4) })
    }

    /// The tile of the same level across an edge, on the next face if it is an edge of the cube.
    pub fn across(self, edge: Edge) -> Across<Self> {
        let (mut place, last) = (self.place(), self.last());
        let (across, along) = (edge.axis(), 1 - edge.axis());
        let end = if edge.is_far() { last } else { 0 };
        if place[across] != end {
            place[across] = if edge.is_far() { place[across] + 1 } else { place[across] - 1 };
            let neighbour = Self::pack(self.face(), self.level(), place);
            return Across { neighbour, edge: edge.opposite(), reversed: false };
        }
        let Across { neighbour, edge, reversed } = self.face().over(edge);
        let along = if reversed { last - place[along] } else { place[along] };
        let end = if edge.is_far() { last } else { 0 };
        let place = if edge.axis() == 0 { [end, along] } else { [along, end] };
        Across { neighbour: Self::pack(neighbour, self.level(), place), edge, reversed }
    }

    /// Its least and greatest `u`, and its least and greatest `v`; exact.
    pub fn range(self) -> [[f64; 2]; 2] {
        self.place().map(|x| [line(x, self.level()), line(x + 1, self.level())])
    }

    /// Its centre in `u` and `v`.
    pub fn middle(self) -> FacePoint {
        FacePoint::on(self.face(), self.range().map(|[least, most]| (least + most) / 2.0))
    }

    /// Its corners, clockwise as seen from outside: upper left, upper right, lower right, lower left.
    pub fn corners(self) -> [FacePoint; 4] {
        let [[left, right], [top, bottom]] = self.range();
        [[left, top], [right, top], [right, bottom], [left, bottom]].map(|at| FacePoint::on(self.face(), at))
    }

    /// Column and row.
    pub(super) fn place(self) -> [u32; 2] {
        unweave(self.0 & ((1 << PLACE_BITS) - 1))
    }

    /// The number of the last column and of the last row.
    fn last(self) -> u32 {
        (1 << self.level()) - 1
    }

    fn pack(face: Face, level: u8, place: [u32; 2]) -> Self {
        Self(((u64::from(level) << FACE_BITS | face as u64) << PLACE_BITS) | weave(place))
    }
}

/// The position on its face, −1 to 1, of the line before a column or row of a level.
fn line(index: u32, level: u8) -> f64 {
    f64::from(index) * 2.0 / f64::from(1_u32 << level) - 1.0
}

fn check_level(level: u64) -> Result<(), PlanetError> {
    if level <= TileAddress::MAX_LEVEL.into() { Ok(()) } else { Err(PlanetError::Level(level)) }
}

impl fmt::Display for TileAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}/{}/{}/{}", self.face(), self.level(), self.x(), self.y()))
    }
}

impl fmt::Debug for TileAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TileAddress({self})")
    }
}

impl FromStr for TileAddress {
    type Err = PlanetError;

    /// Reads what [`Display`](fmt::Display) writes.
    fn from_str(text: &str) -> Result<Self, PlanetError> {
        let wrong = || PlanetError::AddressText(text.to_owned());
        let parts: Vec<&str> = text.split('/').collect();
        let [face, level, x, y] = parts[..] else { return Err(wrong()) };
        let number = |part: &str| {
            let is_number = part.bytes().all(|byte| byte.is_ascii_digit());
            if is_number { part.parse::<u64>().map_err(|_| wrong()) } else { Err(wrong()) }
        };
        let (face, level, x, y) = (face.parse()?, number(level)?, number(x)?, number(y)?);
        check_level(level)?;
        let level = level as u8;
        match (u32::try_from(x), u32::try_from(y)) {
            (Ok(x), Ok(y)) => Self::new(face, level, x, y),
            _ => Err(PlanetError::OutsideFace { level, x, y }),
        }
    }
}
