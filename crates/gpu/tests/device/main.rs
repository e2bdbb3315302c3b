//! Bands and tiles computed on a device.

#[path = "../../../engine/tests/generate/clock.rs"]
mod clock;

#[path = "../shared/land.rs"]
mod land;
#[path = "../shared/large.rs"]
mod large;

mod bands;
mod globe;
mod globe_seams;
mod harness;
mod levels;
mod memory;
mod tiles;
