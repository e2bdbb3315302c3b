//! Drafts of planes.

use std::f32::consts::PI;

use orogen_engine::recipe::Sand;
use orogen_engine::srgb;
use orogen_view::{
    AirPath, DraftLight, GroundExtent, LocalLight, Style, WHITE_LEVEL, WaterBottom, atmosphere,
};

use super::light_table::LightTable;
use super::march::march;
use super::vector::{dot, unit};
use super::{DraftShot, Scene};
use crate::height_field::{HeightField, Shadows};

/// Albedo of clay.
pub(super) const CLAY: [f32; 3] = [0.52, 0.5, 0.47];

/// Map tints from low to high land, as in `map.wgsl`.
const TINTS: [[f32; 3]; 7] = [
    [0.40, 0.51, 0.38],
    [0.58, 0.64, 0.45],
    [0.80, 0.77, 0.58],
    [0.74, 0.61, 0.46],
    [0.56, 0.44, 0.36],
    [0.68, 0.65, 0.63],
    [0.95, 0.95, 0.96],
];

/// Map tint of water of medium depth.
const WATER_TINT: [f32; 3] = [0.42, 0.60, 0.73];

/// A plane, its light and a viewpoint.
pub(super) struct PlaneScene<'a> {
    height_field: &'a HeightField,
    style: Style,
    sand: Sand,
    light: DraftLight,
    /// Light by the height of the ground.
    lights: LightTable,
    /// Light at the eye.
    at_eye: LocalLight,
    shadows: Shadows,
    sun: [f64; 3],
    eye: [f64; 3],
    /// Whether the ground ends at the domain.
    is_cut: bool,
}

/// Where a ray meets ground or water.
struct Hit {
    place: [f64; 3],
    normal: [f64; 3],
    /// Depth of the water in metres.
    depth: f64,
}

impl<'a> PlaneScene<'a> {
    pub(super) fn new(shot: &DraftShot<'a>, eye: [f64; 3]) -> Self {
        let (height_field, view) = (shot.height_field, &shot.recipe.view);
        let fog = view.fog.filter(|_| shot.style != Style::Map);
        let light = DraftLight::new(&atmosphere(view.air, view.haze), fog);
        let sun = shot.sun.direction();
        let lights = LightTable::new(height_field.range, 24, |height| light.at(sun[2], height));
        let at_eye = light.at(sun[2], eye[2] as f32);
        let (style, sand, is_cut) = (shot.style, view.sand, shot.bounds == GroundExtent::Domain);
        let shadows = Shadows::new(height_field, sun, is_cut);
        Self { height_field, style, sand, light, lights, at_eye, shadows, sun, eye, is_cut }
    }

    fn hit(&self, ray: [f64; 3], distance: f64) -> Hit {
        let [x, y] = [self.eye[0] + distance * ray[0], self.eye[1] + distance * ray[1]];
        let height = self.height_field.endless(x, y);
        let step = self.height_field.detail().max(0.001 * distance);
        // Outside the raster, the ground is mirrored and its slopes are wrong, so they fade with distance.
        let known = self.known([x, y]);
        let slope = |dx: f64, dy: f64| {
            let [one, other] =
                [-1.0, 1.0].map(|side| self.height_field.endless(x + side * dx, y + side * dy));
            known * (other - one) / (2.0 * step)
        };
        let normal = unit([-slope(step, 0.0), -slope(0.0, step), 1.0]);
        let surface = self.height_field.covered(height);
        Hit { place: [x, y, surface], normal, depth: surface - height }
    }

    /// How well the ground at a point is known: 1 in the raster, less with distance from it. Always 1 for maps, which have
    /// their own lights.
    fn known(&self, [x, y]: [f64; 2]) -> f64 {
        if self.style == Style::Map {
            return 1.0;
        }
        let share = self.height_field.beyond(x, y) / self.height_field.size;
        1.0 / (1.0 + 3.0 * share)
    }

    /// Light reflected by the ground.
    fn lit(&self, ray: [f64; 3], hit: &Hit, local: &LocalLight) -> [f32; 3] {
        let [x, y, _] = hit.place;
        let free = 1.0 - self.known([x, y]) as f32 * (1.0 - self.shadows.free(self.height_field, x, y));
        let (upright, facing) = (hit.normal[2] as f32, dot(hit.normal, self.sun) as f32);
        let irradiance = local.on(upright, facing, free);
        let albedo = match self.style {
            Style::Desert => return self.sand(ray, hit, free, local),
            Style::Clay => CLAY,
            Style::Realistic | Style::Map => self.height_field.albedo(x, y),
        };
        std::array::from_fn(|k| albedo[k] * irradiance[k] / PI)
    }

