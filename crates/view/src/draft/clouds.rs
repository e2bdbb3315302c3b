//! The clouds of planets, as `globe/clouds.wgsl` paints them.

use std::f32::consts::PI;

use orogen::recipe::Clouds;

use super::stars::hash;
use super::{Falling, smooth};
use crate::globe::{border, moved};

/// As there.
const DEPTH: f32 = 2.5;
const RATE: f32 = 5.0;
const GAIN: f32 = 0.66;
const OCTAVES: usize = 15;
const TOWERS: usize = 5;
const SQUARE: f32 = 0.036;
const EDGE: f32 = 0.5;
const WHITE: f32 = 0.82;
const NEAR: f32 = 800.0;

/// Of the sunlight that clouds take, what comes down through them from all of the sky, see `globe/shade.wgsl`.
const THROUGH: f32 = 0.45;

/// The clouds of a [`GlobeShot`](crate::GlobeShot), by the processor: the same clouds at the same places.
///
/// Places are directions from the middle of the planet along its axes.
///
/// # Example
/// ```
/// use orogen::recipe::Clouds;
/// use orogen_view::DraftClouds;
///
/// let [some, most] =
///     [0.2, 0.9].map(|cover| DraftClouds::new(Clouds { cover, height: 6000.0 }, 7, 6.371e6));
/// let place = [0.6, 0.0, 0.8];
/// assert!(most.density(place, 0.01) >= some.density(place, 0.01));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct DraftClouds {
    /// Metres above the planet's sphere.
    pub height: f64,
    /// Radius of that sphere in metres.
    radius: f64,
    /// Where the noise has to be for half of the greatest density.
    border: f32,
    moved: [i32; 2],
}

impl DraftClouds {
    /// The clouds over a planet of a recipe's seed, and of a radius in metres.
    pub fn new(clouds: Clouds, seed: u64, radius: f64) -> Self {
        let moved = moved(seed).map(|cells| cells as i32);
        Self { height: clouds.height, radius, border: border(clouds.cover) as f32, moved }
    }

    /// How dense clouds are over a place, 0 to 1, and up to 2.5 where they tower. What is finer than a pixel of so many radii only
    /// blurs their borders.
    pub fn density(&self, up: [f32; 3], pixel: f32) -> f32 {
        let broad = self.drift(up.map(|along| 2.3 * along));
        let eddy = self.drift([0, 1, 2].map(|k| 8.0 * up[k] + 3.0 * broad[k]));
        let (wide, fine) = (cross(up, broad), cross(up, eddy));
        let mut at: [f32; 3] = std::array::from_fn(|k| RATE * (up[k] + 0.2 * wide[k] + 0.04 * fine[k]));
        at[2] *= 1.4;
        let (mut cell, mut strength, mut tower) = (1.0 / RATE, 1.0, 1.0);
        let (mut sum, mut hidden, mut towers) = (0.0, 0.0, 0.0);
        for octave in 0..OCTAVES {
            let shown = smooth((cell / pixel - 1.0) / 2.0);
            if shown > 0.0 {
                let noise = shown * self.noise(at);
                sum += strength * noise;
                if octave >= TOWERS {
                    towers += tower * noise;
                    tower *= 0.87;
                }
            }
            hidden += (1.0 - shown) * strength * strength * SQUARE;
            at = turned(at);
            cell /= 2.03;
            strength *= GAIN;
        }
        let rainy = 0.18 * libm::cosf(6.0 * libm::asinf(up[2].clamp(-1.0, 1.0)));
        let edge = (EDGE * EDGE + 6.0 * hidden).sqrt();
        let part = smooth((sum + rainy - self.border + edge) / (2.0 * edge));
        part * (1.0 + 2.0 * towers).clamp(0.1, 2.5)
    }

    /// The share of light of the sun that comes through clouds over a place, where the sine of its height is `sun`.
    pub fn through(&self, density: f32, sun: f32) -> f32 {
        0.12 + 0.88 * libm::expf(-DEPTH * density * density / sun.max(0.25))
    }

