//! Devices at work: in bands, and in tiles.

mod bands;
mod harness;
mod tiles;
