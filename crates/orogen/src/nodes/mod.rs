//! The kinds of field a recipe can be built from.

pub mod spec;
