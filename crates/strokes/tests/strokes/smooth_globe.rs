//! Smooth and sharpen on planets, compared with the integral over the sphere in double precision.

use std::f64::consts::TAU;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use orogen_engine::level::Level;
use orogen_engine::overlay::{self, Layer};
use orogen_engine::planet::{Direction, LatLon, Sphere, TileAddress, TileSamples};
use orogen_engine::terrain::{Sample, Terrain};
use orogen_strokes::brush::{Brush, Tool};
use orogen_strokes::layer::StrokeLayer;
use orogen_strokes::prepared_strokes::PreparedStrokes;
use orogen_strokes::stroke::{Stroke, Surface};

use crate::scene::{MOON, Pictures, Random, prepared_strokes, recipe, stroke, terrain};

const PLANET: f64 = 20_000.0;
const RADIUS: f64 = 1500.0;

/// A planet as rough as rock: ten octaves, from 3 km to 6 m.
const ROUGH: &str = "orogen = 1\ndomain = { kind = \"planet\", radius = 20000.0 }\n\
    height = { field = \"rock\", scale = 400.0 }\n[fields.rock]\ntype = \"fbm\"\nwavelength = 3000.0\noctaves = 10\n";

/// The poles, longitude 0, a corner and an edge of the cube, and other positions.
const PLACES: [[f64; 2]; 6] =
    [[90.0, 0.0], [-89.9, 100.0], [10.0, -180.0], [35.26, 45.0], [0.0, 45.0], [-52.0, 77.0]];

fn sphere() -> Sphere {
    Sphere::new(PLANET).unwrap()
}

fn heights(terrain: &Arc<Terrain>, places: &[Direction]) -> Vec<f64> {
    let samples = prepared_strokes(terrain, 1.0, &[]).sample_at_exactly(places).unwrap();
    samples.iter().map(|sample| sample.height).collect()
}

/// The ground around a direction, blurred by a Gaussian of the chord. It is summed over circles, weighted by area. Also
/// returns the steepest slope between neighbours on these circles.
fn blurred(terrain: &Arc<Terrain>, middle: Direction) -> [f64; 2] {
    let deviation = 0.5 * RADIUS;
    let [east, south] = LatLon::of(middle).east_south();
    let (circles, around) = (300, 400);
    let (mut sum, mut weights, mut steepest) = (0.0, 0.0, 0.0_f64);
    for circle in 0..circles {
        let away = 5.0 * deviation / PLANET * (f64::from(circle) + 0.5) / f64::from(circles);
        let on_circle = |i: i32| {
            let turn = TAU * f64::from(i) / f64::from(around);
            let aside = |k: usize| turn.cos() * east[k] + turn.sin() * south[k];
            Direction::new([0, 1, 2].map(|k| away.cos() * middle.vector()[k] + away.sin() * aside(k)))
                .unwrap()
        };
        let heights = heights(terrain, &(0..around).map(on_circle).collect::<Vec<_>>());
        let chord = 2.0 * PLANET * (0.5 * away).sin();
        let weight = (-0.5 * (chord / deviation).powi(2)).exp() * away.sin();
        sum += weight * heights.iter().sum::<f64>();
        weights += weight * f64::from(around);
        let step = PLANET * away.sin() * TAU / f64::from(around);
        let slopes = heights.windows(2).map(|pair| (pair[1] - pair[0]).abs() / step);
        steepest = slopes.fold(steepest, f64::max);
    }
    [sum / weights, steepest]
}

