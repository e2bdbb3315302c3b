//! Generators from outside: what is asked, what is answered, and by whom it was made.

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
