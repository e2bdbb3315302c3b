//! Strokes on planets.

use orogen_engine::planet::{Direction, LatLon, TileSamples};
use orogen_strokes::brush::{Brush, Grain, Tool};
use orogen_strokes::noise_brush::{Noise, NoiseBrush};
use orogen_strokes::prepared_strokes::PreparedStrokes;
use orogen_strokes::stroke::Stroke;

use crate::scene::{MOON, Pictures, Random, prepared_strokes, stroke, terrain};

/// One stroke of each tool, over the pole and the date line and across an edge of the cube.
fn list() -> Vec<Stroke> {
    let points =
        [[44.0, 40.0, 1.0], [60.0, 47.0, 0.6], [86.0, 120.0, 1.0], [80.0, -179.0, 0.9], [60.0, 178.0, 0.9]];
    let noise = |grain| {
        let brush = NoiseBrush {
            wavelength: 900.0,
            octaves: 4,
            planet: true,
            grain,
            ..NoiseBrush::new(Noise::Ridged, 60.0)
        };
        brush.tool().unwrap()
    };
    let tools = [
        Tool::Raise { metres: 20.0 },
        Tool::Ledge { step: 30.0, riser: 0.5 },
        Tool::Stamp { image: "bump.png".to_owned(), metres: 40.0, turn: true },
        Tool::Stamp { image: "bump.png".to_owned(), metres: 40.0, turn: false },
        noise(Grain::PLAIN),
        noise(Grain::Ground { angle: 20.0, ratio: 2.0 }),
        noise(Grain::Stroke { ratio: 2.0 }),
        Tool::Level { to: 15.0 },
        Tool::Smooth { radius: 900.0 },
        Tool::Sharpen { radius: 700.0 },
        Tool::Smooth { radius: 2500.0 },
        Tool::Erase,
    ];
    let brush = |tool| Brush { strength: 0.5, inner: 0.3, power: 1.3, ..Brush::new(tool, 2500.0) };
    tools.map(|tool| stroke(brush(tool), &points)).to_vec()
}

fn ground(strokes: &[Stroke]) -> PreparedStrokes {
    prepared_strokes(&terrain(MOON, 20.0), 20.0, strokes)
}

#[test]
fn tiles_share_their_edges_to_the_bit() {
    let ground = ground(&list());
    let sphere = terrain(MOON, 20.0).sphere().unwrap();
    let tiles = ["px/3/5/0", "px/3/6/0", "pz/3/0/0", "pz/3/1/0", "pz/3/3/4", "pz/3/4/4"];
    let mut seen = std::collections::HashMap::new();
    let (mut shared, mut changed) = (0, 0);
    for tile in tiles {
        let patch = TileSamples::new(tile.parse().unwrap(), 6, 0).unwrap().patch(sphere).unwrap();
        let (relief, base) = (ground.patch(&patch).unwrap(), self::ground(&[]).patch(&patch).unwrap());
        for i in 0..patch.len() {
            let jet = [relief.height[i], relief.slopes[0][i], relief.slopes[1][i], relief.slopes[2][i]]
                .map(f32::to_bits);
            changed += usize::from(relief.height[i] != base.height[i]);
            if let Some(before) = seen.insert(patch.units(i), jet) {
                assert_eq!(before, jet, "{tile}");
                shared += 1;
            }
        }
    }
    assert!(shared >= 130 && changed > 2000, "{shared} samples shared, {changed} changed");
}

#[test]
fn slopes_are_the_gradient_along_the_sphere() {
    let ground = ground(&list());
    let mut random = Random(11);
    let radius = 20_000.0;
    for _ in 0..200 {
        let place = LatLon::new(random.between(40.0, 90.0), random.between(-180.0, 180.0)).unwrap();
        let direction = place.direction();
        let gradient = ground.sample_at_exactly(&[direction]).unwrap()[0].gradient;
        for axis in place.east_south() {
            let step = 0.5;
            let aside = |sign: f64| {
                let vector = direction.vector();
                Direction::new([0, 1, 2].map(|k| vector[k] + sign * step / radius * axis[k])).unwrap()
            };
            let found = ground.sample_at_exactly(&[aside(1.0), aside(-1.0), direction]).unwrap();
            let sides =
                [(found[0].height - found[2].height) / step, (found[2].height - found[1].height) / step];
            let exact: f64 = (0..3).map(|k| gradient[k] * axis[k]).sum();
            let most = 1e-3 + (sides[0] - sides[1]).abs();
            assert!((exact - 0.5 * (sides[0] + sides[1])).abs() < most, "{place:?}: {exact} {sides:?}");
        }
    }
}

/// Distances are measured along the sphere: a dab with a quarter of the planet's radius ends at that angle.
#[test]
fn distances_go_along_the_sphere() {
    let brush = Brush { inner: 0.5, ..Brush::new(Tool::Raise { metres: 100.0 }, 5000.0) };
    let (base, ground) = (ground(&[]), ground(&[stroke(brush, &[[90.0, 0.0, 1.0]])]));
    for (metres, share) in [(0.0, 1.0), (2499.0, 1.0), (3750.0, 0.5), (4999.9, 0.0), (5001.0, 0.0)] {
        let latitude = 90.0 - f64::to_degrees(metres / 20_000.0);
        let direction = [LatLon::new(latitude, 33.0).unwrap().direction()];
        let [one, other] = [&base, &ground].map(|g| g.sample_at_exactly(&direction).unwrap()[0].height);
        assert!((other - one - 100.0 * share).abs() < 1e-6, "{metres} m: {}", other - one);
    }
    // Half-way down the falloff, which is 2500 m long, the quintic step is steepest: 15/8 of its height over its length.
    let place = LatLon::new(90.0 - f64::to_degrees(3750.0 / 20_000.0), 33.0).unwrap();
    let [one, other] =
        [&base, &ground].map(|g| g.sample_at_exactly(&[place.direction()]).unwrap()[0].gradient);
    let [east, south] =
        place.east_south().map(|axis| (0..3).map(|k| (other[k] - one[k]) * axis[k]).sum::<f64>());
    assert!(east.abs() < 1e-9 && (south + 100.0 / 2500.0 * 15.0 / 8.0).abs() < 1e-6, "{east} {south}");
}

