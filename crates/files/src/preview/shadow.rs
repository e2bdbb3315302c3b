//! Cast shadows.

use super::downsample::Raster;
use super::sun::{ALTITUDE, Sun};

/// Slices of the sun, at neighbouring elevations.
const SLICES: usize = 4;
/// The difference between the tangents of neighbouring slices under the default sun.
const STEP: f32 = 0.07;
/// How far the tangent of the lowest slice is below that of the sun.
const LOWEST: f32 = 0.16;

/// The hidden part of the sun at each sample, 0 to 1.
///
/// The rays are parallel, so the raster is swept line by line away from the sun: by rows if the rays are nearer to the
/// columns, else by columns. From one line to the next, a ray moves sideways by at most one sample, and the edge of the
/// shadow falls by the tangent of the sun's elevation per metre. Where the ground rises above this edge, a new edge starts
/// at the ground. So one comparison per sample is enough. The sun is a column of `SLICES` slices at neighbouring elevations;
/// under a low sun they are closer together, so that all of them stay above the horizon. If the edge of a shadow is `above`
/// the ground and was cast from a `distance`, it hides the part `above / (distance · step)` of a slice, so that the shadow
/// softens with distance.
pub(super) fn shadows(raster: &Raster, exaggeration: f32, sun: Sun) -> Vec<f32> {
    let sweep = Sweep::new(raster.width, raster.height.len() / raster.width, sun);
    let pace = (1.0 + sweep.shift * sweep.shift).sqrt() * raster.spacing;
    let spread = (sun.tangent() / ALTITUDE).min(1.0);
    let soften = exaggeration / (STEP * spread * pace);
    let mut hidden = vec![0.0; raster.height.len()];
    for slice in 0..SLICES {
        let tangent = sun.tangent() - LOWEST * spread + STEP * spread * slice as f32;
        let fall = pace * tangent / exaggeration;
        sweep.cast(&raster.height, fall, |at, above, distance| {
            hidden[at] += (above * soften / distance).clamp(0.0, 1.0) / SLICES as f32;
        });
    }
    hidden
}

/// The lines of a raster, in the order in which the sun's rays cross them.
struct Sweep {
    lines: usize,
    across: usize,
    /// Distance in memory between samples of neighbouring lines, and between neighbouring samples of a line.
    strides: [usize; 2],
    /// Whether the last line is the first to be crossed.
    reversed: bool,
    /// Samples that a ray moves along a line on its way to the next, −1 to 1: a multiple of 1/1024, so that rays along the
    /// axes do not move at all.
    shift: f32,
}

/// The edge of a shadow over a sample: its height in metres, and the lines since it was cast.
type Edge = (f32, f32);
const LIT: Edge = (f32::NEG_INFINITY, 0.0);

impl Sweep {
    fn new(width: usize, rows: usize, sun: Sun) -> Self {
        let [right, down] = sun.towards().map(|component| -component);
        let shift = |along: f32, across: f32| (along / across.abs() * 1024.0).round() / 1024.0;
        if down.abs() >= right.abs() {
            let strides = [width, 1];
            Self { lines: rows, across: width, strides, reversed: down < 0.0, shift: shift(right, down) }
        } else {
            let strides = [1, width];
            Self { lines: width, across: rows, strides, reversed: right < 0.0, shift: shift(down, right) }
        }
    }

    /// Calls `shade` for every sample with its index, how far the edge of the shadow is above the ground, and the lines since
    /// the edge was cast.
    fn cast(&self, heights: &[f32], fall: f32, mut shade: impl FnMut(usize, f32, f32)) {
        let (mut edges, mut next) = (vec![LIT; self.across], vec![LIT; self.across]);
        let whole = (-self.shift).floor();
        let (offset, share) = (whole as isize, -self.shift - whole);
        for line in 0..self.lines {
            let line = if self.reversed { self.lines - 1 - line } else { line };
            for (k, next) in next.iter_mut().enumerate() {
                let at = line * self.strides[0] + k * self.strides[1];
                let edge =
                    |k: isize| usize::try_from(k).ok().and_then(|k| edges.get(k)).copied().unwrap_or(LIT);
                let (height, lines) =
                    between(edge(k as isize + offset), edge(k as isize + offset + 1), share);
                let (shadow, distance) = (height - fall, lines + 1.0);
                shade(at, shadow - heights[at], distance);
                *next = if heights[at] < shadow { (shadow, distance) } else { (heights[at], 0.0) };
            }
            std::mem::swap(&mut edges, &mut next);
        }
    }
}

