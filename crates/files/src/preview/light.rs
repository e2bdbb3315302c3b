//! Light on the relief: sun with cast shadows, sky, and darker hollows.

use super::colour::{Linear, mix};
use super::relief::Relief;

/// What reaches a place, each 1 where it is level and open (the sun: where it is level and sunlit).
#[derive(Clone, Copy)]
pub(crate) struct Incident {
    sun: f32,
    side: f32,
    sky: f32,
}

impl Incident {
    /// What a level sea gets.
    pub(crate) const LEVEL: Self = Self { sun: 1.0, side: 1.0, sky: 1.0 };
}

/// The colours of the light.
pub(crate) struct Lamps {
    sun: Linear,
    side: Linear,
    sky: Linear,
}

impl Lamps {
    /// `air` is 1 under a blue sky and 0 without an atmosphere, where light is white and shadows are dark.
    pub(crate) fn new(air: f32) -> Self {
        Self {
            sun: mix([0.86; 3], [0.76, 0.70, 0.61], air),
            side: mix([0.09; 3], [0.13, 0.14, 0.15], air),
            sky: mix([0.08; 3], [0.20, 0.25, 0.33], air),
        }
    }

    /// Light that ground of this colour sends up.
    ///
    /// Light from the sky falls back upon the ground from ground around it, of about the same colour `c`: the
    /// sum of the bounces with half of the light escaping at each is 1 / (1 − c/2). It keeps the shadows of red
    /// rock red.
    pub(crate) fn reflected(&self, colour: Linear, incident: Incident) -> Linear {
        let Incident { sun, side, sky } = incident;
        std::array::from_fn(|c| {
            let soft = self.side[c] * side + self.sky[c] * sky;
            colour[c] * (self.sun[c] * sun + soft / (1.0 - 0.5 * colour[c]))
        })
    }
}

/// The light on each sample, and how it lies.
pub(crate) struct Light {
    /// How strongly the relief is exaggerated.
    pub(crate) exaggeration: f32,
    pub(crate) incident: Vec<Incident>,
    /// Height above the surroundings over the span they are averaged in; positive on ridges.
    pub(crate) prominence: Vec<f32>,
}

impl Light {
    pub(crate) fn new(relief: &Relief, exaggeration: f32) -> Self {
        let shadow = shadows(relief, exaggeration);
        let (openness, prominence) = openness(relief, exaggeration);
        let directions = Directions::new();
        let on = |i: usize| {
            let n = normal(exaggeration * relief.dx[i], exaggeration * relief.dy[i]);
            directions.incident(n, 1.0 - shadow[i], openness[i])
        };
        Self { exaggeration, incident: (0..relief.height.len()).map(on).collect(), prominence }
    }
}

/// A vector (right, down the picture, up).
type Vector = [f32; 3];

fn normal(dx: f32, dy: f32) -> Vector {
    unit([-dx, -dy, 1.0])
}

fn unit(v: Vector) -> Vector {
    let scale = 1.0 / dot(v, v).sqrt();
    v.map(|component| component * scale)
}

fn dot(a: Vector, b: Vector) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// Tangent of the sun's altitude: 36°.
const SUN_ALTITUDE: f32 = 0.73;

/// A sun in the north-west, the convention of shaded maps, and two faint lamps beside it that model what runs
/// along its rays.
struct Directions {
    sun: Vector,
    sides: [Vector; 2],
}

impl Directions {
    fn new() -> Self {
        let diagonal = std::f32::consts::FRAC_1_SQRT_2;
        Self {
            sun: unit([-diagonal, -diagonal, SUN_ALTITUDE]),
            sides: [unit([-0.96, 0.28, 1.0]), unit([0.28, -0.96, 1.0])],
        }
    }

    fn incident(&self, n: Vector, sunlit: f32, openness: f32) -> Incident {
        let [left, right] = self.sides;
        Incident {
            sun: sunlit * dot(n, self.sun).max(0.0) / self.sun[2] * (0.65 + 0.35 * openness),
            side: 0.5 * (dot(n, left).max(0.0) + dot(n, right).max(0.0)) / left[2] * openness,
            sky: (0.5 + 0.5 * n[2]) * openness,
        }
    }
}

/// Part of the sun that is hidden, 0…1.
///
/// The sun stands over the picture's diagonal. Along each diagonal the edge of a shadow falls by the tangent of
/// the altitude per metre, and starts anew wherever ground rises out of it: one comparison per sample. The sun
/// is a column of [`SLICES`] with neighbouring altitudes; ground that stands `above` a slice's shadow edge at a
/// `distance` hides it by `above / (distance · STEP)`, so that the shadow widens softly with distance.
fn shadows(relief: &Relief, exaggeration: f32) -> Vec<f32> {
    const SLICES: usize = 4;
    const STEP: f32 = 0.07;
    let width = relief.width;
    let pace = std::f32::consts::SQRT_2 * relief.spacing;
    let mut hidden = vec![0.0; relief.height.len()];
    let mut edge = vec![(0.0, 0.0); width];
    for slice in 0..SLICES {
        let fall = pace * (SUN_ALTITUDE - 0.16 + STEP * slice as f32) / exaggeration;
        let soften = exaggeration / (STEP * pace);
        edge.fill((f32::NEG_INFINITY, 0.0));
        for (heights, hidden) in relief.height.chunks_exact(width).zip(hidden.chunks_exact_mut(width)) {
            edge.copy_within(..width - 1, 1);
            edge[0] = (f32::NEG_INFINITY, 0.0);
            for ((edge, &height), hidden) in edge.iter_mut().zip(heights).zip(hidden) {
                let (shade, distance) = (edge.0 - fall, edge.1 + 1.0);
                let covered = ((shade - height) * soften / distance).clamp(0.0, 1.0);
                *hidden += covered / SLICES as f32;
                *edge = if height < shade { (shade, distance) } else { (height, 0.0) };
            }
        }
    }
    box_blur(&hidden, width, 1)
}

/// How open the sky is over each sample (1 on level ground, less in hollows, a little more on ridges), and how
/// far it stands out of its surroundings.
///
/// A hollow is where the ground lies below its own average; four averages, each taken over three times the
/// span of the one before and made from it, see everything from ruts to valleys.
fn openness(relief: &Relief, exaggeration: f32) -> (Vec<f32>, Vec<f32>) {
    const SPANS: [(usize, f32); 4] = [(1, 0.5), (3, 0.9), (9, 1.3), (27, 1.5)];
    let mut average = relief.height.clone();
    let mut depth = vec![0.0; average.len()];
    let mut prominence = vec![0.0; average.len()];
    for (radius, weight) in SPANS {
        average = box_blur(&average, relief.width, radius);
        let per_span = exaggeration / (2.0 * radius as f32 * relief.spacing);
        for i in 0..average.len() {
            let below = (average[i] - relief.height[i]) * per_span;
            depth[i] += weight * below;
            prominence[i] = -below;
        }
    }
    let open = depth.iter().map(|&d| if d > 0.0 { 1.0 / (1.0 + d) } else { 1.0 - 0.25 * d.max(-0.6) });
    (open.collect(), prominence)
}

/// Average over the square of `2·radius + 1` samples a side; the border samples go on beyond the border.
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
