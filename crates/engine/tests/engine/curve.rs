//! The curve against an independent evaluation in Hermite form.

use proptest::prelude::*;

use crate::field::Field;

/// Fritsch and Butland's slope between two pieces of lengths `h` and secants `d`; 0 where the data turn.
fn slope([h0, h1]: [f64; 2], [d0, d1]: [f64; 2]) -> f64 {
    if d0 * d1 <= 0.0 {
        return 0.0;
    }
    let alpha = (h0 + 2.0 * h1) / (3.0 * (h0 + h1));
    d0 * d1 / (alpha * d1 + (1.0 - alpha) * d0)
}

fn hermite(points: &[[f64; 2]], x: f64) -> f64 {
    let last = points.len() - 1;
    if x <= points[0][0] || x >= points[last][0] {
        return points[if x <= points[0][0] { 0 } else { last }][1];
    }
    let length = |i: usize| points[i + 1][0] - points[i][0];
    let secant = |i: usize| (points[i + 1][1] - points[i][1]) / length(i);
    let slope_at = |i: usize| match i {
        0 => 0.0,
        i if i == last => 0.0,
        i => slope([length(i - 1), length(i)], [secant(i - 1), secant(i)]),
    };
    let i = points.iter().rposition(|point| point[0] <= x).expect("x is not before the first point");
    let (h, t) = (length(i), (x - points[i][0]) / length(i));
    let (rise, fall) = (t * t * (3.0 - 2.0 * t), (1.0 + 2.0 * t) * (1.0 - t) * (1.0 - t));
    let bends = h * t * (1.0 - t) * ((1.0 - t) * slope_at(i) - t * slope_at(i + 1));
    fall * points[i][1] + rise * points[i + 1][1] + bends
}

fn curves() -> impl Strategy<Value = Vec<[f64; 2]>> {
    let gaps_and_outputs = prop::collection::vec((0.01..1.0, -1.0..1.0), 2..=64);
    gaps_and_outputs.prop_map(|pairs| {
        let (mut x, length) = (-0.1, pairs.iter().map(|pair| pair.0).sum::<f64>());
        let point = |(gap, y): (f64, f64)| {
            x += 1.2 * gap / length;
            [x, y]
        };
        pairs.into_iter().map(point).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn a_curve_is_the_monotone_spline_through_its_points(points in curves()) {
        let text = "[fields.way]\ntype = 'ramp'\n[fields.x]\ntype = 'curve'\ninput = 'way'\n";
        let curve = Field::<2>::new("x", &format!("{text}points = {points:?}\n"));
        let way = Field::<2>::new("way", text.split("[fields.x]").next().unwrap());
        let places: Vec<_> = (0..=2000).map(|i| [f64::from(i) / 2.0, 0.0]).collect();
        let (inputs, outputs) = (way.values::<f64>(&places), curve.values::<f64>(&places));
        for (&x, &y) in inputs.iter().zip(&outputs) {
            let expected = hermite(&points, x);
            prop_assert!((y - expected).abs() < 1e-11, "{y} at {x} against {expected}");
        }
        // Between two points the curve stays between their outputs, and rises or falls as they do.
        for pair in points.windows(2) {
            let inside = inputs.iter().zip(&outputs).filter(|(x, _)| (pair[0][0]..pair[1][0]).contains(x));
            let sign = (pair[1][1] - pair[0][1]).signum();
            let way = inside.map(|(_, y)| sign * y).collect::<Vec<_>>();
            prop_assert!(way.is_sorted_by(|a, b| *a <= b + 1e-14), "not monotone between {pair:?}");
            let ends = [sign * pair[0][1] - 1e-14, sign * pair[1][1] + 1e-14];
            prop_assert!(way.iter().all(|y| (ends[0]..=ends[1]).contains(y)), "outside of {pair:?}");
        }
        let range = curve.interval();
        // The interval is as wide as the reached values and no wider. These are the values at the ends of the range and at the
        // points between them.
        let (lowest, highest) = (outputs.iter().fold(f64::MAX, |a, b| a.min(*b)), outputs.iter().fold(f64::MIN, |a, b| a.max(*b)));
        let reached = points.iter().filter(|point| (0.0..=1.0).contains(&point[0])).map(|point| point[1]);
        let (lowest, highest) = reached.fold((lowest, highest), |(low, high), y| (low.min(y), high.max(y)));
        prop_assert!((range.min - lowest).abs() < 1e-9 && (range.max - highest).abs() < 1e-9, "{range:?} for {lowest} … {highest}");
        // An error in the last bit of the input moves the output by that error times the slope of the curve.
        let steepest = points.windows(2).map(|pair| ((pair[1][1] - pair[0][1]) / (pair[1][0] - pair[0][0])).abs());
        let slack = 5e-7 * (1.0 + steepest.fold(0.0, f64::max));
        for y in curve.values::<f32>(&places) {
            prop_assert!(range.min - slack <= y && y <= range.max + slack, "{y} is outside {range:?}");
        }
    }
}
