//! The server over real connections, against direct computations and independent decoders.

mod answers;
mod baked;
mod contours;
mod harness;
mod heights;
mod hostile;
mod live;
mod meshes;
mod models;
mod overload;
mod pictures;
mod quantized;
mod vector_tiles;
mod water;
