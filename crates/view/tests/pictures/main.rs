//! Pictures, drawn on whatever device there is; tests fail where there is none.

mod holes;
mod levels;
mod march;
mod reference;
mod scene;
mod styles;