/// The stated bound for each distance of nodes, and the actual error on this ground.
#[test]
fn smooth_and_sharpen_keep_their_tolerance_all_over_a_planet() {
    let apart = [(4.0, 0.25), (760.0, 0.5), (1510.0, 1.0)].map(|(spacing, radii)| (spacing, radii * RADIUS));
    for (text, usual) in [(MOON, [0.02, 0.2, 2.0]), (ROUGH, [1.0, 6.0, 20.0])] {
        let terrain = terrain(text, 4.0);
        let at = PLACES.map(|[latitude, longitude]| LatLon::new(latitude, longitude).unwrap().direction());
        let expected = at.map(|at| blurred(&terrain, at));
        let here = heights(&terrain, &at);
        for ((spacing, distance), usual) in apart.into_iter().zip(usual) {
            let mut most = 0.0_f64;
            for (i, [latitude, longitude]) in PLACES.into_iter().enumerate() {
                let found = |tool| {
                    let brush = Brush { inner: 0.9, ..Brush::new(tool, 2000.0) };
                    let ground =
                        prepared_strokes(&terrain, spacing, &[stroke(brush, &[[latitude, longitude, 1.0]])]);
                    ground.sample_at_exactly(&at[i..=i]).unwrap()[0].height
                };
                let [expected, steepest] = expected[i];
                let off = (found(Tool::Smooth { radius: RADIUS }) - expected).abs();
                assert!(
                    off <= steepest * (0.45 * distance + 0.002 * RADIUS),
                    "{off} m at {latitude} {longitude}"
                );
                assert!((expected - here[i]).abs() > 0.9, "there is something to smooth: {expected}");
                let sharp = found(Tool::Sharpen { radius: RADIUS });
                most = most.max(off).max((sharp - (2.0 * here[i] - expected)).abs());
            }
            println!("nodes {distance} m apart: off by {most:.4} m at most");
            assert!(most < usual, "{distance}: {most} m");
        }
    }
}

/// Many overlapping strokes, across an edge of the cube.
fn heap() -> Vec<Stroke> {
    let mut random = Random(5);
    let tool = |i: i32| match i % 4 {
        0 => Tool::Smooth { radius: 300.0 + 100.0 * f64::from(i) },
        1 => Tool::Raise { metres: 50.0 },
        2 => Tool::Sharpen { radius: 450.0 },
        _ => Tool::Smooth { radius: 700.0 },
    };
    let mut place = || [random.between(20.0, 26.0), random.between(40.0, 50.0), 0.8];
    (0..8).map(|i| stroke(Brush::new(tool(i), 1200.0), &[place(), place()])).collect()
}

/// Cached heights do not change results. The test computes a grid at once, each sample separately, and samples in reverse
/// order, with an empty or a filled cache.
#[test]
fn earlier_queries_change_nothing() {
    let (terrain, list) = (terrain(ROUGH, 60.0), heap());
    let mut random = Random(3);
    let mut place =
        || LatLon::new(random.between(18.0, 28.0), random.between(38.0, 52.0)).unwrap().direction();
    let places: Vec<_> = (0..300).map(|_| place()).collect();
    let ground = || prepared_strokes(&terrain, 60.0, &list);
    let bits = |ground: &PreparedStrokes, place: &Direction| {
        let sample = ground.sample_at_exactly(&[*place]).unwrap()[0];
        [sample.height, sample.gradient[0], sample.gradient[1], sample.gradient[2]].map(f64::to_bits)
    };
    let warm = ground();
    let all = warm.sample_at_exactly(&places).unwrap();
    let lone = ground();
    let mut changed = 0;
    for (place, sample) in places.iter().zip(&all).rev() {
        let expected =
            [sample.height, sample.gradient[0], sample.gradient[1], sample.gradient[2]].map(f64::to_bits);
        assert_eq!(bits(&warm, place), expected);
        assert_eq!(bits(&lone, place), expected);
        changed += usize::from((sample.height - heights(&terrain, &[*place])[0]).abs() > 1.0);
    }
    assert!(changed > 50, "{changed}");
    // Tests tiles in single precision.
    let tiles = [44.0, 46.0].map(|longitude| {
        let inside = LatLon::new(23.0, longitude).unwrap().direction();
        let tile = TileAddress::containing(inside, 3).unwrap();
        TileSamples::new(tile, 5, 0).unwrap().patch(sphere()).unwrap()
    });
    let (one, other) = (ground(), ground());
    let there = tiles.iter().map(|tile| one.patch(tile).unwrap()).collect::<Vec<_>>();
    let back = tiles.iter().rev().map(|tile| other.patch(tile).unwrap()).collect::<Vec<_>>();
    assert!(there.iter().eq(back.iter().rev()));
    // Heights cached in double precision are not used for them.
    assert_eq!(warm.patch(&tiles[0]).unwrap(), there[0]);
    let base = prepared_strokes(&terrain, 60.0, &[]);
    for (tile, there) in tiles.iter().zip(&there) {
        let base = base.patch(tile).unwrap();
        let changed = there.height.iter().zip(&base.height).filter(|(there, base)| there != base).count();
        assert!(changed > 50, "{changed}");
    }
}

