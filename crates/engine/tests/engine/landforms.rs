//! Strata, mesas, islands and volcanoes against plain formulas and against what their help texts promise.

use orogen_engine::level::Level;
use orogen_noise::jet::Order;

use crate::field::{Field, points};

fn quintic(t: f64) -> f64 {
    let t = t.clamp(0.0, 1.0);
    6.0 * t.powi(5) - 15.0 * t.powi(4) + 10.0 * t.powi(3)
}

fn above(y: f64, r: f64) -> f64 {
    y.max(0.0) + r * (1.0 - y.abs() / r).max(0.0).powi(3) / 6.0
}

/// Heights from `low` to `high` along x.
fn ramp(low: f64, high: f64) -> String {
    format!(
        "[fields.way]\ntype = 'ramp'\n[fields.rise]\ntype = 'scale'\ninput = 'way'\nfactor = {:?}\n\
         [fields.ramp]\ntype = 'offset'\ninput = 'rise'\namount = {low:?}\n",
        high - low
    )
}

fn strata(more: &str) -> String {
    format!("[fields.x]\ntype = 'strata'\ninput = 'ramp'\nfold = 0.0\nthickness = 40.0\n{more}\n")
}

#[test]
fn strata_keep_order_and_mean_and_have_cliffs() {
    let points: Vec<_> = (0..=60_000).map(|i| [f64::from(i) / 60.0, 500.0]).collect();
    for (low, octaves, seed) in [(-9000.0, 1, 1), (-9000.0, 3, 2), (40_000.0, 2, 3)] {
        let step = 18_000.0 / 60_000.0;
        let text = ramp(low, low + 18_000.0)
            + &strata(&format!("octaves = {octaves}\nstrength = 1.0\nseed = {seed}"));
        let heights = Field::<2>::new("x", &text).values::<f64>(&points);
        let slopes: Vec<_> = heights.windows(2).map(|pair| (pair[1] - pair[0]) / step).collect();
        assert!(slopes.iter().all(|slope| *slope > 0.0), "higher ground stays higher");
        let share =
            |test: &dyn Fn(f64) -> bool| slopes.iter().filter(|s| test(**s)).count() as f64 / 60_000.0;
        assert!(share(&|slope| slope > 2.5) > 0.08, "cliffs: {}", share(&|slope| slope > 2.5));
        assert!(share(&|slope| slope < 0.5) > 0.4, "benches: {}", share(&|slope| slope < 0.5));
        let moved = heights.iter().enumerate().map(|(i, height)| height - (low + i as f64 * step));
        let mean = moved.sum::<f64>() / heights.len() as f64;
        assert!(mean.abs() < 0.03 * 40.0, "the mean is moved by {mean} m");
    }
}

/// Beds differ: terraces do not come at equal steps.
#[test]
fn beds_are_not_alike() {
    let text = ramp(0.0, 4000.0) + &strata("octaves = 1\nstrength = 1.0");
    let points: Vec<_> = (0..=40_000).map(|i| [f64::from(i) / 40.0, 0.0]).collect();
    let heights = Field::<2>::new("x", &text).values::<f64>(&points);
    let steep = |i: usize| heights[i + 1] - heights[i] > 0.2;
    let cliffs: Vec<_> = (1..40_000).filter(|&i| steep(i) && !steep(i - 1)).map(|i| i as f64 * 0.1).collect();
    let gaps: Vec<_> = cliffs.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let mean = gaps.iter().sum::<f64>() / gaps.len() as f64;
    let spread = (gaps.iter().map(|gap| (gap - mean).powi(2)).sum::<f64>() / gaps.len() as f64).sqrt();
    assert!((90..=110).contains(&cliffs.len()), "{} beds of 40 m in 4 km", cliffs.len());
    assert!(spread > 0.25 * mean, "{spread} of {mean}");
}

#[test]
fn folds_lift_beds_and_a_dip_is_a_slanting_fold() {
    let ground = "[fields.noise]\ntype = 'fbm'\nwavelength = 300.0\n\
                  [fields.ramp]\ntype = 'scale'\ninput = 'noise'\nfactor = 200.0\n";
    let field = |text: &str| {
        Field::<2>::new("x", &format!("{ground}{}", text.replace("octaves", "seed = 9\noctaves")))
    };
    let points: Vec<_> = points::<2>(2000).into_iter().filter(|[x, _]| (0.0..1000.0).contains(x)).collect();
    let flat = field(&strata("octaves = 2"));
    let values = flat.values::<f64>(&points);
    let lifted =
        field(&(strata("octaves = 2").replace("fold = 0.0", "fold = 40.0e3"))).values::<f64>(&points);
    assert!(values.iter().zip(&lifted).any(|(one, other)| (one - other).abs() > 5.0), "other beds");
    let dip = 20.0_f64;
    let leaning =
        field(&strata(&format!("octaves = 2\ndip = {dip:?}\ndirection = 0.0"))).values::<f64>(&points);
    let slanting = format!(
        "{}[fields.way]\ntype = 'ramp'\n[fields.slant]\ntype = 'scale'\ninput = 'way'\nfactor = {:?}\n",
        strata("octaves = 2").replace("fold = 0.0", "fold = 'slant'"),
        -1000.0 * dip.to_radians().tan()
    );
    let slanting = field(&slanting).values::<f64>(&points);
    for (one, other) in leaning.iter().zip(&slanting) {
        assert!((one - other).abs() < 1e-6, "{one} against {other}");
    }
}

