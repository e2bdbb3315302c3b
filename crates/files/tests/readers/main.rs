//! The files of a terrain as other people's programs read them.

mod exr;
mod geotiff;
mod heights;
mod imports;
mod materials;
mod meshes;
mod python;
mod web;
