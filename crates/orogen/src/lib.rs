//! Terrain from a small text recipe: heights with exact slopes, on planes and planets.
//!
//! ```
//! let terrain = orogen::Terrain::preset("alps")?;
//! let sample = terrain.at([8192.0, 4096.0])?;
//! let [east, south, _] = sample.gradient;
//! println!("{:.1} m high, rises {east:.3} m per metre to the east and {south:.3} to the south", sample.height);
//! let raster = terrain.raster(terrain.grid(512)?)?;
//! assert_eq!((raster.height.len(), raster.normals().len()), (512 * 512, 512 * 512));
//! # Ok::<(), orogen::Error>(())
//! ```
//!
//! # A terrain
//! A [`Terrain`] is a recipe that is ready to evaluate. It comes from a [file](Terrain::open), a [preset](Terrain::preset), a
//! [text](Terrain::parse) or a checked [`Recipe`](Terrain::new). A terrain is cheap to clone. All its methods take `&self`,
//! and any thread may call them.
//!
//! | to get | call | on a plane, with | on a planet, with |
//! |---|---|---|---|
//! | points | [`Terrain::at`], [`Terrain::at_all`] | `[x, y]` in metres | [`LatLon`], [`Direction`] |
//! | a raster | [`Terrain::heights`], [`Terrain::raster`] | [`Grid`] | [`DirectionGrid`] |
//! | columns that cross rows | [`Terrain::crossings`] | x and y | longitudes and latitudes |
//! | a stream of rows | [`Terrain::rows`] | [`Grid`] | [`DirectionGrid`] |
//! | a tile | [`Terrain::tile`] | [`PlaneTile`] | [`TileAddress`] |
//! | ray casts | [`Terrain::height_query`], [`Terrain::planet_query`] | [`HeightQuery`] | [`PlanetQuery`] |
//! | tiles in the background | [`Terrain::generator`] | [`Generator`] | [`Generator`], [`lod`] |
//!
//! # One height at a point
//! A recipe is a function of the position. [`Terrain::at`] evaluates this function in `f64`, whatever raster or level of
//! detail a program shows. Rasters and tiles are `f32`, and their bits are the same on every machine, with any number of
//! threads, whole or in parts. Only fields with `octaves = "auto"` depend on the spacing of the samples: they leave out
//! octaves that the samples cannot show. Heights at points include every octave down to [`POINT_DETAIL`].
//!
//! # Level of detail
//! A [`Quadtree`](lod::Quadtree) chooses the tiles of a planet for a camera, and a [`Generator`] makes them in the
//! background:
//!
//! ```
//! use orogen::Terrain;
//! use orogen::lod::{Eye, Quadtree, Settings};
//!
//! let terrain = Terrain::preset("luna")?;
//! let sphere = terrain.sphere().expect("luna is a planet");
//! let generator = terrain.generator(64 << 20)?;
//! let mut tree = Quadtree::new(sphere, Settings::default())?;
//! let eye = Eye::looking([3.0 * sphere.radius(), 0.0, 0.0], [-1.0, 0.0, 0.0], 50.0, [640, 360]);
//! let mut seconds = 0.0;
//! while !tree.progress().is_settled() || seconds == 0.0 {
//!     for drawn in tree.update(&eye, seconds, &generator) {
//!         // Upload the heights if the tile is new, and draw it.
//!         assert_eq!(drawn.tile.planes.height.len(), drawn.tile.planes.dx.len());
//!     }
//!     seconds += 1.0 / 60.0;
//! #   std::thread::sleep(std::time::Duration::from_millis(1));
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Units and axes
//! All lengths are metres. On a plane `x` grows to the right and `y` downwards. On a planet the north pole is
//! at `+z` and longitude 0 at `+x`; heights are measured from the [`Sphere`]. Slopes are metres of height per
//! metre.
//!
//! # Errors
//! Every error is an [`Error`]. It says what is wrong and how to fix it, and has the line and column if the mistake is in a
//! recipe. No recipe, file or number makes a [`Terrain`] panic.
//!
//! # Files
//! Recipes may name pictures and brush strokes. [`Files`] reads them; the features `pictures` and `strokes`, both on by default,
//! include the formats. A program must not open the files that untrusted recipes name: see [`Terrain::new`].
//!
//! # The engine
//! [`engine`] has what this crate does not cover: recipes as [data](engine::recipe), their [nodes](engine::nodes), the
//! [geometry of planets](engine::planet), and [layers](engine::overlay) over a terrain. The examples in the engine's
//! documentation begin with `orogen_engine::`; write `orogen::engine::` instead. The crate `orogen-files` writes files of
//! heights, meshes and masks.

#[cfg(feature = "edit")]
mod changes;
#[cfg(feature = "descriptions")]
mod descriptions;
mod error;
mod files;
#[cfg(feature = "hashes")]
mod hashes;
mod position;
mod presets;
mod raster;
mod recipe_file;
mod rows;
mod sample_grid;
mod terrain;
mod tile;

pub use orogen_engine as engine;
pub use orogen_engine::generate::Generator;
pub use orogen_engine::generate::dispatcher::Dispatcher;
pub use orogen_engine::generate::tile::{Answer, Request, TileLocation};
pub use orogen_engine::image::NoImages;
pub use orogen_engine::interval::Interval;
pub use orogen_engine::lod;
pub use orogen_engine::planet::{
    Direction, DirectionGrid, Face, FacePoint, LatLon, Sphere, TileAddress, TileSamples,
};
pub use orogen_engine::query::{HeightQuery, Hit, PlanetQuery, Ray};
pub use orogen_engine::raster::{Band, Grid};
pub use orogen_engine::recipe::{Recipe, RecipeError, Source};
pub use orogen_engine::terrain::{Images, PlanetSample, Sample};

#[cfg(feature = "edit")]
pub use changes::{Setting, changed_recipe};
#[cfg(feature = "descriptions")]
pub use descriptions::{default_text, describe_node, example_of_node};
pub use error::{Error, ErrorKind};
pub use files::Files;
#[cfg(feature = "pictures")]
pub use files::Location;
#[cfg(feature = "cache")]
pub use files::{KeptSolution, SolutionCache};
#[cfg(feature = "strokes")]
pub use files::{StrokeLayer, read_strokes};
#[cfg(feature = "hashes")]
pub use hashes::{Hashes, StrokesHash};
pub use position::{POINT_DETAIL, Position};
pub use presets::{Preset, nearest_preset, presets};
pub use raster::Raster;
pub use recipe_file::{read_recipe, read_recipe_from};
pub use rows::Rows;
pub use sample_grid::SampleGrid;
pub use terrain::{Address, Terrain};
pub use tile::{PlaneTile, PlanetTile};

/// Compiles the examples of the project's README.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// Compiles the examples of the package's README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct PackageReadme;
