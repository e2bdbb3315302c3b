//! Devices at work: in bands, and in tiles.

#[path = "../../../orogen/tests/generate/clock.rs"]
mod clock;

mod bands;
mod harness;
mod tiles;
