//! Every tool on a straight stroke, compared with its definition, dab by dab.

use std::sync::Arc;

use orogen_engine::image::Reading;
use orogen_engine::level::Level;
use orogen_engine::terrain::{Images, Terrain};
use orogen_strokes::brush::{Brush, Grain, Tool};
use orogen_strokes::prepared_strokes::PreparedStrokes;

use crate::scene::{HILLS, Pictures, Random, alps, pointwise, prepared_strokes, stroke, strokes, terrain};

const FROM: [f64; 2] = [1000.0, 1000.0];
/// A unit vector.
const ALONG: [f64; 2] = [0.8, 0.6];
const RADIUS: f64 = 300.0;
const INNER: f64 = 0.2;
const POWER: f64 = 1.7;
const STRENGTH: f64 = 0.6;
/// Pressure falls from 1 to this value along the stroke.
const LAST_PRESSURE: f64 = 0.4;
const LENGTH: f64 = 900.0;
const SPACING: f64 = 0.25;

fn brush(tool: Tool) -> Brush {
    let (inner, power, strength, spacing) = (INNER, POWER, STRENGTH, SPACING);
    Brush { inner, power, strength, spacing, ..Brush::new(tool, RADIUS) }
}

fn laid(ground: &Arc<Terrain>, brush: Brush) -> PreparedStrokes {
    let to = [0, 1].map(|axis| FROM[axis] + LENGTH * ALONG[axis]);
    prepared_strokes(ground, 4.0, &[stroke(brush, &[[FROM[0], FROM[1], 1.0], [to[0], to[1], LAST_PRESSURE]])])
}

/// A dab seen from a position: its weight, and the position in the dab's axes (along, right).
struct DabView {
    weight: f64,
    way: f64,
    along: f64,
    across: f64,
}

fn dabs([x, y]: [f64; 2]) -> Vec<DabView> {
    let step = SPACING * RADIUS;
    (0..=(LENGTH / step) as usize)
        .map(|i| {
            let way = step * i as f64;
            let offset = [x - FROM[0] - way * ALONG[0], y - FROM[1] - way * ALONG[1]];
            let distance = offset[0].hypot(offset[1]) / RADIUS;
            let t = ((1.0 - distance) / (1.0 - INNER)).clamp(0.0, 1.0);
            let step = 10.0 * t.powi(3) - 15.0 * t.powi(4) + 6.0 * t.powi(5);
            let pressure = 1.0 - way / LENGTH * (1.0 - LAST_PRESSURE);
            DabView {
                weight: STRENGTH * pressure * step.powf(POWER),
                way,
                along: offset[0] * ALONG[0] + offset[1] * ALONG[1],
                across: offset[1] * ALONG[0] - offset[0] * ALONG[1],
            }
        })
        .collect()
}

fn places(count: usize) -> Vec<[f64; 2]> {
    let mut random = Random(5);
    (0..count).map(|_| [random.between(700.0, 2000.0), random.between(700.0, 1800.0)]).collect()
}

fn heights(terrain: &Terrain, places: &[[f64; 2]]) -> Vec<f64> {
    let points: Vec<_> = places.iter().map(|&[x, y]| [x, y, 0.0]).collect();
    terrain.sample::<f64>(Level::best(), &points).iter().map(|sample| sample.height).collect()
}

/// Compares a tool with its definition as a function of the height and the position. Some positions must change.
fn compare(tool: &Tool, tolerance: f64, expected: impl Fn(f64, [f64; 2], &[DabView]) -> f64) {
    let ground = terrain(HILLS, 4.0);
    let places = places(400);
    let found = laid(&ground, brush(tool.clone())).sample_exactly(&places).unwrap();
    let mut changed = 0;
    for ((&place, base), found) in places.iter().zip(heights(&ground, &places)).zip(found) {
        let expected = expected(base, place, &dabs(place));
        changed += usize::from((expected - base).abs() > 0.5);
        assert!(
            (found.height - expected).abs() < tolerance,
            "{tool:?} at {place:?}: {} {expected}",
            found.height
        );
    }
    assert!(changed > 100, "{tool:?} changed {changed} places only");
}

#[test]
fn raise_adds_dab_by_dab() {
    compare(&Tool::Raise { metres: 7.0 }, 1e-9, |base, _, dabs| {
        dabs.iter().fold(base, |height, dab| height + 7.0 * dab.weight)
    });
}

