//! Which samples of a plane's relief the sun reaches.

use super::{Relief, mixed};

/// Which samples of a plane's relief the sun reaches.
#[derive(Clone, Debug)]
pub struct Shadows {
    /// 0 in the shadow, 1 in the sun.
    free: Vec<f32>,
}

impl Shadows {
    /// Under a sun in a direction; of ground that `is_cut` out, what is around it casts none.
    ///
    /// Samples are gone over line by line, away from the sun. Shadow stands up to a height over each that follows from the line
    /// before, a step nearer to the sun: what is highest there, ground or shadow, less what the sun's rays fall by on that step.
    pub fn new(relief: &Relief, sun: [f64; 3], is_cut: bool) -> Self {
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
                let sample = index(line, at);
                let is_there = !is_cut || relief.is_inside(sample);
                let ground = if is_there { relief.heights[sample] } else { relief.range[0] };
                let Some(before) = (!before.is_empty()).then_some(&before) else { return ground };
                let nearer = (at as f32 + aside).clamp(0.0, last as f32);
                let (one, share) = (nearer as usize, nearer.fract());
                let shadow = before[one] + share * (before[(one + 1).min(last)] - before[one]) - fall;
                // Its edge is as wide as a step.
                free[sample] = (1.0 + (ground - shadow) / fall).clamp(0.0, 1.0);
                ground.max(shadow)
            });
            before = tops.collect();
        }
        Self { free }
    }

    /// How much of the sun reaches a place; outside of the relief, as [`endless`](Relief::endless).
    pub fn free(&self, relief: &Relief, x: f64, y: f64) -> f32 {
        let (corners, shares) = relief.corners(relief.index(x, 0), relief.index(y, 1));
        mixed(corners.map(|at| self.free[at].into()), shares) as f32
    }
}

#[cfg(test)]
mod tests {
    use orogen::image::NoImages;
    use orogen::nodes;
    use orogen::recipe::{Recipe, Source};

    use super::*;

    /// A tower of 100 m in the middle of level ground, 20 m from its middle to each side.
    fn tower() -> Relief {
        let text = "orogen = 1\ndomain.size = 1000.0\nheight = { field = \"flat\", scale = 0.0 }\n\
                    [fields.flat]\ntype = \"fbm\"\nfeature = 100.0\n";
        let recipe = Recipe::parse(Source::new("flat", text), nodes::registry()).unwrap();
        let mut relief = Relief::new(&recipe, &NoImages, 401).unwrap();
        let middle = relief.columns / 2;
        for (row, column) in
            (middle - 4..=middle + 4).flat_map(|row| (middle - 4..=middle + 4).map(move |c| (row, c)))
        {
            relief.heights[row * relief.columns + column] = 100.0;
        }
        relief.range = [0.0, 100.0];
        relief
    }

    /// Its shadow lies away from the sun, and is as long as the tower is high over the sun's slope.
    #[test]
    fn a_tower_is_a_sundial() {
        let relief = tower();
        for turn in 0..16 {
            let (sin, cos) = libm::sincos(f64::from(turn) * std::f64::consts::TAU / 16.0);
            let up = libm::tan(30_f64.to_radians());
            let shadows = Shadows::new(&relief, [cos, sin, up].map(|along| along / 1.0_f64.hypot(up)), false);
            let along = |metres: f64| shadows.free(&relief, 500.0 - metres * cos, 500.0 - metres * sin);
            let long = (40..400).map(f64::from).find(|metres| along(*metres) > 0.5).unwrap();
            assert!((long - 100.0 / up - 20.0).abs() < 25.0, "turn {turn}: {long} m");
            assert!((40..150).all(|metres| along(f64::from(metres)) < 0.5), "turn {turn}");
            assert!((40..400).all(|metres| along(-f64::from(metres)) > 0.99), "turn {turn}: towards the sun");
        }
    }

    /// Of ground that is cut out, a tower outside casts no shadow; nor does any under a sun straight above, or none.
    #[test]
    fn where_there_is_no_shadow() {
        let mut relief = tower();
        let low = [-0.8, 0.0, 0.6];
        let inside = |shadows: &Shadows, relief: &Relief| shadows.free(relief, 560.0, 500.0);
        assert!(inside(&Shadows::new(&relief, low, true), &relief) < 0.1);
        for sun in [[0.0, 0.0, 1.0], [1.0, 0.0, -0.1]] {
            assert!(Shadows::new(&relief, sun, false).free.iter().all(|free| *free == 1.0));
        }
        // The same tower, 30 m outside of a domain that begins behind it.
        relief.origin[0] -= 530.0;
        let at_edge = |is_cut| Shadows::new(&relief, low, is_cut).free(&relief, 30.0, 500.0);
        assert!(at_edge(false) < 0.1 && at_edge(true) == 1.0, "{} {}", at_edge(false), at_edge(true));
    }
}
