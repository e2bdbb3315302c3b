//! Geometry of a planet: the sphere as a cube, its tiles, and maps of it.
//!
//! A planet is a [`Sphere`] around the origin, with the north pole at `+z` and longitude 0 at `+x`. A [`Direction`] from its
//! centre is a point on it, given by [`LatLon`] or by [`FacePoint`]. The six [`Face`]s of the cube are the roots of trees of
//! tiles that split in four. A [`TileAddress`] names a tile, [`TileSamples`] are its samples, with the same bits as its
//! neighbours' samples where tiles meet, and [`TileBounds`] contain it. A [`DirectionGrid`] is a map.
//!
//! Tiles and maps give a [`Patch`]: positions on the sphere, for which a terrain returns heights and their gradients in
//! space. [`Sphere::normal`] and [`FacePoint::slopes`] turn these into normals and slopes.
//!
//! The results are the same on every machine.
//!
//! [`Patch`]: crate::patch::Patch

mod address;
mod bounds;
mod direction;
mod error;
mod face;
mod grid;
mod lat_lon;
mod layout;
mod limits;
mod morton;
mod quad;
mod samples;
mod slopes;
mod sphere;
mod tangent;
pub(crate) mod vector;

pub use address::TileAddress;
pub use bounds::{BoundingSphere, OrientedBox, TileBounds};
pub use direction::Direction;
pub use error::PlanetError;
pub use face::{Across, Edge, Face};
pub use grid::{CubeMap, DirectionGrid};
pub use lat_lon::LatLon;
pub use layout::CubeLayout;
pub use limits::{MAX_DOUBLINGS, MAX_RADIUS, MIN_RADIUS};
pub use samples::{Spacing, TileSamples};
pub use sphere::Sphere;
pub use tangent::FacePoint;
