//! Tests of exported shaders: real compilers accept them, and on a real driver they compute the same results as the
//! processor.

mod compile;
mod engines;
mod metal;
mod parameters;
mod presets;
mod run;
mod together;
mod tools;
