//! Terrain on the GPU, by shaders that are generated from the kernels of the processor.
//!
//! A [`Choice`] opens a device. On this device, [`Bands`] compute the rows of a raster, a [`GpuMaker`] computes the tiles of
//! a [`Generator`](orogen_engine::generate::Generator), and [`Patches`] compute samples anywhere in space. [`export`] writes
//! terrains as shader functions for other programs.
//!
//! # Structure
//! - Work is divided into `pieces` that are small enough for every device. Several pieces are in flight at once (`ring`).
//!   Results arrive in the order in which the pieces were begun.
//! - Pipelines are cached by the text of their shaders, and numbers are in separate buffers. So a changed number needs no
//!   compilation.
//! - Memory for cached data is limited (`lru_cache`). If the device runs out of memory, a [`GpuMaker`] frees this memory.
//! - If the device is lost, a [`GpuMaker`] returns all unfinished jobs, and the next maker finishes them on the processor.
//! - Requests for heights alone use the same program as requests with slopes. So heights have the same bits in both.
//!
//! # Example
//! ```
//! use orogen_engine::image::NoImages;
//! use orogen_engine::raster::{Band, Grid};
//! use orogen_engine::recipe::{Recipe, Source};
//! use orogen_engine::terrain::Terrain;
//! use orogen_gpu::{Bands, Choice, ChosenDevice};
//!
//! let text = "orogen = 1\ndomain.size = 1000.0\nheight = { field = 'hills', scale = 50.0 }\n[fields.hills]\ntype = 'fbm'\nwavelength = 200.0";
//! let recipe = Recipe::parse(Source::new("hills.toml", text), orogen_engine::nodes::registry())?;
//! let terrain = Terrain::new(&recipe, &NoImages, 10.0)?;
//! if let ChosenDevice::Gpu(gpu) = Choice::Auto.open()? {
//!     let mut band = Band::default();
//!     Bands::new(gpu, &terrain, Grid::square(101, 10.0), false)?.make(0, 101, &mut band)?;
//!     println!("the first height is {} m", band.height[0]);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bands;
mod choice;
mod compiler;
mod device;
mod error;
pub mod export;
mod lru_cache;
mod maker;
mod needs;
mod numbers;
mod patches;
mod pieces;
mod ring;
mod run;
mod shader_error;
mod shares;

pub use bands::Bands;
pub use choice::{Choice, ChosenDevice, DeviceInfo, devices};
pub use compiler::Pipeline;
pub use device::Gpu;
pub use error::GpuError;
pub use maker::GpuMaker;
pub use orogen_wgsl::modules;
pub use patches::{PatchTerrain, Patches};
pub use shader_error::ShaderError;

/// The example of the package's page has to build.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct PackageReadme;
