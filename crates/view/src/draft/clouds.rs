//! Clouds over planets on the CPU. This is the twin of `globe/clouds.wgsl`, which explains each function and constant. Tests
//! compare the results of both.

use std::f32::consts::PI;

use orogen_engine::recipe::Clouds;

use super::LocalLight;
use super::curves::smoothstep;
use super::stars::hash;
use crate::globe::{cover_threshold, noise_offset};

const DEPTH: f32 = 2.5;
const FREQUENCY: f32 = 5.0;
const GAIN: f32 = 0.66;
const OCTAVES: usize = 15;
const TOWERS: usize = 5;
const VARIANCE: f32 = 0.036;
const EDGE: f32 = 0.5;
const ALBEDO: f32 = 0.82;
const FADE: f32 = 800.0;

/// Clouds remove sunlight from the direct light. This share of the removed light reaches the ground as diffuse light, see
/// `globe/shade.wgsl`.
const DIFFUSE_SHARE: f32 = 0.45;

/// The clouds of a [`GlobeShot`](crate::GlobeShot) on the CPU: the same clouds in the same positions.
///
/// Directions are unit vectors from the planet's centre, along its axes.
///
/// # Example
/// ```
/// use orogen_engine::recipe::Clouds;
/// use orogen_view::DraftClouds;
///
/// // Sunlight at the equator, under few clouds and under many.
/// let [few, many] = [0.2, 0.9].map(|cover| {
///     let clouds = DraftClouds::new(Clouds { cover, height: 6000.0 }, 7, 6.371e6);
///     let place = |at: u8| [libm::cos(f64::from(at)), libm::sin(f64::from(at)), 0.0];
///     (0..100).map(|at| clouds.through(place(at), place(at), 0.0, 0.01)).sum::<f32>()
/// });
/// assert!(few > many + 20.0 && few < 100.0);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct DraftClouds {
    /// Height above the planet's sphere, in metres.
    pub height: f64,
    /// Radius of the sphere, in metres.
    radius: f64,
    /// The noise value at which clouds have half of their greatest density.
    cover_threshold: f32,
    noise_offset: [i32; 2],
}

/// A view ray that meets the cloud layer.
///
/// ```
/// use orogen_engine::recipe::Clouds;
/// use orogen_view::{Atmosphere, CloudRay, DraftClouds, DraftLight};
///
/// let clouds = DraftClouds::new(Clouds { cover: 0.95, height: 6000.0 }, 7, 6.371e6);
/// let light = DraftLight::new(&Atmosphere::EARTH, None).at(1.0, 6000.0);
/// // Straight down from orbit, with the sun behind the eye.
/// let up = [1.0, 0.0, 0.0];
/// let ray = CloudRay { up, sun: up, slant: 1.0, eye: 4e5, pixel: 0.001 };
/// if let Some((opacity, radiance)) = clouds.seen(&ray, &light) {
///     assert!(opacity <= 1.0 && radiance[1] > 0.0);
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CloudRay {
    /// Direction from the planet's centre to the intersection.
    pub up: [f32; 3],
    /// Direction to the sun.
    pub sun: [f32; 3],
    /// Sine of the angle between ray and layer, 0 to 1.
    pub slant: f32,
    /// Height of the eye above the planet's sphere, in metres.
    pub eye: f64,
    /// Size of a pixel at the intersection, in planet radii.
    pub pixel: f32,
}

impl DraftClouds {
    /// The clouds of a planet with this seed and this radius in metres.
    pub fn new(clouds: Clouds, seed: u64, radius: f64) -> Self {
        let noise_offset = noise_offset(seed).map(|cells| cells as i32);
        Self {
            height: clouds.height,
            radius,
            cover_threshold: cover_threshold(clouds.cover) as f32,
            noise_offset,
        }
    }

    /// The share of direct sunlight that passes the clouds and reaches a point. The point is in direction `up`, at `height`
    /// metres above the planet's sphere. `sun` is the direction to the sun, and `pixel` is the size of a pixel at the point, in
    /// planet radii. Twin of the shader function `clouds_transmittance`.
    pub fn through(&self, up: [f64; 3], sun: [f64; 3], height: f64, pixel: f64) -> f32 {
        let over = self.height - height;
        let sine: f64 = (0..3).map(|k| up[k] * sun[k]).sum();
        if over <= 0.0 || sine < -0.02 {
            return 1.0;
        }
        // Intersection of the sun ray with the layer.
        let from = self.radius + height;
        let along = from * sine.max(0.0);
        let rise = over * (2.0 * self.radius + self.height + height);
        let far = rise / (along + (along * along + rise).sqrt());
        let met: [f64; 3] = std::array::from_fn(|k| from * up[k] + far * sun[k]);
        let length = met.iter().map(|along| along * along).sum::<f64>().sqrt();
        // The size of the sun's disc and light around the edges blur the shadow.
        let blur = pixel.max(0.03 * far / self.radius);
        let density = self.density(met.map(|along| (along / length) as f32), blur as f32);
        0.12 + 0.88 * libm::expf(-depth(density) / (sine as f32).max(0.25))
    }