    /// How much of what is behind them clouds of a density hide from an eye at a height in metres, whose ray meets them at an angle
    /// of this sine.
    pub fn hidden(&self, density: f32, slant: f32, eye: f64) -> f32 {
        let near = smooth((eye - self.height).abs() as f32 / NEAR);
        near * (1.0 - libm::expf(-DEPTH * density * density / slant.max(0.15)))
    }

    /// How far towards the sun to look for what the relief of clouds is, in radii.
    pub fn step(&self, pixel: f32) -> f32 {
        (1.5 * pixel).max(0.6 * (self.height / self.radius) as f32)
    }

    /// The light of clouds of a density, which is `sunward` a [`step`](Self::step) towards the sun, in this light; seen from above
    /// or from below.
    pub fn light(&self, density: f32, sunward: f32, falling: &Falling, from_above: bool) -> [f32; 3] {
        let relief = (1.0 + 0.8 * (density - sunward)).clamp(0.45, 1.35);
        let sun = falling.up;
        let direct = (sun.max(0.0) + 0.08 * smooth((sun + 0.05) / 0.2)) * relief;
        let through = 1.0 / (1.0 + DEPTH * density * density);
        std::array::from_fn(|k| {
            let ambient = falling.sky[k];
            let all = falling.sun[k] * direct + ambient;
            let below = all * (1.0 - WHITE + WHITE * through) + 0.2 * ambient;
            (if from_above { all * WHITE } else { below }) / PI
        })
    }

    /// Three numbers from −1 to 1 for a corner of a cell.
    fn corner(&self, cell: [i32; 3]) -> [f32; 3] {
        let word = hash([cell[0].wrapping_add(self.moved[0]), cell[1].wrapping_add(self.moved[1]), cell[2]]);
        [word, word >> 8, word >> 16].map(|word| (word & 255) as f32 / 127.5 - 1.0)
    }

    /// Three values between those of a cell's corners.
    fn drift(&self, at: [f32; 3]) -> [f32; 3] {
        let mut sum = [0.0; 3];
        self.corners(at, smooth, |share, corner, _| (0..3).for_each(|k| sum[k] += share * corner[k]));
        sum
    }

    /// Gradient noise (K. Perlin, "Improving noise", 2002).
    fn noise(&self, at: [f32; 3]) -> f32 {
        let mut sum = 0.0;
        let fade = |t: f32| t * t * t * (t * (t * 6.0 - 15.0) + 10.0);
        self.corners(at, fade, |share, [x, y, z], [a, b, c]| sum += share * (x * a + y * b + z * c));
        sum
    }

    /// Each corner of the cell around a place: its share, its numbers, and how far the place is from it.
    fn corners(
        &self,
        at: [f32; 3],
        fade: impl Fn(f32) -> f32,
        mut take: impl FnMut(f32, [f32; 3], [f32; 3]),
    ) {
        let whole = at.map(f32::floor);
        let t: [f32; 3] = std::array::from_fn(|k| at[k] - whole[k]);
        let fades = t.map(fade);
        for number in 0..8 {
            let corner = [number & 1, number >> 1 & 1, number >> 2 & 1];
            let side = |k: usize| if corner[k] == 0 { 1.0 - fades[k] } else { fades[k] };
            let cell = std::array::from_fn(|k| whole[k] as i32 + corner[k]);
            let away = std::array::from_fn(|k| t[k] - corner[k] as f32);
            take(side(0) * side(1) * side(2), self.corner(cell), away);
        }
    }
}

impl Falling {
    /// The same under clouds that let a share of the sun through: of the rest, some comes down from all of the sky.
    pub fn under(&self, through: f32) -> Self {
        let scattered = THROUGH * (1.0 - through) * self.up.max(0.0);
        let sky = std::array::from_fn(|k| self.sky[k] + scattered * self.sun[k]);
        Self { sun: self.sun.map(|sun| sun * through), sky, ..*self }
    }
}

fn cross(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// One octave against the next, and finer by 2.03.
fn turned([x, y, z]: [f32; 3]) -> [f32; 3] {
    [-1.624 * y - 1.218 * z, 1.624 * x + 0.7308 * y - 0.9744 * z, 1.218 * x - 0.9744 * y + 1.2992 * z]
}
