//! Places on a planet: the sphere as a cube, its tiles, and maps of it.
//!
//! A planet is a [`Sphere`] around the origin, the north pole at `+z` and longitude 0 at `+x`. A [`Direction`] from its
//! centre is a place on it, by [`LatLon`] or by [`FacePoint`]: the six [`Face`]s of a cube, each the root of a tree of tiles
//! that split in four. A [`TileAddress`] names a tile, [`TileSamples`] says where its samples lie, to the same bits as its
//! neighbours, and [`Bounds`] hold it. A [`DirectionGrid`] is a map. What comes of them is a
//! [`Patch`](crate::patch::Patch): positions on the sphere, where a terrain gives heights and their gradients in space;
//! these become normals and slopes by [`Sphere::normal`] and [`FacePoint::slopes`].
//!
//! [`detail`] decides which tiles are drawn.
//!
//! All of it is the same on every machine.

mod address;
mod bounds;
pub mod detail;
mod direction;
mod error;
mod face;
mod grid;
mod height_range;
mod lat_lon;
mod morton;
mod quad;
mod samples;
mod slopes;
mod sphere;
mod tangent;
pub(crate) mod vector;

pub use address::TileAddress;
pub use bounds::{BoundingSphere, Bounds, OrientedBox};
pub use direction::Direction;
pub use error::PlanetError;
pub use face::{Across, Edge, Face};
pub use grid::{CubeMap, DirectionGrid};
pub use height_range::{DEEPEST_GROUND, GROUND_DETAIL, height_along, height_range};
pub use lat_lon::LatLon;
pub use samples::{MAX_DOUBLINGS, Spacing, TileSamples};
pub use sphere::{MAX_RADIUS, MIN_RADIUS, Sphere};
pub use tangent::FacePoint;