    /// Sand as in `desert.wgsl`, without details finer than the raster: diffuse contrast, specular reflection of whole dunes, and
    /// light along ripples across the wind.
    fn sand(&self, ray: [f64; 3], hit: &Hit, free: f32, local: &LocalLight) -> [f32; 3] {
        let sand = &self.sand;
        let [low, high] = [sand.low, sand.high].map(|color| color.map(srgb::decode));
        let [x, y, up] = hit.normal;
        let diffuse = (sand.gain * dot([x, y, up * sand.contrast], self.sun)).max(0.0) as f32;
        let facing = dot(hit.normal, self.sun);
        let turned = 2.0 * facing;
        let away: [f64; 3] = std::array::from_fn(|k| turned * hit.normal[k] - self.sun[k]);
        let specular = libm::pow((-dot(away, ray)).max(0.0), sand.shininess);
        let shine = sand.ocean_specular * specular
            + 0.5 * sand.glitter * libm::pow(specular, sand.glitter_exponent)
            + self.along_ripples(ray, hit.normal);
        let shine = shine as f32;
        let free = free * smooth((facing + 0.05) / 0.15) as f32;
        let around = local.on(up as f32, 0.0, 0.0);
        std::array::from_fn(|k| {
            let color = 0.5 * (low[k] + high[k]);
            let direct = color * diffuse + (0.65 * color + 0.35) * shine;
            (direct * free * local.sun[k] + color * around[k]) / PI
        })
    }

    fn along_ripples(&self, ray: [f64; 3], normal: [f64; 3]) -> f64 {
        let (sin, cos) = libm::sincos(self.sand.wind.to_radians());
        let level = [-sin, cos, 0.0];
        let crest: [f64; 3] = std::array::from_fn(|k| level[k] - normal[k] * dot(normal, level));
        let half: [f64; 3] = std::array::from_fn(|k| self.sun[k] - ray[k]);
        let size = (dot(half, half) * dot(crest, crest)).sqrt().max(1e-9);
        let square = (1.0 - (dot(crest, half) / size).powi(2)).max(0.0).sqrt();
        let facing = smooth((dot(normal, half) / dot(half, half).sqrt().max(1e-9) + 0.1) / 0.5);
        libm::pow(square, self.sand.ripple_shininess) * self.sand.ripple_specular * facing
    }

    /// Tints by height, shaded from the upper left. Inverts the exposure, so that tints are displayed as given.
    fn map(&self, hit: &Hit) -> [f32; 3] {
        let [low, high] = self.height_field.domain_range;
        let low = self.height_field.sea.map_or(low, |sea| low.max(sea));
        let [x, y, up] = hit.normal;
        let steep = [1.3 * x, 1.3 * y, up];
        let facing =
            |lamp: [f64; 3]| (dot(steep, lamp) / (dot(steep, steep) * dot(lamp, lamp)).sqrt()).max(0.0);
        let shade = 0.32 + 0.62 * facing([-1.0, -1.0, 1.4]) + 0.26 * facing([-1.0, 1.0, 2.2]);
        let share = ((hit.place[2] as f32 - low) / (high - low).max(1e-3)).clamp(0.0, 1.0) * 6.0;
        let (at, part) = ((share as usize).min(5), share - (share as usize).min(5) as f32);
        // The light that is displayed as white.
        let white = 1.05 * WHITE_LEVEL / self.exposure();
        std::array::from_fn(|k| {
            let land = (TINTS[at][k] + part * (TINTS[at + 1][k] - TINTS[at][k])) * shade as f32;
            let tint = if hit.depth > 0.0 { WATER_TINT[k] } else { land };
            tint * tint * white
        })
    }

    fn sky(&self, ray: [f64; 3]) -> [f32; 3] {
        let path = AirPath::Out { height: self.eye[2] as f32, rise: ray[2] as f32 };
        self.light.through(path, dot(ray, self.sun) as f32, &self.at_eye, [0.0; 3])
    }
}

impl Scene for PlaneScene<'_> {
    fn light(&self, ray: [f64; 3]) -> [f32; 3] {
        let domain = 0.0..=self.height_field.size;
        let is_known = |x, y| !self.is_cut || domain.contains(&x) && domain.contains(&y);
        let known = |x, y| is_known(x, y).then(|| self.height_field.endless(x, y));
        let Some(distance) = march(self.height_field, &known, self.eye, ray) else { return self.sky(ray) };
        let hit = self.hit(ray, distance);
        if self.style == Style::Map {
            return self.map(&hit);
        }
        let local = self.lights.at(hit.place[2] as f32);
        let light = if hit.depth > 0.0 {
            let mirrored = self.sky([ray[0], ray[1], -ray[2]]);
            // The refracted path down through the water.
            let length = hit.depth / (1.0 - (1.0 - ray[2] * ray[2]) / 1.777).sqrt();
            // Water of planes has the colour of coasts, as in `water.wgsl`.
            let bottom = WaterBottom { light: self.lit(ray, &hit, &local), path: length as f32, depth: 0.0 };
            local.water(-ray[2] as f32, mirrored, bottom)
        } else {
            self.lit(ray, &hit, &local)
        };
        let path =
            AirPath::To { heights: [self.eye[2], hit.place[2]].map(|z| z as f32), length: distance as f32 };
        self.light.through(path, dot(ray, self.sun) as f32, &local, light)
    }

    fn exposure(&self) -> f32 {
        self.at_eye.exposure()
    }
}

/// A cubic step from 0 to 1.
fn smooth(t: f64) -> f64 {
    let t = t.clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}
