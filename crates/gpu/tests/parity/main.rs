//! The GPU against the processor.

#[path = "../shared/land.rs"]
mod land;

mod craters;
mod nodes;
mod presets;
