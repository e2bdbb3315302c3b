//! Renders pictures of terrains and planets: from any position, under any sun.
//!
//! This crate uses no windows and no files: a picture is linear light in memory.
//!
//! ```no_run
//! use std::sync::Arc;
//!
//! use orogen_engine::image::NoImages;
//! use orogen_engine::query::HeightQuery;
//! use orogen_engine::recipe::{Recipe, Source};
//! use orogen_gpu::Choice;
//! use orogen_view::{Progress, Renderer, Shot, ViewFinder, ground_detail};
//!
//! let source = Source::new("alps.toml", std::fs::read_to_string("alps.toml")?);
//! let recipe = Arc::new(Recipe::parse(source, orogen_engine::nodes::registry())?);
//!
//! // A view and a sun that suit the terrain.
//! let ground = HeightQuery::new(&recipe, &NoImages, ground_detail(&recipe))?;
//! let finder = ViewFinder::new(&recipe, &ground);
//! let camera = finder.landscape([960, 540], 40.0)?;
//! let shot = Shot { sun: finder.sun(&camera), ..Shot::new(camera).with_looks(&recipe.view) };
//!
//! let gpu = orogen_view::open(&Choice::Gpu)?;
//! let mut renderer = Renderer::new(gpu, Arc::clone(&recipe), Arc::new(NoImages))?;
//! let picture = renderer.render(&shot, &mut Progress::ignore)?;
//! let srgb: Vec<u8> = picture.to_srgb(0.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Structure
//!
//! - [`Shot`] and [`GlobeShot`] describe a picture; [`Renderer`] and [`GlobeRenderer`] render it on a device.
//! - [`ViewFinder`] finds camera poses and suns; [`Flight`] and [`GlobeFlight`] move a camera through
//!   keyframes.
//!
//! # Frames
//!
//! A picture is the average of many frames. Each frame has its samples at other places in the pixels, and uses another point
//! of the sun's disc and other directions of the sky. So the average smooths edges, shadows and ambient light. A frame has
//! two passes:
//!
//! 1. The *ground* pass computes depth, exact slopes and height of each pixel. It draws meshes of tiles (`mesh`) or marches
//!    rays through the recipe's height function (`march`).
//! 2. The *light* pass (`shade.wgsl`) computes light in a style. Each style is a separate shader. Shadows and materials read
//!    the `surroundings`: nested rasters around the nearest ground.
//!
//! Positions on the device are in metres from the eye.

mod accumulate;
mod camera;
mod cumulus;
mod cut;
mod device;
mod error;
mod flight;
mod fog;
mod frame;
mod globe;
mod ground_buffer;
mod looks;
mod map_tints;
mod march;
mod materials;
mod mesh;
mod meter;
mod palette_materials;
mod pass;
mod picture;
mod picture_meter;
mod progress;
mod renderer;
mod sand;
mod scale;
mod shade;
#[cfg(test)]
mod shader_tests;
mod shot;
mod sky;
mod spline;
mod sun;
mod surroundings;
mod targets;
mod trees;
mod triangles;
mod view_finder;

pub use camera::{Camera, CameraError, Lens};
pub use device::open;
pub use error::ViewError;
pub use flight::{Flight, FlightError, Keyframe};
pub use globe::{GlobeFlight, GlobeGround, GlobeKeyframe, GlobeRenderer, GlobeShot};
pub use ground_buffer::GroundBuffer;
pub use looks::atmosphere;
pub use map_tints::{map_tint, map_water_tint};
pub use meter::exposure;
pub use orogen_engine::recipe::{Air, Clouds, Fog, Sand};
pub use palette_materials::materials;
pub use picture::{Picture, to_srgb};
pub use picture_meter::metered;
pub use progress::{Progress, ProgressCallback};
pub use renderer::Renderer;
pub use scale::{ground_detail, refuse_inside};
pub use shot::{GroundExtent, MAX_SAMPLES, MAX_SIDE, Shot, Style, Surface};
pub use sky::{Atmosphere, Sky};
pub use sun::Sun;
pub use view_finder::ViewFinder;

/// The example of the package's page has to build.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct PackageReadme;
