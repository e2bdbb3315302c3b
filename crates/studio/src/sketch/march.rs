//! Rays over a plane's relief.

use crate::relief::Relief;

/// How far a ray goes until it meets ground or water, if it does; `ground` has heights where it is known.
pub(super) fn march(
    relief: &Relief,
    ground: &dyn Fn(f64, f64) -> Option<f64>,
    eye: [f64; 3],
    ray: [f64; 3],
) -> Option<f64> {
    let top = relief.covered(relief.range[1].into());
    let reach = 6.0 * relief.size + 3.0 * (eye[2] - top).max(0.0);
    // Nothing is above the highest ground.
    let mut way = if eye[2] > top && ray[2] < 0.0 { (eye[2] - top) / -ray[2] } else { 0.0 };
    let mut before = way;
    let place = |way: f64| -> [f64; 3] { std::array::from_fn(|k| eye[k] + way * ray[k]) };
    let clearance = |way: f64| {
        let [x, y, z] = place(way);
        Some(z - relief.covered(ground(x, y)?))
    };
    let [enter, leave] = relief.along(eye, ray);
    while way <= reach && (ray[2] < 0.0 || eye[2] + way * ray[2] <= top) {
        let mut end = way;
        // Blocks of the raster that lie below are passed at once.
        if (enter..leave).contains(&way) {
            let (top, out) = relief.block(place(way), ray);
            end += out;
            if (eye[2] + way * ray[2]).min(eye[2] + end * ray[2]) > top {
                (before, way) = (end, end);
                continue;
            }
        }
        while way <= end {
            match clearance(way) {
                Some(above) if above <= 0.0 => return Some(refined(&clearance, before, way)),
                above => {
                    before = way;
                    way += (0.4 * above.unwrap_or(0.0)).max(0.5 * relief.detail()).max(0.001 * way);
                }
            }
        }
    }
    None
}

/// The place between two where the ground is met, by halving.
fn refined(clearance: &dyn Fn(f64) -> Option<f64>, mut before: f64, mut after: f64) -> f64 {
    for _ in 0..8 {
        let middle = 0.5 * (before + after);
        if clearance(middle).is_some_and(|above| above <= 0.0) { after = middle } else { before = middle }
    }
    after
}

#[cfg(test)]
mod tests {
    use orogen::image::NoImages;
    use orogen::nodes;
    use orogen::recipe::{Recipe, Source};
    use proptest::prelude::*;

    use super::super::vector::times;
    use super::*;

    fn relief() -> &'static Relief {
        static RELIEF: std::sync::OnceLock<Relief> = std::sync::OnceLock::new();
        RELIEF.get_or_init(|| {
            let text = "orogen = 1\ndomain.size = 1000.0\nsea.level = -250.0\nheight = { field = \"hills\", scale = 400.0 }\n\
                        [fields.hills]\ntype = \"fbm\"\nfeature = 700.0\noctaves = 3\n";
            let recipe = Recipe::parse(Source::new("test", text), nodes::registry()).unwrap();
            Relief::new(&recipe, &NoImages, 101).unwrap()
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(4000) })]

        /// Small steps along a ray, which know of no blocks, find no ground above it before the place where it is said to meet
        /// the ground, but for what lies between two samples; and there they find it.
        #[test]
        fn rays_go_as_far_as_the_ground(
            x in -490.0..1490.0_f64, y in -490.0..1490.0_f64, under in 0.0..1.0_f64,
            azimuth in 0.0..std::f64::consts::TAU, down in -0.2..0.9_f64,
        ) {
            let relief = relief();
            // From nearly the ground to above all of it.
            let ground = relief.covered(relief.height(x, y).unwrap());
            let eye = [x, y, ground + 1.0 + under * (f64::from(relief.range[1]) + 60.0 - ground)];
            let ray = [libm::cos(azimuth) * libm::cos(down), libm::sin(azimuth) * libm::cos(down), -libm::sin(down)];
            let step = 0.05 * relief.detail();
            let above = |way: f64| {
                let [x, y, z]: [f64; 3] = std::array::from_fn(|k| eye[k] + way * ray[k]);
                relief.height(x, y).map(|height| z - relief.covered(height))
            };
            let met = march(relief, &|x, y| relief.height(x, y), eye, ray);
            let deepest = (0..80_000)
                .map(|at| f64::from(at) * step)
                .take_while(|way| met.is_none_or(|met| *way < met - step))
                .filter_map(above)
                .fold(f64::INFINITY, f64::min);
            // Steps are half a sample long, and the ground rises by up to twice as much.
            prop_assert!(deepest > -0.75 * relief.detail(), "{deepest} m deep, met at {met:?}");
            if let Some(met) = met {
                let there = above(met).unwrap();
                prop_assert!(there.abs() < 0.1 * relief.detail(), "{there} m above the ground");
            }
        }
    }

    /// Below the horizon there is ground everywhere, also far outside of the raster.
    #[test]
    fn drafts_go_on_to_the_horizon() {
        let text = include_str!("../../../../recipes/hills.toml");
        let recipe = Recipe::parse(Source::new("hills", text), nodes::registry()).unwrap();
        let relief = Relief::new(&recipe, &NoImages, 97).unwrap();
        let ground = |x: f64, y: f64| Some(relief.endless(x, y));
        let (size, top) = (relief.size, f64::from(relief.range[1]));
        for turn in 0..8 {
            let (sin, cos) = libm::sincos(f64::from(turn) * 0.8);
            let ray = times([sin, cos, -0.2], 1.0 / 1.04_f64.sqrt());
            let way = march(&relief, &ground, [0.5 * size, 0.5 * size, top + 0.6 * size], ray);
            assert!(way.is_some_and(|way| way > size), "{way:?}");
        }
        let [x, y] = [0.3 * size, 0.7 * size];
        assert_eq!(Some(relief.endless(x, y)), relief.height(x, y), "inside it is the raster");
    }

    /// Around an isle is the sea, and no other isles, which the picture that follows would not have.
    #[test]
    fn around_an_isle_is_the_sea() {
        let text = include_str!("../../../../recipes/isle.toml");
        let recipe = Recipe::parse(Source::new("isle", text), nodes::registry()).unwrap();
        let relief = Relief::new(&recipe, &NoImages, 97).unwrap();
        let (size, sea) = (relief.size, f64::from(relief.sea.unwrap()));
        assert!(relief.endless(0.5 * size, 0.5 * size) > sea);
        for [x, y] in [[2.5, 0.5], [0.5, -1.5], [2.5, 2.5], [-9.0, 40.0]] {
            assert!(relief.endless(x * size, y * size) < sea, "{x} {y}");
        }
        // Where land reaches the borders, it goes on.
        let relief = self::relief();
        assert!(relief.endless(2500.0, 500.0) > f64::from(relief.sea.unwrap()));
        assert!((relief.endless(2500.0, 500.0) - relief.height(500.0, 500.0).unwrap()).abs() < 1.0);
    }
}
