//! The shaders of the sky against references on the CPU.

mod light;
mod reference;
mod space;
