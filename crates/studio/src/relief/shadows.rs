//! Which samples of a plane's relief the sun reaches.

use super::{Relief, mixed};

/// Which samples of a plane's relief the sun reaches.
#[derive(Clone, Debug)]
pub struct Shadows {
    /// 0 in the shadow, 1 in the sun.
    free: Vec<f32>,
}

impl Shadows {
    /// Under a sun in a direction.
    ///
    /// Samples are gone over line by line, away from the sun. Shadow stands up to a height over each that follows from the line
    /// before, a step nearer to the sun: what is highest there, ground or shadow, less what the sun's rays fall by on that step.
    pub fn new(relief: &Relief, sun: [f64; 3]) -> Self {
        let size = [relief.columns, relief.rows];
        let level = sun[0].hypot(sun[1]);
        let mut free = vec![1.0; relief.heights.len()];
        if sun[2] <= 0.0 || level < 1e-6 {
            return Self { free };
        }
        let main = usize::from(sun[1].abs() > sun[0].abs());
        // Of a step along the main axis: how far it goes along the other, and how much rays fall.
        let aside = (sun[1 - main] / sun[main].abs()) as f32;
        let fall = (relief.spacing * f64::from(1.0 + aside * aside).sqrt() * sun[2] / level) as f32;
        let index = |line: usize, at: usize| match main {
            0 => at * relief.columns + line,
            _ => line * relief.columns + at,
        };
        let last = size[1 - main] - 1;
        let mut before: Vec<f32> = Vec::new();
        for step in 0..size[main] {
            let line = if sun[main] > 0.0 { size[main] - 1 - step } else { step };
            let tops = (0..=last).map(|at| {
                let ground = relief.heights[index(line, at)];
                let Some(before) = (!before.is_empty()).then_some(&before) else { return ground };
                let nearer = (at as f32 + aside).clamp(0.0, last as f32);
                let (one, share) = (nearer as usize, nearer.fract());
                let shadow = before[one] + share * (before[(one + 1).min(last)] - before[one]) - fall;
                // Its edge is as wide as a step.
                free[index(line, at)] = (1.0 + (ground - shadow) / fall).clamp(0.0, 1.0);
                ground.max(shadow)
            });
            before = tops.collect();
        }
        Self { free }
    }

    /// How much of the sun reaches a place; outside of the relief, as mirrors at its borders show it.
    pub fn free(&self, relief: &Relief, x: f64, y: f64) -> f32 {
        let (corners, shares) = relief.corners(relief.index(x, 0), relief.index(y, 1));
        mixed(corners.map(|at| self.free[at].into()), shares) as f32
    }
}
