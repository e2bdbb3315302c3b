//! Tests of the public interface.

mod asc;
mod description;
mod folder;
mod geotiff;
mod handmade;
mod heights;
mod hostile;
mod large;
mod layout;
mod mapping;
mod mesh;
mod normals;
mod pictures;
mod products;
mod pyramid;
mod read;
mod read_back;
mod scatter;
mod seeds;
mod shapes;
mod terrain;
mod terrain_rgb;
mod tiled;
mod tiles;
mod verify;
mod water;
