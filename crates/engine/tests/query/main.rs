//! Height queries from outside, against the engine and against slow and simple ways to know the same.

mod cast;
mod ground;
mod planet;
mod sample;