/// Two blurs equal one blur whose variance is the sum of their variances, since the second blur reads nodes to which the
/// first blur was applied.
#[test]
fn blurs_of_blurs_are_wider_blurs() {
    let terrain = terrain(ROUGH, 20.0);
    let at = |radii: &[f64]| -> Vec<f64> {
        let list: Vec<_> = radii
            .iter()
            .map(|&radius| {
                let brush = Brush { inner: 0.95, ..Brush::new(Tool::Smooth { radius }, 8000.0) };
                stroke(brush, &[[23.0, 45.0, 1.0]])
            })
            .collect();
        let mut random = Random(14);
        let mut place =
            || LatLon::new(random.between(20.0, 26.0), random.between(42.0, 48.0)).unwrap().direction();
        let places: Vec<_> = (0..40).map(|_| place()).collect();
        let samples = prepared_strokes(&terrain, 20.0, &list).sample_at_exactly(&places).unwrap();
        samples.iter().map(|sample| sample.height).collect()
    };
    let apart = |one: &[f64], other: &[f64]| {
        one.iter().zip(other).map(|(one, other)| (one - other).powi(2)).sum::<f64>().sqrt()
    };
    let (wide, last) = (at(&[1500.0]), at(&[1200.0]));
    let (two, three) = (at(&[900.0, 1200.0]), at(&[900.0, 848.528_137, 848.528_137]));
    let usual = apart(&wide, &last);
    for found in [two, three] {
        let off = apart(&found, &wide);
        println!("off by {off:.3} of {usual:.3}");
        assert!(off < 0.1 * usual, "{off} of {usual}");
    }
}

/// Erasing applies to nodes, too: a later blur reads ground without the erased strokes.
#[test]
fn blurs_read_erased_ground() {
    let terrain = terrain(ROUGH, 60.0);
    let over = |tool| stroke(Brush { inner: 0.95, ..Brush::new(tool, 9000.0) }, &[[23.0, 45.0, 1.0]]);
    let raise = Tool::Raise { metres: 400.0 };
    let last = Tool::Smooth { radius: 700.0 };
    let erased =
        [raise, Tool::Smooth { radius: 700.0 }, Tool::Sharpen { radius: 500.0 }, Tool::Erase, last.clone()];
    let ground = |tools: &[Tool]| {
        prepared_strokes(&terrain, 60.0, &tools.iter().cloned().map(over).collect::<Vec<_>>())
    };
    let mut random = Random(15);
    let mut place =
        || LatLon::new(random.between(19.0, 27.0), random.between(41.0, 49.0)).unwrap().direction();
    let places: Vec<_> = (0..40).map(|_| place()).collect();
    let (erased, alone) = (ground(&erased), ground(&[last]));
    // Tests an empty and a filled cache.
    for _ in 0..2 {
        assert_eq!(erased.sample_at_exactly(&places).unwrap(), alone.sample_at_exactly(&places).unwrap());
    }
}

