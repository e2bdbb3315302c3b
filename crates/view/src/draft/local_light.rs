//! Light at a point, and the light that ground and water reflect.

use super::curves::smoothstep;
use crate::meter;

/// The constants of `water.wgsl`: absorption per metre, reflectance at normal incidence, and the ratio of upwelling radiance
/// to irradiance.
const WATER_ABSORPTION: [f32; 3] = [0.36, 0.075, 0.045];
const WATER_REFLECTANCE: f32 = 0.02;
const WATER_UPWELLING: [f32; 3] = [0.006, 0.03, 0.042];
/// The ratio for oceans, see `globe/sea.wgsl`. It applies from a depth of `OCEAN_DEPTH` metres.
const OCEAN_UPWELLING: [f32; 3] = [0.0006, 0.0028, 0.0078];
const OCEAN_DEPTH: f32 = 400.0;

/// The ground below water.
///
/// ```
/// use orogen_view::{Atmosphere, DraftLight, WaterBottom};
///
/// let light = DraftLight::new(&Atmosphere::EARTH, None).at(0.7, 0.0);
/// let water = |path: f32| light.water(1.0, [0.0; 3], WaterBottom { light: [0.1; 3], path, depth: 0.0 });
/// // Water absorbs red first.
/// assert!(water(5.0)[0] < 0.5 * water(0.5)[0]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WaterBottom {
    /// Radiance of the ground.
    pub light: [f32; 3],
    /// Length of the view ray through the water, in metres.
    pub path: f32,
    /// Depth of the water, in metres. As the depth grows, the colour changes from that of coasts (at a depth of 0) to that of
    /// oceans.
    pub depth: f32,
}

impl WaterBottom {
    /// Ground so deep that it is invisible, below water of this depth in metres.
    pub fn unseen(depth: f32) -> Self {
        Self { light: [0.0; 3], path: f32::INFINITY, depth }
    }
}

/// The light that arrives at a point. Irradiances are red, green and blue in linear sRGB, in units of the sun's irradiance
/// outside the air.
///
/// ```
/// use orogen_view::{Atmosphere, DraftLight, WaterBottom};
///
/// let light = DraftLight::new(&Atmosphere::EARTH, None).at(0.7, 0.0);
/// // Level ground in full sun, in its shadow, and deep water below a grey sky.
/// let (lit, shaded) = (light.on(1.0, 0.7, 1.0), light.on(1.0, 0.7, 0.0));
/// assert!(lit[1] > 2.0 * shaded[1]);
/// let water = light.water(0.8, [0.1; 3], WaterBottom::unseen(30.0));
/// assert!(water[2] > water[0]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LocalLight {
    /// Irradiance of the sun on a surface that faces it.
    pub sun: [f32; 3],
    /// Irradiance of the sky on level ground.
    pub sky: [f32; 3],
    /// Sine of the sun's elevation.
    pub up: f32,
    /// The share of the air above the point that is in sunlight. This share falls after sunset.
    pub(super) lit: f32,
    /// Mean albedo of the ground.
    pub(super) ground: [f32; 3],
}

impl LocalLight {
    /// Irradiance on a surface. `upright` is the vertical component of the surface's normal, `facing` is the cosine of the
    /// angle between the normal and the direction to the sun, and `free` is the visible share of the sun.
    pub fn on(&self, upright: f32, facing: f32, free: f32) -> [f32; 3] {
        let level = self.level();
        std::array::from_fn(|k| {
            let around =
                self.sky[k] * (0.5 + 0.5 * upright) + self.ground[k] * level[k] * (0.5 - 0.5 * upright);
            self.sun[k] * facing.max(0.0) * free + around
        })
    }

    /// Irradiance on level ground.
    pub fn level(&self) -> [f32; 3] {
        std::array::from_fn(|k| self.sun[k] * self.up.max(0.0) + self.sky[k])
    }

    /// Linear interpolation between this light (`share` 0) and another light (`share` 1).
    pub fn mixed(&self, other: &Self, share: f32) -> Self {
        let between = |one: f32, other: f32| one + share * (other - one);
        let three = |one: [f32; 3], other: [f32; 3]| std::array::from_fn(|k| between(one[k], other[k]));
        Self {
            sun: three(self.sun, other.sun),
            sky: three(self.sky, other.sky),
            up: between(self.up, other.up),
            lit: between(self.lit, other.lit),
            ground: self.ground,
        }
    }

    /// The exposure for pictures in which this light falls on level ground.
    pub fn exposure(&self) -> f32 {
        meter::exposure(self.level())
    }

    /// Radiance of a water surface. `cosine` is the cosine of the angle between view ray and normal. `reflected` is the
    /// radiance of the reflected sky.
    pub fn water(&self, cosine: f32, reflected: [f32; 3], bottom: WaterBottom) -> [f32; 3] {
        let level = self.level();
        // Schlick's approximation. At a grazing angle, the visible sides of waves tilt towards the eye and reflect less. The
        // reduction is about that of `water.wgsl` from far away, where no wave is resolved.
        let reflectance = WATER_REFLECTANCE
            + (1.0 - WATER_REFLECTANCE) * libm::powf(1.0 - cosine.clamp(0.1, 1.0), 5.0) * 0.6;
        let deep = smoothstep((bottom.depth / OCEAN_DEPTH).sqrt());
        std::array::from_fn(|k| {
            let upwelling = WATER_UPWELLING[k] + deep * (OCEAN_UPWELLING[k] - WATER_UPWELLING[k]);
            let passed = libm::expf(-WATER_ABSORPTION[k] * bottom.path);
            let through = bottom.light[k] * passed + 0.9 * upwelling * level[k] * (1.0 - passed);
            (1.0 - reflectance) * through + reflectance * reflected[k]
        })
    }
}
