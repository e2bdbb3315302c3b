//! The samples of a tile. Tiles share edges, corners and aprons to the bit, and levels share samples.

use std::f64::consts::FRAC_PI_4;

use super::limits::MAX_DOUBLINGS;
use super::tangent::{MIN_STRETCH, stretch, to_plane};
use super::vector::{Vector, length};
use super::{Direction, PlanetError, Sphere, TileAddress};
use crate::patch::Patch;

/// The samples of a tile: 2ⁿ + 1 along each side, edges included, and some more beyond each edge, the *apron*, for slopes at the
/// edges. They are ordered row by row from the top, apron included.
///
/// # The same bits on shared edges
/// The position of a sample follows from its column and row among all samples of its face on its level, never from its tile. The
/// distances of column and row to the face's middle lines are the same fractions on every level. The tangents of these distances,
/// and 1 along the face's axis, are the components of a vector to the cube's surface: its *x*, *y* and *z*, up to order and
/// signs. A tangent is exactly 1 on an edge of the cube, so both faces of the edge give the same three numbers, and later steps
/// do not depend on the face. Therefore tiles that share an edge or a corner have the same bits there, on one face or two, and
/// every sample of a level is also one of the next level, at twice its column and row.
///
/// # The apron
/// Beyond an edge of the cube the apron follows the next face: its samples are samples of the tile there. At a corner of the cube
/// only three faces meet. The samples of an apron across the corner lie on the edge that the other two faces share. Such a sample
/// is a number of steps beyond each of the tile's two edges. The larger of the two numbers is its number of steps from the
/// corner.
///
/// # Example
/// ```
/// use orogen_engine::planet::{Sphere, TileAddress, TileSamples};
///
/// let earth = Sphere::new(6_371_000.0)?;
/// let samples = TileSamples::new("px/12/1000/2000".parse()?, 6, 1)?;
/// let patch = samples.patch(earth)?;
/// assert_eq!((samples.side(), patch.len()), (67, 67 * 67));
///
/// // The tile to the right shares this column of samples, the first inside its apron.
/// let right = TileSamples::new("px/12/1001/2000".parse()?, 6, 1)?.patch(earth)?;
/// assert_eq!(patch.units(67 + 65), right.units(67 + 1));
/// # Ok::<(), orogen_engine::planet::PlanetError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TileSamples {
    tile: TileAddress,
    doublings: u8,
    apron: u32,
}

/// The distances between neighbouring samples of a tile, in metres along the sphere.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spacing {
    /// At the tile's centre: along `u` and along `v`.
    pub middle: [f64; 2],
    /// The least distance between neighbours in a row or column.
    pub least: f64,
    /// The greatest distance between neighbours in a row or column.
    pub greatest: f64,
}

/// A column or row of samples: how far out along the face's axis and how far across its plane, each at most 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Line {
    out: f64,
    across: f64,
}

impl Line {
    /// The line with an index on a face that has `steps` steps from edge to edge. At most `steps` lines are beyond an edge.
    fn new(index: i64, steps: i64) -> Self {
        let at = |index: i64| to_plane((2 * index - steps) as f64 / steps as f64);
        match (-index).max(index - steps) {
            // On the next face, `across` stays at the edge of this face's plane, and `out` falls with each step.
            beyond if beyond > 0 => {
                Self { out: at(steps - beyond), across: if index < 0 { -1.0 } else { 1.0 } }
            }
            _ => Self { out: 1.0, across: at(index) },
        }
    }

    /// The point of the cube where a column and a row meet, along the face's axes. If one line is on a next face, the other's
    /// `out` is 1. If both are, the point is on an edge of the cube.
    pub(super) fn meet(column: Self, row: Self) -> Vector {
        [column.out.min(row.out), column.across, row.across]
    }
}

/// The columns of samples of a tile, from the tile's column among the tiles of its level. The same for rows.
pub(super) fn lines(level: u8, index: u32, doublings: u8, apron: u32) -> Vec<Line> {
    let (steps, apron) = (1 << (level + doublings), i64::from(apron));
    let first = i64::from(index) << doublings;
    (first - apron..=first + (1 << doublings) + apron).map(|index| Line::new(index, steps)).collect()
}

