//! The files of a terrain, from outside.

mod description;
mod folder;
mod handmade;
mod heights;
mod mapping;
mod mesh;
mod normals;
mod pictures;
mod products;
mod read;
mod read_back;
mod terrain;
