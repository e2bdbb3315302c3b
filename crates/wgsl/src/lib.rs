//! Terrains as texts of WGSL compute shaders, for any program that runs WebGPU.
//!
//! [`passes`] and [`patch_passes`] give the texts for grids and patches, and the other functions the contents of their buffers.
//! The texts say what each binding is. Run the passes in order, each with `columns.div_ceil(64)` × `rows` workgroups.
//!
//! # Example
//! ```
//! use orogen_engine::image::NoImages;
//! use orogen_engine::recipe::{Recipe, Source};
//! use orogen_engine::terrain::Terrain;
//!
//! let text = "orogen = 1\ndomain.size = 1000.0\nheight = { field = 'hills', scale = 50.0 }\n[fields.hills]\ntype = 'fbm'\nwavelength = 200.0";
//! let recipe = Recipe::parse(Source::new("hills.toml", text), orogen_engine::nodes::registry())?;
//! let program = orogen_wgsl::grid_program(&Terrain::new(&recipe, &NoImages, 10.0)?)?;
//! let passes = orogen_wgsl::passes(&program);
//! assert_eq!((passes.listings.len(), passes.intermediates), (1, 0));
//! assert!(passes.listings[0].text.contains("@compute"));
//! assert_eq!(program.outputs.len(), 3, "height, and slopes along x and y");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod buffers;
mod text;

pub use buffers::{axis_words, grid_program, literal_words, offsets};
pub use text::{ENTRY, GRID, Listing, NEAR_WORDS, PATCH, Passes, Text, WORD, modules, passes, patch_passes};
