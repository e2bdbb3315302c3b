//! The sky view factor: the share of the sky that the horizon leaves visible, for ambient occlusion.
//!
//! Zakšek, Oštir and Kokalj (*Sky-View Factor as a Relief Visualization Technique*, 2011) project the visible part of the
//! hemisphere to a sphere around the observer. If the horizon has the elevation γᵢ in each of *n* directions, a sector between
//! two directions keeps the solid angle (2π/*n*)·(1 − sin γᵢ), so the visible share is
//!
//! SVF = 1 − (1/*n*) Σ sin γᵢ,  γᵢ ≥ 0.
//!
//! The tangent of γᵢ is the steepest rise from the sample to the ground in that direction, up to a radius. With *t* = tan γ,
//! sin γ = *t*/√(1 + *t*²): no trigonometry is needed, so every processor gives the same bits.

use rayon::prelude::*;

/// Directions of the horizon.
const DIRECTIONS: usize = 16;

/// The distance from which steps grow: beyond 8 samples, the next step is an eighth of the distance farther. There, a hill that
/// hides a visible part of the sky is wider than a step.
const GROWTH: usize = 8;

/// The longest radius of the horizon, in units of the spacing.
pub const MAX_REACH: usize = 1024;

/// The places around a sample that decide how much of the sky is visible.
///
/// # Example
/// ```
/// use orogen_engine::sky::SkyView;
///
/// let view = SkyView::new(100.0, 5.0).ok_or("a radius below the spacing")?;
/// assert_eq!((view.radius(), view.reach()), (100.0, 20));
/// assert!(SkyView::new(3.0, 5.0).is_none());
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct SkyView {
    radius: f64,
    reach: usize,
    directions: Vec<Vec<Step>>,
}

/// A place near a sample: where a ray meets a line of samples. Its height is interpolated between two neighbours on that line.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Step {
    /// Columns and rows to the first neighbour, and to the second.
    near: [[isize; 2]; 2],
    /// The share of the second.
    share: f32,
    /// 1 / distance.
    per_metre: f32,
}

impl SkyView {
    /// Prepares the search for horizons up to `radius` metres away, on samples `spacing` metres apart. `None` if the radius is less than one spacing, or
    /// more than [`MAX_REACH`] spacings.
    pub fn new(radius: f64, spacing: f64) -> Option<Self> {
        // The margin includes a radius that is a multiple of the spacing except for rounding.
        let samples = radius / spacing * (1.0 + 1e-9);
        if !(1.0..=MAX_REACH as f64).contains(&samples) {
            return None;
        }
        let reach = samples as usize;
        let direction = |k: usize| {
            let (sin, cos) = libm::sincos(k as f64 * std::f64::consts::TAU / DIRECTIONS as f64);
            // Lines within the radius, at least the nearest one.
            let lines = (samples * sin.abs().max(cos.abs())) as usize;
            distances(lines.max(1)).map(|line| Step::new(line, [cos, sin], spacing)).collect()
        };
        Some(Self { radius, reach, directions: (0..DIRECTIONS).map(direction).collect() })
    }

    /// Metres.
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// The greatest distance along each axis, in samples, from a sample to the samples that decide its horizon.
    pub fn reach(&self) -> usize {
        self.reach
    }

    /// Computes rows of visible shares, 0 to 1, on the threads of the current pool. `around` has the heights of these rows, with
    /// [`reach`](Self::reach) samples more on every side.
    pub fn rows(&self, around: &[f32], columns: usize, shares: &mut [f32]) {
        let width = columns + 2 * self.reach;
        shares.par_chunks_mut(columns).enumerate().for_each(|(row, shares)| {
            let line = |columns_on: isize, rows_on: isize| {
                let start = (row + self.reach).wrapping_add_signed(rows_on) * width
                    + self.reach.wrapping_add_signed(columns_on);
                &around[start..start + columns]
            };
            let mut rise = vec![0.0; columns];
            shares.fill(0.0);
            for direction in &self.directions {
                rise.fill(0.0);
                for step in direction {
                    let far = step.near.map(|[columns, rows]| line(columns, rows));
                    steepen(&mut rise, line(0, 0), far, step);
                }
                shares.iter_mut().zip(&rise).for_each(|(sum, t)| *sum += t / (1.0 + t * t).sqrt());
            }
            shares.iter_mut().for_each(|sum| *sum = 1.0 - *sum / DIRECTIONS as f32);
        });
    }
}

impl Step {
    /// Where a ray in this direction meets the line of samples with this number: a column if the ray is nearer to the rows, else
    /// a row.
    fn new(line: usize, [cos, sin]: [f64; 2], spacing: f64) -> Self {
        let is_column = cos.abs() >= sin.abs();
        let (along, across) = if is_column { (cos, sin) } else { (sin, cos) };
        let samples = line as f64 / along.abs();
        let crossed = samples * across;
        // Rays along the axes and diagonals meet samples, except for rounding.
        let crossed = if (crossed - crossed.round()).abs() < 1e-9 { crossed.round() } else { crossed };
        let line = if along < 0.0 { -(line as isize) } else { line as isize };
        let place = |at: f64| if is_column { [line, at as isize] } else { [at as isize, line] };
        Self {
            near: [place(crossed.floor()), place(crossed.ceil())],
            share: (crossed - crossed.floor()) as f32,
            per_metre: (1.0 / (samples * spacing)) as f32,
        }
    }
}

