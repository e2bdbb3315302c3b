//! Drafts: the CPU draws the height field until the rendered picture is ready.
//!
//! A draft is a hill shade: the light of the ground is computed once at the samples of the height field ([`Shading`]), and each
//! ray of a picture looks it up. Rays march over the height field of a plane in steps that grow with their height above it, and
//! bisection refines the intersection; planets are spheres. Air is two layers with closed forms (`air`). A draft has roughly the
//! tones of the picture that follows, without fog, clouds and stars.

mod air;
mod globe;
mod march;
mod picking;
mod plane;
mod shading;
mod shadows;
mod vector;
mod water;

use orogen_engine::recipe::Recipe;
use orogen_view::{Camera, GroundExtent, Style, Sun, to_srgb};
use rayon::prelude::*;

use crate::eye::Eye;
use crate::height_field::{HeightField, Watch};
use globe::GlobeScene;
pub use picking::{circle, pick, pick_globe, project};
use plane::PlaneScene;
pub use shading::Shading;
use shading::ShadingScene;
use vector::{of, unit};

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
    /// The heights that colours span, see [`Shot::colour_range`](orogen_view::Shot::colour_range).
    pub colour_range: Option<[f32; 2]>,
}

/// A scene to draw.
trait Scene: Sync {
    /// The light along a ray of length 1, in the axes of the camera.
    fn light(&self, ray: [f64; 3]) -> [f32; 3];

    /// The factor from light to display brightness, for the light of a picture.
    fn exposure(&self, light: &[[f32; 3]]) -> f32;
}

impl DraftShot<'_> {
    /// Draws the picture with `size` columns and rows. `None` if the viewpoint is beyond the range of cameras.
    pub fn draw(&self, size: [usize; 2]) -> Option<Rgba> {
        self.draw_while(&self.shading()?, size, &|| true)
    }

    /// The light of the ground. On planes it does not depend on the viewpoint. `None` if the viewpoint is out of range.
    pub fn shading(&self) -> Option<Shading> {
        let DraftShot { height_field, recipe, style, bounds, .. } = *self;
        let (sun, colour_range) = (self.sun()?, self.colour_range.unwrap_or(height_field.domain_range));
        Some(Shading::new(height_field, &ShadingScene { recipe, style, bounds, sun, colour_range }))
    }

    /// Direction to the sun: in the axes of a plane, or of a planet. `None` if the viewpoint is out of range.
    pub fn sun(&self) -> Option<[f64; 3]> {
        let sun = self.sun.direction();
        match self.eye {
            Eye::Plane(_) => Some(sun),
            Eye::Globe(eye) => Some(of(globe::axes(eye)?, sun)),
        }
    }

    /// Draws the picture with the light of the ground. `None` if the viewpoint is out of range, or soon after `go_on` has
    /// returned false.
    pub fn draw_while(&self, shading: &Shading, size: [usize; 2], go_on: Watch<'_>) -> Option<Rgba> {
        let camera = self.eye.camera().ok()?;
        match self.eye {
            Eye::Plane(_) => drawn(&PlaneScene::new(self, shading, camera.eye()), &camera, size, go_on),
            Eye::Globe(eye) => drawn(&GlobeScene::new(self, shading, eye)?, &camera, size, go_on),
        }
    }
}

fn drawn(scene: &impl Scene, camera: &Camera, size: [usize; 2], go_on: Watch<'_>) -> Option<Rgba> {
    let [columns, rows] = size;
    let half = libm::tan(crate::eye::DEGREES.to_radians() / 2.0);
    let pixel = |row: usize, column: usize| {
        let (column, row) = (column as f64 + 0.5, row as f64 + 0.5);
        let across = half * (2.0 * column - columns as f64) / rows as f64;
        let along = half * (1.0 - 2.0 * row / rows as f64);
        scene.light(ray(camera, across, along))
    };
    let mut light = vec![[0.0; 3]; columns * rows];
    let lines = light.par_chunks_exact_mut(columns).enumerate();
    let is_whole = lines.map(|(row, line)| {
        let wanted = go_on();
        if wanted {
            line.iter_mut().enumerate().for_each(|(at, light)| *light = pixel(row, at));
        }
        wanted
    });
    if !is_whole.reduce(|| true, |one, other| one && other) {
        return None;
    }
    let exposure = scene.exposure(&light);
    let bytes = light.par_iter().flat_map_iter(|light| {
        let [red, green, blue] = to_srgb(*light, exposure);
        [red, green, blue, 255]
    });
    Some(Rgba { size, bytes: bytes.collect() })
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
