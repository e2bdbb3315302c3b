//! Rays, against a march in steps far shorter than the detail and against formulas.

use orogen_engine::query::{HeightQuery, Hit, Ray, RayError};

use crate::ground::{CUT, Dice, SPACE, field, preset, query, recipe};

fn ray(origin: [f64; 3], direction: [f64; 3], reach: f64) -> Ray {
    Ray::new(origin, direction, reach).unwrap()
}

/// Height above the ground at distances along a ray.
fn clearances(query: &HeightQuery, ray: &Ray, distances: &[f64]) -> Vec<f64> {
    let points: Vec<_> = distances.iter().map(|&distance| ray.at(distance)).collect();
    let places: Vec<_> = points.iter().map(|&[x, y, _]| [x, y, CUT]).collect();
    query.samples(&places).iter().zip(&points).map(|(ground, point)| point[2] - ground.height).collect()
}

/// Checks a hit: it is on the ray and on the ground, with the ground's normal.
fn check(query: &HeightQuery, ray: &Ray, hit: &Hit) {
    assert!((0.0..=ray.reach()).contains(&hit.distance));
    assert_eq!(hit.point, ray.at(hit.distance));
    let [x, y, height] = hit.point;
    let off = (query.sample(x, y).height - height).abs();
    assert!(off <= 1e-9_f64.max(1e-15 * x.abs().max(y.abs())), "{off} m off the ground");
    assert_eq!(hit.normal, query.normal(x, y));
}

/// The stretches on the other side of the ground that a march in steps of `step` metres over the ground finds. Each has its
/// latest possible begin and its least length over the ground.
fn marched(query: &HeightQuery, ray: &Ray, step: f64) -> Vec<(f64, f64)> {
    let [x, y, _] = ray.direction();
    let along = x.hypot(y);
    let count = (ray.reach() * along / step).ceil().max(1.0) as usize;
    let distances: Vec<_> = (0..=count).map(|at| ray.reach() * at as f64 / count as f64).collect();
    let clearances = clearances(query, ray, &distances);
    let mut stretches: Vec<(f64, f64)> = Vec::new();
    let side = clearances[0] > 0.0;
    for (at, clearance) in clearances.iter().enumerate().filter(|&(_, &clearance)| (clearance > 0.0) != side)
    {
        let goes_on = at > 0 && (clearances[at - 1] > 0.0) == (*clearance > 0.0);
        match stretches.last_mut() {
            Some(last) if goes_on => last.1 = (distances[at] - last.0) * along,
            _ => stretches.push((distances[at], 0.0)),
        }
    }
    stretches
}

/// Compares a cast with a march. Returns whether there was a hit.
fn compare(query: &HeightQuery, ray: &Ray, detail: f64, name: &str) -> bool {
    let step = detail / 40.0;
    let stretches = marched(query, ray, step);
    let hit = query.cast(ray);
    if let Some(hit) = &hit {
        check(query, ray, hit);
    }
    // The first stretch that is as long as the detail must be found at the latest.
    let due = stretches.iter().find(|&&(_, length)| length >= detail);
    if let Some(&(begin, _)) = due {
        let hit = hit.unwrap_or_else(|| panic!("{name}: {ray:?} goes through the ground at {begin}"));
        assert!(hit.distance <= begin, "{name}: {ray:?} hit at {}, not at {begin}", hit.distance);
    }
    // An earlier hit is valid too, because the march may have stepped over it.
    if let (Some(hit), Some(&(first, _))) = (&hit, stretches.first()) {
        let along = ray.direction()[0].hypot(ray.direction()[1]);
        if hit.distance * along < first * along - step {
            let around = [hit.distance - 1e-6, hit.distance + 1e-6];
            let [before, after] = clearances(query, ray, &around)[..] else { unreachable!() };
            assert!(
                before.signum() != after.signum(),
                "{name}: {ray:?} goes nowhere through at {}",
                hit.distance
            );
        }
    }
    hit.is_some()
}