/// Numbers of lines, the last one included.
fn distances(reach: usize) -> impl Iterator<Item = usize> {
    let next = move |&far: &usize| (far < reach).then(|| (far + (far / GROWTH).max(1)).min(reach));
    std::iter::successors(Some(1), next)
}

/// Raises each rise to that of the ground a step away, between two neighbours.
fn steepen(rise: &mut [f32], here: &[f32], [one, other]: [&[f32]; 2], step: &Step) {
    for (((rise, here), one), other) in rise.iter_mut().zip(here).zip(one).zip(other) {
        let far = one + step.share * (other - one);
        let steeper = (far - here) * step.per_metre;
        *rise = if steeper > *rise { steeper } else { *rise };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIDE: usize = 33;
    const SPACING: f64 = 4.0;

    /// The shares of the samples of a square, for heights by position in metres from its middle.
    fn shares(radius: f64, height: impl Fn(f64, f64) -> f64) -> Vec<f32> {
        let view = SkyView::new(radius, SPACING).unwrap();
        let width = SIDE + 2 * view.reach();
        let middle = (width / 2) as f64;
        let at = |i: usize| {
            let place = |k: usize| (k as f64 - middle) * SPACING;
            height(place(i % width), place(i / width)) as f32
        };
        let around: Vec<_> = (0..width * width).map(at).collect();
        let mut shares = vec![f32::NAN; SIDE * SIDE];
        view.rows(&around, SIDE, &mut shares);
        shares
    }

    #[test]
    fn level_ground_and_summits_see_all_of_the_sky() {
        assert!(shares(40.0, |_, _| 7.0).iter().all(|&share| share == 1.0));
        let summit = shares(40.0, |x, y| -libm::hypot(x, y));
        assert_eq!(summit[SIDE * SIDE / 2], 1.0);
    }

    /// In the middle of a conical pit with walls of slope angle γ, the visible share is 1 − sin γ. Lines between
    /// samples are a little above a cone.
    #[test]
    fn a_pit_hides_the_sine_of_its_slope() {
        for degrees in [5.0_f64, 30.0, 60.0, 85.0] {
            let (sin, cos) = libm::sincos(degrees.to_radians());
            let middle = shares(60.0, |x, y| sin / cos * libm::hypot(x, y))[SIDE * SIDE / 2];
            assert!((f64::from(middle) - (1.0 - sin)).abs() < 0.02, "{degrees}°: {middle}");
        }
    }

    /// On a slope of angle γ, the horizon in the direction φ from the ascent has the tangent tan γ · cos φ. The mean over all
    /// directions of the sine, by a sum over 36,000 of them, is the exact share.
    #[test]
    fn a_slope_hides_the_mean_of_its_horizon() {
        for tangent in [0.2, 1.0, 3.0] {
            let sine = |k: i32| {
                let t = tangent * libm::cos(f64::from(k) * std::f64::consts::TAU / 36_000.0).max(0.0);
                t / (1.0 + t * t).sqrt()
            };
            let exact = 1.0 - (0..36_000).map(sine).sum::<f64>() / 36_000.0;
            let found = shares(80.0, |x, _| tangent * x)[0];
            // The error of a sum over 16 directions.
            assert!(
                (f64::from(found) - exact).abs() < 0.005 * (1.0 + tangent),
                "{tangent}: {found} for {exact}"
            );
        }
    }

    /// A second implementation in double precision: it marches by tenths of a sample over the surface itself, from a sample
    /// away on.
    #[test]
    fn shares_are_those_of_marched_horizons() {
        let height = |x: f64, y: f64| {
            30.0 * libm::sin(x / 31.0) * libm::cos(y / 23.0) + 12.0 * libm::sin((x + 0.6 * y) / 13.0)
        };
        let radius = 60.0;
        let found = shares(radius, height);
        let (mut mean, mut worst) = (0.0, 0.0_f64);
        for (at, &share) in found.iter().enumerate() {
            let place = |k: usize| (k as f64 - (SIDE / 2) as f64) * SPACING;
            let (x, y) = (place(at % SIDE), place(at / SIDE));
            let sine = |direction: i32| {
                let (sin, cos) = libm::sincos(f64::from(direction) * std::f64::consts::TAU / 64.0);
                let rise = |step: i32| {
                    let far = 0.1 * SPACING * f64::from(step);
                    (height(x + far * cos, y + far * sin) - height(x, y)) / far
                };
                let t = (10..=150).map(rise).fold(0.0, f64::max);
                t / (1.0 + t * t).sqrt()
            };
            let expected = 1.0 - (0..64).map(sine).sum::<f64>() / 64.0;
            let error = (f64::from(share) - expected).abs();
            mean += error / found.len() as f64;
            worst = worst.max(error);
        }
        assert!(mean < 0.01 && worst < 0.03, "{mean}, {worst}");
    }

    #[test]
    fn steps_reach_the_radius() {
        assert_eq!(distances(1).collect::<Vec<_>>(), [1]);
        assert_eq!(
            distances(20).collect::<Vec<_>>(),
            [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 20]
        );
        assert!(distances(1024).count() < 60);
    }
}
