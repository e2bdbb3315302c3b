//! An HTTP server that makes map tiles of a terrain on demand.
//!
//! ```no_run
//! use std::sync::Arc;
//! use orogen::{Files, Preset};
//! use orogen_serve::{Options, Server, Tiles};
//!
//! let tiles = Tiles::new(Preset::find("alps")?.recipe()?, Arc::new(Files::default()), Some([46.5, 8.0]))?;
//! let server = Server::bind("127.0.0.1:8080", Options::default(), tiles)?;
//! println!("http://{}/", server.address());
//! server.run(|| false)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | path | contents |
//! |---|---|
//! | `/` | a page with MapLibre |
//! | `/globe` | a page with Cesium |
//! | `/terrarium/{z}/{x}/{y}.png`, `/mapbox/…` | heights as colours; `@2x.png` for 512 pixels |
//! | `/shade/…`, `/colour/…` | light, and colours of the ground |
//! | `/vector/{z}/{x}/{y}.mvt` | contours, the sea, rivers and lakes |
//! | `/terrarium.json` and so on, `/terrarium@2x.json` | TileJSON |
//! | `/terrain/layer.json`, `/terrain/{z}/{x}/{y}.terrain` | quantized-mesh 1.0 |
//! | `/gltf/tileset.json`, `/gltf/{z}/{x}/{y}.glb` | 3D Tiles 1.1 |
//! | `/events` | server-sent events: a new terrain, or the error of a recipe |
//! | `/health`, `/ready`, `/metrics` | for operators |
//!
//! # Layers
//! `tiles` makes tiles and knows nothing of HTTP. `work` bounds the evaluations at once, `live` holds the current terrain, `http`
//! answers requests, and `server` accepts connections. [`Bake`] writes tiles to files, for servers that only serve files.
//!
//! # Determinism
//! The bytes of a tile are a function of the recipe, its place and the tile's address. So its entity tag is a hash of these, and a
//! request with this tag is answered without making the tile.

mod bake;
mod gzip;
mod http;
mod live;
mod metrics;
mod options;
mod server;
mod tiles;
mod work;

pub use bake::{Bake, BakeOptions, Destination};
pub use live::Live;
pub use options::Options;
pub use server::Server;
pub use tiles::{Address, Layer, MAX_ZOOM, NotServed, Refusal, Tiles};