#[test]
fn hits_are_those_of_a_fine_march() {
    for name in ["alps.toml", "ridges.toml", "craters.toml", "gorges.toml", "dunes.toml", "space"] {
        let recipe = if name == "space" { recipe(SPACE) } else { preset(name) };
        let detail = 8.0;
        let query = query(&recipe, detail);
        let mut dice = Dice::new(7);
        let mut hits = 0;
        for _ in 0..24 {
            let (x, y) = (dice.between(0.0, 3e3), dice.between(0.0, 3e3));
            let above = dice.between(-20.0, 60.0);
            let origin = [x, y, query.sample(x, y).height + above];
            let turn = dice.between(0.0, std::f64::consts::TAU);
            let direction = [turn.cos(), turn.sin(), dice.between(-0.6, 0.3)];
            hits += usize::from(compare(&query, &ray(origin, direction, 400.0), detail, name));
        }
        assert!((6..24).contains(&hits), "{name}: {hits} of 24 rays hit");
    }
}

#[test]
fn rays_straight_down_and_up_meet_the_ground_where_it_is() {
    let query = query(&preset("gullies.toml"), 1.0);
    let mut dice = Dice::new(3);
    for _ in 0..20 {
        let (x, y) = (dice.between(-1e5, 1e5), dice.between(-1e5, 1e5));
        let height = query.sample(x, y).height;
        let down = query.cast(&ray([x, y, 9000.0], [0.0, 0.0, -3.0], 1e5)).unwrap();
        assert!((down.distance - (9000.0 - height)).abs() < 1e-9);
        let up = query.cast(&ray([x, y, -900.0], [0.0, 0.0, 0.1], 1e5)).unwrap();
        assert!((up.distance - (height + 900.0)).abs() < 1e-9);
        assert_eq!(query.cast(&ray([x, y, height + 0.01], [0.0, 0.0, 1.0], 1e5)), None);
        assert_eq!(query.cast(&ray([x, y, height - 0.01], [0.0, 0.0, -1.0], 1e5)), None);
        let short = ray([x, y, height + 10.0], [0.0, 0.0, -1.0], 9.999);
        assert_eq!(query.cast(&short), None, "it ends above the ground");
        let here = query.cast(&ray([x, y, height], [0.3, 0.4, 0.1], 1e5)).unwrap();
        assert_eq!(here.distance, 0.0, "it begins on the ground");
    }
}

#[test]
fn a_plane_is_hit_where_the_formula_says() {
    // 1 m up for 4 m along x, from 0 at x = 0 to 250 at x = 1000, and level beyond.
    let slope = field("type = 'ramp'\nlength = 1000.0").terrain().interval();
    assert!(slope.contains(1.0), "a ramp rises by 1");
    let text = "orogen = 1\ndomain.size = 1000.0\nheight = { field = 'ramp', scale = 250.0 }\n\
                [fields.ramp]\ntype = 'ramp'\nlength = 1000.0\n";
    let query = query(&recipe(text), 1.0);
    let mut dice = Dice::new(4);
    for _ in 0..50 {
        // The expected values are those of a straight ramp, so the height is checked first.
        let (x, y) = (dice.between(100.0, 600.0), dice.between(-500.0, 500.0));
        let target = [x, y, 0.25 * x];
        assert!((query.sample(x, y).height - target[2]).abs() < 1e-9);
        let back = [dice.between(-80.0, 80.0), dice.between(-80.0, 80.0), dice.between(30.0, 90.0)];
        let origin: [f64; 3] = std::array::from_fn(|axis| target[axis] + back[axis]);
        let hit = query.cast(&ray(origin, back.map(|part| -part), 1e3)).unwrap();
        let far = back.iter().map(|part| part * part).sum::<f64>().sqrt();
        assert!((hit.distance - far).abs() < 1e-7, "{} against {far}", hit.distance);
        let normal = [-0.25, 0.0, 1.0].map(|part| part / 1.0625_f64.sqrt());
        assert!(hit.normal.iter().zip(normal).all(|(got, expected)| (got - expected).abs() < 1e-12));
    }
}

