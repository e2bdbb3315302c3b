//! Rivers: how they change the ground, how wide they are, where they lead.

use orogen_engine::level::Level;
use orogen_noise::jet::Order;

use crate::field::{Field, points};

/// One size of rivers on the ground `input`, widths without variation.
fn rivers(input: &str, more: &str) -> String {
    format!(
        "[fields.x]\ntype = 'rivers'\ninput = {input}\nspacing = 400.0\nwidth = 10.0\nbanks = 8.0\nvalley = 140.0\n\
         depth = 8.0\nvariation = 0.0\nsource = 500.0\n{more}\n"
    )
}

const HILLS: &str = "[fields.noise]\ntype = 'fbm'\nbasis = 'perlin'\nwavelength = 500.0\n\
    [fields.land]\ntype = 'scale'\ninput = 'noise'\nfactor = 900.0\n[fields.hills]\ntype = 'offset'\ninput = 'land'\namount = 250.0\n";

#[test]
fn nothing_is_raised_and_high_ground_stays() {
    let text = HILLS.to_owned() + &rivers("'hills'", "octaves = 3");
    let (before, after) = (Field::<2>::new("hills", HILLS), Field::<2>::new("x", &text));
    let points = points::<2>(6000);
    let pairs = before.values::<f32>(&points).into_iter().zip(after.values::<f32>(&points));
    let (mut carved, mut high) = (0, 0);
    for (before, after) in pairs {
        assert!(after <= before, "{before} became {after}");
        carved += usize::from(after < before - 1.0);
        if before >= 500.0 {
            high += 1;
            assert_eq!(before, after, "above the springs");
        }
    }
    assert!(carved > 1000 && high > 100, "{carved} carved, {high} high");
}

/// At every place, ground that is higher before carving is also higher after it. So a bed falls along its course where the ground
/// falls.
#[test]
fn carving_keeps_the_order_of_heights() {
    let points = points::<2>(900);
    let mut last = vec![f64::NEG_INFINITY; points.len()];
    for level in -30..=60 {
        let input = format!("{:?}", f64::from(level) * 10.0);
        let field = Field::<2>::new("x", &rivers(&input, "octaves = 3\nsea = 20.0"));
        for (last, height) in last.iter_mut().zip(field.values::<f64>(&points)) {
            assert!(
                height >= *last - 1e-9,
                "ground at {input} m is carved to {height} m, lower ground to {last}"
            );
            *last = height;
        }
    }
}

fn quintic(t: f64) -> f64 {
    let t = t.clamp(0.0, 1.0);
    6.0 * t.powi(5) - 15.0 * t.powi(4) + 10.0 * t.powi(3)
}

/// `max(y, 0)`, rounded within `r` of 0.
fn above(y: f64, r: f64) -> f64 {
    y.max(0.0) + r * (1.0 - y.abs() / r).max(0.0).powi(3) / 6.0
}

/// The section of such a river: the height at a distance from the course, on level ground at an altitude.
fn section(altitude: f64, away: f64) -> f64 {
    let (depth, floor) = (8.0, 13.0 + 0.2 * 57.0);
    let fade = 1.0 - quintic(altitude / 500.0);
    let away = away / (0.25 + 0.75 * fade);
    let window = |from: f64, to: f64| fade * (1.0 - quintic((away - from) / (to - from)));
    let up_the_side = above(away - floor, 0.8 * floor) / (70.0 - floor);
    let valley = fade * (1.0 - up_the_side).max(0.0).powi(2);
    let left = altitude - valley * above(altitude - 0.75 * depth, 0.5 * depth);
    left - window(5.0, 13.0) * (above(left + depth, 0.5 * depth) - above(left - 0.75 * depth, 0.5 * depth))
}

/// The distance from the course at which the section has a height.
fn reached(altitude: f64, height: f64, mut from: f64, mut to: f64) -> f64 {
    for _ in 0..60 {
        let middle = 0.5 * (from + to);
        if section(altitude, middle) < height { from = middle } else { to = middle }
    }
    from
}

