//! Grounds of planets: samples against the terrain, and rays against a march and against formulas.

use orogen_engine::image::NoImages;
use orogen_engine::level::Level;
use orogen_engine::planet::{Direction, LatLon};
use orogen_engine::query::{HeightQuery, PlanetQuery, QueryError, Ray};

use crate::ground::{Dice, recipe};

const EARTH: &str = "orogen = 1\nseed = 3\ndomain = { kind = 'planet', radius = '6371 km' }\n\
    height = { field = 'land', scale = 4000.0 }\n\
    [fields.land]\ntype = 'fbm'\nwavelength = 300_000.0\noctaves = 'auto'\n";

const PEBBLE: &str = "orogen = 1\nseed = 4\ndomain = { kind = 'planet', radius = 2000.0 }\n\
    height = { field = 'land', scale = 200.0 }\n\
    [fields.land]\ntype = 'ridged'\nwavelength = 600.0\noctaves = 5\n";

const BALL: &str = "orogen = 1\ndomain = { kind = 'planet', radius = 1000.0 }\n\
    height = { field = 'land', scale = 50.0 }\n[fields.land]\ntype = 'constant'\nvalue = 1.0\n";

fn query(text: &str, detail: f64) -> PlanetQuery {
    PlanetQuery::new(&recipe(text), &NoImages, detail).unwrap()
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    (0..3).map(|k| a[k] * b[k]).sum()
}

fn length(a: [f64; 3]) -> f64 {
    dot(a, a).sqrt()
}

fn direction(dice: &mut Dice) -> Direction {
    loop {
        let vector = [0; 3].map(|_| dice.between(-1.0, 1.0));
        if (0.01..1.0).contains(&dot(vector, vector)) {
            return Direction::new(vector).unwrap();
        }
    }
}

/// Height of a point above the ground below it.
fn above(query: &PlanetQuery, point: [f64; 3]) -> f64 {
    length(point) - query.sphere().radius() - query.sample(Direction::new(point).unwrap()).height
}

/// A place `metres` above the ground.
fn over(query: &PlanetQuery, direction: Direction, metres: f64) -> [f64; 3] {
    let far = query.sphere().radius() + query.sample(direction).height + metres;
    direction.vector().map(|part| part * far)
}

#[test]
fn samples_are_those_of_the_terrain_to_a_micrometre() {
    for (text, detail) in [(EARTH, 0.5), (PEBBLE, 1.0)] {
        let query = query(text, detail);
        let mut dice = Dice::new(1);
        let directions: Vec<_> = (0..500).map(|_| direction(&mut dice)).collect();
        let expected = query.terrain().sample_at::<f64>(Level::best(), &directions).unwrap();
        let found = query.samples(&directions);
        for ((at, found), expected) in directions.iter().zip(&found).zip(&expected) {
            assert_eq!(found.gradient, expected.gradient);
            // Half a unit along three axes, times the slope.
            let steep = 1e-6 * length(found.gradient);
            assert!((found.height - expected.height).abs() <= steep, "{found:?} {expected:?}");
            assert_eq!(query.sample(*at), *found);
            assert!((length(found.normal) - 1.0).abs() < 1e-14);
        }
    }
}

/// The drawn ground, in single precision, is less than a millimetre away on a small planet. On a planet of the Earth's size, the
/// difference is at most the single precision of its heights.
#[test]
fn what_is_drawn_lies_on_it() {
    for (text, detail) in [(EARTH, 1.0), (PEBBLE, 1.0)] {
        let query = query(text, detail);
        let mut dice = Dice::new(2);
        let directions: Vec<_> = (0..300).map(|_| direction(&mut dice)).collect();
        let drawn = query.terrain().sample_at::<f32>(Level::best(), &directions).unwrap();
        let heights = query.terrain().interval();
        for (found, drawn) in query.samples(&directions).iter().zip(drawn) {
            let allowed = 1e-3_f64.max(2e-6 * (heights.max - heights.min));
            assert!((found.height - drawn.height).abs() < allowed, "{found:?} {drawn:?}");
        }
    }
}

#[test]
fn a_ball_is_hit_where_the_formula_says() {
    let query = query(BALL, 1.0);
    let mut dice = Dice::new(3);
    for _ in 0..200 {
        let origin = direction(&mut dice).vector().map(|part| part * 5000.0);
        let target = direction(&mut dice).vector().map(|part| part * 1200.0);
        let towards = [0, 1, 2].map(|k| target[k] - origin[k]);
        let ray = Ray::new(origin, towards, 1e5).unwrap();
        // |o + t·d|² = 1050².
        let (half, rest) = (dot(origin, ray.direction()), dot(origin, origin) - 1050.0 * 1050.0);
        let root = (half * half - rest).sqrt();
        match query.cast(&ray) {
            Some(hit) => {
                assert!((hit.distance - (-half - root)).abs() < 1e-6, "{} {}", hit.distance, -half - root);
                let up = hit.point.map(|part| part / 1050.0);
                assert!(length([0, 1, 2].map(|k| hit.normal[k] - up[k])) < 1e-9);
            }
            None => assert!(root.is_nan(), "{ray:?}"),
        }
    }
}

