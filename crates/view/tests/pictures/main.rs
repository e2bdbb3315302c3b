//! Pictures on any available device; tests fail without one.

mod fog;
mod globe;
mod holes;
mod levels;
mod light;
mod march;
mod reference;
mod scene;
mod styles;
mod water;
