//! Levels of detail on planets: the tiles drawn, from any position, while tiles arrive late or never.

mod continuity;
mod descent;
mod exchange;
mod flight;
mod memory;
mod seams;
mod surface;
mod world;
