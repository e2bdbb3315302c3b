//! Height queries through the public interface, against the engine and against slow and simple methods.

mod cast;
mod ground;
mod planet;
mod sample;
