//! The recipe layer, with small registries made for the tests.

mod bad;
mod expressions;
mod former;
mod fuzz;
mod good;
mod parts;
mod registry;
mod reuse;
mod scattered;
mod suggestions;
mod units;
