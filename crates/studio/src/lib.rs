//! Orogen studio: a recipe, its terrain, and what is made of it, in one window.

pub mod document;
pub mod eye;
pub mod host;
pub mod jobs;
pub mod relief;
pub mod sketch;
