//! Kernels that evaluate a row of noise. All give the same bits.
//!
//! - [`sum`] evaluates any noise with any displacement: one octave of a basis over the row ([`octave_row`]), then one step
//!   of the fractal, each in a loop of its own.
//! - [`edge_rows`] evaluates noise on lattices along the axes of a grid, several times as fast.

mod edge_rows;
mod octave_row;
mod steps;
mod sum;
mod task;

pub(crate) use sum::OctavesInOrder;
pub use task::Scratch;
pub(crate) use task::{EdgeTask, RowTask};