#[test]
fn crests_are_grazed_from_both_sides() {
    let query = query(&preset("hills.toml"), 2.0);
    let heights: Vec<_> = (0..2000).map(|at| query.sample(f64::from(at), 300.0).height).collect();
    // Higher than everything 100 m around.
    let is_top = |&at: &usize| (at - 100..=at + 100).all(|other| heights[other] <= heights[at]);
    let top = (100..1900).find(is_top).unwrap();
    let mut at = top as f64;
    // The top of the profile, where its slope is 0.
    let (mut low, mut high) = (at - 1.0, at + 1.0);
    for _ in 0..80 {
        at = f64::midpoint(low, high);
        if query.sample(at, 300.0).gradient[0] > 0.0 { low = at } else { high = at }
    }
    let crest = query.sample(at, 300.0).height;
    let level = |below: f64| ray([at - 99.3, 300.0, crest - below], [1.0, 0.0, 0.0], 198.0);
    for below in [1e-7, 1e-5, 1e-3, 0.1, 1.0] {
        let hit = query.cast(&level(below)).unwrap_or_else(|| panic!("{below} m below the crest"));
        check(&query, &level(below), &hit);
        assert!(hit.distance <= 100.0);
    }
    for above in [1e-7, 1e-5, 1e-3, 0.1, 1.0] {
        assert_eq!(query.cast(&level(-above)), None, "{above} m above the crest");
    }
}

#[test]
fn rays_that_have_no_business_with_the_ground_miss_it_at_once() {
    let query = query(&preset("gullies.toml"), 0.01);
    let begin = std::time::Instant::now();
    let high = query.terrain().interval().max + 1.0;
    assert_eq!(query.cast(&ray([0.0, 0.0, high], [1.0, 1.0, 0.0], 1e12)), None);
    assert_eq!(query.cast(&ray([0.0, 0.0, high], [1.0, 1.0, 1e-9], 1e12)), None);
    assert_eq!(query.cast(&ray([0.0, 0.0, -1e5], [1.0, 1.0, -0.5], 1e12)), None);
    assert_eq!(query.cast(&ray([0.0, 0.0, 1e9], [0.0, 1.0, -1.0], 10.0)), None);
    // For a ray from space, only its last part is searched.
    let hit = query.cast(&ray([3.0, 5.0, 1e9], [0.0, 1e-9, -1.0], 1e12)).unwrap();
    assert!(hit.point[2] < high);
    assert!(begin.elapsed() < std::time::Duration::from_secs(2));
}

#[test]
fn a_cliff_is_hit_in_its_wall() {
    let query = field("type = 'white'\nwavelength = 10.0");
    let heights: Vec<_> = (0..40).map(|at| query.sample(5.0 + 10.0 * f64::from(at), 5.0).height).collect();
    assert!(heights.windows(2).any(|pair| pair[0] != pair[1]), "cells of different heights");
    let mut hits = 0;
    for height in [-0.5, 0.0, 0.5] {
        let ray = ray([5.0, 5.0, height], [1.0, 0.0, 0.0], 400.0);
        let (begin, length) = marched(&query, &ray, 0.01)[0];
        assert!(length > 1.0);
        let hit = query.cast(&ray).unwrap();
        assert!((hit.distance - begin).abs() <= 0.01 + 1e-9, "{} against {begin}", hit.distance);
        hits += 1;
    }
    assert_eq!(hits, 3);
}

#[test]
fn far_from_the_origin_rays_are_as_good() {
    let query = query(&preset("gullies.toml"), 1.0);
    let (x, y) = (1e7, -3e7);
    let height = query.sample(x, y).height;
    let ray = ray([x - 300.0, y + 400.0, height + 500.0], [300.0, -400.0, -500.0], 1e4);
    check(&query, &ray, &query.cast(&ray).unwrap());
}

#[test]
fn what_is_no_ray_is_refused() {
    let (origin, direction) = ([0.0; 3], [0.0, 0.0, -1.0]);
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        for axis in 0..3 {
            let with = |mut point: [f64; 3]| {
                point[axis] = bad;
                point
            };
            assert!(matches!(Ray::new(with(origin), direction, 1.0), Err(RayError::Origin(_))));
            assert!(matches!(Ray::new(origin, with(direction), 1.0), Err(RayError::Direction(_))));
        }
        assert!(matches!(Ray::new(origin, direction, bad), Err(RayError::Reach(_))));
    }
    assert!(matches!(Ray::new(origin, [0.0; 3], 1.0), Err(RayError::Direction(_))));
    assert!(matches!(Ray::new(origin, direction, -1.0), Err(RayError::Reach(_))));
    for scale in [1e-320, 1e-200, 1.0, 1e200, 1e308] {
        let ray = Ray::new(origin, [0.3 * scale, 0.4 * scale, 0.0], 1.0).unwrap();
        let length = ray.direction().iter().map(|part| part * part).sum::<f64>().sqrt();
        assert!((length - 1.0).abs() < 1e-12, "{scale}");
    }
}
