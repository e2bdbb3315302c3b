//! The engine as a whole: recipes in, jets and heights out, against oracles written here.

mod bits;
mod buffers;
mod canonical;
mod chooser;
mod craters;
mod curve;
mod derivatives;
mod detail;
mod dunes;
mod far;
mod field;
mod graphs;
mod gullies;
mod intervals;
mod landforms;
mod oracles;
mod patches;
mod planes;
mod refusals;
mod rivers;
mod shapes;
mod slopes;
mod sources;
mod sphere;
mod warnings;
