//! Cast shadows on the height field of a plane.

use crate::height_field::HeightField;

/// The visible share of the sun at each sample: 0 in shadow, 1 in sunlight. Empty on planets, whose samples are too coarse. If
/// `is_cut`, ground outside the domain casts no shadow.
///
/// Sweeps line by line away from the sun. Over each sample, shadow reaches up to a height that follows from the previous line,
/// which is one step nearer to the sun. This height is the maximum of ground and shadow on the previous line, minus the drop of a
/// sun ray over one step.
pub(super) fn shadows(height_field: &HeightField, sun: [f64; 3], is_cut: bool) -> Vec<f32> {
    let level = sun[0].hypot(sun[1]);
    if height_field.sphere.is_some() {
        return Vec::new();
    }
    let (heights, size) = (height_field.heights(), height_field.size_in_samples());
    let mut free = vec![1.0; heights.len()];
    if sun[2] <= 0.0 || level < 1e-6 {
        return free;
    }
    let main = usize::from(sun[1].abs() > sun[0].abs());
    // For a step along the main axis: the step along the other axis, and the drop of a ray.
    let aside = (sun[1 - main] / sun[main].abs()) as f32;
    let fall = (height_field.detail() * f64::from(1.0 + aside * aside).sqrt() * sun[2] / level) as f32;
    let index = |line: usize, at: usize| match main {
        0 => at * size[0] + line,
        _ => line * size[0] + at,
    };
    let (last, inside) = (size[1 - main] - 1, height_field.inside());
    let mut before: Vec<f32> = Vec::new();
    for step in 0..size[main] {
        let line = if sun[main] > 0.0 { size[main] - 1 - step } else { step };
        let tops = (0..=last).map(|at| {
            let sample = index(line, at);
            let is_there = !is_cut || inside[main].contains(&line) && inside[1 - main].contains(&at);
            let ground = if is_there { heights[sample] } else { height_field.range[0] };
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
    free
}

#[cfg(test)]
mod tests {
    use orogen_engine::image::NoImages;
    use orogen_engine::nodes;
    use orogen_engine::recipe::{Recipe, Source};

    use super::*;

    /// A tower 100 m high at `middle` of flat ground; its sides are 20 m from its centre.
    fn tower(middle: f64) -> HeightField {
        let text = "orogen = 1\ndomain.size = 1000.0\nheight = { field = \"flat\", scale = 0.0 }\n\
                    [fields.flat]\ntype = \"fbm\"\nwavelength = 100.0\n";
        let recipe = Recipe::parse(Source::new("flat", text), nodes::registry()).unwrap();
        let flat = HeightField::new(&recipe, &NoImages, 401).unwrap();
        flat.with_heights(
            |[x, y], _| {
                if (x - middle).abs() < 20.1 && (y - 500.0).abs() < 20.1 { 100.0 } else { 0.0 }
            },
        )
    }

    /// The visible share of the sun at a point.
    fn free(height_field: &HeightField, free: &[f32], x: f64, y: f64) -> f32 {
        let light: Vec<_> = free.iter().map(|free| [*free; 3]).collect();
        height_field.blended_light(&light, height_field.index(x, y))[0]
    }

    /// The shadow points away from the sun, and is as long as the tower's height over the tangent of the sun's elevation.
    #[test]
    fn a_tower_is_a_sundial() {
        let height_field = tower(500.0);
        for turn in 0..16 {
            let (sin, cos) = libm::sincos(f64::from(turn) * std::f64::consts::TAU / 16.0);
            let up = libm::tan(30_f64.to_radians());
            let sun = [cos, sin, up].map(|along| along / 1.0_f64.hypot(up));
            let shadows = shadows(&height_field, sun, false);
            let along =
                |metres: f64| free(&height_field, &shadows, 500.0 - metres * cos, 500.0 - metres * sin);
            let long = (40..400).map(f64::from).find(|metres| along(*metres) > 0.5).unwrap();
            assert!((long - 100.0 / up - 20.0).abs() < 25.0, "turn {turn}: {long} m");
            assert!((40..150).all(|metres| along(f64::from(metres)) < 0.5), "turn {turn}");
            assert!((40..400).all(|metres| along(-f64::from(metres)) > 0.99), "turn {turn}: towards the sun");
        }
    }

    /// Cut-off ground casts no shadow. Nor is there any under a sun in the zenith or below the horizon.
    #[test]
    fn where_there_is_no_shadow() {
        let low = [-0.8, 0.0, 0.6];
        let at = |middle: f64, sun, is_cut, x: f64| {
            let height_field = tower(middle);
            free(&height_field, &shadows(&height_field, sun, is_cut), x, 500.0)
        };
        assert!(at(500.0, low, true, 560.0) < 0.1);
        for sun in [[0.0, 0.0, 1.0], [1.0, 0.0, -0.1]] {
            assert!(shadows(&tower(500.0), sun, false).iter().all(|free| *free == 1.0));
        }
        // A tower 30 m outside the domain.
        let at_edge = |is_cut| at(-30.0, low, is_cut, 30.0);
        assert!(at_edge(false) < 0.1 && at_edge(true) == 1.0, "{} {}", at_edge(false), at_edge(true));
    }
}