#[test]
fn level_draws_dab_by_dab() {
    compare(&Tool::Level { to: 40.0 }, 1e-9, |base, _, dabs| {
        dabs.iter().fold(base, |height, dab| height + dab.weight * (40.0 - height))
    });
}

#[test]
fn ledge_draws_towards_treads_and_risers() {
    compare(&Tool::Ledge { step: 25.0, riser: 0.4 }, 1e-9, |base, _, dabs| {
        // `riser` is the distance from the nearest tread as a fraction of the step. `up` is 0 up to the foot of a riser,
        // and 1 from the top of the riser on.
        let riser = (base / 25.0 + 0.5).rem_euclid(1.0) - 0.5;
        let tread = (base / 25.0 - riser).round();
        let up = |x: f64| {
            let t = ((x - 0.5) / 0.4 + 0.5).clamp(0.0, 1.0);
            10.0 * t.powi(3) - 15.0 * t.powi(4) + 6.0 * t.powi(5)
        };
        let terraced = 25.0 * (tread + up(riser) - up(-riser));
        let left: f64 = dabs.iter().map(|dab| 1.0 - dab.weight).product();
        terraced + left * (base - terraced)
    });
}

#[test]
fn stamps_turn_with_the_stroke_or_stay_upright() {
    let picture = Pictures.load("bump.png".as_ref(), Reading::default()).unwrap();
    // Bicubic after Keys, by its kernel.
    let kernel = |x: f64| match x.abs() {
        x if x < 1.0 => 1.5 * x.powi(3) - 2.5 * x.powi(2) + 1.0,
        x if x < 2.0 => -0.5 * x.powi(3) + 2.5 * x.powi(2) - 4.0 * x + 2.0,
        _ => 0.0,
    };
    let value = |right: f64, down: f64| {
        let (column, row) = (5.5 + 6.0 * right / RADIUS, 4.0 + 6.0 * down / RADIUS);
        let mut sum = 0.0;
        for j in -20..30_i32 {
            for i in -20..30_i32 {
                let pixel = picture.samples[j.clamp(0, 8) as usize * 12 + i.clamp(0, 11) as usize];
                sum += f64::from(pixel) * kernel(column - f64::from(i)) * kernel(row - f64::from(j));
            }
        }
        sum
    };
    let image = "bump.png".to_owned();
    compare(&Tool::Stamp { image: image.clone(), metres: 30.0, turn: true }, 1e-9, |base, _, dabs| {
        dabs.iter().fold(base, |height, dab| height + 30.0 * dab.weight * value(dab.across, -dab.along))
    });
    compare(&Tool::Stamp { image, metres: 30.0, turn: false }, 1e-9, |base, [x, y], dabs| {
        dabs.iter().fold(base, |height, dab| {
            let centre = [0, 1].map(|axis| FROM[axis] + dab.way * ALONG[axis]);
            height + 30.0 * dab.weight * value(x - centre[0], y - centre[1])
        })
    });
}

const FIELD: &str = "orogen = 1\ndomain.size = 4096\nheight = { field = \"noise\" }\n\
    [fields.noise]\ntype = \"swiss\"\nwavelength = 250.0\noctaves = 4\n";

/// Compares a field brush with its field. `map` converts a place and a dab to the place in the field.
fn compare_field(grain: Grain, map: impl Fn([f64; 2], &DabView) -> [f64; 2]) {
    let field = terrain(FIELD, 4.0);
    let tool = Tool::Field { recipe: FIELD.to_owned(), metres: 50.0, grain };
    // Places of patches are rounded to a millionth of a metre.
    compare(&tool, 1e-4, |base, place, dabs| {
        let places: Vec<_> = dabs.iter().map(|dab| map(place, dab)).collect();
        let values = heights(&field, &places);
        dabs.iter().zip(values).fold(base, |height, (dab, value)| height + 50.0 * dab.weight * value)
    });
}

#[test]
fn fields_lie_on_the_ground_as_they_are() {
    compare_field(Grain::PLAIN, |place, _| place);
    // With a ratio of 1, a straight stroke does not change the field.
    compare_field(Grain::Stroke { ratio: 1.0 }, |place, _| place);
}

