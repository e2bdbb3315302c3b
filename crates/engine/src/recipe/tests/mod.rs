//! Tests of the recipe layer over a small registry of its own.

mod bad;
mod former;
mod fuzz;
mod good;
mod registry;
