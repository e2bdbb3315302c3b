//! Tests of single shader functions: a compute shader evaluates them on the device, and the CPU checks the results.
//!
//! They stand at the crate root because the probe needs the sky, the fog and the frame, and all of these are tested by it.

mod fog;
pub(crate) mod probe;
mod sky;