/// Refuses 2^`halvings` steps from edge to edge of a face if samples may then be less than a unit of position apart.
pub(super) fn check_density(halvings: u8, sphere: Sphere) -> Result<(), PlanetError> {
    let radius = sphere.radius();
    let spacing = MIN_STRETCH * step(halvings) * radius;
    if spacing < Patch::UNIT { Err(PlanetError::TooDense { spacing, radius }) } else { Ok(()) }
}

/// The distance from one sample to the next in `u` or `v`, if a face has 2^`halvings` steps.
fn step(halvings: u8) -> f64 {
    2.0 / (1_u64 << halvings) as f64
}

impl TileSamples {
    /// The samples of a tile: 2^`doublings` + 1 along each side, and `apron` more beyond each edge.
    ///
    /// # Errors
    /// `doublings` is more than [`MAX_DOUBLINGS`], or the apron is wider than the tile.
    pub fn new(tile: TileAddress, doublings: u8, apron: u32) -> Result<Self, PlanetError> {
        let is_sound = doublings <= MAX_DOUBLINGS && apron <= 1 << doublings;
        if is_sound {
            Ok(Self { tile, doublings, apron })
        } else {
            Err(PlanetError::Samples { doublings, apron })
        }
    }

    /// The tile.
    pub fn tile(self) -> TileAddress {
        self.tile
    }

    /// Samples beyond each edge.
    pub fn apron(self) -> usize {
        self.apron as usize
    }

    /// Steps along a side, apron left out: 2ⁿ.
    pub fn steps(self) -> usize {
        1 << self.doublings
    }

    /// Samples along a side, apron included.
    pub fn side(self) -> usize {
        self.steps() + 1 + 2 * self.apron()
    }

    /// The directions of all samples, with the same bits where tiles share a sample.
    pub fn directions(self) -> Vec<Direction> {
        self.on_cube(Direction::along)
    }

    /// Checks that neighbouring samples are far enough apart on a sphere. The result is the same for all tiles of a level.
    ///
    /// # Errors
    /// The level is too fine for the radius: somewhere on this level, samples may be less than a unit of position apart.
    pub fn check(self, sphere: Sphere) -> Result<(), PlanetError> {
        check_density(self.tile.level() + self.doublings, sphere)
    }

    /// The samples on a sphere, as a patch for a terrain.
    ///
    /// # Errors
    /// As [`check`](Self::check).
    pub fn patch(self, sphere: Sphere) -> Result<Patch, PlanetError> {
        self.check(sphere)?;
        let units = self.on_cube(|vector| sphere.units(vector));
        Ok(sphere.patch_of_units(&units))
    }

    /// The distances between neighbouring samples on a sphere, without the apron. The least and the greatest distance are
    /// computed from the derivatives of the map from the cube's face to the sphere.
    pub fn spacing(self, sphere: Sphere) -> Spacing {
        let [u, v] = self.tile.range();
        let (step, [along_u, along_v]) = (self.step() * sphere.radius(), [stretch(u, v), stretch(v, u)]);
        Spacing {
            middle: self.tile.middle().derivatives().map(|tangent| length(tangent) * step),
            least: along_u[0].min(along_v[0]) * step,
            greatest: along_u[1].max(along_v[1]) * step,
        }
    }

    /// The sample spacing in metres to prepare a terrain for, the same for all tiles of a level: a quarter turn of the sphere
    /// divided by the steps along a face. No neighbours in a row or column of any tile are farther apart. Tiles agree at their
    /// edges only if the terrain was prepared for exactly this spacing, as it decides the number of octaves.
    pub fn level_spacing(self, sphere: Sphere) -> f64 {
        FRAC_PI_4 * sphere.radius() * self.step()
    }

    /// The distance from one sample to the next in `u` or `v`.
    fn step(self) -> f64 {
        step(self.tile.level() + self.doublings)
    }

    /// Calls `make` with the vector to each sample on the surface of the cube. Tangents are computed once per column and once
    /// per row.
    fn on_cube<T>(self, make: impl Fn(Vector) -> T) -> Vec<T> {
        let (face, [columns, rows]) = (
            self.tile.face(),
            self.tile.place().map(|index| lines(self.tile.level(), index, self.doublings, self.apron)),
        );
        let mut made = Vec::with_capacity(rows.len() * columns.len());
        for row in &rows {
            let vector = |column: &Line| face.place(Line::meet(*column, *row));
            made.extend(columns.iter().map(|column| make(vector(column))));
        }
        made
    }
}
