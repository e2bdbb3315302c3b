//! Air in drafts: two layers, molecules and haze, that scatter light equally in all directions.
//!
//! Light on a path through air of optical depth τ becomes `light · e^−τ + glow · (1 − e^−τ)`. The glow is the light that the air
//! sends in every direction. One formula gives the blue of distance, the gradient of the sky, and the limb of a planet. The
//! renderer's tables are exact; here each number has a closed form.

use std::f32::consts::PI;

use orogen_engine::recipe::View;
use orogen_view::atmosphere;

/// How fast light falls when the sun is below the horizon: by a factor of 10^`DUSK` per degree. In the six degrees of civil
/// twilight, light falls from 600 lx to 3.4 lx (P. K. Seidelmann, "Explanatory Supplement to the Astronomical Almanac", 1992).
const DUSK: f32 = 0.37;

/// A layer of air whose density falls exponentially with height.
#[derive(Clone, Copy, Debug)]
struct Layer {
    /// Vertical optical depth above height 0: red, green and blue.
    depth: [f32; 3],
    /// Height in metres in which density falls to 1/e.
    falloff: f32,
}

/// The air of a recipe.
#[derive(Clone, Copy, Debug)]
pub(super) struct Air {
    layers: [Layer; 2],
    /// Radius of the planet in metres.
    radius: f32,
    /// Mean albedo of the ground.
    ground: [f32; 3],
}

/// The light at a place. Irradiances are in units of the sun's irradiance outside the air.
#[derive(Clone, Copy, Debug)]
pub(super) struct Light {
    /// Irradiance of the sun on a surface that faces it.
    pub(super) sun: [f32; 3],
    /// Irradiance of the sky on level ground.
    pub(super) sky: [f32; 3],
    /// Irradiance of both on level ground.
    pub(super) level: [f32; 3],
    /// Radiance that air scatters in every direction.
    glow: [f32; 3],
}

impl Air {
    /// The air of a recipe around a planet of this radius in metres. Planes have the radius of the Earth.
    pub(super) fn new(view: &View, radius: Option<f64>) -> Self {
        let air = atmosphere(view.air, view.haze);
        let haze = |k: usize| air.haze * (air.mie[k] + air.mie_absorption[k]) * air.mie_height;
        let molecules = air.rayleigh.map(|per_metre| per_metre * air.rayleigh_height);
        let layers = [
            Layer { depth: molecules, falloff: air.rayleigh_height },
            Layer { depth: std::array::from_fn(haze), falloff: air.mie_height },
        ];
        Self { layers, radius: radius.map_or(air.radius, |radius| radius as f32), ground: air.ground }
    }

    /// The light at height 0, with the sun at an elevation whose sine is `up`.
    pub(super) fn light(&self, up: f32) -> Light {
        let degrees = libm::asinf(up.clamp(-1.0, 1.0)).to_degrees();
        let dusk = libm::powf(10.0, DUSK * degrees.min(0.0));
        // The disc of the sun is half a degree wide.
        let disc = (degrees / 0.54 + 0.5).clamp(0.0, 1.0);
        let [mut sun, mut sky, mut level, mut glow] = [[0.0; 3]; 4];
        let slants = self.layers.map(|layer| self.slant(up, layer.falloff));
        for k in 0..3 {
            let depth: f32 = (0..2).map(|at| self.layers[at].depth[k] * slants[at]).sum();
            let passed = libm::expf(-depth);
            // Half of the scattered light goes down.
            sky[k] = 0.5 * dusk * (1.0 - passed) / slants[0];
            sun[k] = disc * passed;
            level[k] = sun[k] * up.max(0.0) + sky[k];
            // Air on the path is half-way up, on average: the sun has passed half of the depth. Below the horizon, only high air
            // is lit.
            let direct = dusk * libm::expf(-0.5 * depth) / (4.0 * PI);
            glow[k] = direct + (sky[k] + self.ground[k] * level[k]) / (2.0 * PI);
        }
        Light { sun, sky, level, glow }
    }

