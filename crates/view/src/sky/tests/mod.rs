//! Tests of the sky.

mod light;
pub(crate) mod probe;
mod reference;
mod space;
