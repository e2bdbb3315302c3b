//! Generators from outside: requests, answers, and the makers of tiles.

mod cache;
mod clock;
mod cpu;
mod frame;
mod makers;
mod order;
mod planet;
mod puppet;
mod scene;
mod versions;
