//! Tests of pictures on any available device. They fail without a device.

mod clouds;
mod fog;
mod forest;
mod globe;
mod holes;
mod levels;
mod light;
mod march;
mod reference;
mod scene;
mod stones;
mod styles;
mod water;
