//! Cast shadows on the height field of a plane.

use super::{HeightField, mixed};

/// Cast shadows on the height field of a plane.
#[derive(Clone, Debug)]
pub struct Shadows {
    /// 0 in shadow, 1 in sunlight.
    free: Vec<f32>,
}

impl Shadows {
    /// Shadows for a sun direction. If `is_cut`, ground outside the domain casts no shadow.
    ///
    /// Sweeps line by line away from the sun. Over each sample, shadow reaches up to a height that follows from the previous
    /// line, which is one step nearer to the sun. This height is the maximum of ground and shadow on the previous line, minus the
    /// drop of a sun ray over one step.
    pub fn new(height_field: &HeightField, sun: [f64; 3], is_cut: bool) -> Self {
        let size = [height_field.columns, height_field.rows];
        let level = sun[0].hypot(sun[1]);
        let mut free = vec![1.0; height_field.heights.len()];
        if sun[2] <= 0.0 || level < 1e-6 {
            return Self { free };
        }
        let main = usize::from(sun[1].abs() > sun[0].abs());
        // For a step along the main axis: the step along the other axis, and the drop of a ray.
        let aside = (sun[1 - main] / sun[main].abs()) as f32;
        let fall = (height_field.spacing * f64::from(1.0 + aside * aside).sqrt() * sun[2] / level) as f32;
        let index = |line: usize, at: usize| match main {
            0 => at * height_field.columns + line,
            _ => line * height_field.columns + at,
        };
        let (last, inside) = (size[1 - main] - 1, height_field.inside());
        let mut before: Vec<f32> = Vec::new();
        for step in 0..size[main] {
            let line = if sun[main] > 0.0 { size[main] - 1 - step } else { step };
            let tops = (0..=last).map(|at| {
                let sample = index(line, at);
                let is_there = !is_cut || inside[main].contains(&line) && inside[1 - main].contains(&at);
                let ground = if is_there { height_field.heights[sample] } else { height_field.range[0] };
                let Some(before) = (!before.is_empty()).then_some(&before) else { return ground };
                let nearer = (at as f32 + aside).clamp(0.0, last as f32);
                let (one, share) = (nearer as usize, nearer.fract());
                let shadow = before[one] + share * (before[(one + 1).min(last)] - before[one]) - fall;
                // The edge of a shadow is one step wide.
                free[sample] = (1.0 + (ground - shadow) / fall).clamp(0.0, 1.0);
                ground.max(shadow)
            });
            before = tops.collect();
        }
        Self { free }
    }

    /// The fraction of sunlight at a point. Outside the raster this fraction is mirrored, as in
    /// [`endless`](HeightField::endless).
    pub fn free(&self, height_field: &HeightField, x: f64, y: f64) -> f32 {
        let (corners, shares) = height_field.corners(height_field.index(x, 0), height_field.index(y, 1));
        mixed(corners.map(|at| self.free[at].into()), shares) as f32
    }
}

#[cfg(test)]
mod tests {
    use orogen_engine::image::NoImages;
    use orogen_engine::nodes;
    use orogen_engine::recipe::{Recipe, Source};

    use super::*;

    /// A tower 100 m high in the centre of flat ground; its sides are 20 m from its centre.
    fn tower() -> HeightField {
        let text = "orogen = 1\ndomain.size = 1000.0\nheight = { field = \"flat\", scale = 0.0 }\n\
                    [fields.flat]\ntype = \"fbm\"\nwavelength = 100.0\n";
        let recipe = Recipe::parse(Source::new("flat", text), nodes::registry()).unwrap();
        let mut height_field = HeightField::new(&recipe, &NoImages, 401).unwrap();
        let middle = height_field.columns / 2;
        for (row, column) in
            (middle - 4..=middle + 4).flat_map(|row| (middle - 4..=middle + 4).map(move |c| (row, c)))
        {
            height_field.heights[row * height_field.columns + column] = 100.0;
        }
        height_field.range = [0.0, 100.0];
        height_field
    }

    /// The shadow points away from the sun, and is as long as the tower's height over the tangent of the sun's elevation.
    #[test]
    fn a_tower_is_a_sundial() {
        let height_field = tower();
        for turn in 0..16 {
            let (sin, cos) = libm::sincos(f64::from(turn) * std::f64::consts::TAU / 16.0);
            let up = libm::tan(30_f64.to_radians());
            let shadows =
                Shadows::new(&height_field, [cos, sin, up].map(|along| along / 1.0_f64.hypot(up)), false);
            let along = |metres: f64| shadows.free(&height_field, 500.0 - metres * cos, 500.0 - metres * sin);
            let long = (40..400).map(f64::from).find(|metres| along(*metres) > 0.5).unwrap();
            assert!((long - 100.0 / up - 20.0).abs() < 25.0, "turn {turn}: {long} m");
            assert!((40..150).all(|metres| along(f64::from(metres)) < 0.5), "turn {turn}");
            assert!((40..400).all(|metres| along(-f64::from(metres)) > 0.99), "turn {turn}: towards the sun");
        }
    }

    /// Cut-off ground casts no shadow. Nor is there any under a sun in the zenith or below the horizon.
    #[test]
    fn where_there_is_no_shadow() {
        let mut height_field = tower();
        let low = [-0.8, 0.0, 0.6];
        let inside = |shadows: &Shadows, height_field: &HeightField| shadows.free(height_field, 560.0, 500.0);
        assert!(inside(&Shadows::new(&height_field, low, true), &height_field) < 0.1);
        for sun in [[0.0, 0.0, 1.0], [1.0, 0.0, -0.1]] {
            assert!(Shadows::new(&height_field, sun, false).free.iter().all(|free| *free == 1.0));
        }
        // The same tower, 30 m outside a domain that begins behind it.
        height_field.origin[0] -= 530.0;
        let at_edge = |is_cut| Shadows::new(&height_field, low, is_cut).free(&height_field, 30.0, 500.0);
        assert!(at_edge(false) < 0.1 && at_edge(true) == 1.0, "{} {}", at_edge(false), at_edge(true));
    }
}
