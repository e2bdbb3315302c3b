//! Tests of the sky.

mod light;
mod probe;
mod reference;
mod space;