/// Rays that must hit: down on a place from any height, up to it from below, from 20,000 km as from a hand's breadth.
#[test]
fn what_is_pointed_at_from_straight_above_or_below_is_hit() {
    for (text, highest) in [(EARTH, 2e7), (PEBBLE, 1e6)] {
        let query = query(text, 1.0);
        let mut dice = Dice::new(4);
        for _ in 0..40 {
            let at = direction(&mut dice);
            let ground = over(&query, at, 0.0);
            for metres in [0.1, 100.0, highest, -0.1, -100.0] {
                let origin = over(&query, at, metres);
                let towards = at.vector().map(|part| -part * metres);
                let hit = query.cast(&Ray::new(origin, towards, 3e7).unwrap()).unwrap();
                assert!(length([0, 1, 2].map(|k| hit.point[k] - ground[k])) < 1e-6, "{metres} m above");
                assert!((hit.distance - metres.abs()).abs() < 1e-6);
                assert!(above(&query, hit.point).abs() < 1e-6);
                assert_eq!(hit.normal, query.sample(Direction::new(hit.point).unwrap()).normal);
                // In the opposite direction there is nothing, or the other side of the planet.
                let away = query.cast(&Ray::new(origin, towards.map(|part| -part), 3e7).unwrap());
                match away {
                    None => assert!(metres > 0.0),
                    Some(hit) => assert!(metres < 0.0 && hit.distance > query.sphere().radius()),
                }
            }
        }
    }
}

/// The begins of two stretches on the other side of the ground that a march in short steps finds: the first that is at least
/// `due` long over the ground, and the first of any length.
fn marched(query: &PlanetQuery, ray: &Ray, step: f64, due: f64) -> (Option<f64>, Option<f64>) {
    let count = (ray.reach() / step).ceil() as usize;
    let distances: Vec<_> = (0..=count).map(|at| ray.reach() * at as f64 / count as f64).collect();
    let directions: Vec<_> = distances.iter().map(|&at| Direction::new(ray.at(at)).unwrap()).collect();
    let heights = query.samples(&directions);
    let radius = query.sphere().radius();
    let clear = |i: usize| length(ray.at(distances[i])) - radius - heights[i].height;
    let side = clear(0) > 0.0;
    let (mut any, mut from): (_, Option<usize>) = (None, None);
    for i in 0..=count {
        if (clear(i) > 0.0) == side {
            from = None;
            continue;
        }
        let first = *from.get_or_insert(i);
        any.get_or_insert(distances[first]);
        if directions[first].angle(directions[i]) * radius >= due {
            return (Some(distances[first]), any);
        }
    }
    (None, any)
}

/// Any rays near the ground, level ones that graze it among them.
#[test]
fn hits_are_those_of_a_fine_march() {
    for (text, detail) in [(PEBBLE, 4.0), (EARTH, 40.0)] {
        let query = query(text, detail);
        let mut dice = Dice::new(6);
        let mut hits = 0;
        for _ in 0..60 {
            let at = direction(&mut dice);
            let origin = over(&query, at, dice.between(-5.0, 15.0) * detail);
            let towards = direction(&mut dice).vector();
            let down = dot(towards, at.vector()) + dice.between(-0.2, 0.3);
            let towards = [0, 1, 2].map(|k| towards[k] - down * at.vector()[k]);
            let ray = Ray::new(origin, towards, 100.0 * detail).unwrap();
            let (due, any) = marched(&query, &ray, detail / 40.0, detail);
            let hit = query.cast(&ray);
            if let Some(hit) = &hit {
                hits += 1;
                assert!(above(&query, hit.point).abs() < 1e-6, "{}", above(&query, hit.point));
                assert!((0.0..=ray.reach()).contains(&hit.distance));
                let sides = [-1e-3, 1e-3].map(|step| above(&query, ray.at(hit.distance + step)).signum());
                let goes_through = sides[0] != sides[1] || any.is_some_and(|any| any <= hit.distance + 1e-3);
                assert!(goes_through || above(&query, ray.at(hit.distance)).abs() < 1e-9, "{ray:?}");
            }
            if let Some(due) = due {
                let hit = hit.unwrap_or_else(|| panic!("{ray:?} goes through the ground at {due}"));
                assert!(hit.distance <= due + 1e-9, "{ray:?} hit at {}, not at {due}", hit.distance);
            }
        }
        assert!((10..60).contains(&hits), "{hits} of 60 rays hit");
    }
}

