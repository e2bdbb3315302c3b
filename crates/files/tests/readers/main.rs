//! The files of a terrain, read by other programs.

mod exr;
mod geotiff;
mod heights;
mod imports;
mod lods;
mod materials;
mod meshes;
mod python;
mod scatter;
mod shapes;
mod web;
