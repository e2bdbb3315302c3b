//! Light at a place, and what ground and water throw back of it.

use super::curves::smoothstep;
use crate::meter;

/// As in `water.wgsl`: what a metre of it takes away, what it mirrors of light that falls straight down, and what comes back from the
/// depth of water.
const WATER_TAKEN: [f32; 3] = [0.36, 0.075, 0.045];
const WATER_MIRRORED: f32 = 0.02;
const WATER_DEPTH: [f32; 3] = [0.006, 0.03, 0.042];
/// And from the depth of oceans, see `globe/sea.wgsl`, so many metres deep.
const OCEAN_DEPTH: [f32; 3] = [0.0006, 0.0028, 0.0078];
const OCEAN: f32 = 400.0;

/// What is below water.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bottom {
    /// Its light.
    pub light: [f32; 3],
    /// Metres of water before it.
    pub path: f32,
}

impl Bottom {
    /// None that is seen.
    pub const NONE: Self = Self { light: [0.0; 3], path: f32::INFINITY };
}

/// Light at a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Falling {
    /// Irradiance of the sun, on what faces it.
    pub sun: [f32; 3],
    /// Irradiance of the sky, on level ground.
    pub sky: [f32; 3],
    /// Sine of the sun's height above the horizon.
    pub up: f32,
    /// How much of the air above is lit: less and less after sunset.
    pub(super) lit: f32,
    /// What the ground throws back, on average.
    pub(super) ground: [f32; 3],
}

impl Falling {
    /// Irradiance on ground: of its normal the share that is up, the cosine to the sun, and how much of that is seen.
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

    /// What is between this light and another, by the other's share.
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

    /// Light times that is shown: for pictures with this light on level ground.
    pub fn exposure(&self) -> f32 {
        meter::exposure(self.level())
    }

    /// Light of water where the cosine to its normal is this, the sky that it mirrors that, and an ocean so many metres deep: none
    /// are what is before a coast.
    pub fn water(&self, cosine: f32, mirrored: [f32; 3], ocean: f32, bottom: Bottom) -> [f32; 3] {
        let level = self.level();
        // Schlick's law. Waves turn water towards who looks along it: less of it mirrors, by about what `water.wgsl` has from far
        // away, where all its waves are too small to be seen.
        let share =
            WATER_MIRRORED + (1.0 - WATER_MIRRORED) * libm::powf(1.0 - cosine.clamp(0.1, 1.0), 5.0) * 0.6;
        let deep = smoothstep((ocean / OCEAN).sqrt());
        std::array::from_fn(|k| {
            let depth = WATER_DEPTH[k] + deep * (OCEAN_DEPTH[k] - WATER_DEPTH[k]);
            let passed = libm::expf(-WATER_TAKEN[k] * bottom.path);
            let through = bottom.light[k] * passed + 0.9 * depth * level[k] * (1.0 - passed);
            (1.0 - share) * through + share * mirrored[k]
        })
    }
}
