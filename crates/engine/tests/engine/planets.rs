//! Nodes that depend on the planet: against plain formulas, against differences, and their errors elsewhere.

use orogen_engine::graph::Graph;
use orogen_engine::level::Level;
use orogen_noise::jet::Order;

use crate::derivatives::{INPUTS, check_field};
use crate::field::{Field, Pictures, head, parse, points};

fn planet(text: &str) -> Field<3> {
    Field::on_planet(1000.0, "x", &format!("{INPUTS}[fields.x]\n{text}\n"), 150.0)
        .unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Each text defines `x` on a planet with a radius of a kilometre. The order is the highest order of derivatives that `x` has.
pub(crate) const CASES: &[(&str, Order)] = &[
    ("type = 'latitude'", Order::Hessian),
    ("type = 'latitude'\ndisplace = { by = 'soft', strength = 60.0 }", Order::Hessian),
    ("type = 'latitude'\nunit = 'degrees'", Order::Hessian),
    (
        "type = 'temperature'\naltitude = 'high'\n[fields.high]\ntype = 'offset'\ninput = 'a'\namount = 3000.0",
        Order::Hessian,
    ),
    (
        "type = 'temperature'\naltitude = 'low'\nsea = 100\nlapse = 90\npole = 60\ndisplace = { by = 'soft', strength = 60.0 }\n\
         [fields.low]\ntype = 'scale'\ninput = 'a'\nfactor = 800.0",
        Order::Hessian,
    ),
    ("type = 'continents'\nwavelength = 1200.0", Order::Hessian),
    (
        "type = 'continents'\nwavelength = 1200.0\nwarp = 1.0\nland = 0.6\ndisplace = { by = 'soft', strength = 60.0 }",
        Order::Hessian,
    ),
    ("type = 'spot'\nlatitude = 40.0\nlongitude = 50.0\nradius = 900.0", Order::Hessian),
    (
        "type = 'rivers'\ninput = 'hills'\nspacing = 900.0\nwidth = 100.0\nbanks = 120.0\nvalley = 540.0\nmeander = 0.3\n\
         octaves = 1\n[fields.hills]\ntype = 'scale'\ninput = 'a'\nfactor = 150.0",
        Order::Gradient,
    ),
    (
        "type = 'dunes'\nwavelength = 4000.0\nlevels = 1\nripples = 0.0\ndisplace = { by = 'soft', strength = 60.0 }",
        Order::Gradient,
    ),
];

#[test]
fn derivatives_agree_with_finite_differences_on_a_planet() {
    for &(text, order) in CASES {
        check_field(&planet(text), text, order);
    }
}

#[test]
fn bits_are_the_same_at_every_level_on_a_planet() {
    for &(text, order) in CASES {
        let (field, points) = (planet(text), points::<3>(150));
        let expected = field.planes::<f32>(Level::Scalar, order, &points);
        for (name, level) in Level::all() {
            assert!(field.planes::<f32>(level, order, &points) == expected, "{name}: {text}");
        }
    }
}

/// Compares a field at places around a planet with a formula of the place: in double precision to the last digits, and in
/// single precision.
fn compare(text: &str, tolerance: f64, formula: impl Fn(&[f64; 3]) -> f64) {
    let places: Vec<_> = points::<3>(3000).iter().map(|place| place.map(|x| x - 500.0)).collect();
    let field = planet(text);
    let (exact, single) = (field.values::<f64>(&places), field.values::<f32>(&places));
    for ((place, exact), single) in places.iter().zip(exact).zip(single) {
        let expected = formula(place);
        assert!((exact - expected).abs() < 1e-11, "{text}: {exact} at {place:?} against {expected}");
        assert!(
            (single - expected).abs() < tolerance,
            "{text}: {single} in f32 at {place:?} against {expected}"
        );
    }
}

fn length(place: &[f64]) -> f64 {
    place.iter().map(|x| x * x).sum::<f64>().sqrt()
}

#[test]
fn latitudes_are_those_of_the_place() {
    let degrees = |place: &[f64; 3]| place[2].atan2(length(&place[..2])).to_degrees();
    compare("type = 'latitude'", 1e-6, |place| place[2] / length(place));
    compare("type = 'latitude'\nunit = 'degrees'", 1e-4, degrees);
    let poles = [[0.0, 0.0, 1000.0], [0.0, 0.0, -1000.0], [1000.0, 0.0, 0.0]];
    for jet in
        planet("type = 'latitude'\nunit = 'degrees'").planes::<f32>(Level::best(), Order::Hessian, &poles)
    {
        assert!(
            jet.iter().all(|number| number.is_finite()) && [90.0, -90.0, 0.0].contains(&jet[0]),
            "{jet:?}"
        );
    }
}

#[test]
fn it_is_colder_towards_the_poles_and_up() {
    let zone = |place: &[f64; 3]| 29.0 - 50.0 * (place[2] / length(place)).powi(2);
    let text = |altitude: f64| {
        format!("type = 'temperature'\nequator = 29\npole = -21\nsea = 200\naltitude = {altitude:?}")
    };
    compare(&text(3200.0), 1e-4, |place| zone(place) - 19.5);
    // Below the sea's level the temperature is that at this level.
    compare(&text(-4000.0), 1e-4, zone);
}

/// A falloff around a place by latitude and longitude equals the falloff around its coordinates.
#[test]
fn places_are_said_by_latitude_and_longitude() {
    let (sin, cos) = (40.0_f64.to_radians().sin(), 40.0_f64.to_radians().cos());
    let (east, north) = (cos * 70.0_f64.to_radians().sin(), cos * 70.0_f64.to_radians().cos());
    let metres = planet(&format!(
        "type = 'radial'\nradius = 800\nx = {:?}\ny = {:?}\nz = {:?}",
        1000.0 * north,
        1000.0 * east,
        1000.0 * sin
    ));
    let degrees = planet("type = 'spot'\nradius = 800\nlatitude = 40\nlongitude = 70");
    let places = points::<3>(2000);
    let (one, other) = (metres.values::<f64>(&places), degrees.values::<f64>(&places));
    assert!(one.iter().zip(&other).all(|(one, other)| (one - other).abs() < 1e-12));
    assert!(other.iter().any(|value| *value > 0.5));
}

#[test]
fn what_is_of_planets_is_refused_elsewhere() {
    let refusal = |kind: &str, text: &str| {
        let recipe = parse(&(head(kind, "x") + "[fields.x]\n" + text)).unwrap();
        let error = if kind == "plane" {
            Graph::<2>::new(&recipe, &Pictures, 1.0).err()
        } else {
            Graph::<3>::new(&recipe, &Pictures, 1.0).err()
        };
        error.unwrap_or_else(|| panic!("taken: {text}")).to_string()
    };
    for kind in ["plane", "space"] {
        let error = refusal(kind, "type = 'latitude'\nunit = 'sine'");
        assert!(
            error.contains("`latitude` needs a planet") && error.contains("kind = \"planet\""),
            "{error}"
        );
        let error = refusal(kind, "type = 'temperature'\naltitude = 0\npole = -30");
        assert!(error.contains("`temperature` needs a planet"), "{error}");
        let error = refusal(kind, "type = 'spot'\nlatitude = 30");
        assert!(error.contains("`spot` needs a planet"), "{error}");
    }
}

/// Positions of `side` by `side` samples on a planet of the Earth's size, in a square of `size` metres around the direction `up`.
fn ground(up: [f64; 3], size: f64, side: usize) -> Vec<[f64; 3]> {
    const RADIUS: f64 = 6_371_000.0;
    let norm = |v: [f64; 3]| v.map(|x| x / length(&v));
    let cross = |a: [f64; 3], b: [f64; 3]| {
        [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    };
    let up = norm(up);
    let east = norm(cross([0.3, 0.1, 1.0], up));
    let north = cross(up, east);
    let at = |k: usize| size * (k as f64 / (side - 1) as f64 - 0.5);
    let place =
        |k: usize| [0, 1, 2].map(|i| RADIUS * up[i] + at(k % side) * east[i] + at(k / side) * north[i]);
    (0..side * side).map(|k| norm(place(k)).map(|x| RADIUS * x)).collect()
}

const EARTH: f64 = 6_371_000.0;

/// On every side of the planet, and where sides meet, dunes are dunes: as high as on a plane or a little less, slip faces
/// at the angle of repose or less, and not level anywhere.
#[test]
fn dunes_cover_a_planet() {
    let text = "[fields.x]\ntype = 'dunes'\nwavelength = 300\nripples = 0\nlevels = 1\n";
    let field = Field::<3>::on_planet(EARTH, "x", text, 8.0).unwrap();
    // Where two dunes join without a crease, the ground is steeper than either dune, as on a plane.
    let (repose, steepest_allowed) = (33.0_f64.to_radians().tan() * 1.01, 0.85);
    for (up, spread_wanted) in [
        ([1.0, 0.02, 0.1], 3.5),
        ([-0.2, 1.0, -0.1], 3.5),
        ([0.1, 0.2, -1.0], 3.5),
        ([1.0, 1.0, 0.1], 2.0),
        ([1.0, -1.0, 1.0], 1.5),
    ] {
        let places = ground(up, 4000.0, 120);
        let jets = field.planes::<f64>(Level::best(), Order::Gradient, &places);
        let mean = jets.iter().map(|jet| jet[0]).sum::<f64>() / jets.len() as f64;
        let spread = (jets.iter().map(|jet| (jet[0] - mean).powi(2)).sum::<f64>() / jets.len() as f64).sqrt();
        let slopes = jets.iter().zip(&places).map(|(jet, place)| {
            let climb = (0..3).map(|i| jet[1 + i] * place[i] / EARTH).sum::<f64>();
            (length(&jet[1..]).powi(2) - climb * climb).max(0.0).sqrt()
        });
        let slopes: Vec<_> = slopes.collect();
        let steepest = slopes.iter().copied().fold(0.0, f64::max);
        let steeper = slopes.iter().filter(|slope| **slope > repose).count() as f64 / slopes.len() as f64;
        println!("{up:?}: mean {mean} m, spread {spread} m, steepest {steepest}, {steeper} beyond repose");
        assert!(steeper < 0.03, "{up:?}: {steeper} is steeper than sand can be");
        assert!(
            spread > spread_wanted && mean > 4.0 && mean < 30.0,
            "{up:?}: mean {mean} m, spread {spread} m"
        );
        assert!(steepest > 0.4 && steepest < steepest_allowed, "{up:?}: steepest {steepest}");
    }
}

const RIVERS: &str = "[fields.x]\ntype = 'rivers'\ninput = 80.0\nspacing = 40_000\nwidth = 900\nbanks = 700\nvalley = 14_000\n\
    depth = 20\nsource = 600\nvariation = 0.0\noctaves = 3\n";

/// At spacings from 100 m to 300 km, rivers show the local mean of the fine rivers. What differs from this mean would flicker,
/// and is only a part of the relief.
#[test]
fn rivers_seen_from_afar_are_the_mean_of_what_is_there() {
    let at = |spacing: f64, places: &[[f64; 3]]| {
        Field::<3>::on_planet(EARTH, "x", RIVERS, spacing).unwrap().values::<f32>(places)
    };
    let middles: Vec<[f64; 3]> = ground([0.3, -0.5, 0.8], 1.2e6, 24);
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let spread = |values: &[f64]| {
        let mean = mean(values);
        (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / values.len() as f64).sqrt()
    };
    let fine = at(1.0, &ground([0.3, -0.5, 0.8], 1.2e6, 150));
    let (carved, relief) = (80.0 - mean(&fine), spread(&fine));
    for (spacing, left_allowed, carved_off) in [
        (100.0, 0.1, 0.05),
        (1000.0, 0.22, 0.05),
        (4000.0, 0.45, 0.08),
        (16e3, 0.55, 0.1),
        (60e3, 0.25, 0.1),
        (300e3, 0.25, 0.1),
    ] {
        let seen = at(spacing, &middles);
        // The mean over the square of a sample, from 49 places in it.
        let around = middles.iter().map(|middle| mean(&at(1.0, &ground(*middle, spacing * 6.0 / 7.0, 7))));
        let off: Vec<_> = seen.iter().zip(around).map(|(seen, around)| seen - around).collect();
        let left = (off.iter().map(|off| off * off).sum::<f64>() / off.len() as f64).sqrt() / relief;
        let coarse = 80.0 - mean(&at(spacing, &ground([0.3, -0.5, 0.8], 1.2e6, 150)));
        println!("{spacing} m: {left} of {relief} m left over, {coarse} m carved of {carved} m");
        assert!(left < left_allowed, "{left} of {relief} m left over at {spacing} m");
        assert!(
            (coarse / carved - 1.0).abs() < carved_off,
            "{coarse} m carved at {spacing} m, {carved} m in truth"
        );
        assert!(spacing < 1e5 || spread(&seen) < 1e-3, "nothing shows at {spacing} m");
    }
}
