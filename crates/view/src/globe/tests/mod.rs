//! Compares planets with geometry in double precision.

mod air;
mod clouds;
mod flight;
mod ground;
mod light;
mod stars;

use std::sync::Arc;

use orogen_engine::image::NoImages;
use orogen_engine::planet::LatLon;
use orogen_engine::recipe::{Recipe, Source};
use orogen_gpu::Choice;

use super::*;
use crate::Sun;

/// A planet with this radius, whose field `ground` gives heights in metres.
pub(super) fn renderer(radius: f64, ground: &str, rest: &str) -> GlobeRenderer {
    let text = format!(
        "orogen = 1\nseed = 5\ndomain = {{ kind = \"planet\", radius = {radius:?} }}\n\
         height = {{ field = \"ground\", scale = 1.0 }}\n[fields.ground]\n{ground}\n{rest}"
    );
    let recipe = Recipe::parse(Source::new("planet", text), orogen_engine::nodes::registry()).unwrap();
    let gpu = crate::open(&Choice::Gpu).expect("install mesa-vulkan-drivers");
    let ground = GlobeGround::new(Arc::new(recipe), Arc::new(NoImages)).unwrap();
    GlobeRenderer::new(gpu, ground).unwrap()
}

pub(super) const LEVEL: &str = "type = \"constant\"\nvalue = 0.0";

pub(super) fn position(latitude: f64, longitude: f64) -> LatLon {
    LatLon::new(latitude, longitude).unwrap()
}

impl GlobeRenderer {
    /// Ground pixels at pixel centres: depth, two numbers of the normal, height.
    fn ground_buffer(&mut self, shot: &GlobeShot) -> Vec<[f32; 4]> {
        let view = self.prepare(shot, &mut crate::Progress::ignore).unwrap();
        let region = Region { first: [0; 2], size: shot.size };
        let targets = self.targets(region).unwrap();
        targets.draw_ground(&view.frame(0, region), &mut |pass| self.mesh.draw(pass)).unwrap();
        let mut pixels = Vec::new();
        targets.read_ground(&mut |_, row| pixels.extend_from_slice(row)).unwrap();
        pixels
    }
}

/// The ray through a pixel's centre along the planet's axes, one metre of depth long.
pub(super) fn ray(eye: &Eye, size: [u32; 2], column: u32, row: u32) -> glam::DVec3 {
    let at = |pixel: u32, count: u32| 2.0 * (f64::from(pixel) + 0.5) / f64::from(count) - 1.0;
    let high = eye.camera.half_height();
    let wide = high * f64::from(size[0]) / f64::from(size[1]);
    let (x, y) = (at(column, size[0]) * wide, -at(row, size[1]) * high);
    let axis = |vector| eye.axes.to_planet(vector);
    axis(eye.camera.forward()) + axis(eye.camera.right()) * x + axis(eye.camera.up()) * y
}