/// A stroke with two points follows the great circle between them, even across the date line and the pole. The test computes
/// the stroke again, dab by dab.
#[test]
fn strokes_go_along_great_circles() {
    let (radius, reach, spacing, power) = (20_000.0, 2500.0, 0.25, 1.3);
    for [from, to] in
        [[[0.0, 170.0], [0.0, -170.0]], [[80.0, 30.0], [80.0, -150.0]], [[-50.0, 179.0], [-62.0, -140.0]]]
    {
        let brush = Brush { inner: 0.3, power, spacing, ..Brush::new(Tool::Raise { metres: 10.0 }, reach) };
        let (base, drawn) =
            (ground(&[]), ground(&[stroke(brush, &[[from[0], from[1], 1.0], [to[0], to[1], 1.0]])]));
        let [start, end] = [from, to].map(|[a, b]| LatLon::new(a, b).unwrap().direction().vector());
        let cosine: f64 = (0..3).map(|k| start[k] * end[k]).sum();
        let arc = cosine.acos();
        // The unit vector from the start towards the end, perpendicular to the start.
        let ahead = [0, 1, 2].map(|k| (end[k] - cosine * start[k]) / arc.sin());
        let on_arc = |angle: f64| [0, 1, 2].map(|k| angle.cos() * start[k] + angle.sin() * ahead[k]);
        let rise = |place: [f64; 3]| -> f64 {
            let dabs =
                (0..).map(|i| f64::from(i) * spacing * reach / radius).take_while(|angle| *angle <= arc);
            let weight = |angle: f64| {
                let dab = on_arc(angle);
                let away = radius * (0..3).map(|k| place[k] * dab[k]).sum::<f64>().min(1.0).acos();
                let t = ((1.0 - away / reach) / 0.7).clamp(0.0, 1.0);
                (10.0 * t.powi(3) - 15.0 * t.powi(4) + 6.0 * t.powi(5)).powf(power)
            };
            dabs.map(|angle| 10.0 * weight(angle)).sum()
        };
        let mut random = Random(23);
        for _ in 0..200 {
            let near = on_arc(random.between(-0.1, arc + 0.1));
            let place = Direction::new(near.map(|x| x + random.between(-0.1, 0.1))).unwrap();
            let [one, other] = [&base, &drawn].map(|g| g.sample_at_exactly(&[place]).unwrap()[0].height);
            let expected = rise(place.vector());
            assert!((other - one - expected).abs() < 1e-3, "{place:?}: {} {expected}", other - one);
        }
    }
}

/// A small brush on a planet acts as on a plane with x to the east and y to the south. This also holds at the date line, and
/// at the poles, where east is along the meridian of 90°.
#[test]
fn small_brushes_are_those_of_planes() {
    let flat = "orogen = 1\ndomain.size = 4096\nheight = { field = \"level\" }\n[fields.level]\ntype = \"constant\"\n";
    let flat = terrain(flat, 20.0);
    let image = "bump.png".to_owned();
    for turn in [false, true] {
        let brush = Brush::new(Tool::Stamp { image: image.clone(), metres: 40.0, turn }, 400.0);
        let plane = prepared_strokes(&flat, 20.0, &[stroke(brush.clone(), &[[0.0, 0.0, 1.0]])]);
        for (latitude, longitude) in [(0.0, 180.0), (35.0, -180.0), (90.0, 0.0), (-90.0, 0.0)] {
            let at = LatLon::new(latitude, longitude).unwrap();
            let drawn = ground(&[stroke(brush.clone(), &[[latitude, longitude, 1.0]])]);
            let [east, south] = match latitude {
                90.0 => [[0.0, 1.0, 0.0], [1.0, 0.0, 0.0]],
                -90.0 => [[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]],
                _ => at.east_south(),
            };
            let mut most = 0.0_f64;
            for (x, y) in [(150.0, 20.0), (-60.0, 130.0), (90.0, -170.0), (-140.0, -50.0), (0.0, 0.0)] {
                let middle = at.direction().vector();
                let place = [0, 1, 2].map(|k| middle[k] + (x * east[k] + y * south[k]) / 20_000.0);
                let place = [Direction::new(place).unwrap()];
                let [one, other] =
                    [&ground(&[]), &drawn].map(|g| g.sample_at_exactly(&place).unwrap()[0].height);
                let expected = plane.sample_exactly(&[[x, y]]).unwrap()[0].height;
                most = most.max(expected.abs());
                assert!((other - one - expected).abs() < 0.05, "{at:?} {x} {y}: {} {expected}", other - one);
            }
            assert!(most > 5.0, "{most} m");
        }
    }
}

#[test]
fn a_brush_too_large_for_the_planet_is_an_error() {
    let mut ground = ground(&[]);
    let wide = stroke(Brush::new(Tool::Erase, 15_000.0), &[[0.0, 0.0, 1.0]]);
    let message = ground.push(&wide, &Pictures).unwrap_err().to_string();
    assert_eq!(
        message,
        "the brush's radius of 15000 m is too large for a planet with a radius of 20000 m: use at most half of it"
    );
    assert!(ground.is_empty());
}
