//! Tests of single shader functions: a compute shader evaluates them on the device, and the CPU checks the results.
//!
//! They are a module of their own because they need the sky, the fog and the frame, and test all three.

mod fog;
pub(crate) mod probe;
mod sky;