    /// The opacity of the clouds on a view ray, and their radiance in the light `local`. `None` if the opacity is less than
    /// 0.002. Twin of the shader function `clouds_shaded`.
    pub fn seen(&self, ray: &CloudRay, local: &LocalLight) -> Option<(f32, [f32; 3])> {
        let CloudRay { up, sun, slant, eye, pixel } = *ray;
        let density = self.density(up, pixel);
        let near = smoothstep((eye - self.height).abs() as f32 / FADE);
        let opacity = near * (1.0 - libm::expf(-depth(density) / slant.max(0.15)));
        if opacity < 0.002 {
            return None;
        }
        // Clouds that rise towards the sun are brighter.
        let step = (1.5 * pixel).max(0.6 * (self.height / self.radius) as f32);
        let high: f32 = (0..3).map(|k| up[k] * sun[k]).sum();
        let beside: [f32; 3] = std::array::from_fn(|k| up[k] + step * (sun[k] - high * up[k]));
        let length = (beside.iter().map(|along| along * along).sum::<f32>()).sqrt();
        let sunward = self.density(beside.map(|along| along / length), pixel.max(0.5 * step));
        let relief = (1.0 + 0.8 * (density - sunward)).clamp(0.45, 1.35);
        let direct = (high.max(0.0) + 0.08 * smoothstep((high + 0.05) / 0.2)) * relief;
        let through = 1.0 / (1.0 + depth(density));
        let light = std::array::from_fn(|k| {
            let ambient = local.sky[k];
            let all = local.sun[k] * direct + ambient;
            let below = all * (1.0 - ALBEDO + ALBEDO * through) + 0.2 * ambient;
            (if eye > self.height { all * ALBEDO } else { below }) / PI
        });
        Some((opacity, light))
    }

    /// Cloud density in a direction: 0 to 1, up to 2.5 in towers. Detail finer than `pixel` planet radii only
    /// blurs the edges. Twin of `clouds_density`.
    pub(super) fn density(&self, up: [f32; 3], pixel: f32) -> f32 {
        let broad = self.vector_noise(up.map(|along| 2.3 * along));
        let eddy = self.vector_noise([0, 1, 2].map(|k| 8.0 * up[k] + 3.0 * broad[k]));
        let (wide, fine) = (cross(up, broad), cross(up, eddy));
        let mut at: [f32; 3] = std::array::from_fn(|k| FREQUENCY * (up[k] + 0.2 * wide[k] + 0.04 * fine[k]));
        at[2] *= 1.4;
        let (mut cell, mut strength, mut tower) = (1.0 / FREQUENCY, 1.0, 1.0);
        let (mut sum, mut hidden, mut towers) = (0.0, 0.0, 0.0);
        for octave in 0..OCTAVES {
            let shown = smoothstep((cell / pixel - 1.0) / 2.0);
            if shown > 0.0 {
                let noise = shown * self.noise(at);
                sum += strength * noise;
                if octave >= TOWERS {
                    towers += tower * noise;
                    tower *= 0.87;
                }
            }
            hidden += (1.0 - shown) * strength * strength * VARIANCE;
            at = rotated(at);
            cell /= 2.03;
            strength *= GAIN;
        }
        let rainy = 0.18 * libm::cosf(6.0 * libm::asinf(up[2].clamp(-1.0, 1.0)));
        let edge = (EDGE * EDGE + 6.0 * hidden).sqrt();
        let part = smoothstep((sum + rainy - self.cover_threshold + edge) / (2.0 * edge));
        part * (1.0 + 2.0 * towers).clamp(0.1, 2.5)
    }

    /// Three hashed numbers from −1 to 1 for a lattice corner.
    fn corner(&self, cell: [i32; 3]) -> [f32; 3] {
        let word = hash([
            cell[0].wrapping_add(self.noise_offset[0]),
            cell[1].wrapping_add(self.noise_offset[1]),
            cell[2],
        ]);
        [word, word >> 8, word >> 16].map(|word| (word & 255) as f32 / 127.5 - 1.0)
    }

    /// Value noise with three components.
    fn vector_noise(&self, at: [f32; 3]) -> [f32; 3] {
        let mut sum = [0.0; 3];
        self.corners(at, smoothstep, |share, corner, _| (0..3).for_each(|k| sum[k] += share * corner[k]));
        sum
    }

    /// Gradient noise (K. Perlin, "Improving noise", 2002).
    fn noise(&self, at: [f32; 3]) -> f32 {
        let mut sum = 0.0;
        let fade = |t: f32| t * t * t * (t * (t * 6.0 - 15.0) + 10.0);
        self.corners(at, fade, |share, [x, y, z], [a, b, c]| sum += share * (x * a + y * b + z * c));
        sum
    }

    /// Calls `take` for each corner of the cell around a point. The arguments are the corner's weight, its hashed numbers, and
    /// the offset of the point from the corner.
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

impl LocalLight {
    /// This light, below clouds that let the share `through` of the sunlight pass. Part of the sunlight that does not pass
    /// arrives as diffuse light.
    pub fn under(&self, through: f32) -> Self {
        let scattered = DIFFUSE_SHARE * (1.0 - through) * self.up.max(0.0);
        let sky = std::array::from_fn(|k| self.sky[k] + scattered * self.sun[k]);
        Self { sun: self.sun.map(|sun| sun * through), sky, ..*self }
    }
}

/// Vertical optical depth of clouds with this density.
fn depth(density: f32) -> f32 {
    DEPTH * density * density
}

fn cross(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// Rotates the positions of one octave to those of the next, and scales them by 2.03.
fn rotated([x, y, z]: [f32; 3]) -> [f32; 3] {
    [-1.624 * y - 1.218 * z, 1.624 * x + 0.7308 * y - 0.9744 * z, 1.218 * x - 0.9744 * y + 1.2992 * z]
}
