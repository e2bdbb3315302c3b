//! Drafts: a small raster of the ground drawn by the processor, for the moments until the picture is painted.
//!
//! Rays march over the raster in steps that grow with their height above it, and are refined by halving. Colours, light, air and the
//! film's curve are those of the painter, as far as the raster knows them (`orogen_view::DraftLight`): without its detail, a draft
//! is to have its tones.

mod globe;
mod lights;
mod march;
mod plane;
mod spots;
mod vector;

use orogen::recipe::Recipe;
use orogen_view::{Bounds, Camera, Style, Sun, shown};
use rayon::prelude::*;

use crate::eye::Eye;
use crate::relief::Relief;
use globe::GlobeScene;
use plane::PlaneScene;
pub use spots::{circle, hit, hit_globe, spot};
use vector::{dot, times};

/// A picture of sRGB bytes, four a pixel, with full alpha.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rgba {
    /// Columns and rows.
    pub size: [usize; 2],
    /// Row by row from the top.
    pub bytes: Vec<u8>,
}

/// What is to be drawn.
#[derive(Clone, Copy, Debug)]
pub struct Sketch<'a> {
    /// The ground.
    pub relief: &'a Relief,
    /// Of this recipe.
    pub recipe: &'a Recipe,
    /// How it looks; planets are realistic or of clay.
    pub style: Style,
    /// From where it is seen.
    pub eye: &'a Eye,
    /// In which light.
    pub sun: Sun,
    /// How far the ground of a plane goes.
    pub bounds: Bounds,
}

/// What is in the pixels of a picture.
trait Scene: Sync {
    /// The light that comes along a ray of length 1 in the camera's axes.
    fn light(&self, ray: [f64; 3]) -> [f32; 3];

    /// Light times that is shown.
    fn exposure(&self) -> f32;
}

impl Sketch<'_> {
    /// Draws it in so many columns and rows, unless the eye is further away than cameras can be.
    pub fn draw(&self, size: [usize; 2]) -> Option<Rgba> {
        let camera = self.eye.camera().ok()?;
        Some(match self.eye {
            Eye::Plane(_) => drawn(&PlaneScene::new(self, camera.eye()), &camera, size),
            Eye::Globe(eye) => drawn(&GlobeScene::new(self, eye, size[1])?, &camera, size),
        })
    }
}

fn drawn(scene: &impl Scene, camera: &Camera, size: [usize; 2]) -> Rgba {
    let [columns, rows] = size;
    let half = libm::tan(crate::eye::DEGREES.to_radians() / 2.0);
    let exposure = scene.exposure();
    let pixel = |at: usize| {
        let (column, row) = ((at % columns) as f64 + 0.5, (at / columns) as f64 + 0.5);
        let across = half * (2.0 * column - columns as f64) / rows as f64;
        let along = half * (1.0 - 2.0 * row / rows as f64);
        let [red, green, blue] = shown(scene.light(ray(camera, across, along)), exposure);
        [red, green, blue, 255]
    };
    let bytes: Vec<[u8; 4]> = (0..columns * rows).into_par_iter().map(pixel).collect();
    Rgba { size, bytes: bytes.into_flattened() }
}

/// The heights of a relief as a picture: dark is low, and light comes from the upper left.
pub fn map(relief: &Relief) -> Rgba {
    const SIDE: usize = 384;
    let rows = if relief.sphere.is_some() { SIDE / 2 } else { SIDE };
    let [low, high] = relief.range.map(f64::from);
    let span = (high - low).max(1e-9);
    let metres = (relief.size / SIDE as f64).max(1e-9);
    from_above(relief, [SIDE, rows], &|here, rise| {
        if relief.sea.is_some_and(|sea| here < sea.into()) {
            return [38, 62, 84, 255];
        }
        let light = 0.25 * (0.5 * rise / metres).clamp(-1.0, 1.0);
        grey(0.2 + 0.7 * (here - low) / span + light)
    })
}

/// A relief seen from above, all of it. `colour` is given the height of a place, and how much higher it is a pixel to the right
/// and one down.
pub(crate) fn from_above(relief: &Relief, size: [usize; 2], colour: &dyn Fn(f64, f64) -> [u8; 4]) -> Rgba {
    let at = |i: f64, j: f64| match relief.sphere {
        Some(_) => relief.height_at(90.0 - 180.0 * j, -180.0 + 360.0 * i),
        None => relief.height(i * relief.size, j * relief.size).unwrap_or(relief.range[0].into()),
    };
    let step = 1.0 / size[0] as f64;
    let pixel = |k: usize| {
        let (i, j) = ((k % size[0]) as f64 * step, (k / size[0]) as f64 / size[1] as f64);
        let here = at(i, j);
        colour(here, at(i + step, j + step) - here)
    };
    Rgba { size, bytes: (0..size[0] * size[1]).flat_map(pixel).collect() }
}

/// A grey of a brightness from 0 to 1.
pub(crate) fn grey(bright: f64) -> [u8; 4] {
    let grey = (255.0 * bright.clamp(0.0, 1.0)) as u8;
    [grey, grey, grey, 255]
}

/// A ray of length 1 through the picture.
fn ray(camera: &Camera, across: f64, along: f64) -> [f64; 3] {
    let (right, up, forward) = (camera.right(), camera.up(), camera.forward());
    let way: [f64; 3] = std::array::from_fn(|k| forward[k] + across * right[k] + along * up[k]);
    times(way, 1.0 / dot(way, way).sqrt())
}
