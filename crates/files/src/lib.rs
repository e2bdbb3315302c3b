//! Reading and writing terrain products.

mod encode;
mod error;
pub mod height16;
pub mod height32;
pub mod normal;
mod pending;
pub mod preview;
mod product;
mod read;
mod sidecar;

pub use error::FileError;
pub use height16::HeightMapping;
pub use pending::prepare_folder;
pub use product::Product;
pub use read::{Heightmap, MAX_SAMPLES, MAX_SIDE, read_heightmap, read_png_bytes};
pub use sidecar::{FORMAT, FileInfo, ROWS, SixteenBit, TerrainInfo};
