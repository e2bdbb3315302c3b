//! Levels of detail on planets: what is drawn, from anywhere, while tiles come late or not at all.

mod continuity;
mod descent;
mod exchange;
mod flight;
mod memory;
mod seams;
mod surface;
mod world;