#[test]
fn fields_are_stretched_along_an_angle_or_the_stroke() {
    compare_field(Grain::Ground { angle: 90.0, ratio: 3.0 }, |[x, y], _| [x, y / 3.0]);
    // From x towards y.
    compare_field(Grain::Ground { angle: 30.0, ratio: 3.0 }, |[x, y], _| {
        let (along, across) = ((0.75_f64.sqrt() * x + 0.5 * y) / 3.0, 0.75_f64.sqrt() * y - 0.5 * x);
        [0.75_f64.sqrt() * along - 0.5 * across, 0.5 * along + 0.75_f64.sqrt() * across]
    });
    compare_field(Grain::Stroke { ratio: 3.0 }, |_, dab| {
        let along = (dab.way + dab.along) / 3.0;
        [
            FROM[0] + along * ALONG[0] - dab.across * ALONG[1],
            FROM[1] + along * ALONG[1] + dab.across * ALONG[0],
        ]
    });
}

#[test]
fn erase_brings_the_ground_back() {
    let ground = terrain(HILLS, 4.0);
    let wide = Brush { inner: 0.9, ..Brush::new(Tool::Raise { metres: 90.0 }, 300.0) };
    let eraser = Brush { inner: 0.9, ..Brush::new(Tool::Erase, 500.0) };
    let points = [[1200.0, 900.0, 1.0], [1500.0, 1300.0, 1.0]];
    let raised = prepared_strokes(&ground, 4.0, &[stroke(wide.clone(), &points)]);
    let erased = prepared_strokes(&ground, 4.0, &[stroke(wide, &points), stroke(eraser, &points)]);
    let places = places(300);
    let [base, raised, erased] =
        [prepared_strokes(&ground, 4.0, &[]), raised, erased].map(|g| g.sample(&places).unwrap());
    assert_ne!(base, raised);
    assert_eq!(base, erased);
}

#[test]
fn a_brush_that_must_not_raise_only_lowers() {
    let ground = terrain(HILLS, 4.0);
    let places = places(300);
    let base = prepared_strokes(&ground, 4.0, &[]).sample(&places).unwrap();
    for (up, down) in [(true, false), (false, true), (false, false)] {
        let brush = Brush { up, down, ..brush(Tool::Level { to: 10.0 }) };
        let found = laid(&ground, brush).sample(&places).unwrap();
        let both = laid(&ground, self::brush(Tool::Level { to: 10.0 })).sample(&places).unwrap();
        for ((base, found), both) in base.iter().zip(&found).zip(&both) {
            let allowed = if both.height > base.height { up } else { down };
            assert_eq!(found, if allowed { both } else { base });
        }
    }
}

#[test]
fn slopes_are_those_of_the_heights() {
    let ground = alps(16.0);
    let list = strokes(77, 120, pointwise);
    let sculpted = prepared_strokes(&ground, 16.0, &list);
    let mut random = Random(9);
    let step = 0.0625;
    let mut touched = 0;
    for _ in 0..400 {
        let [x, y] = [0; 2].map(|_| random.between(0.0, 16_384.0).floor());
        let places = [[x, y], [x + step, y], [x - step, y], [x, y + step], [x, y - step]];
        let found = sculpted.sample_exactly(&places).unwrap();
        let base = heights(&ground, &places[..1])[0];
        touched += usize::from((found[0].height - base).abs() > 1.0);
        for (axis, pair) in [(0, [1, 2]), (1, [3, 4])] {
            let [ahead, behind] = pair.map(|i| found[i].height);
            let sides = [(ahead - found[0].height) / step, (found[0].height - behind) / step];
            // At a crease of the ground, or where a brush must not raise, the slopes on the two sides differ.
            let exact = found[0].gradient[axis];
            let off = (exact - 0.5 * (sides[0] + sides[1])).abs();
            let most = 1e-3 * (1.0 + exact.abs()) + (sides[0] - sides[1]).abs();
            assert!(off < most, "({x}, {y}), axis {axis}: {exact}, by differences {sides:?}");
        }
    }
    assert!(touched > 100, "{touched} places were touched");
}

#[test]
fn the_order_of_strokes_matters() {
    let ground = terrain(HILLS, 4.0);
    let points = [[1000.0, 1000.0, 1.0]];
    let both =
        [Tool::Raise { metres: 50.0 }, Tool::Level { to: 0.0 }].map(|tool| stroke(brush(tool), &points));
    let [one, other] = [[0, 1], [1, 0]].map(|order| {
        prepared_strokes(&ground, 4.0, &order.map(|i| both[i].clone())).sample(&[[1000.0, 1000.0]]).unwrap()
            [0]
    });
    assert!((one.height - other.height).abs() > 10.0);
}
