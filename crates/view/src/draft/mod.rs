//! The light of pictures without a device, about: for drafts, which are to have the colours of the picture that follows.
//!
//! Air and fog are taken as layers of a flat world, whose density falls evenly with the height. Light that is scattered once has a
//! closed form there (as in `fog.wgsl`); what is scattered again is an even glow, and what of it comes down to the ground follows
//! by two streams. Where the way of the light is long, near the horizon, the round world keeps it finite.

use std::f32::consts::PI;
use std::sync::LazyLock;

use orogen::recipe::Fog;

use crate::Atmosphere;
use crate::meter;
use crate::picture::filmic;

/// As in `water.wgsl`: what it mirrors of light that falls straight down, and what comes back from the depth of water.
const WATER_MIRRORED: f32 = 0.02;
const WATER_DEPTH: [f32; 3] = [0.006, 0.03, 0.042];
/// And from the depth of oceans, see `globe/sea.wgsl`, so many metres deep.
const OCEAN_DEPTH: [f32; 3] = [0.0006, 0.0028, 0.0078];
const OCEAN: f32 = 400.0;

/// How much of the light is left per degree of the sun below the horizon, as a power of ten: from 600 lx to 3.4 lx in the six degrees
/// of civil dusk (P. K. Seidelmann, "Explanatory Supplement to the Astronomical Almanac", 1992).
const DUSK: f32 = 0.37;

/// Something that scatters light, as dense everywhere up to a level and ever thinner above.
#[derive(Clone, Copy, Debug, Default)]
struct Layer {
    /// Scattering, and that with absorption, per metre up to the level.
    scattered: [f32; 3],
    lost: [f32; 3],
    /// Mean cosine of the angle by which light is turned; of molecules, none.
    forward: Option<[f32; 3]>,
    /// Metres.
    level: f32,
    /// Metres above that in which the density falls to 1/e.
    falloff: f32,
}

impl Layer {
    /// Metres of it, as dense as up to the level, straight above a height.
    fn above(&self, height: f32) -> f32 {
        let over = height - self.level;
        self.falloff * libm::expf(-over.max(0.0) / self.falloff) + (-over).max(0.0)
    }

    /// The same along a straight way: its share below the level, and the mean density of the rest.
    fn along(&self, [first, last]: [f32; 2], length: f32) -> f32 {
        let (low, high) = (first.min(last) - self.level, first.max(last) - self.level);
        let below = (-low / (high - low).max(1e-6)).clamp(0.0, 1.0);
        let bottom = low.max(0.0) / self.falloff;
        let rise = high.max(0.0) / self.falloff - bottom;
        length * (below + (1.0 - below) * libm::expf(-bottom) * fade(rise))
    }

    /// Share of the scattered light per steradian, by the cosine of the angle it turns: Rayleigh's, or that of W. Cornette and
    /// J. Shanks (1992).
    fn phase(&self, cosine: f32, colour: usize) -> f32 {
        let Some(forward) = self.forward else { return 3.0 / (16.0 * PI) * (1.0 + cosine * cosine) };
        let g = forward[colour];
        let spread = 1.0 + g * g - 2.0 * g * cosine;
        let scale = 3.0 / (8.0 * PI) * (1.0 - g * g) / (2.0 + g * g);
        scale * (1.0 + cosine * cosine) / (spread * spread.sqrt())
    }
}

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

/// Light at a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Falling {
    /// Irradiance of the sun, on what faces it.
    pub sun: [f32; 3],
    /// Irradiance of the sky, on level ground.
    pub sky: [f32; 3],
    /// Sine of the sun's height above the horizon.
    pub up: f32,
    /// What the ground throws back, on average.
    ground: [f32; 3],
}