/// From 20,000 km past the limb: there is ground below the highest summits of the horizon, and none above the highest possible
/// height.
#[test]
fn the_limb_is_grazed_from_orbit() {
    let query = query(EARTH, 2000.0);
    let heights = query.terrain().interval();
    let mut dice = Dice::new(8);
    for _ in 0..10 {
        let (eye, side) = (direction(&mut dice), direction(&mut dice).vector());
        let up = dot(side, eye.vector());
        let side = Direction::new([0, 1, 2].map(|k| side[k] - up * eye.vector()[k])).unwrap().vector();
        let origin = eye.vector().map(|part| part * 26_371_000.0);
        let past = |height: f64| {
            // A tangent of the sphere at this height. It touches where the cosine is the sphere's radius divided by the eye's
            // distance.
            let cos = (6_371_000.0 + height) / 26_371_000.0;
            let touch = [0, 1, 2].map(|k| {
                (6_371_000.0 + height) * (cos * eye.vector()[k] + (1.0 - cos * cos).sqrt() * side[k])
            });
            Ray::new(origin, [0, 1, 2].map(|k| touch[k] - origin[k]), 1e8).unwrap()
        };
        let hit = query.cast(&past(heights.min - 1.0)).expect("it goes deeper than any valley");
        assert!(above(&query, hit.point).abs() < 1e-6, "{}", above(&query, hit.point));
        assert_eq!(query.cast(&past(heights.max + 1.0)), None);
    }
}

/// From the inside out, also through the very centre.
#[test]
fn rays_from_under_the_ground_meet_it_from_inside() {
    let query = query(PEBBLE, 2.0);
    let mut dice = Dice::new(9);
    for _ in 0..50 {
        let (at, towards) = (direction(&mut dice).vector(), direction(&mut dice).vector());
        let origin = at.map(|part| part * dice.between(0.0, 1500.0));
        for ray in [
            Ray::new(origin, towards, 1e4),
            Ray::new(origin, at.map(|part| -part), 1e4),
            Ray::new([0.0; 3], at, 1e4),
        ] {
            let ray = ray.unwrap();
            let hit = query.cast(&ray).expect("whatever is inside has ground around it");
            assert!(above(&query, hit.point).abs() < 1e-6);
            // Before the hit, the ray is inside all the way.
            assert!((1..50).all(|k| {
                let point = ray.at(hit.distance * f64::from(k) / 50.0);
                length(point) < 3.0 || above(&query, point) < 1e-6
            }));
        }
    }
}

#[test]
fn rays_that_pass_by_or_end_before_miss() {
    let query = query(PEBBLE, 0.01);
    let high = 2000.0 + query.terrain().interval().max + 1.0;
    let cast = |origin, towards, reach| query.cast(&Ray::new(origin, towards, reach).unwrap());
    assert_eq!(cast([high, 0.0, 0.0], [0.0, 1.0, 0.0], 1e12), None);
    assert_eq!(cast([-1e9, high, 0.0], [1.0, 0.0, 0.0], 1e12), None);
    assert_eq!(cast([1e9, 0.0, 0.0], [1.0, 0.0, 0.0], 1e12), None);
    assert_eq!(cast([1e300, 1.0, 0.0], [-1.0, 1.0, 0.0], 1e12), None);
    let ground = length(over(&query, LatLon::new(0.0, 0.0).unwrap().direction(), 0.0));
    assert_eq!(cast([ground + 10.0, 0.0, 0.0], [-1.0, 0.0, 0.0], 9.999), None);
    assert!(cast([ground + 10.0, 0.0, 0.0], [-1.0, 0.0, 0.0], 10.001).is_some());
}

#[test]
fn each_query_says_which_is_the_other() {
    let error = HeightQuery::new(&recipe(BALL), &NoImages, 1.0).unwrap_err();
    assert_eq!(error, QueryError::Planet);
    assert!(error.to_string().contains("`PlanetQuery`"), "{error}");
    let plane = recipe(&BALL.replace("kind = 'planet', radius", "size"));
    let error = PlanetQuery::new(&plane, &NoImages, 1.0).unwrap_err();
    assert_eq!(error, QueryError::NotAPlanet);
    assert!(error.to_string().contains("`HeightQuery`"), "{error}");
    for detail in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert!(matches!(PlanetQuery::new(&recipe(BALL), &NoImages, detail), Err(QueryError::Detail(_))));
    }
}

/// Between directions that are less than a unit of position apart, the ground follows its slopes, also where the unit changes.
/// The error is at most that of rounding a direction on the sphere.
#[test]
fn ground_goes_on_between_units_of_position() {
    for (text, detail) in [(EARTH, 0.5), (PEBBLE, 1.0)] {
        let query = query(text, detail);
        let radius = query.sphere().radius();
        let mut dice = Dice::new(9);
        let mut most = 0.0_f64;
        for _ in 0..300 {
            let at = direction(&mut dice).vector();
            let step = [0; 3].map(|_| dice.between(-3e-7, 3e-7) / radius);
            let walk = (0..12).map(|k| [0, 1, 2].map(|i| at[i] + f64::from(k) * step[i]));
            let walk: Vec<_> = walk.map(|vector| Direction::new(vector).unwrap()).collect();
            let samples = query.samples(&walk);
            for (ways, pair) in walk.windows(2).zip(samples.windows(2)) {
                let [one, other] = [ways[0].vector(), ways[1].vector()];
                let way = [0, 1, 2].map(|k| (other[k] - one[k]) * radius);
                let rise = dot(pair[0].gradient, way);
                most = most.max((pair[1].height - pair[0].height - rise).abs());
            }
        }
        assert!(most < 4.0 * f64::EPSILON * radius, "{most:e} m on {radius} m");
    }
}