/// Linear interpolation; between lit and shaded ground the result is lit. Without a share of `b`, the result is `a`, even if
/// `b` is infinite.
fn between(a: Edge, b: Edge, share: f32) -> Edge {
    let mix = |a: f32, b: f32| a * (1.0 - share) + b * share;
    if share == 0.0 { a } else { (mix(a.0, b.0), mix(a.1, b.1)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIDE: usize = 60;

    fn raster(height: impl Fn(f64, f64) -> f64) -> Raster {
        let heights = (0..SIDE * SIDE).map(|at| height((at % SIDE) as f64, (at / SIDE) as f64) as f32);
        let (height, dx, dy) = (heights.collect(), Vec::new(), Vec::new());
        Raster { width: SIDE, spacing: 2.0, height, dx, dy, colours: None, wet: None }
    }

    fn hills(x: f64, y: f64) -> f64 {
        12.0 * libm::sin(0.21 * x + 1.0) * libm::cos(0.17 * y) + 6.0 * libm::sin(0.4 * y - 0.3 * x)
    }

    /// The height of the hills at a position in samples, by bilinear interpolation; `None` outside of the raster.
    fn ground(raster: &Raster, x: f64, y: f64) -> Option<f64> {
        let at = |i: f64, j: f64| f64::from(raster.height[j as usize * SIDE + i as usize]);
        let end = (SIDE - 1) as f64;
        if !((0.0..=end).contains(&x) && (0.0..=end).contains(&y)) {
            return None;
        }
        let (i, j) = (x.floor().min(end - 1.0), y.floor().min(end - 1.0));
        let (u, v) = (x - i, y - j);
        let row = |j| at(i, j) * (1.0 - u) + at(i + 1.0, j) * u;
        Some(row(j) * (1.0 - v) + row(j + 1.0) * v)
    }

    /// The hidden part of the sun at a sample, by marching towards each slice in steps of a quarter of a sample: the edge is
    /// cast by the ground that rises highest above the ray.
    fn marched(raster: &Raster, sun: Sun, i: usize, j: usize) -> f64 {
        let [right, down] = sun.towards().map(f64::from);
        let start = ground(raster, i as f64, j as f64).unwrap();
        let spread = f64::from((sun.tangent() / ALTITUDE).min(1.0));
        let slice = |slice: usize| {
            let tangent = f64::from(sun.tangent()) + spread * (0.07 * slice as f64 - 0.16);
            let step = |k: i32| {
                let samples = 0.25 * f64::from(k);
                let height = ground(raster, i as f64 + samples * right, j as f64 + samples * down)?;
                let metres = 2.0 * samples;
                Some((height - start - metres * tangent, metres))
            };
            let highest = (4..).map_while(step).max_by(|a, b| a.0.total_cmp(&b.0));
            highest.map_or(0.0, |(above, metres)| (above / (0.07 * spread * metres)).clamp(0.0, 1.0))
        };
        (0..SLICES).map(slice).sum::<f64>() / SLICES as f64
    }

    #[test]
    fn shadows_are_where_rays_to_the_sun_meet_the_ground() {
        let raster = raster(hills);
        for (elevation, azimuth) in [(36.0, 315.0), (12.0, 100.0), (20.0, 200.0), (50.0, 7.0), (15.0, 270.0)]
        {
            let sun = Sun::new(elevation, azimuth);
            let hidden = shadows(&raster, 1.0, sun);
            let errors = hidden
                .iter()
                .enumerate()
                .map(|(at, &hidden)| (f64::from(hidden) - marched(&raster, sun, at % SIDE, at / SIDE)).abs());
            let errors: Vec<_> = errors.collect();
            let mean = errors.iter().sum::<f64>() / errors.len() as f64;
            let shadow = hidden.iter().sum::<f32>() / hidden.len() as f32;
            assert!(mean < 0.03, "{elevation}, {azimuth}: {mean} of {shadow}");
        }
    }

    /// Turning the terrain and the sun together turns the shadows.
    #[test]
    fn no_direction_is_special() {
        let turned = |x: f64, y: f64| hills(y, (SIDE - 1) as f64 - x);
        for azimuth in [10.0, 45.0, 77.0, 130.0, 290.0] {
            let one = shadows(&raster(hills), 1.3, Sun::new(18.0, azimuth));
            let other = shadows(&raster(turned), 1.3, Sun::new(18.0, azimuth + 90.0));
            for (at, &hidden) in other.iter().enumerate() {
                let (x, y) = (at % SIDE, at / SIDE);
                let expected = one[(SIDE - 1 - x) * SIDE + y];
                assert!((hidden - expected).abs() < 1e-4, "{azimuth}: {hidden} at {x}, {y}, not {expected}");
            }
        }
    }

    /// Under the default sun, an edge moves by exactly one sample along both axes, so nothing is interpolated.
    #[test]
    fn the_default_sun_is_on_the_diagonal() {
        let sweep = Sweep::new(SIDE, SIDE, Sun::default());
        assert_eq!((sweep.shift, sweep.reversed, sweep.strides), (1.0, false, [SIDE, 1]));
        let close = Sun::new(libm::atan(0.73).to_degrees(), 315.0);
        assert_eq!(close.towards(), Sun::default().towards());
        assert!((close.tangent() - ALTITUDE).abs() < 1e-6);
    }
}
