//! Far from the origin, a terrain is as good as near it: without errors and without steps.

use orogen_engine::level::Level;
use orogen_noise::jet::Order;

use crate::field::{Field, points};

const FIELDS: &str = r#"
[fields.drift]
type = "fbm"
wavelength = 10.0
octaves = 4
[fields.ranges]
type = "swiss"
wavelength = 10.0
octaves = 8
displace = { by = "drift", strength = 2.0 }
[fields.rough]
type = "fbm"
wavelength = 10.0
octaves = 8
displace = { by = "drift", strength = 2.0 }
[fields.land]
type = "add"
a = "ranges"
b = "rough"
"#;

const FAR: f64 = 1e7;

#[test]
fn single_precision_is_right_far_away() {
    let field = Field::<2>::new("land", FIELDS);
    let amplitude = field.interval().length();
    for [x, y] in [[0.0, 0.0], [FAR, FAR], [-FAR, 0.3 * FAR], [0.7 * FAR, -FAR]] {
        let places: Vec<_> = points::<2>(4000).into_iter().map(|p| [x + p[0], y + p[1]]).collect();
        let jets = |single: bool| match single {
            true => field.planes::<f32>(Level::best(), Order::Gradient, &places),
            false => field.planes::<f64>(Level::best(), Order::Gradient, &places),
        };
        for (place, (single, exact)) in places.iter().zip(jets(true).iter().zip(jets(false))) {
            let error = (single[0] - exact[0]).abs() / amplitude;
            assert!(error < 1e-5, "{error} of the amplitude at {place:?}");
            let steepest = exact[1].hypot(exact[2]).max(1.0);
            let slope = (single[1] - exact[1]).hypot(single[2] - exact[2]) / steepest;
            assert!(slope < 1e-3, "slope {single:?} against {exact:?} at {place:?}");
        }
    }
}

/// The largest second difference along lines of 1 cm in steps of 0.02 mm. The share `left_out` of the lines, those with the
/// largest differences, is left out.
fn roughest(field: &Field<2>, [x, y]: [f64; 2], left_out: f64) -> f64 {
    let line = |start: &[f64; 2]| {
        let places: Vec<_> = (0..500).map(|i| [x + start[0] + 2e-5 * f64::from(i), y + start[1]]).collect();
        let heights = field.values::<f32>(&places);
        let bends = heights.windows(3).map(|h| (h[0] - 2.0 * h[1] + h[2]).abs());
        bends.fold(0.0, f64::max)
    };
    let mut bends: Vec<_> = points::<2>(1000).iter().map(line).collect();
    bends.sort_by(f64::total_cmp);
    bends[((bends.len() - 1) as f64 * (1.0 - left_out)) as usize]
}

/// The rough field has no creases, and none of its lines is left out, so a single step in a thousand lines would show. The land
/// has creases, and second differences across a crease depend on how sharp it is. So lines that may cross a crease are left
/// out, and steps in the land show only if they are everywhere.
#[test]
fn there_are_no_steps_far_away() {
    for (name, creased) in [("land", 0.1), ("rough", 0.0)] {
        let field = Field::<2>::new(name, FIELDS);
        let near = roughest(&field, [0.0, 0.0], creased);
        for place in [[FAR, FAR], [-FAR, 0.3 * FAR]] {
            let far = roughest(&field, place, creased);
            assert!(far <= 1.2 * near, "{name}: {far} at {place:?}, {near} near the origin");
        }
    }
}
