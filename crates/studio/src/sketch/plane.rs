//! Drafts of planes.

use std::f32::consts::PI;

use orogen::covering::linear;
use orogen::recipe::Sand;
use orogen_view::{Bottom, Bounds, DraftLight, Falling, Style, WHITE, Way, atmosphere};

use super::lights::Lights;
use super::march::march;
use super::vector::{dot, times};
use super::{Scene, Sketch};
use crate::relief::{Relief, Shadows};

/// What clay throws back.
pub(super) const CLAY: [f32; 3] = [0.52, 0.5, 0.47];

/// Tints of maps from low land to high, as `map.wgsl` has them.
const TINTS: [[f32; 3]; 7] = [
    [0.40, 0.51, 0.38],
    [0.58, 0.64, 0.45],
    [0.80, 0.77, 0.58],
    [0.74, 0.61, 0.46],
    [0.56, 0.44, 0.36],
    [0.68, 0.65, 0.63],
    [0.95, 0.95, 0.96],
];

/// And of water that is neither shallow nor deep.
const WATER_TINT: [f32; 3] = [0.42, 0.60, 0.73];

/// A plane, its light, and an eye.
pub(super) struct PlaneScene<'a> {
    relief: &'a Relief,
    style: Style,
    sand: Sand,
    light: DraftLight,
    /// Light by the height of the ground, and where the eye is.
    lights: Lights,
    at_eye: Falling,
    shadows: Shadows,
    sun: [f64; 3],
    eye: [f64; 3],
    /// Whether the ground ends where the domain does.
    is_cut: bool,
}

/// Where a ray meets the ground, or water over it.
struct Met {
    place: [f64; 3],
    normal: [f64; 3],
    /// Metres of water there.
    depth: f64,
}

impl<'a> PlaneScene<'a> {
    pub(super) fn new(sketch: &Sketch<'a>, eye: [f64; 3]) -> Self {
        let (relief, view) = (sketch.relief, &sketch.recipe.view);
        let fog = view.fog.filter(|_| sketch.style != Style::Map);
        let light = DraftLight::new(&atmosphere(view.air, view.haze), fog);
        let sun = sketch.sun.direction();
        let lights = Lights::new(relief.range, 24, |height| light.falling(sun[2], height));
        let at_eye = light.falling(sun[2], eye[2] as f32);
        let (style, sand, is_cut) = (sketch.style, view.sand, sketch.bounds == Bounds::Domain);
        let shadows = Shadows::new(relief, sun, is_cut);
        Self { relief, style, sand, light, lights, at_eye, shadows, sun, eye, is_cut }
    }

    fn met(&self, ray: [f64; 3], way: f64) -> Met {
        let [x, y] = [self.eye[0] + way * ray[0], self.eye[1] + way * ray[1]];
        let height = self.relief.endless(x, y);
        let step = self.relief.detail().max(0.001 * way);
        // What mirrors show has its slopes on the wrong side: the further away, the less of them is seen.
        let known = self.known([x, y]);
        let slope = |dx: f64, dy: f64| {
            let [one, other] = [-1.0, 1.0].map(|side| self.relief.endless(x + side * dx, y + side * dy));
            known * (other - one) / (2.0 * step)
        };
        let normal = [-slope(step, 0.0), -slope(0.0, step), 1.0];
        let normal = times(normal, 1.0 / dot(normal, normal).sqrt());
        let surface = self.relief.covered(height);
        Met { place: [x, y, surface], normal, depth: surface - height }
    }

    /// How well the ground at a place is known: 1 in the raster, and less far from it. Maps have lamps of their own.
    fn known(&self, [x, y]: [f64; 2]) -> f64 {
        if self.style == Style::Map {
            return 1.0;
        }
        let share = self.relief.beyond(x, y) / self.relief.size;
        1.0 / (1.0 + 3.0 * share)
    }

    /// What the ground throws back of the light that falls on it.
    fn lit(&self, ray: [f64; 3], met: &Met, falling: &Falling) -> [f32; 3] {
        let [x, y, _] = met.place;
        let free = 1.0 - self.known([x, y]) as f32 * (1.0 - self.shadows.free(self.relief, x, y));
        let (upright, facing) = (met.normal[2] as f32, dot(met.normal, self.sun) as f32);
        let irradiance = falling.on(upright, facing, free);
        let albedo = match self.style {
            Style::Desert => return self.sand(ray, met, free, falling),
            Style::Clay => CLAY,
            Style::Realistic | Style::Map => self.relief.albedo(x, y),
        };
        std::array::from_fn(|k| albedo[k] * irradiance[k] / PI)
    }

