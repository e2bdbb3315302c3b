//! Light on the terrain: sun with cast [shadows](super::shadow), sky, and darker hollows.

use glam::Vec3;

use super::downsample::Raster;
use super::shadow::shadows;
use super::sun::Sun;
use crate::colour::{Linear, mix};

/// The light that reaches a sample. Each value is 1 on level open ground; `sun` is 1 only if that ground is also sunlit.
#[derive(Clone, Copy)]
pub(crate) struct Irradiance {
    sun: f32,
    side: f32,
    sky: f32,
}

impl Irradiance {
    /// The light on a level sea.
    pub(crate) const LEVEL: Self = Self { sun: 1.0, side: 1.0, sky: 1.0 };
}

/// The colours of the light sources.
pub(crate) struct LightColours {
    sun: Linear,
    side: Linear,
    sky: Linear,
}

impl LightColours {
    /// `air` is 1 under a blue sky. It is 0 without an atmosphere: white light and dark shadows.
    pub(crate) fn new(air: f32) -> Self {
        Self {
            sun: mix([0.86; 3], [0.76, 0.70, 0.61], air),
            side: mix([0.09; 3], [0.13, 0.14, 0.15], air),
            sky: mix([0.08; 3], [0.20, 0.25, 0.33], air),
        }
    }

    /// The light that ground of this colour reflects.
    ///
    /// Light from the sky also bounces off the ground around, which has about the same colour `c`. If half of the light
    /// escapes at each bounce, the sum of all bounces is 1 / (1 − c/2). This keeps the shadows of red rock red.
    pub(crate) fn reflected(&self, colour: Linear, irradiance: Irradiance) -> Linear {
        let Irradiance { sun, side, sky } = irradiance;
        std::array::from_fn(|c| {
            let soft = self.side[c] * side + self.sky[c] * sky;
            colour[c] * (self.sun[c] * sun + soft / (1.0 - 0.5 * colour[c]))
        })
    }
}

/// The light on each sample, and the sample's prominence.
pub(crate) struct Lighting {
    /// Factor on heights and slopes.
    pub(crate) exaggeration: f32,
    pub(crate) irradiance: Vec<Irradiance>,
    /// Height above the average of the surroundings, divided by their span; positive on ridges.
    pub(crate) prominence: Vec<f32>,
}

impl Lighting {
    pub(crate) fn new(raster: &Raster, exaggeration: f32, sun: Sun) -> Self {
        let shadow = box_blur(&shadows(raster, exaggeration, sun), raster.width, 1);
        let (openness, prominence) = openness(raster, exaggeration);
        let directions = LightDirections::new(sun);
        let on = |i: usize| {
            let normal = Vec3::new(-(exaggeration * raster.dx[i]), -(exaggeration * raster.dy[i]), 1.0);
            directions.irradiance(normal.normalize(), 1.0 - shadow[i], openness[i])
        };
        Self { exaggeration, irradiance: (0..raster.height.len()).map(on).collect(), prominence }
    }
}

/// Level ground is equally bright under every sun whose direction has at least this upward component, 17°. Under a lower sun
/// it is darker.
const DUSK: f32 = 0.3;

/// Directions of the light sources as vectors (right, down the picture, up).
///
/// Two faint lights, one on each side of the sun, shade slopes that run parallel to the sun's rays.
struct LightDirections {
    sun: Vec3,
    sides: [Vec3; 2],
}

impl LightDirections {
    fn new(sun: Sun) -> Self {
        let direction = |[right, down]: [f32; 2], up| Vec3::new(right, down, up).normalize();
        let side = |side| direction(sun.turned(side), 1.0);
        Self {
            sun: direction(sun.towards(), sun.tangent()),
            sides: [side([-0.96, 0.28]), side([0.28, -0.96])],
        }
    }

    fn irradiance(&self, normal: Vec3, sunlit: f32, openness: f32) -> Irradiance {
        let [left, right] = self.sides;
        Irradiance {
            sun: sunlit * normal.dot(self.sun).max(0.0) / self.sun.z.max(DUSK) * (0.65 + 0.35 * openness),
            side: 0.5 * (normal.dot(left).max(0.0) + normal.dot(right).max(0.0)) / left.z * openness,
            sky: (0.5 + 0.5 * normal.z) * openness,
        }
    }
}

/// How open the sky is over each sample (1 on level ground, less in hollows, a little more on ridges), and the sample's
/// prominence.
///
/// In a hollow, the ground is below the average of its surroundings. Four averages find hollows of all sizes, from ruts to
/// valleys. Each average covers three times the span of the one before, and is computed from that one.
fn openness(raster: &Raster, exaggeration: f32) -> (Vec<f32>, Vec<f32>) {
    const SPANS: [(usize, f32); 4] = [(1, 0.5), (3, 0.9), (9, 1.3), (27, 1.5)];
    let mut average = raster.height.clone();
    let mut depth = vec![0.0; average.len()];
    let mut prominence = vec![0.0; average.len()];
    for (radius, weight) in SPANS {
        average = box_blur(&average, raster.width, radius);
        let per_span = exaggeration / (2.0 * radius as f32 * raster.spacing);
        for i in 0..average.len() {
            let below = (average[i] - raster.height[i]) * per_span;
            depth[i] += weight * below;
            prominence[i] = -below;
        }
    }
    let open = depth.iter().map(|&d| if d > 0.0 { 1.0 / (1.0 + d) } else { 1.0 - 0.25 * d.max(-0.6) });
    (open.collect(), prominence)
}

/// Averages over squares with `2·radius + 1` samples along a side. Border samples repeat beyond the border.
fn box_blur(plane: &[f32], width: usize, radius: usize) -> Vec<f32> {
    let rows = plane.len() / width;
    let mut across = Vec::with_capacity(plane.len());
    plane.chunks_exact(width).for_each(|row| across.extend(blur_row(row, radius)));
    let row = |j: isize| {
        let j = j.clamp(0, rows as isize - 1) as usize;
        &across[j * width..(j + 1) * width]
    };
    let (reach, scale) = (radius as isize, 1.0 / (2 * radius + 1) as f32);
    let mut sum = vec![0.0; width];
    for j in -reach..=reach {
        sum.iter_mut().zip(row(j)).for_each(|(sum, value)| *sum += value);
    }
    let mut blurred = Vec::with_capacity(plane.len());
    for j in 0..rows as isize {
        blurred.extend(sum.iter().map(|sum| sum * scale));
        let (enters, leaves) = (row(j + reach + 1), row(j - reach));
        for ((sum, enters), leaves) in sum.iter_mut().zip(enters).zip(leaves) {
            *sum += enters - leaves;
        }
    }
    blurred
}

fn blur_row(row: &[f32], radius: usize) -> impl Iterator<Item = f32> {
    let last = row.len() - 1;
    let at = move |i: isize| row[i.clamp(0, last as isize) as usize];
    let (reach, scale) = (radius as isize, 1.0 / (2 * radius + 1) as f32);
    let mut sum: f32 = (-reach..=reach).map(at).sum();
    (0..row.len() as isize).map(move |i| {
        let average = sum * scale;
        sum += at(i + reach + 1) - at(i - reach);
        average
    })
}