/// The gradient matches the heights, for dense and for sparse nodes.
#[test]
fn slopes_match_smoothed_heights_on_planets() {
    let mut random = Random(9);
    for detail in [20.0, 600.0] {
        let ground = prepared_strokes(&terrain(MOON, detail), detail, &heap());
        for _ in 0..60 {
            let place = LatLon::new(random.between(19.0, 27.0), random.between(39.0, 51.0)).unwrap();
            for axis in place.east_south() {
                let aside = |metres: f64| {
                    let vector = place.direction().vector();
                    Direction::new([0, 1, 2].map(|k| vector[k] + metres / PLANET * axis[k])).unwrap()
                };
                let found = ground.sample_at_exactly(&[aside(1.0), aside(-1.0), place.direction()]).unwrap();
                let slope: f64 = (0..3).map(|k| found[2].gradient[k] * axis[k]).sum();
                let difference = 0.5 * (found[0].height - found[1].height);
                assert!((slope - difference).abs() < 2e-4, "{detail} {place:?}: {slope} {difference}");
            }
        }
    }
}

/// Between two spacings, a smoothed planet differs less than unsmoothed ground, as long as samples show the blur.
#[test]
fn coarse_samples_of_planets_are_smoothed_as_fine_ones_are() {
    let brush = Brush { inner: 0.9, ..Brush::new(Tool::Smooth { radius: RADIUS }, 4000.0) };
    let list = [stroke(brush, &[[-52.0, 77.0, 1.0]])];
    let terrain = terrain(ROUGH, 4.0);
    let mut random = Random(4);
    let mut place =
        || LatLon::new(random.between(-57.0, -47.0), random.between(70.0, 84.0)).unwrap().direction();
    let places: Vec<_> = (0..80).map(|_| place()).collect();
    let at = |spacing: f64| -> Vec<f64> {
        let samples = prepared_strokes(&terrain, spacing, &list).sample_at_exactly(&places).unwrap();
        samples.iter().map(|sample| sample.height).collect()
    };
    let (fine, base) = (at(4.0), heights(&terrain, &places));
    let apart = |one: &[f64], other: &[f64]| {
        let squares: f64 = one.iter().zip(other).map(|(one, other)| (one - other).powi(2)).sum();
        (squares / one.len() as f64).sqrt()
    };
    let changed = apart(&fine, &base);
    for (spacing, share) in [(740.0, 1e-9), (1500.0, 0.1), (2900.0, 0.4)] {
        let off = apart(&at(spacing), &fine);
        println!("{spacing} m: {off:.3} m of {changed:.1} m");
        assert!(off < share * changed, "{spacing} m: {off} of {changed}");
    }
    assert_eq!(at(3001.0), base);
}

/// Samples of a layer over a terrain, to the bit.
fn laid(
    layer: &StrokeLayer,
    text: &str,
    base: &Arc<Terrain>,
    spacing: f64,
    places: &[Direction],
) -> Vec<[u64; 2]> {
    let recipe = recipe(text);
    let over = overlay::LayerBase { recipe: &recipe, base: Arc::clone(base), images: &Pictures, spacing };
    let heights = heights(base, places);
    let sample = |height: f64| Sample { height, gradient: [0.0; 3] };
    let mut samples: Vec<_> = heights.into_iter().map(sample).collect();
    let places: Vec<_> = places.iter().map(|place| sphere().position(*place)).collect();
    assert!(layer.over(over).unwrap().lay_on_samples(&places, &mut samples, true, &|| true));
    samples.iter().map(|sample| [sample.height, sample.gradient[0]].map(f64::to_bits)).collect()
}

