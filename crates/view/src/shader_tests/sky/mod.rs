//! Compares the shaders of the sky with references on the CPU.

mod light;
mod reference;
mod space;