/// On level ground the height gives the distance to the course. The slope gives how much the distance changes per metre, which
/// should be about one. Courses are computed on bent ground and widths are those of straight ground. So on the banks the median
/// over many courses is 1.05 m, and on the valley's sides it varies more.
#[test]
fn widths_are_metres() {
    for (altitude, heights, ways, off, spread) in [
        (40.0, -5.0..4.0, [5.0, 13.0], 0.06, [0.8, 1.3]),
        (90.0, 20.0..75.0, [25.0, 70.0], 0.12, [0.45, 1.6]),
    ] {
        let field = Field::<2>::new("x", &rivers(&format!("{altitude:?}"), "octaves = 1"));
        let mut rates = Vec::new();
        // Over some hundred courses.
        let places: Vec<_> = points::<2>(120_000).iter().map(|place| place.map(|x| 8.0 * x)).collect();
        for jet in field.planes::<f64>(Level::best(), Order::Gradient, &places) {
            if heights.contains(&jet[0]) {
                let away = reached(altitude, jet[0], ways[0], ways[1]);
                let slope = (section(altitude, away + 0.01) - section(altitude, away - 0.01)) / 0.02;
                rates.push(jet[1].hypot(jet[2]) / slope);
            }
        }
        rates.sort_by(f64::total_cmp);
        let quantile = |share: f64| rates[(share * (rates.len() - 1) as f64) as usize];
        assert!(rates.len() > 2000, "{} places", rates.len());
        let [narrow, middle, wide] = [0.15, 0.5, 0.85].map(quantile);
        let close = (middle - 1.0).abs() < off && narrow > spread[0] && wide < spread[1];
        assert!(close, "at {altitude} m: {narrow}, {middle}, {wide}");
    }
}

/// The bed is below the sea by the requested depth, and floors stay above the sea.
#[test]
fn beds_lie_under_the_sea_and_floors_over_it() {
    let field = Field::<2>::new("x", &rivers("40.0", "octaves = 2\nsea = 3.0"));
    let heights = field.values::<f32>(&points::<2>(6000));
    let lowest = heights.iter().copied().fold(f64::INFINITY, f64::min);
    let expected = section(37.0, 0.0) + 3.0;
    assert!((lowest - expected).abs() < 0.4, "{lowest} against {expected}");
    let share =
        |from: f64, to: f64| heights.iter().filter(|h| (from..to).contains(*h)).count() as f64 / 6000.0;
    assert!(share(-6.0, 3.0) > 0.04 && share(-6.0, 3.0) < 0.3, "water on {}", share(-6.0, 3.0));
    assert!(share(6.0, 12.0) > 0.06, "floors on {}", share(6.0, 12.0));
}

/// Courses lead into one another: nearly all water is connected.
#[test]
fn courses_are_connected() {
    const SIDE: usize = 300;
    let place = |at: usize| [(at % SIDE) as f64 * 5.0, (at / SIDE) as f64 * 5.0];
    let points: Vec<_> = (0..SIDE * SIDE).map(place).collect();
    let field = Field::<2>::new("x", &rivers("40.0", "octaves = 1"));
    let mut wet: Vec<_> = field.values::<f32>(&points).into_iter().map(|h| h < 2.0).collect();
    let total = wet.iter().filter(|wet| **wet).count();
    let mut largest = 0;
    for start in 0..wet.len() {
        let (mut open, mut count) = (vec![start], 0);
        while let Some(at) = open.pop() {
            if std::mem::take(&mut wet[at]) {
                count += 1;
                let (x, y) = (at % SIDE, at / SIDE);
                open.extend((x > 0).then(|| at - 1));
                open.extend((x + 1 < SIDE).then_some(at + 1));
                open.extend((y > 0).then(|| at - SIDE));
                open.extend((y + 1 < SIDE).then_some(at + SIDE));
            }
        }
        largest = largest.max(count);
    }
    assert!(total > 2000 && largest * 100 > total * 96, "{largest} of {total}");
}

/// Coarse samples show narrow rivers as wide and shallow. If they show no river, the ground is as low on average.
#[test]
fn the_mean_stays_at_any_spacing() {
    let text = rivers("60.0", "octaves = 2");
    let points = points::<2>(8000);
    let mean = |spacing: f64| {
        let field = Field::<2>::at_spacing("x", &text, spacing).unwrap();
        let heights = field.values::<f32>(&points);
        let mean = heights.iter().sum::<f64>() / heights.len() as f64;
        let spread = heights.iter().map(|h| (h - mean).powi(2)).sum::<f64>() / heights.len() as f64;
        (60.0 - mean, spread.sqrt())
    };
    let (carved, spread) = mean(0.1);
    for spacing in [10.0, 25.0, 60.0, 1000.0] {
        let (coarse, left) = mean(spacing);
        println!("{coarse} m carved at {spacing} m, {carved} m in truth");
        assert!(
            (coarse / carved - 1.0).abs() < 0.12,
            "{coarse} m carved at {spacing} m, {carved} m in truth"
        );
        assert!(spacing < 100.0 || left < 1e-4, "{left} m of relief left at {spacing} m of {spread} m");
    }
}