/// Copies of a layer share cached heights, but only for the same recipe, the same earlier strokes and the same spacing.
#[test]
fn layers_do_not_share_heights_of_other_grounds() {
    let other = ROUGH.replace("wavelength = 3000.0", "wavelength = 2900.0");
    let (one, two) = (terrain(ROUGH, 60.0), terrain(&other, 60.0));
    let mut random = Random(31);
    let mut place =
        || LatLon::new(random.between(20.0, 26.0), random.between(40.0, 50.0)).unwrap().direction();
    let places: Vec<_> = (0..60).map(|_| place()).collect();
    let fresh = |strokes: &[Stroke]| {
        let mut layer = StrokeLayer::new(Surface::Planet(sphere()));
        strokes.iter().for_each(|stroke| _ = layer.push(stroke.clone()).unwrap());
        layer
    };
    let list = heap();
    let mut layer = fresh(&list);
    let first = laid(&layer, ROUGH, &one, 60.0, &places);
    assert_eq!(laid(&layer, ROUGH, &one, 60.0, &places), first);
    assert_eq!(laid(&layer, &other, &two, 60.0, &places), laid(&fresh(&list), &other, &two, 60.0, &places));
    let coarse = laid(&layer, ROUGH, &one, 400.0, &places);
    assert_eq!(coarse, laid(&fresh(&list), ROUGH, &one, 400.0, &places));
    assert_ne!(coarse, first);
    // Another stroke is inserted between the strokes.
    let copy = layer.clone();
    (0..4).for_each(|_| _ = layer.pop().unwrap());
    let raise = stroke(Brush::new(Tool::Raise { metres: 300.0 }, 2000.0), &[[23.0, 45.0, 1.0]]);
    let mixed: Vec<_> = list[..4].iter().chain([&raise]).chain(&list[4..]).cloned().collect();
    mixed[4..].iter().for_each(|stroke| _ = layer.push(stroke.clone()).unwrap());
    let found = laid(&layer, ROUGH, &one, 60.0, &places);
    assert_eq!(found, laid(&fresh(&mixed), ROUGH, &one, 60.0, &places));
    assert_ne!(found, first);
    assert_eq!(laid(&copy, ROUGH, &one, 60.0, &places), first);
}

/// Layers on other layers do not share heights either. The test has the same strokes on raised ground, on ground that is
/// raised less, and on the ground itself.
#[test]
fn layers_read_the_layers_below() {
    let recipe = recipe(ROUGH);
    let under =
        |base: &Terrain, layer: &StrokeLayer| base.clone().under(layer, &recipe, &Pictures, 60.0).unwrap();
    let layer = |list: &[Stroke]| {
        let mut layer = StrokeLayer::new(Surface::Planet(sphere()));
        list.iter().for_each(|stroke| _ = layer.push(stroke.clone()).unwrap());
        layer
    };
    let raise = |metres| layer(&[stroke(Brush::new(Tool::Raise { metres }, 900.0), &[[23.0, 45.0, 1.0]])]);
    let brush = Brush::new(Tool::Smooth { radius: 800.0 }, 2000.0);
    let smooth = || layer(&[stroke(brush.clone(), &[[23.0, 45.0, 1.0]])]);
    let base = (*terrain(ROUGH, 60.0)).clone();
    let at = [LatLon::new(23.0, 45.0).unwrap().direction()];
    let height = |terrain: &Terrain| terrain.sample_at::<f64>(Level::best(), &at).unwrap()[0].height;
    let soft = smooth();
    let [high, low] = [300.0, 150.0].map(|metres| height(&under(&under(&base, &raise(metres)), &soft)));
    let bare = height(&under(&base, &soft));
    assert_eq!(bare, height(&under(&base, &smooth())));
    assert!(high > low + 25.0 && low > bare + 25.0, "{high} {low} {bare}");
}

