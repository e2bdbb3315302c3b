//! The recipe layer, with small registries made for the tests.

mod bad;
mod expressions;
mod former;
mod fuzz;
mod good;
mod registry;
mod suggestions;
mod units;
