//! Approximate light on the CPU. The colours of a draft are close to those of the picture that follows.
//!
//! Air and fog are layers over a flat world, with exponential density. Single scattering then has a closed form, as in
//! `fog.wgsl`. Multiply scattered light is treated as the same in all directions. A two-stream model gives the share of this
//! light that reaches the ground. Near the horizon, the curvature of the planet keeps paths finite.

mod clouds;
mod curves;
mod layer;
mod local_light;
mod stars;

use std::f32::consts::PI;
use std::sync::LazyLock;

use orogen_engine::recipe::Fog;
use orogen_engine::srgb;

use crate::Atmosphere;
use crate::picture::filmic;
pub use clouds::{CloudRay, DraftClouds};
use curves::{fade, smoothstep};
use layer::Layer;
pub use local_light::{LocalLight, WaterBottom};
pub use stars::draft_stars;

/// How fast light falls when the sun is below the horizon: by a factor of 10^`DUSK` per degree. In the six degrees of civil
/// twilight, light falls from 600 lx to 3.4 lx (P. K. Seidelmann, "Explanatory Supplement to the Astronomical Almanac", 1992).
const DUSK: f32 = 0.37;

/// The light of a [`Shot`](crate::Shot) on the CPU: sun, air and fog. Results may differ from those of the device by some
/// tenths of their value.
///
/// Light is in units of the sun's irradiance outside the air: red, green and blue of linear sRGB.
///
/// # Example
/// ```
/// use orogen_view::{Atmosphere, DraftLight, Sun};
///
/// let light = DraftLight::new(&Atmosphere::EARTH, None);
/// let noon = light.at(Sun { elevation: 60.0, azimuth: 180.0 }.direction()[2], 0.0);
/// // The sky is blue, and the sun is not.
/// assert!(noon.sky[2] > 2.0 * noon.sky[0] && noon.sun[2] < noon.sun[0]);
/// ```
#[derive(Clone, Debug)]
pub struct DraftLight {
    /// Molecules, haze and fog.
    layers: [Layer; 3],
    radius: f32,
    /// Vertical optical depth of the ozone layer.
    ozone: [f32; 3],
    ozone_height: f32,
    /// Mean albedo of the ground.
    ground: [f32; 3],
}

/// The part of a view ray that is in the air.
///
/// # Example
/// ```
/// use orogen_view::{AirPath, Atmosphere, DraftLight};
///
/// let light = DraftLight::new(&Atmosphere::EARTH, None);
/// let noon = light.at(0.8, 0.0);
/// // Distant ground is paler and bluer.
/// let [near, far] = [1e3, 4e4].map(|length| {
///     light.through(AirPath::To { heights: [500.0; 2], length }, 0.0, &noon, [0.1; 3])
/// });
/// assert!(far[2] / far[0] > near[2] / near[0]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum AirPath {
    /// A segment between two points.
    To {
        /// Heights of the eye and of the visible point, in metres.
        heights: [f32; 2],
        /// Length of the segment, in metres.
        length: f32,
    },
    /// From the eye out of the air.
    Out {
        /// Height of the eye, in metres.
        height: f32,
        /// Sine of the elevation angle.
        rise: f32,
    },
    /// Down to a point, given by the angle at which the ray arrives.
    Down {
        /// Heights of the eye and of the visible point, in metres.
        heights: [f32; 2],
        /// Sine of the angle between ray and ground, positive.
        rise: f32,
    },
    /// Past a planet: from the eye down to a lowest point, and out of the air again.
    Past {
        /// Heights of the eye and of the lowest point, in metres.
        heights: [f32; 2],
        /// Sine of the angle at which the ray descends from the eye.
        fall: f32,
    },
}

