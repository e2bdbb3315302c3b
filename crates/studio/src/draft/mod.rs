//! Drafts: the CPU draws the height field until the rendered picture is ready.
//!
//! Rays march over the height field in steps that grow with their height above it, and bisection refines the intersection.
//! Colours, light, air and film curve are those of the renderer, as far as the height field resolves them
//! (`orogen_view::DraftLight`). A draft has less detail than the picture, but the same tones.

mod globe;
mod light_table;
mod march;
mod picking;
mod plane;
mod vector;

use orogen_engine::recipe::Recipe;
use orogen_view::{Camera, GroundExtent, Style, Sun, to_srgb};
use rayon::prelude::*;

use crate::eye::Eye;
use crate::height_field::HeightField;
use globe::GlobeScene;
pub use picking::{circle, pick, pick_globe, project};
use plane::PlaneScene;
use vector::unit;

/// An opaque sRGB picture with four bytes per pixel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rgba {
    /// Number of columns and of rows.
    pub size: [usize; 2],
    /// The pixels, row by row from the top.
    pub bytes: Vec<u8>,
}

/// What a draft shows.
#[derive(Clone, Copy, Debug)]
pub struct DraftShot<'a> {
    /// The ground.
    pub height_field: &'a HeightField,
    /// The recipe of the ground.
    pub recipe: &'a Recipe,
    /// The style. A planet is drawn as Realistic, unless the style is Clay.
    pub style: Style,
    /// The viewpoint.
    pub eye: &'a Eye,
    /// The sun.
    pub sun: Sun,
    /// How far the ground of a plane extends.
    pub bounds: GroundExtent,
}

/// A scene to draw.
trait Scene: Sync {
    /// The light along a ray of length 1, in the axes of the camera.
    fn light(&self, ray: [f64; 3]) -> [f32; 3];

    /// The factor from light to display brightness.
    fn exposure(&self) -> f32;
}

impl DraftShot<'_> {
    /// Draws the picture with `size` columns and rows. `None` if the viewpoint is beyond the range of cameras.
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
        let [red, green, blue] = to_srgb(scene.light(ray(camera, across, along)), exposure);
        [red, green, blue, 255]
    };
    let bytes: Vec<[u8; 4]> = (0..columns * rows).into_par_iter().map(pixel).collect();
    Rgba { size, bytes: bytes.into_flattened() }
}

/// A map of the heights. Low ground is dark, and light comes from the upper left.
pub fn map(height_field: &HeightField) -> Rgba {
    const SIDE: usize = 384;
    let rows = if height_field.sphere.is_some() { SIDE / 2 } else { SIDE };
    let [low, high] = height_field.range.map(f64::from);
    let span = (high - low).max(1e-9);
    let metres = (height_field.size / SIDE as f64).max(1e-9);
    from_above(height_field, [SIDE, rows], &|here, rise| {
        if height_field.sea.is_some_and(|sea| here < sea.into()) {
            return [38, 62, 84, 255];
        }
        let light = 0.25 * (0.5 * rise / metres).clamp(-1.0, 1.0);
        grey(0.2 + 0.7 * (here - low) / span + light)
    })
}

/// The whole height field from above. `colour` takes the height at a point, and its rise towards the pixel below and to the
/// right.
pub(crate) fn from_above(
    height_field: &HeightField,
    size: [usize; 2],
    colour: &dyn Fn(f64, f64) -> [u8; 4],
) -> Rgba {
    let at = |i: f64, j: f64| match height_field.sphere {
        Some(_) => height_field.height_at(90.0 - 180.0 * j, -180.0 + 360.0 * i),
        None => height_field
            .height(i * height_field.size, j * height_field.size)
            .unwrap_or(height_field.range[0].into()),
    };
    let step = 1.0 / size[0] as f64;
    let pixel = |k: usize| {
        let (i, j) = ((k % size[0]) as f64 * step, (k / size[0]) as f64 / size[1] as f64);
        let here = at(i, j);
        colour(here, at(i + step, j + step) - here)
    };
    Rgba { size, bytes: (0..size[0] * size[1]).flat_map(pixel).collect() }
}

/// A grey of this brightness, 0 to 1.
pub(crate) fn grey(bright: f64) -> [u8; 4] {
    let grey = (255.0 * bright.clamp(0.0, 1.0)) as u8;
    [grey, grey, grey, 255]
}

/// A ray of length 1 through the picture.
fn ray(camera: &Camera, across: f64, along: f64) -> [f64; 3] {
    let (right, up, forward) = (camera.right(), camera.up(), camera.forward());
    unit(std::array::from_fn(|k| forward[k] + across * right[k] + along * up[k]))
}
