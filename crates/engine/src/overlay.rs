//! Strokes over the ground of a recipe. The engine knows only this interface.
//!
//! A [`Layer`] is what a user drew. The caller reads it, as it reads pictures; a caller that cannot read strokes gets an
//! error, never the ground without them. Prepared for the terrain of a recipe and for one spacing, a layer becomes an
//! [`Overlay`]. A [`Terrain`](crate::terrain::Terrain) with an overlay is like any other: its rows, maps, patches, samples
//! and interval include it. Only its program is missing: a request for it returns an error, so devices leave such terrains to
//! the processor.

pub use crate::terrain::{Complaint, Layer, LayerBase, Overlay, Watch};