fn distance(point: &[f64; 2], centre: [f64; 2]) -> f64 {
    (point[0] - centre[0]).hypot(point[1] - centre[1])
}

/// Values at scattered points against a formula.
fn compare(text: &str, formula: impl Fn(&[f64; 2]) -> f64) {
    let points = points::<2>(4000);
    let field = Field::<2>::new("x", &format!("[fields.x]\n{text}\n"));
    let (exact, single) = (field.values::<f64>(&points), field.values::<f32>(&points));
    for ((point, exact), single) in points.iter().zip(exact).zip(single) {
        let expected = formula(point);
        assert!((exact - expected).abs() < 1e-7, "{text}: {exact} at {point:?} against {expected}");
        assert!((single - expected).abs() < 2e-3, "{text}: {single} in f32 at {point:?} against {expected}");
    }
}

#[test]
fn a_regular_volcano_is_its_profile() {
    let text = "type = 'volcano'\nx = 450.0\ny = 520.0\nradius = 400.0\nheight = 90.0\ncrater = 120.0\ndepth = 20.0\n\
                concavity = 2.5\ngullies = 0.0\nasymmetry = 0.0";
    compare(text, |point| {
        let r = distance(point, [450.0, 520.0]);
        let s = (r - 60.0) / 340.0;
        let end = (-2.5_f64).exp();
        let flank = |s: f64| ((-2.5 * s).exp() - end * (1.0 + 2.5 * (1.0 - s))) / (1.0 - 3.5 * end);
        let flank = if s < 1.0 { 90.0 * flank(s) } else { 0.0 };
        let bowl = 70.0 + 20.0 * ((r / 60.0 - 0.35).max(0.0) / 0.65).powi(2);
        flank - above(flank - bowl, 5.0) + 5.0 / 6.0 * (1.0 - quintic(s / 0.5))
    });
}

const VOLCANO: &str = "[fields.x]\ntype = 'volcano'\nradius = 450.0\nheight = 120.0\n";

#[test]
fn volcanoes_are_as_high_and_deep_as_asked() {
    for seed in 1..6 {
        let text = format!("{VOLCANO}crater = 100.0\ndepth = 25.0\nseed = {seed}\n");
        let field = Field::<2>::new("x", &text);
        let heights = field.values::<f32>(&points::<2>(30_000));
        let highest = heights.iter().copied().fold(0.0, f64::max);
        assert!((110.0..=132.0).contains(&highest), "seed {seed}: the rim is {highest} m high");
        let floor = Field::<2>::new("x", &text).values::<f32>(&[[500.0, 500.0]])[0];
        assert!((85.0..=107.0).contains(&floor), "seed {seed}: the crater's floor is at {floor} m");
        assert_eq!(field.values::<f32>(&[[-400.0, -400.0]]), [0.0], "level outside");
    }
}

/// Larger circles cross more valleys.
#[test]
fn gullies_grow_in_number_outwards() {
    let field = Field::<2>::new("x", &format!("{VOLCANO}asymmetry = 0.0\ncrater = 60.0\ngullies = 1.0\n"));
    let valleys = |radius: f64| {
        let place = |i: usize| {
            let (sin, cos) = (i as f64 / 4000.0 * std::f64::consts::TAU).sin_cos();
            [500.0 + radius * cos, 500.0 + radius * sin]
        };
        let around = field.values::<f64>(&(0..4000).map(place).collect::<Vec<_>>());
        let deep = (0..4000).filter(|&i| {
            let (before, here, after) = (around[(i + 3999) % 4000], around[i], around[(i + 1) % 4000]);
            here < before && here <= after
        });
        deep.count()
    };
    let [near, middle, far] = [70.0, 160.0, 280.0].map(valleys);
    assert!(near >= 6 && middle > near && far > middle, "{near}, {middle}, {far}");
}

#[test]
fn a_round_mesa_is_its_profile() {
    let text = "type = 'mesa'\nx = 480.0\ny = 510.0\nsize = 300.0\nheight = 80.0\nscree = 0.4\nrepose = 35.0\n\
                cliff = 75.0\nirregularity = 0.0";
    compare(text, |point| {
        let tangent = 35.0_f64.to_radians().tan();
        let (scree, wall) = (32.0, 48.0);
        let rounding = 0.2 * scree / tangent;
        let (edge, cliff) = (scree / tangent + rounding, wall / 75.0_f64.to_radians().tan());
        let y = 150.0 + edge + cliff - distance(point, [480.0, 510.0]);
        let line = tangent * above(y - rounding, rounding);
        line - above(line - scree, 0.2 * scree) + wall * quintic((y - edge) / cliff)
    });
}