impl DraftLight {
    /// The light in this air and fog.
    pub fn new(air: &Atmosphere, fog: Option<Fog>) -> Self {
        let air = air.within_ranges();
        let haze = |per_metre: f32| per_metre * air.haze;
        let molecules = Layer {
            scattering: air.rayleigh,
            extinction: air.rayleigh,
            asymmetry: None,
            level: 0.0,
            falloff: air.rayleigh_height,
            bottom: 0.0,
        };
        let haze = Layer {
            scattering: air.mie.map(haze),
            extinction: std::array::from_fn(|k| haze(air.mie[k] + air.mie_absorption[k])),
            asymmetry: Some(air.asymmetry),
            level: 0.0,
            falloff: air.mie_height,
            bottom: 0.0,
        };
        let fog = fog.map(|fog| {
            let scattering = [crate::fog::extinction(fog); 3];
            let (level, falloff) = (fog.level as f32, fog.falloff as f32);
            let (asymmetry, bottom) = (Some([crate::fog::ASYMMETRY; 3]), f32::NEG_INFINITY);
            Layer { scattering, extinction: scattering, asymmetry, level, falloff, bottom }
        });
        let layers = [molecules, haze, fog.unwrap_or(Layer { falloff: 1.0, ..Layer::default() })];
        Self {
            layers,
            radius: air.radius,
            ozone: air.ozone.map(|ozone| ozone * air.ozone_width),
            ozone_height: air.ozone_height,
            ground: air.ground,
        }
    }

    /// The light at a height in metres, with the sun at an elevation whose sine is `up`.
    pub fn at(&self, up: f64, height: f32) -> LocalLight {
        let up = up as f32;
        let degrees = libm::asinf(up.clamp(-1.0, 1.0)).to_degrees();
        let dusk = libm::powf(10.0, DUSK * degrees.min(0.0));
        // The sun's disc sets at the horizon, which is lower for a higher eye.
        let high = height.max(0.0);
        let dip = (high * (2.0 * self.radius + high)).sqrt() / (self.radius + high);
        let disc = smoothstep((degrees + libm::asinf(dip).to_degrees() + 0.27) / 0.54);
        let above =
            self.layers.each_ref().map(|layer| (layer, layer.above(height), self.slant(up, layer.falloff)));
        // Molecules scatter most of the diffuse light; without molecules, haze does.
        let slant = above[usize::from(self.layers[0].extinction == [0.0; 3])].2;
        let high = self.slant(up, self.ozone_height);
        let mut local = LocalLight { sun: [0.0; 3], sky: [0.0; 3], up, lit: dusk, ground: self.ground };
        for k in 0..3 {
            let (mut depth, mut turned, mut taken) = (0.0, 0.0, self.ozone[k] * high);
            for (layer, metres, slant) in above {
                let scattered = layer.scattering[k] * metres;
                depth += scattered * slant;
                turned += (1.0 - layer.asymmetry.map_or(0.0, |forward| forward[k])) * scattered;
                taken += (layer.extinction[k] - layer.scattering[k]) * metres * slant;
            }
            let (sine, kept) = (1.0 / slant, libm::expf(-taken));
            let straight = libm::expf(-depth) * kept;
            // Eddington's approximation (E. Shettle, J. Weinman, 1970), as for fog.
            let passed =
                (2.0 + 3.0 * sine + (2.0 - 3.0 * sine) * libm::expf(-turned * slant)) / (4.0 + 3.0 * turned);
            // Light that the ground reflects and the air scatters back to the ground.
            let again = self.ground[k] * 3.0 * turned / (4.0 + 3.0 * turned);
            let down = sine * (passed * kept - straight).max(0.0);
            local.sky[k] = dusk * (down + again * straight * up.max(0.0)) / (1.0 - again);
            local.sun[k] = disc * straight;
        }
        local
    }

