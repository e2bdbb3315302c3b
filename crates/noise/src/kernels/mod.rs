//! Kernels that evaluate a row of noise. All give the same bits.
//!
//! - [`sum`] evaluates any noise with any displacement: one octave of a basis over the row ([`octave_row`]), then one step of
//!   the fractal. Each of the two is a separate loop.
//! - [`edge_rows`] evaluates noise on lattices parallel to the axes of a grid. It is several times as fast as [`sum`].

mod edge_rows;
mod octave_row;
mod steps;
mod sum;
mod task;

pub(crate) use sum::OctavesInOrder;
pub use task::Scratch;
pub(crate) use task::{EdgeTask, RowTask};
