//! Tests of single shader functions: a compute shader evaluates them on the device, and the CPU checks the results.
//!
//! These tests are in a separate module because they need the sky, the fog and the frame, and test all three.

mod fog;
pub(crate) mod probe;
mod sky;
