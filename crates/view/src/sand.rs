//! The sand of the desert style: the twin of `desert.wgsl`.

use bytemuck::{Pod, Zeroable};

use crate::materials::linear;

/// Sand as in Journey, with what the texts about it say as defaults.
///
/// A weight of 0 switches an effect off; a `contrast` of 1 with a `gain` of 1 is Lambert's law.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sand {
    /// Colour of dark grains, sRGB.
    pub low: [u8; 3],
    /// Colour of bright grains, sRGB.
    pub high: [u8; 3],
    /// How much grains differ, 0 to 1.
    pub grain: f32,
    /// Diffuse contrast: what the normal's height is multiplied by.
    pub contrast: f32,
    /// And the outcome.
    pub gain: f32,
    /// Ocean specular: shininess.
    pub shininess: f32,
    /// Its weight.
    pub ocean: f32,
    /// Glitter: the power that the specular light is raised to.
    pub sparkle: f32,
    /// Its weight.
    pub glitter: f32,
    /// Cells of glitter a metre.
    pub glitter_rate: f32,
    /// Highlights along the ripples: exponent.
    pub gloss: f32,
    /// Their weight.
    pub along: f32,
    /// Ripples: metres from crest to crest.
    pub ripple: f32,
    /// Their height as a share of that; 0 for none.
    pub ripple_height: f32,
    /// Where the wind blows to: degrees clockwise from the top of the map.
    pub wind: f32,
}

impl Default for Sand {
    fn default() -> Self {
        Self {
            low: [0xb8, 0x7f, 0x4a],
            high: [0xec, 0xc0, 0x84],
            grain: 0.6,
            contrast: 0.3,
            gain: 2.0,
            shininess: 10.0,
            ocean: 0.8,
            sparkle: 7.0,
            glitter: 0.9,
            glitter_rate: 0.7,
            gloss: 24.0,
            along: 0.12,
            ripple: 0.16,
            ripple_height: 0.06,
            wind: 100.0,
        }
    }
}

/// See `desert.wgsl`.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Grains {
    low: [f32; 4],
    high: [f32; 4],
    shine: [f32; 4],
    ripple: [f32; 4],
    wind: [f32; 4],
}

/// Patterns on the device repeat after so many metres.
const AROUND: f32 = 4096.0;

impl Sand {
    /// What is wrong with it, if anything is.
    pub(crate) fn fault(&self) -> Option<String> {
        let weights = [
            ("grain", self.grain),
            ("contrast", self.contrast),
            ("gain", self.gain),
            ("shininess", self.shininess),
            ("ocean", self.ocean),
            ("sparkle", self.sparkle),
            ("glitter", self.glitter),
            ("glitter_rate", self.glitter_rate),
            ("gloss", self.gloss),
            ("along", self.along),
            ("ripple_height", self.ripple_height),
        ];
        let wrong = weights.into_iter().find(|(_, number)| !(0.0..=1e4).contains(number));
        if let Some((name, number)) = wrong {
            return Some(format!("the sand's {name} is {number}: it has to be from 0 to 10000"));
        }
        let [ripple, wind] = [self.ripple, self.wind];
        if !(1e-3..=100.0).contains(&ripple) {
            return Some(format!(
                "the sand's ripples are {ripple} m long: they have to be from 0.001 to 100"
            ));
        }
        (!wind.is_finite()).then(|| format!("the wind blows to {wind} degrees: that has to be a number"))
    }

    pub(crate) fn grains(&self) -> Grains {
        let color = |rgb: [u8; 3], w: f32| {
            let [red, green, blue] = rgb.map(linear);
            [red, green, blue, w]
        };
        let (sine, cosine) = libm::sincosf(self.wind.to_radians());
        // Whole numbers of cells and of ripples until the pattern begins again.
        let whole = |rate: f32| (rate * AROUND).round() / AROUND;
        Grains {
            low: color(self.low, self.contrast),
            high: color(self.high, self.gain),
            shine: [self.shininess, self.ocean, self.sparkle, self.glitter],
            ripple: [self.gloss, self.along, self.ripple, self.ripple_height],
            wind: [
                whole(sine / self.ripple),
                whole(-cosine / self.ripple),
                whole(self.glitter_rate),
                self.grain,
            ],
        }
    }
}
