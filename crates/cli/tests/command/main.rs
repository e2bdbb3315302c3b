//! Tests of the command: inputs, outputs and errors.

mod bad_recipe;
mod bad_use;
#[cfg(all(feature = "serve", unix))]
mod bake;
mod batch;
#[cfg(unix)]
mod cache;
mod check;
mod corpus;
mod cube_layouts;
#[cfg(feature = "gpu")]
mod device;
mod disk;
mod fields;
mod folder;
mod foreign;
mod formats;
mod harness;
mod inspect;
mod interrupt;
#[cfg(feature = "gpu")]
#[path = "../../../gpu/tests/shared/large.rs"]
mod large;
mod lists;
mod lods;
mod masks;
mod models;
mod painted;
mod parameters;
mod planet;
mod plugin;
mod preview;
#[cfg(feature = "gpu")]
mod render;
#[cfg(feature = "gpu")]
mod render_globe;
#[cfg(feature = "gpu")]
mod render_looks;
mod reuse;
mod same_bits;
mod sample;
mod scatter;
mod sculpt;
mod sea;
#[cfg(all(feature = "serve", unix))]
mod serve;
#[cfg(feature = "gpu")]
mod shader;
mod shapes;
mod stdin;
mod targets;
mod terrains;
mod tiles;
mod verify;
mod warnings;
mod watch;
