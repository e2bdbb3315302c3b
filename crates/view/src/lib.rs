//! Pictures of terrains: seen from anywhere, under any sun.
//!
//! Nothing here knows of windows or files: a picture is light in memory.

mod accumulate;
mod camera;
mod canvas;
mod cut;
mod device;
mod draft;
mod error;
mod flight;
mod fog;
mod frame;
mod framing;
mod globe;
mod looks;
mod march;
mod materials;
mod mesh;
mod meter;
mod painter;
mod palette;
mod pass;
mod picture;
mod progress;
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
mod survey;

pub use camera::{Camera, CameraError, Lens};
pub use device::open;
pub use draft::{Bottom, CloudGaze, DraftClouds, DraftLight, Falling, Way, draft_stars, shown};
pub use error::ViewError;
pub use flight::{Flight, FlightError, Key};
pub use framing::Scout;
pub use globe::{GlobeFlight, GlobeGround, GlobeKey, GlobePainter, GlobeShot};
pub use looks::atmosphere;
pub use meter::WHITE;
pub use orogen::recipe::{Air, Clouds, Fog, Sand};
pub use painter::Painter;
pub use palette::materials;
pub use picture::Picture;
pub use progress::{Progress, Watch};
pub use scale::{ground_detail, refuse_inside};
pub use shot::{Bounds, MAX_SAMPLES, MAX_SIDE, Shot, Style, Surface};
pub use sky::{Atmosphere, Sky};
pub use sun::Sun;
pub use survey::Survey;
