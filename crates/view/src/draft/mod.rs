//! The light of pictures without a device, about: for drafts, which are to have the colours of the picture that follows.
//!
//! Air and fog are taken as layers of a flat world, whose density falls evenly with the height. Light that is scattered once has a
//! closed form there (as in `fog.wgsl`); what is scattered again is an even glow, and what of it comes down to the ground follows
//! by two streams. Where the way of the light is long, near the horizon, the round world keeps it finite.

mod clouds;
mod curves;
mod falling;
mod layer;
mod stars;

use std::f32::consts::PI;
use std::sync::LazyLock;

use orogen::recipe::Fog;

use crate::Atmosphere;
use crate::picture::filmic;
pub use clouds::{CloudGaze, DraftClouds};
use curves::{fade, smoothstep};
pub use falling::{Bottom, Falling};
use layer::Layer;
pub use stars::draft_stars;

/// How much of the light is left per degree of the sun below the horizon, as a power of ten: from 600 lx to 3.4 lx in the six degrees
/// of civil dusk (P. K. Seidelmann, "Explanatory Supplement to the Astronomical Almanac", 1992).
const DUSK: f32 = 0.37;

/// The light of a [`Shot`](crate::Shot)'s sun in its air and fog, by the processor, within some tenths of what a device paints.
///
/// Light is in units of the sun's irradiance outside of the air: red, green and blue of linear sRGB.
///
/// # Example
/// ```
/// use orogen_view::{Atmosphere, DraftLight, Sun};
///
/// let light = DraftLight::new(&Atmosphere::EARTH, None);
/// let noon = light.falling(Sun { elevation: 60.0, azimuth: 180.0 }.direction()[2], 0.0);
/// // The sky is blue, and the sun is not.
/// assert!(noon.sky[2] > 2.0 * noon.sky[0] && noon.sun[2] < noon.sun[0]);
/// ```
#[derive(Clone, Debug)]
pub struct DraftLight {
    /// Molecules, haze and fog.
    layers: [Layer; 3],
    radius: f32,
    /// Light that goes straight up through ozone loses by this depth.
    ozone: [f32; 3],
    ozone_height: f32,
    /// What the ground throws back, on average.
    ground: [f32; 3],
}

/// A way of light through the air.
///
/// # Example
/// ```
/// use orogen_view::{Atmosphere, DraftLight, Way};
///
/// let light = DraftLight::new(&Atmosphere::EARTH, None);
/// let noon = light.falling(0.8, 0.0);
/// // What is far is paler, and bluer.
/// let [near, far] = [1e3, 4e4].map(|length| {
///     light.through(Way::To { heights: [500.0; 2], length }, 0.0, &noon, [0.1; 3])
/// });
/// assert!(far[2] / far[0] > near[2] / near[0]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Way {
    /// To a place: heights of its ends and its length, in metres.
    To {
        /// Heights of the eye and of what it sees.
        heights: [f32; 2],
        /// From one to the other.
        length: f32,
    },
    /// Out of the air, from a height in metres, rising by an angle of this sine.
    Out {
        /// Of the eye.
        height: f32,
        /// Sine of the angle above level.
        rise: f32,
    },
    /// From one height in metres down to another, where light rises by an angle of this sine.
    Down {
        /// Of the eye and of what it sees.
        heights: [f32; 2],
        /// Sine of the angle above level.
        rise: f32,
    },
    /// Past a planet: down, by an angle of this sine, and out of the air again.
    Past {
        /// Heights of the eye and of the lowest place, in metres.
        heights: [f32; 2],
        /// Sine of the angle below level.
        fall: f32,
    },
}

