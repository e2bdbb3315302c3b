//! Ray marching over the height field of a plane.

use crate::height_field::HeightField;

/// The shortest step, as a share of the distance: about the angle of a pixel of a draft with 300 rows.
const STEP: f64 = 0.0025;

/// The distance at which a ray meets ground or water. `ground` gives the known heights.
pub(super) fn march(
    height_field: &HeightField,
    ground: &dyn Fn(f64, f64) -> Option<f64>,
    eye: [f64; 3],
    ray: [f64; 3],
) -> Option<f64> {
    let top = height_field.covered(height_field.range[1].into());
    let reach = 6.0 * height_field.size + 3.0 * (eye[2] - top).max(0.0);
    // Nothing is above the highest ground.
    let mut distance = if eye[2] > top && ray[2] < 0.0 { (eye[2] - top) / -ray[2] } else { 0.0 };
    let mut before = distance;
    let place = |distance: f64| -> [f64; 3] { std::array::from_fn(|k| eye[k] + distance * ray[k]) };
    let clearance = |distance: f64| {
        let [x, y, z] = place(distance);
        Some(z - height_field.covered(ground(x, y)?))
    };
    let [enter, leave] = height_field.along(eye, ray);
    while distance <= reach && (ray[2] < 0.0 || eye[2] + distance * ray[2] <= top) {
        let mut end = distance;
        // Skips blocks of the raster below the ray.
        if (enter..leave).contains(&distance) {
            let (top, out) = height_field.block(place(distance), ray);
            end += out;
            if (eye[2] + distance * ray[2]).min(eye[2] + end * ray[2]) > top {
                (before, distance) = (end, end);
                continue;
            }
        }
        while distance <= end {
            match clearance(distance) {
                Some(above) if above <= 0.0 => return Some(refined(&clearance, before, distance)),
                above => {
                    before = distance;
                    distance +=
                        (0.4 * above.unwrap_or(0.0)).max(0.5 * height_field.detail()).max(STEP * distance);
                }
            }
        }
    }
    None
}

/// Refines the intersection between two distances by bisection.
fn refined(clearance: &dyn Fn(f64) -> Option<f64>, mut before: f64, mut after: f64) -> f64 {
    for _ in 0..8 {
        let middle = 0.5 * (before + after);
        if clearance(middle).is_some_and(|above| above <= 0.0) { after = middle } else { before = middle }
    }
    after
}

#[cfg(test)]
mod tests {
    use orogen_engine::image::NoImages;
    use orogen_engine::nodes;
    use orogen_engine::recipe::{Recipe, Source};
    use orogen_engine::terrain::Drafts;
    use proptest::prelude::*;

    use super::super::vector::unit;
    use super::*;

    fn height_field() -> &'static HeightField {
        static RELIEF: std::sync::OnceLock<HeightField> = std::sync::OnceLock::new();
        RELIEF.get_or_init(|| {
            let text = "orogen = 1\ndomain.size = 1000.0\nsea.level = -250.0\nheight = { field = \"hills\", scale = 400.0 }\n\
                        [fields.hills]\ntype = \"fbm\"\nwavelength = 700.0\noctaves = 3\n";
            let recipe = Recipe::parse(Source::new("test", text), nodes::registry()).unwrap();
            HeightField::new(&recipe, &NoImages, 101).unwrap()
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(4000) })]

        /// Marching in small steps, without blocks, finds no ground above the ray before the reported intersection, except for
        /// ground between two samples. At the intersection it finds ground.
        #[test]
        fn rays_stop_at_the_ground(
            x in -490.0..1490.0_f64, y in -490.0..1490.0_f64, under in 0.0..1.0_f64,
            azimuth in 0.0..std::f64::consts::TAU, down in -0.2..0.9_f64,
        ) {
            let height_field = height_field();
            // The eye is anywhere between the ground below it and a height above all ground.
            let ground = height_field.covered(height_field.height(x, y).unwrap());
            let eye = [x, y, ground + 1.0 + under * (f64::from(height_field.range[1]) + 60.0 - ground)];
            let ray = [libm::cos(azimuth) * libm::cos(down), libm::sin(azimuth) * libm::cos(down), -libm::sin(down)];
            let step = 0.05 * height_field.detail();
            let above = |distance: f64| {
                let [x, y, z]: [f64; 3] = std::array::from_fn(|k| eye[k] + distance * ray[k]);
                height_field.height(x, y).map(|height| z - height_field.covered(height))
            };
            let met = march(height_field, &|x, y| height_field.height(x, y), eye, ray);
            let deepest = (0..80_000)
                .map(|at| f64::from(at) * step)
                .take_while(|distance| met.is_none_or(|met| *distance < met - step))
                .filter_map(above)
                .fold(f64::INFINITY, f64::min);
            // Steps are half a sample long, and the ground rises by up to twice as much.
            prop_assert!(deepest > -0.75 * height_field.detail(), "{deepest} m deep, met at {met:?}");
            if let Some(met) = met {
                let there = above(met).unwrap();
                prop_assert!(there.abs() < 0.1 * height_field.detail(), "{there} m above the ground");
            }
        }
    }

    /// Below the horizon there is ground everywhere, also far outside the raster.
    #[test]
    fn drafts_extend_to_the_horizon() {
        let text = include_str!("../../../orogen/recipes/hills.toml");
        let recipe = Recipe::parse(Source::new("hills", text), nodes::registry()).unwrap();
        let height_field = HeightField::new(&recipe, &Drafts(NoImages), 97).unwrap();
        let ground = |x: f64, y: f64| Some(height_field.endless(x, y));
        let (size, top) = (height_field.size, f64::from(height_field.range[1]));
        for turn in 0..8 {
            let (sin, cos) = libm::sincos(f64::from(turn) * 0.8);
            let ray = unit([sin, cos, -0.2]);
            let distance = march(&height_field, &ground, [0.5 * size, 0.5 * size, top + 0.6 * size], ray);
            assert!(distance.is_some_and(|distance| distance > size), "{distance:?}");
        }
        let [x, y] = [0.3 * size, 0.7 * size];
        assert_eq!(Some(height_field.endless(x, y)), height_field.height(x, y), "inside it is the raster");
    }

    /// An island is surrounded by sea, without mirrored islands, which the rendered picture would not have.
    #[test]
    fn an_island_is_surrounded_by_sea() {
        let text = include_str!("../../../orogen/recipes/isle.toml");
        let recipe = Recipe::parse(Source::new("isle", text), nodes::registry()).unwrap();
        let height_field = HeightField::new(&recipe, &Drafts(NoImages), 97).unwrap();
        let (size, sea) = (height_field.size, f64::from(height_field.sea.unwrap()));
        assert!(height_field.endless(0.5 * size, 0.5 * size) > sea);
        for [x, y] in [[2.5, 0.5], [0.5, -1.5], [2.5, 2.5], [-9.0, 40.0]] {
            assert!(height_field.endless(x * size, y * size) < sea, "{x} {y}");
        }
        // Land that reaches the borders continues.
        let height_field = self::height_field();
        assert!(height_field.endless(2500.0, 500.0) > f64::from(height_field.sea.unwrap()));
        assert!(
            (height_field.endless(2500.0, 500.0) - height_field.height(500.0, 500.0).unwrap()).abs() < 1.0
        );
    }
}