/// A hundred overlapping blurs, with equal or different radii, are computed on small stacks. Results are the same on one
/// thread and on several threads.
#[test]
fn a_hundred_blurs_overlap() {
    let terrain = terrain(MOON, 60.0);
    let mut random = Random(77);
    let list: Vec<_> = (0..100)
        .map(|i| {
            let radius = if i % 8 == 0 { random.between(150.0, 300.0) } else { 200.0 };
            let mut place = || [random.between(-1.0, 7.0), random.between(41.0, 49.0), 1.0];
            let points = [place(), place()];
            stroke(Brush { strength: 0.5, ..Brush::new(Tool::Smooth { radius }, 900.0) }, &points)
        })
        .collect();
    let tile = TileAddress::containing(LatLon::new(3.0, 45.0).unwrap().direction(), 5).unwrap();
    let patch = TileSamples::new(tile, 4, 0).unwrap().patch(sphere()).unwrap();
    let made = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).stack_size(1 << 20).build().unwrap();
        pool.install(|| prepared_strokes(&terrain, 60.0, &list).patch(&patch).unwrap())
    };
    let (one, several) = (made(1), made(4));
    assert_eq!(one, several);
    let base = prepared_strokes(&terrain, 60.0, &[]).patch(&patch).unwrap();
    assert!(one.height.iter().zip(&base.height).filter(|(one, base)| one != base).count() > 50);
}

/// Samples all over a planet read more nodes than are computed at once.
#[test]
fn samples_far_apart_are_computed_in_parts() {
    let terrain = terrain(MOON, 20.0);
    let list: Vec<_> = (0..2)
        .map(|i| {
            let brush = Brush { inner: 0.9, ..Brush::new(Tool::Smooth { radius: 60.0 }, 10_000.0) };
            stroke(brush, &[[f64::from(i), 0.0, 1.0]])
        })
        .collect();
    let mut random = Random(78);
    let mut place =
        || LatLon::new(random.between(-25.0, 25.0), random.between(-25.0, 25.0)).unwrap().direction();
    let places: Vec<_> = (0..1500).map(|_| place()).collect();
    let ground = prepared_strokes(&terrain, 20.0, &list);
    let all = ground.sample_at_exactly(&places).unwrap();
    let fresh = prepared_strokes(&terrain, 20.0, &list);
    for i in [0, 17, 901, 1499] {
        assert_eq!(fresh.sample_at_exactly(&places[i..=i]).unwrap()[0], all[i]);
    }
}

/// Cancelling does not wait for nodes, and unfinished heights are not cached.
#[test]
fn cancelling_does_not_wait_for_nodes() {
    let (terrain, recipe) = (terrain(ROUGH, 20.0), recipe(ROUGH));
    let middle = LatLon::new(23.0, 45.0).unwrap().direction();
    let (place, height) = (sphere().position(middle), heights(&terrain, &[middle])[0]);
    let laid = |go_on: &(dyn Fn() -> bool + Sync), layer: &StrokeLayer| {
        let over = overlay::LayerBase {
            recipe: &recipe,
            base: Arc::clone(&terrain),
            images: &Pictures,
            spacing: 20.0,
        };
        let mut samples = [Sample { height, gradient: [0.0; 3] }];
        let is_whole = layer.over(over).unwrap().lay_on_samples(&[place], &mut samples, true, go_on);
        is_whole.then_some(samples[0])
    };
    let layer = || {
        let mut layer = StrokeLayer::new(Surface::Planet(sphere()));
        heap().into_iter().for_each(|stroke| _ = layer.push(stroke).unwrap());
        layer
    };
    let stopped = layer();
    let (asked, mut allowed, mut least) = (AtomicUsize::new(0), 0, usize::MAX);
    // Each run is cancelled a little later, until one completes. The first is cancelled at once.
    let found = loop {
        if let Some(found) = laid(&|| asked.fetch_add(1, Ordering::Relaxed) < allowed, &stopped) {
            break found;
        }
        least = least.min(asked.swap(0, Ordering::Relaxed));
        allowed += 1 + allowed / 20;
    };
    assert_eq!(found, laid(&|| true, &layer()).unwrap());
    assert!((found.height - height).abs() > 1.0, "{found:?}");
    assert!(allowed > 30 && least < 30, "{allowed} {least}");
}