    /// Sand as in `desert.wgsl`, without what is finer than a raster: diffuse contrast, the mirror of whole dunes, and light along
    /// ripples across the wind.
    fn sand(&self, ray: [f64; 3], met: &Met, free: f32, falling: &Falling) -> [f32; 3] {
        let sand = &self.sand;
        let [low, high] = [sand.low, sand.high].map(|color| color.map(linear));
        let [x, y, up] = met.normal;
        let diffuse = (sand.gain * dot([x, y, up * sand.contrast], self.sun)).max(0.0) as f32;
        let facing = dot(met.normal, self.sun);
        let turned = 2.0 * facing;
        let away: [f64; 3] = std::array::from_fn(|k| turned * met.normal[k] - self.sun[k]);
        let specular = libm::pow((-dot(away, ray)).max(0.0), sand.shininess);
        let shine = sand.ocean * specular
            + 0.5 * sand.glitter * libm::pow(specular, sand.sparkle)
            + self.along_ripples(ray, met.normal);
        let shine = shine as f32;
        let free = free * smooth((facing + 0.05) / 0.15) as f32;
        let around = falling.on(up as f32, 0.0, 0.0);
        std::array::from_fn(|k| {
            let color = 0.5 * (low[k] + high[k]);
            let direct = color * diffuse + (0.65 * color + 0.35) * shine;
            (direct * free * falling.sun[k] + color * around[k]) / PI
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
        libm::pow(square, self.sand.gloss) * self.sand.along * facing
    }

    /// Tints by height, shaded from the upper left, as light that comes out as they are meant.
    fn map(&self, met: &Met) -> [f32; 3] {
        let [low, high] = self.relief.ends;
        let low = self.relief.sea.map_or(low, |sea| low.max(sea));
        let [x, y, up] = met.normal;
        let steep = [1.3 * x, 1.3 * y, up];
        let facing =
            |lamp: [f64; 3]| (dot(steep, lamp) / (dot(steep, steep) * dot(lamp, lamp)).sqrt()).max(0.0);
        let shade = 0.32 + 0.62 * facing([-1.0, -1.0, 1.4]) + 0.26 * facing([-1.0, 1.0, 2.2]);
        let share = ((met.place[2] as f32 - low) / (high - low).max(1e-3)).clamp(0.0, 1.0) * 6.0;
        let (at, part) = ((share as usize).min(5), share - (share as usize).min(5) as f32);
        // White in full light is shown as the exposure has it.
        let white = 1.05 * WHITE / self.exposure();
        std::array::from_fn(|k| {
            let land = (TINTS[at][k] + part * (TINTS[at + 1][k] - TINTS[at][k])) * shade as f32;
            let tint = if met.depth > 0.0 { WATER_TINT[k] } else { land };
            tint * tint * white
        })
    }

    fn sky(&self, ray: [f64; 3]) -> [f32; 3] {
        let way = Way::Out { height: self.eye[2] as f32, rise: ray[2] as f32 };
        self.light.through(way, dot(ray, self.sun) as f32, &self.at_eye, [0.0; 3])
    }
}

impl Scene for PlaneScene<'_> {
    fn light(&self, ray: [f64; 3]) -> [f32; 3] {
        let domain = 0.0..=self.relief.size;
        let is_known = |x, y| !self.is_cut || domain.contains(&x) && domain.contains(&y);
        let known = |x, y| is_known(x, y).then(|| self.relief.endless(x, y));
        let Some(way) = march(self.relief, &known, self.eye, ray) else { return self.sky(ray) };
        let met = self.met(ray, way);
        if self.style == Style::Map {
            return self.map(&met);
        }
        let falling = self.lights.at(met.place[2] as f32);
        let light = if met.depth > 0.0 {
            let mirrored = self.sky([ray[0], ray[1], -ray[2]]);
            // Down through the water, bent by it.
            let path = met.depth / (1.0 - (1.0 - ray[2] * ray[2]) / 1.777).sqrt();
            let bottom = Bottom { light: self.lit(ray, &met, &falling), path: path as f32 };
            falling.water(-ray[2] as f32, mirrored, 0.0, bottom)
        } else {
            self.lit(ray, &met, &falling)
        };
        let through = Way::To { heights: [self.eye[2], met.place[2]].map(|z| z as f32), length: way as f32 };
        self.light.through(through, dot(ray, self.sun) as f32, &falling, light)
    }

    fn exposure(&self) -> f32 {
        self.at_eye.exposure()
    }
}

/// A cubic step.
fn smooth(t: f64) -> f64 {
    let t = t.clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}
