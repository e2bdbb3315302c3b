//! The recipe layer, over small registries of the tests' own.

mod bad;
mod expressions;
mod former;
mod fuzz;
mod good;
mod registry;
mod suggestions;
mod units;