/// Scree lies at the angle of repose, below straight and crooked outlines, and tops have the given height.
#[test]
fn scree_lies_at_the_angle_of_repose() {
    for (outline, off, spread) in [(0.0, 0.04, 0.12), (0.5, 0.13, 0.5)] {
        let text = format!(
            "[fields.x]\ntype = 'mesa'\nspacing = 600.0\nheight = 40.0\nrepose = 32.0\nirregularity = {outline:?}\n"
        );
        let field = Field::<2>::new("x", &text);
        let places: Vec<_> = points::<2>(40_000).into_iter().map(|[x, y]| [3.0 * x, 3.0 * y]).collect();
        let jets = field.planes::<f64>(Level::best(), Order::Gradient, &places);
        let scree = jets.iter().filter(|jet| (7.0..15.0).contains(&jet[0]));
        let mut slopes: Vec<_> = scree.map(|jet| jet[1].hypot(jet[2])).collect();
        slopes.sort_by(f64::total_cmp);
        let tangent = 32.0_f64.to_radians().tan();
        let quantile = |share: f64| slopes[(share * (slopes.len() - 1) as f64) as usize] / tangent;
        assert!(slopes.len() > 300, "{} places", slopes.len());
        assert!(
            (quantile(0.5) - 1.0).abs() < off,
            "outline {outline}: {} of the angle's tangent",
            quantile(0.5)
        );
        let (low, high) = (quantile(0.2), quantile(0.8));
        assert!(low > 1.0 - spread && high < 1.0 + spread, "outline {outline}: {low} to {high}");
        let top = jets.iter().filter(|jet| (jet[0] - 40.0).abs() < 1e-9).count();
        let plain = jets.iter().filter(|jet| jet[0] == 0.0).count();
        assert!(top > 1000 && plain > 5000 && top + plain < 39_000, "{top} on top, {plain} on the plain");
    }
}

#[test]
fn coverage_is_the_share_of_places_with_a_mesa() {
    let points: Vec<_> = points::<2>(30_000).into_iter().map(|[x, y]| [8.0 * x, 8.0 * y]).collect();
    let taken = |coverage: f64| {
        let text = format!(
            "[fields.x]\ntype = 'mesa'\nspacing = 200.0\nheight = 10.0\ncoverage = {coverage:?}\nirregularity = 0.0\n"
        );
        Field::<2>::new("x", &text).values::<f32>(&points).into_iter().filter(|h| *h > 0.0).count() as f64
    };
    let all = taken(1.0);
    assert!(
        (taken(0.5) / all - 0.5).abs() < 0.05 && (taken(0.2) / all - 0.2).abs() < 0.05 && taken(0.0) == 0.0
    );
}

#[test]
fn a_round_island_is_its_profile() {
    let text = "type = 'island'\nradius = 300.0\nirregularity = 0.0\nheight = 40.0\nbeach = 30.0\nshelf = 150.0\ndepth = 70.0\n\
                inland = 120.0";
    compare(text, |point| {
        let d = 300.0 - distance(point, [500.0, 500.0]);
        let beach = 0.05 * d / (1.0 + (d / 30.0).powi(2)).sqrt();
        beach + 40.0 * quintic(d / 120.0) - 70.0 * quintic(-d / 150.0)
    });
    let mask = "type = 'island'\nradius = 300.0\nirregularity = 0.0\ninland = 120.0\noutput = 'mask'";
    compare(mask, |point| quintic((300.0 - distance(point, [500.0, 500.0])) / 120.0));
}

/// Mask and height have the same coast, which wanders. Far out there is only sea.
#[test]
fn coasts_wander_and_masks_fit_them() {
    let text = "[fields.x]\ntype = 'island'\nradius = 300.0\nirregularity = 0.6\nseed = 11\n";
    let points = points::<2>(20_000);
    let heights = Field::<2>::new("x", text).values::<f64>(&points);
    let masks = Field::<2>::new("x.inside", text).values::<f64>(&points);
    let alone = Field::<2>::new("x", &format!("{text}output = 'mask'\n")).values::<f64>(&points);
    assert_eq!(masks, alone);
    let (mut near, mut far) = (0, 0);
    for ((point, height), mask) in points.iter().zip(heights).zip(masks) {
        assert_eq!(height > 0.0, mask > 0.0, "{height} m and {mask} at {point:?}");
        let way = distance(point, [500.0, 500.0]);
        near += usize::from(height < 0.0 && way < 270.0);
        far += usize::from(height > 0.0 && way > 330.0);
    }
    assert!(near > 100 && far > 100, "bays: {near} points, capes: {far}");
    let sea = Field::<2>::new("x", text).values::<f32>(&[[3000.0, 500.0], [500.0, -9e6]]);
    assert!(sea.iter().all(|height| *height < -110.0), "{sea:?}");
}
