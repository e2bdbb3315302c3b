//! Pictures, drawn on whatever device there is; tests fail where there is none.

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
