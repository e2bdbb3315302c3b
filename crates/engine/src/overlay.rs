//! Strokes over the ground of a recipe, which the engine itself knows nothing about.
//!
//! A [`Layer`] is what a user drew. Prepared for the terrain of a recipe and for one spacing, it becomes an [`Overlay`]. The
//! terrain under it is a [`Terrain`](crate::terrain::Terrain) as any other: its rows, maps, patches and samples include it.

pub use crate::terrain::{Complaint, Ground, Layer, Overlay, Watch};