    /// Light from behind a path through air. `columns` are the lengths of the path in each layer, in units of the layer's
    /// vertical depth.
    fn through(&self, columns: [f32; 2], light: &Light, behind: [f32; 3]) -> [f32; 3] {
        std::array::from_fn(|k| {
            let depth = columns[0] * self.layers[0].depth[k] + columns[1] * self.layers[1].depth[k];
            let passed = libm::expf(-depth);
            behind[k] * passed + light.glow[k] * (1.0 - passed)
        })
    }

    /// Light that travels a distance in metres between two heights.
    pub(super) fn between(
        &self,
        heights: [f64; 2],
        distance: f64,
        light: &Light,
        behind: [f32; 3],
    ) -> [f32; 3] {
        let [low, high] = [heights[0].min(heights[1]).max(0.0), heights[0].max(heights[1]).max(0.0)];
        let columns = self.layers.map(|Layer { falloff, .. }| {
            // The mean density between the two heights, times the distance.
            let (bottom, rise) = (low as f32 / falloff, (high - low) as f32 / falloff);
            let mean = if rise < 0.03 { 1.0 - 0.5 * rise } else { (1.0 - libm::expf(-rise)) / rise };
            libm::expf(-bottom) * mean * distance as f32 / falloff
        });
        self.through(columns, light, behind)
    }

    /// Light that arrives at a height on a ray out of the air. `rise` is the sine of the ray's angle above the horizontal. A ray
    /// that goes down passes the planet first.
    pub(super) fn beyond(&self, height: f64, rise: f32, light: &Light, behind: [f32; 3]) -> [f32; 3] {
        let columns = self.layers.map(|Layer { falloff, .. }| {
            let above = |height: f64| libm::expf(-(height.max(0.0) as f32) / falloff);
            if rise >= 0.0 {
                return above(height) * self.slant(rise, falloff);
            }
            // The whole chord through its lowest point, less the part behind the eye.
            let lowest = self.lowest(height, rise);
            (2.0 * above(lowest) * self.slant(0.0, falloff) - above(height) * self.slant(-rise, falloff))
                .max(0.0)
        });
        self.through(columns, light, behind)
    }

    /// Light from the ground of a planet to an eye above the air. `rise` is the sine of the angle between ray and ground.
    pub(super) fn down(&self, heights: [f64; 2], rise: f32, light: &Light, behind: [f32; 3]) -> [f32; 3] {
        let columns = self.layers.map(|Layer { falloff, .. }| {
            let [eye, ground] = heights.map(|height| libm::expf(-(height.max(0.0) as f32) / falloff));
            (ground - eye).max(0.0) * self.slant(rise, falloff)
        });
        self.through(columns, light, behind)
    }

    /// The lowest height on a ray that goes down from a height and misses the ground.
    pub(super) fn lowest(&self, height: f64, rise: f32) -> f64 {
        let (radius, rise) = (f64::from(self.radius), f64::from(rise));
        (radius + height) * (1.0 - rise * rise).max(0.0).sqrt() - radius
    }

    /// The ratio of the length of a slanted path to that of the vertical path. The curvature of the planet keeps this ratio
    /// finite (S. Chapman, 1931).
    fn slant(&self, sine: f32, falloff: f32) -> f32 {
        let square = sine.max(0.0) * sine.max(0.0);
        let level = (2.0 * falloff / (PI * self.radius)).min(1.0);
        1.0 / (square + (1.0 - square) * level).sqrt()
    }
}

impl Light {
    /// Irradiance on a surface. `upright` is the vertical component of its normal, `facing` is the cosine of the angle between
    /// normal and sun, and `free` is the visible share of the sun. A slope also receives light from level ground of its own
    /// `albedo`.
    pub(super) fn on(&self, upright: f32, facing: f32, free: f32, albedo: [f32; 3]) -> [f32; 3] {
        std::array::from_fn(|k| {
            let around = 0.5 * ((1.0 + upright) * self.sky[k] + (1.0 - upright) * albedo[k] * self.level[k]);
            self.sun[k] * facing.max(0.0) * free + around
        })
    }
}