/// A way of light through the air.
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
    /// From a height in metres down to height 0, where light rises by an angle of this sine.
    Down {
        /// Of the eye.
        height: f32,
        /// Sine of the angle above level.
        rise: f32,
    },
    /// From outside of the air through it and out again.
    Past {
        /// In metres, where it is lowest.
        height: f32,
    },
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

    /// Light times that is shown: for pictures with this light on level ground.
    pub fn exposure(&self) -> f32 {
        meter::exposure(self.level())
    }

    /// Light of water where the cosine to its normal is this, the sky that it mirrors that, and an ocean so many metres deep: none
    /// are what is before a coast.
    pub fn water(&self, cosine: f32, mirrored: [f32; 3], ocean: f32) -> [f32; 3] {
        let level = self.level();
        // Schlick's law; waves turn most of the water away from who looks along it.
        let share =
            WATER_MIRRORED + (1.0 - WATER_MIRRORED) * libm::powf(1.0 - cosine.clamp(0.1, 1.0), 5.0) * 0.6;
        let deep = smooth((ocean / OCEAN).sqrt());
        std::array::from_fn(|k| {
            let depth = WATER_DEPTH[k] + deep * (OCEAN_DEPTH[k] - WATER_DEPTH[k]);
            (1.0 - share) * 0.9 * depth * level[k] + share * mirrored[k]
        })
    }
}

impl DraftLight {
    /// The light in some air and fog.
    pub fn new(air: &Atmosphere, fog: Option<Fog>) -> Self {
        let haze = |per_metre: f32| per_metre * air.haze;
        let molecules = Layer {
            scattered: air.rayleigh,
            lost: air.rayleigh,
            forward: None,
            level: 0.0,
            falloff: air.rayleigh_height,
        };
        let haze = Layer {
            scattered: air.mie.map(haze),
            lost: std::array::from_fn(|k| haze(air.mie[k] + air.mie_absorption[k])),
            forward: Some(air.asymmetry),
            level: 0.0,
            falloff: air.mie_height,
        };
        let fog = fog.map(|fog| {
            let scattered = [crate::fog::extinction(fog); 3];
            let (level, falloff) = (fog.level as f32, fog.falloff as f32);
            Layer { scattered, lost: scattered, forward: Some([crate::fog::FORWARD; 3]), level, falloff }
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
        // The disc sinks behind the horizon.
        let disc = smooth((degrees + 0.27) / 0.54);
        let above =
            self.layers.each_ref().map(|layer| (layer, layer.above(height), self.slant(up, layer.falloff)));
        // Most of what scatters light all around are molecules; where there are none, haze.
        let slant = above[usize::from(self.layers[0].lost == [0.0; 3])].2;
        let high = self.slant(up, self.ozone_height);
        let mut falling = Falling { sun: [0.0; 3], sky: [0.0; 3], up, ground: self.ground };
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
        let unspent = falling.sun.map(|sun| if sun > 0.0 { 1.0 } else { 0.0 });
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
            let straight = unspent[k] * ozone * libm::expf(-begin.min(end)) * fade((end - begin).abs());
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
            Way::Down { height, rise } => {
                let (above, ground) = (layer.above(height), layer.above(0.0));
                ((ground - above).max(0.0) * self.slant(rise, layer.falloff), [above, ground])
            }
            Way::Past { height } => {
                let above = layer.above(height);
                (2.0 * above * self.slant(0.0, layer.falloff), [above; 2])
            }
        }
    }

    /// How much longer a way is that rises by an angle of this sine than the one straight up, which the roundness of the world keeps
    /// finite (S. Chapman, 1931).
    fn slant(&self, sine: f32, falloff: f32) -> f32 {
        let sine = sine.max(0.0);
        1.0 / (sine * sine + 2.0 * falloff / (PI * self.radius)).sqrt()
    }
}

/// As bytes of sRGB what a picture shows of light: as [`Picture::encoded`](crate::Picture::encoded) without dither, by a table.
pub fn shown(light: [f32; 3], exposure: f32) -> [u8; 3] {
    const LAST: f32 = 4095.0;
    static TABLE: LazyLock<Vec<u8>> = LazyLock::new(|| {
        (0..4096_u16).map(|at| (255.0 * crate::picture::encode(f32::from(at) / LAST) + 0.5) as u8).collect()
    });
    filmic(light.map(|light| light * exposure))
        .map(|light| TABLE[(light.clamp(0.0, 1.0) * LAST + 0.5) as usize])
}

/// (1 − e^−x) / x, which is the mean of e^−t for t from 0 to x.
fn fade(x: f32) -> f32 {
    if x < 0.03 { 1.0 - x * (0.5 - x / 6.0) } else { (1.0 - libm::expf(-x)) / x }
}

fn smooth(t: f32) -> f32 {
    let t = t.clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

#[cfg(test)]
mod tests;
