//! The six faces of the cube, and their neighbours.

use std::fmt;
use std::str::FromStr;

use super::vector::{Vector, dot};
use super::{Direction, PlanetError};

/// A face of the cube, named after the axis through its centre. Faces have the order of the layers of cube maps.
///
/// Seen from outside, `u` goes to the right and `v` down, as columns and rows of a picture do:
///
/// ```text
///                 pz                     face  middle            right (+u)  down (+v)
///              (north)                   px    0° N,   0° E      +y          −z
///      ny         px        py       nx  nx    0° N, 180° E      −y          −z
///   (90° W)      (0°)    (90° E)  (180°) py    0° N,  90° E      −x          −z
///                 nz                     ny    0° N,  90° W      +x          −z
///              (south)                   pz    north pole        +y          +x
///                                        nz    south pole        +y          −x
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Face {
    /// Around longitude 0.
    Px,
    /// Around longitude 180°.
    Nx,
    /// Around longitude 90° E.
    Py,
    /// Around longitude 90° W.
    Ny,
    /// Around the north pole.
    Pz,
    /// Around the south pole.
    Nz,
}

/// An edge of a face or tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Edge {
    /// Least `v`.
    Top,
    /// Greatest `u`.
    Right,
    /// Greatest `v`.
    Bottom,
    /// Least `u`.
    Left,
}

/// The neighbour across an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Across<T> {
    /// The neighbour.
    pub neighbour: T,
    /// The same edge, as the neighbour names it.
    pub edge: Edge,
    /// Whether the neighbour's coordinate along the edge grows in the opposite direction.
    pub reversed: bool,
}

impl Edge {
    /// All four edges, clockwise from the top.
    pub const ALL: [Self; 4] = [Self::Top, Self::Right, Self::Bottom, Self::Left];

    /// The opposite edge.
    pub fn opposite(self) -> Self {
        match self {
            Self::Top => Self::Bottom,
            Self::Right => Self::Left,
            Self::Bottom => Self::Top,
            Self::Left => Self::Right,
        }
    }

    /// The coordinate that is the same all along the edge: 0 for `u`, 1 for `v`.
    pub(super) fn axis(self) -> usize {
        usize::from(matches!(self, Self::Top | Self::Bottom))
    }

    /// Whether this coordinate has its greatest value on the edge, not its least.
    pub(super) fn is_far(self) -> bool {
        matches!(self, Self::Right | Self::Bottom)
    }
}

impl Face {
    /// All six faces, in the order of the layers of cube maps.
    pub const ALL: [Self; 6] = [Self::Px, Self::Nx, Self::Py, Self::Ny, Self::Pz, Self::Nz];

    /// The axes of a face: to its centre, to the right and down.
    pub fn axes(self) -> [[f64; 3]; 3] {
        let [x, y, z] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        let minus = |[a, b, c]: Vector| [0.0 - a, 0.0 - b, 0.0 - c];
        match self {
            Self::Px => [x, y, minus(z)],
            Self::Nx => [minus(x), minus(y), minus(z)],
            Self::Py => [y, minus(x), minus(z)],
            Self::Ny => [minus(y), x, minus(z)],
            Self::Pz => [z, y, x],
            Self::Nz => [minus(z), y, minus(x)],
        }
    }

    /// The name of the face, as in addresses.
    pub fn name(self) -> &'static str {
        match self {
            Self::Px => "px",
            Self::Nx => "nx",
            Self::Py => "py",
            Self::Ny => "ny",
            Self::Pz => "pz",
            Self::Nz => "nz",
        }
    }

    /// The face across an edge.
    pub fn over(self, edge: Edge) -> Across<Self> {
        let [axis, right, down] = self.axes();
        let along = if edge.axis() == 0 { down } else { right };
        let neighbour = Self::towards(self.outward(edge));
        let [_, its_right, its_down] = neighbour.axes();
        // Seen from the neighbour, this face is across the edge whose outward direction is this face's axis.
        let back = |candidate: &Edge| neighbour.outward(*candidate) == axis;
        let edge = Edge::ALL.into_iter().find(back).unwrap_or_else(|| unreachable!("they share an edge"));
        let its_along = if edge.axis() == 0 { its_down } else { its_right };
        Across { neighbour, edge, reversed: dot(along, its_along) < 0.0 }
    }

    /// The face that a direction goes through, and the coordinates of the point where it meets the face's plane at distance 1
    /// from the centre: to the right and down, −1 to 1 each. If several faces share the point, the result is the face of the
    /// first of the axes x, y and z.
    pub(super) fn facing(direction: Direction) -> (Self, [f64; 2]) {
        let d = direction.vector();
        let [x, y, z] = d.map(f64::abs);
        let face = match d {
            [dx, _, _] if x >= y && x >= z => [Self::Px, Self::Nx][usize::from(dx < 0.0)],
            [_, dy, _] if y >= z => [Self::Py, Self::Ny][usize::from(dy < 0.0)],
            [_, _, dz] => [Self::Pz, Self::Nz][usize::from(dz < 0.0)],
        };
        let [axis, right, down] = face.axes();
        (face, [dot(right, d) / dot(axis, d), dot(down, d) / dot(axis, d)])
    }

    /// The vector with these components along the face's axes. The result is exact, because coordinates only change places and
    /// signs.
    pub(super) fn place(self, components: Vector) -> Vector {
        placed(&self.axes(), components)
    }

    /// The outward direction of an edge.
    fn outward(self, edge: Edge) -> Vector {
        let along = self.axes()[1 + edge.axis()];
        if edge.is_far() { along } else { along.map(|x| 0.0 - x) }
    }

    /// The face of an axis.
    fn towards(axis: Vector) -> Self {
        let is_it = |face: &Self| face.axes()[0] == axis;
        Self::ALL.into_iter().find(is_it).unwrap_or_else(|| unreachable!("every axis has a face"))
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The vector with these components along the axes of a picture.
pub(super) fn placed([axis, right, down]: &[Vector; 3], [out, across, along]: Vector) -> Vector {
    std::array::from_fn(|k| axis[k] * out + right[k] * across + down[k] * along)
}

impl FromStr for Face {
    type Err = PlanetError;

    fn from_str(text: &str) -> Result<Self, PlanetError> {
        let is_it = |face: &Self| face.name() == text;
        Self::ALL.into_iter().find(is_it).ok_or_else(|| PlanetError::FaceName(text.to_owned()))
    }
}
