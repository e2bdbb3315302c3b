//! Compares the GPU with the processor.

#[path = "../shared/land.rs"]
mod land;
#[path = "../../../engine/tests/engine/sphere.rs"]
mod sphere;

mod craters;
mod craters_on_planets;
mod nodes;
mod patches;
mod pipelines;
mod planet_presets;
mod presets;
mod transforms;
