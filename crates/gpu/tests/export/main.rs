//! Exported shaders: real compilers accept them, and on a real driver they compute what the processor does.

mod compile;
mod engines;
mod metal;
mod presets;
mod run;
mod together;
mod tools;
