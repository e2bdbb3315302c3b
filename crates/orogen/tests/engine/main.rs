//! The engine as a whole: recipes in, jets and heights out, against oracles written here.

mod bits;
mod buffers;
mod curve;
mod derivatives;
mod far;
mod field;
mod gullies;
mod intervals;
mod oracles;
mod refusals;
mod slopes;
mod sources;
