//! The files of a terrain, from outside.

mod description;
mod folder;
mod geotiff;
mod handmade;
mod heights;
mod hostile;
mod mapping;
mod normals;
mod pictures;
mod products;
mod read;
mod read_back;
mod terrain;
