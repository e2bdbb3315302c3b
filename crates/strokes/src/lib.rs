//! Brush strokes on a terrain, evaluated at any resolution, and the journal file that stores them.
//!
//! A [`Stroke`](stroke::Stroke) moves a [`Brush`](brush::Brush) along a spline. A [`Journal`](journal::Journal) stores
//! strokes in a file, with undo and redo. A [`StrokeLayer`](layer::StrokeLayer) applies strokes to every product of the
//! engine: tiles, rasters, meshes and queries.
//! [`PreparedStrokes`](prepared_strokes::PreparedStrokes) applies strokes to one terrain at one spacing.
//!
//! ```
//! use std::sync::Arc;
//!
//! use orogen_engine::image::NoImages;
//! use orogen_engine::raster::Grid;
//! use orogen_engine::recipe::{Recipe, Source};
//! use orogen_engine::terrain::Terrain;
//! use orogen_strokes::brush::{Brush, Tool};
//! use orogen_strokes::prepared_strokes::PreparedStrokes;
//! use orogen_strokes::stroke::{Point, Stroke};
//!
//! let text = r#"
//! orogen = 1
//! domain.size = 1000.0
//! height = { field = "hills", scale = 50.0 }
//! [fields.hills]
//! type = "fbm"
//! wavelength = 200.0
//! octaves = 6
//! "#;
//! let recipe = Recipe::parse(Source::new("hills.toml", text), orogen_engine::nodes::registry())?;
//! let terrain = Arc::new(Terrain::new(&recipe, &NoImages, 10.0)?);
//! let mut ground = PreparedStrokes::new(terrain, 10.0);
//!
//! // A plateau of 80 m along a bend.
//! let brush = Brush { inner: 0.5, ..Brush::new(Tool::Level { to: 80.0 }, 150.0) };
//! let points = [[200.0, 500.0], [500.0, 400.0], [800.0, 600.0]].map(|position| Point { position, pressure: 1.0 });
//! ground.push(&Stroke { brush, points: points.to_vec() }, &NoImages)?;
//! let band = ground.rows(Grid::square(101, 10.0))?;
//! assert_eq!(band.height[40 * 101 + 50], 80.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod brush;
mod cell;
mod dab;
pub mod error;
mod falloff;
mod field;
mod jet;
pub mod journal;
pub mod layer;
mod limits;
pub mod noise_brush;
mod picture;
mod prepared_stroke;
pub mod prepared_strokes;
mod smoothing;
mod spline;
pub mod stroke;
mod vector;

pub use orogen_engine::bounds;

/// The example of the package's page has to build.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct PackageReadme;
