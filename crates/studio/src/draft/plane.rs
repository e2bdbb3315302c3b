//! Drafts of planes.

use orogen_view::{GroundExtent, Style, metered};

use super::air::{Air, Light};
use super::march::march;
use super::shading::Shading;
use super::water::water;
use super::{DraftShot, Scene};
use crate::height_field::HeightField;

/// A plane, its light and a viewpoint.
pub(super) struct PlaneScene<'a> {
    height_field: &'a HeightField,
    shading: &'a Shading,
    style: Style,
    air: Air,
    light: Light,
    eye: [f64; 3],
    /// Whether the ground ends at the domain.
    is_cut: bool,
}

impl<'a> PlaneScene<'a> {
    pub(super) fn new(shot: &DraftShot<'a>, shading: &'a Shading, eye: [f64; 3]) -> Self {
        let air = Air::new(&shot.recipe.view, None);
        let light = air.light(shot.sun.direction()[2] as f32);
        let is_cut = shot.bounds == GroundExtent::Domain;
        Self { height_field: shot.height_field, shading, style: shot.style, air, light, eye, is_cut }
    }

    fn sky(&self, rise: f64) -> [f32; 3] {
        // The horizon of a plane is level.
        self.air.beyond(self.eye[2], rise.max(0.0) as f32, &self.light, [0.0; 3])
    }
}

impl Scene for PlaneScene<'_> {
    fn light(&self, ray: [f64; 3]) -> [f32; 3] {
        let domain = 0.0..=self.height_field.size;
        let is_known = |x, y| !self.is_cut || domain.contains(&x) && domain.contains(&y);
        let known = |x, y| is_known(x, y).then(|| self.height_field.endless(x, y));
        let Some(distance) = march(self.height_field, &known, self.eye, ray) else {
            return self.sky(ray[2]);
        };
        let [x, y] = [0, 1].map(|k: usize| self.eye[k] + distance * ray[k]);
        let height = self.height_field.endless(x, y);
        let ground = self.shading.at(self.height_field, self.height_field.index(x, y));
        if self.style == Style::Map {
            return ground;
        }
        let surface = self.height_field.covered(height);
        let seen = match (surface - height) as f32 {
            // Water of planes has the colour of coasts, as in `water.wgsl`.
            depth if depth > 0.0 => {
                water(depth, false, -ray[2] as f32, &self.light, ground, self.sky(-ray[2]))
            }
            _ => ground,
        };
        self.air.between([self.eye[2], surface], distance, &self.light, seen)
    }

    fn exposure(&self, light: &[[f32; 3]]) -> f32 {
        let incident = orogen_view::exposure(self.light.level);
        if self.style.is_metered() { metered(light, incident) } else { incident }
    }
}
