//! The cube maps of other programs: which face a direction is on, and which way the picture of a face is turned.

use std::fmt;
use std::str::FromStr;

use super::vector::Vector;
use super::{Face, PlanetError};

/// The way in which a program looks up cube maps.
///
/// All of these programs look a direction up by the same table, that of OpenGL (*OpenGL 4.6*, table 8.19; *Vulkan 1.3*, "Cube Map
/// Face Selection"; Direct3D has the same). The component of largest magnitude selects the face; `s` and `t`, both −1 to 1, are
/// the other two components divided by this magnitude, with the signs of the table below. `s` goes to the right and `t` down the
/// picture.
///
/// | face | `s` | `t` |
/// |---|---|---|
/// | `px` | −z | −y |
/// | `nx` | +z | −y |
/// | `py` | +x | +z |
/// | `ny` | +x | −z |
/// | `pz` | +x | −y |
/// | `nz` | −x | −y |
///
/// The programs differ in their axes. In all of them, longitude 0 is ahead and the north pole is up:
///
/// | layout | ahead | up | handed | 90° E |
/// |---|---|---|---|---|
/// | `opengl`, `vulkan`, `godot` | +z | +y | right | +x |
/// | `unity` | +z | +y | left | −x |
/// | `unreal` | +x | +z | left | −y |
///
/// # Example
/// ```
/// use orogen_engine::planet::{CubeLayout, Face};
///
/// let layout: CubeLayout = "unreal".parse()?;
/// // Longitude 0 is in the middle of +x.
/// assert_eq!(layout.axes(Face::Px)[0], [1.0, 0.0, 0.0]);
/// assert_eq!(CubeLayout::Unity.axes(Face::Pz)[0], [1.0, 0.0, 0.0]);
/// # Ok::<(), orogen_engine::planet::PlanetError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CubeLayout {
    /// OpenGL.
    Opengl,
    /// Vulkan.
    Vulkan,
    /// Godot.
    Godot,
    /// Unity.
    Unity,
    /// Unreal Engine.
    Unreal,
}

impl CubeLayout {
    /// All layouts.
    pub const ALL: [Self; 5] = [Self::Opengl, Self::Vulkan, Self::Godot, Self::Unity, Self::Unreal];

    /// The name of the layout.
    pub fn name(self) -> &'static str {
        match self {
            Self::Opengl => "opengl",
            Self::Vulkan => "vulkan",
            Self::Godot => "godot",
            Self::Unity => "unity",
            Self::Unreal => "unreal",
        }
    }

    /// The axes of the program as directions of the planet.
    fn frame(self) -> [Vector; 3] {
        const AHEAD: Vector = [1.0, 0.0, 0.0];
        const EAST: Vector = [0.0, 1.0, 0.0];
        const WEST: Vector = [0.0, -1.0, 0.0];
        const NORTH: Vector = [0.0, 0.0, 1.0];
        match self {
            Self::Opengl | Self::Vulkan | Self::Godot => [EAST, NORTH, AHEAD],
            Self::Unity => [WEST, NORTH, AHEAD],
            Self::Unreal => [AHEAD, WEST, NORTH],
        }
    }

    /// The axes of the picture of a face, as directions of the planet: to its centre, to the right and down. The face is named
    /// after an axis of the program.
    pub fn axes(self, face: Face) -> [Vector; 3] {
        let [x, y, z] = self.frame();
        let minus = |[a, b, c]: Vector| [0.0 - a, 0.0 - b, 0.0 - c];
        match face {
            Face::Px => [x, minus(z), minus(y)],
            Face::Nx => [minus(x), z, minus(y)],
            Face::Py => [y, x, z],
            Face::Ny => [minus(y), x, minus(z)],
            Face::Pz => [z, x, minus(y)],
            Face::Nz => [minus(z), minus(x), minus(y)],
        }
    }
}

impl fmt::Display for CubeLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for CubeLayout {
    type Err = PlanetError;

    fn from_str(text: &str) -> Result<Self, PlanetError> {
        let found = Self::ALL.into_iter().find(|layout| layout.name() == text);
        found.ok_or_else(|| PlanetError::Layout(text.to_owned()))
    }
}