    /// The radiance that reaches the eye through the air: `behind`, attenuated, plus the light scattered on the path.
    /// `cosine` is the cosine of the angle between view ray and sun. `local` is the light where the air on the path is
    /// densest.
    pub fn through(&self, path: AirPath, cosine: f32, local: &LocalLight, behind: [f32; 3]) -> [f32; 3] {
        let level = local.level();
        // For each layer: the column on the path, and the columns on the sun's paths to the two ends.
        let passed = self.layers.each_ref().map(|layer| {
            let (along, ends) = self.passed(layer, path);
            let slant = self.slant(local.up, layer.falloff);
            (layer, along, ends.map(|end| end * slant))
        });
        let high = self.slant(local.up, self.ozone_height);
        std::array::from_fn(|k| {
            let (mut depth, mut ends, mut once, mut turned) = (0.0, [0.0; 2], 0.0, 0.0);
            for (layer, along, sunward) in &passed {
                depth += layer.extinction[k] * along;
                ends =
                    [ends[0] + layer.extinction[k] * sunward[0], ends[1] + layer.extinction[k] * sunward[1]];
                let scattered = layer.scattering[k] * along;
                turned += scattered;
                once += scattered * layer.phase(cosine, k);
            }
            if depth <= 0.0 {
                return behind[k];
            }
            let (begin, end) = (ends[0], ends[1] + depth);
            let ozone = libm::expf(-self.ozone[k] * high);
            let straight = local.lit * ozone * libm::expf(-begin.min(end)) * fade((end - begin).abs());
            let clear = libm::expf(-depth);
            let glow = (local.sky[k] + self.ground[k] * level[k]) / (2.0 * PI);
            behind[k] * clear + once * straight + (1.0 - clear) * turned / depth * glow
        })
    }

    /// The column of a layer on a path, and the columns straight above the two ends of the path.
    fn passed(&self, layer: &Layer, path: AirPath) -> (f32, [f32; 2]) {
        match path {
            AirPath::To { heights, length } => {
                (layer.along(heights, length), heights.map(|end| layer.above(end)))
            }
            AirPath::Out { height, rise } => {
                let above = layer.above(height);
                (above * self.slant(rise, layer.falloff), [above, 0.0])
            }
            AirPath::Down { heights, rise } => {
                let [above, ground] = heights.map(|height| layer.above(height));
                ((ground - above).max(0.0) * self.slant(rise, layer.falloff), [above, ground])
            }
            AirPath::Past { heights: [eye, lowest], fall } => {
                let [behind, above] = [eye, lowest].map(|height| layer.above(height));
                // The whole chord, less the part behind the eye.
                let level = 2.0 * above * self.slant(0.0, layer.falloff);
                ((level - behind * self.slant(fall, layer.falloff)).max(0.0), [above; 2])
            }
        }
    }

    /// The ratio of the length of a slanted path to that of the vertical path. The curvature of the planet keeps this ratio
    /// finite (S. Chapman, 1931).
    fn slant(&self, sine: f32, falloff: f32) -> f32 {
        let square = sine.max(0.0) * sine.max(0.0);
        let level = (2.0 * falloff / (PI * self.radius)).min(1.0);
        1.0 / (square + (1.0 - square) * level).sqrt()
    }
}

/// Encodes light as sRGB bytes with a lookup table. The film curve is that of [`Picture::to_srgb`](crate::Picture::to_srgb),
/// but this function does not dither.
///
/// ```
/// let [red, green, blue] = orogen_view::to_srgb([0.18, 0.18, 0.18], 1.0);
/// assert!(red.abs_diff(118) < 12 && red.abs_diff(blue) < 2 && green.abs_diff(red) < 2);
/// ```
pub fn to_srgb(light: [f32; 3], exposure: f32) -> [u8; 3] {
    const LAST: f32 = 4095.0;
    static TABLE: LazyLock<Vec<u8>> =
        LazyLock::new(|| (0..4096_u16).map(|at| srgb::encode_byte(f32::from(at) / LAST)).collect());
    filmic(light.map(|light| light * exposure))
        .map(|light| TABLE[(light.clamp(0.0, 1.0) * LAST + 0.5) as usize])
}

#[cfg(test)]
mod tests;
