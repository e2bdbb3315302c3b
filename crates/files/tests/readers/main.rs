//! The files of a terrain as other people's programs read them.

mod heights;
mod materials;
mod meshes;
mod python;
mod web;