impl DraftLight {
    /// The light in some air and fog.
    pub fn new(air: &Atmosphere, fog: Option<Fog>) -> Self {
        let air = air.within_ranges();
        let haze = |per_metre: f32| per_metre * air.haze;
        let molecules = Layer {
            scattered: air.rayleigh,
            lost: air.rayleigh,
            forward: None,
            level: 0.0,
            falloff: air.rayleigh_height,
            bottom: 0.0,
        };
        let haze = Layer {
            scattered: air.mie.map(haze),
            lost: std::array::from_fn(|k| haze(air.mie[k] + air.mie_absorption[k])),
            forward: Some(air.asymmetry),
            level: 0.0,
            falloff: air.mie_height,
            bottom: 0.0,
        };
        let fog = fog.map(|fog| {
            let scattered = [crate::fog::extinction(fog); 3];
            let (level, falloff) = (fog.level as f32, fog.falloff as f32);
            let (forward, bottom) = (Some([crate::fog::FORWARD; 3]), f32::NEG_INFINITY);
            Layer { scattered, lost: scattered, forward, level, falloff, bottom }
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

    /// The light that falls at a height in metres, where the sun stands above the horizon by an angle of this sine.
    pub fn falling(&self, up: f64, height: f32) -> Falling {
        let up = up as f32;
        let degrees = libm::asinf(up.clamp(-1.0, 1.0)).to_degrees();
        let dusk = libm::powf(10.0, DUSK * degrees.min(0.0));
        // The disc sinks behind the horizon, which lies the lower the higher one is.
        let high = height.max(0.0);
        let dip = (high * (2.0 * self.radius + high)).sqrt() / (self.radius + high);
        let disc = smoothstep((degrees + libm::asinf(dip).to_degrees() + 0.27) / 0.54);
        let above =
            self.layers.each_ref().map(|layer| (layer, layer.above(height), self.slant(up, layer.falloff)));
        // Most of what scatters light all around are molecules; where there are none, haze.
        let slant = above[usize::from(self.layers[0].lost == [0.0; 3])].2;
        let high = self.slant(up, self.ozone_height);
        let mut falling = Falling { sun: [0.0; 3], sky: [0.0; 3], up, lit: dusk, ground: self.ground };
        for k in 0..3 {
            let (mut depth, mut turned, mut taken) = (0.0, 0.0, self.ozone[k] * high);
            for (layer, metres, slant) in above {
                let scattered = layer.scattered[k] * metres;
                depth += scattered * slant;
                turned += (1.0 - layer.forward.map_or(0.0, |forward| forward[k])) * scattered;
                taken += (layer.lost[k] - layer.scattered[k]) * metres * slant;
            }
            let (sine, kept) = (1.0 / slant, libm::expf(-taken));
            let straight = libm::expf(-depth) * kept;
            // Eddington's approximation (E. Shettle, J. Weinman, 1970), as for fog.
            let passed =
                (2.0 + 3.0 * sine + (2.0 - 3.0 * sine) * libm::expf(-turned * slant)) / (4.0 + 3.0 * turned);
            // What the ground throws up, and the air throws down again.
            let again = self.ground[k] * 3.0 * turned / (4.0 + 3.0 * turned);
            let down = sine * (passed * kept - straight).max(0.0);
            falling.sky[k] = dusk * (down + again * straight * up.max(0.0)) / (1.0 - again);
            falling.sun[k] = disc * straight;
        }
        falling
    }

    /// What is seen of light behind a way: less of it, and what the air adds. `cosine` is that of the angle between the way and the
    /// direction to the sun, and `falling` the light where most of the air is on it.
    pub fn through(&self, way: Way, cosine: f32, falling: &Falling, behind: [f32; 3]) -> [f32; 3] {
        let level = falling.level();
        // Of each layer: metres on the way, and on that of the sun to either end.
        let passed = self.layers.each_ref().map(|layer| {
            let (along, ends) = self.passed(layer, way);
            let slant = self.slant(falling.up, layer.falloff);
            (layer, along, ends.map(|end| end * slant))
        });
        let high = self.slant(falling.up, self.ozone_height);
        std::array::from_fn(|k| {
            let (mut depth, mut ends, mut once, mut turned) = (0.0, [0.0; 2], 0.0, 0.0);
            for (layer, along, sunward) in &passed {
                depth += layer.lost[k] * along;
                ends = [ends[0] + layer.lost[k] * sunward[0], ends[1] + layer.lost[k] * sunward[1]];
                let scattered = layer.scattered[k] * along;
                turned += scattered;
                once += scattered * layer.phase(cosine, k);
            }
            if depth <= 0.0 {
                return behind[k];
            }
            let (begin, end) = (ends[0], ends[1] + depth);
            let ozone = libm::expf(-self.ozone[k] * high);
            let straight = falling.lit * ozone * libm::expf(-begin.min(end)) * fade((end - begin).abs());
            let clear = libm::expf(-depth);
            let glow = (falling.sky[k] + self.ground[k] * level[k]) / (2.0 * PI);
            behind[k] * clear + once * straight + (1.0 - clear) * turned / depth * glow
        })
    }

    /// Metres of a layer on a way, and straight above the ends of that.
    fn passed(&self, layer: &Layer, way: Way) -> (f32, [f32; 2]) {
        match way {
            Way::To { heights, length } => {
                (layer.along(heights, length), heights.map(|end| layer.above(end)))
            }
            Way::Out { height, rise } => {
                let above = layer.above(height);
                (above * self.slant(rise, layer.falloff), [above, 0.0])
            }
            Way::Down { heights, rise } => {
                let [above, ground] = heights.map(|height| layer.above(height));
                ((ground - above).max(0.0) * self.slant(rise, layer.falloff), [above, ground])
            }
            Way::Past { heights: [eye, lowest], fall } => {
                let [behind, above] = [eye, lowest].map(|height| layer.above(height));
                // All the way through, but for what lies behind the eye.
                let level = 2.0 * above * self.slant(0.0, layer.falloff);
                ((level - behind * self.slant(fall, layer.falloff)).max(0.0), [above; 2])
            }
        }
    }

    /// How much longer a way is that rises by an angle of this sine than the one straight up, which the roundness of the world keeps
    /// finite (S. Chapman, 1931).
    fn slant(&self, sine: f32, falloff: f32) -> f32 {
        let square = sine.max(0.0) * sine.max(0.0);
        let level = (2.0 * falloff / (PI * self.radius)).min(1.0);
        1.0 / (square + (1.0 - square) * level).sqrt()
    }
}

/// As bytes of sRGB what a picture shows of light: as [`Picture::encoded`](crate::Picture::encoded) without dither, by a table.
///
/// ```
/// let [red, green, blue] = orogen_view::shown([0.18, 0.18, 0.18], 1.0);
/// assert!(red.abs_diff(118) < 12 && red.abs_diff(blue) < 2 && green.abs_diff(red) < 2);
/// ```
pub fn shown(light: [f32; 3], exposure: f32) -> [u8; 3] {
    const LAST: f32 = 4095.0;
    static TABLE: LazyLock<Vec<u8>> = LazyLock::new(|| {
        (0..4096_u16).map(|at| (255.0 * crate::picture::encode(f32::from(at) / LAST) + 0.5) as u8).collect()
    });
    filmic(light.map(|light| light * exposure))
        .map(|light| TABLE[(light.clamp(0.0, 1.0) * LAST + 0.5) as usize])
}

#[cfg(test)]
mod tests;
