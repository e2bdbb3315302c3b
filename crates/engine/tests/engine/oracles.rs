//! Values of modifiers and combiners against the formulas of their help texts, written out plainly here.

use orogen_engine::interval::Interval;
use orogen_engine::nodes::registry;
use orogen_engine::recipe::spec::Group;

use crate::field::{Field, points};

const INPUTS: &str = r#"
[fields.a]
type = "fbm"
wavelength = 90.0
octaves = 3
[fields.b]
type = "ridged"
wavelength = 70.0
octaves = 3
[fields.mask]
type = "fbm"
wavelength = 150.0
octaves = 2
gain = 0.7
"#;

/// A node: its text, its inputs, and its expected value as a function of their values and of the first input's interval.
type Case = (&'static str, &'static [&'static str], fn(&[f64], Interval) -> f64);

fn quintic(t: f64) -> f64 {
    let t = t.clamp(0.0, 1.0);
    6.0 * t.powi(5) - 15.0 * t.powi(4) + 10.0 * t.powi(3)
}

/// Terraces of 0.25 of which the risers take the share `riser`, plus the share `tilt` of the input.
fn terraced(x: f64, riser: f64, tilt: f64) -> f64 {
    let (step, tread) = (0.25, (x / 0.25).floor());
    let way = (x / step - tread - (0.5 - 0.5 * riser)) / riser;
    tilt * x + (1.0 - tilt) * step * (tread + quintic(way))
}

/// `min(a, b) − radius·h³/6`, where `h` is 1 if the fields are equal and falls to 0 if they differ by `radius` or more.
fn smooth_min(a: f64, b: f64, radius: f64) -> f64 {
    let h = (1.0 - (a - b).abs() / radius).max(0.0);
    a.min(b) - radius * h.powi(3) / 6.0
}

fn raised(x: f64, range: Interval, power: f64) -> f64 {
    let t = (x - range.min) / range.length();
    range.min + range.length() * t.powf(power)
}

/// `x^power`. Up to 1e-6, the chord from the origin replaces the curve.
fn root(x: f64, power: f64) -> f64 {
    if x < 1e-6 { x.max(0.0) * 1e-6_f64.powf(power - 1.0) } else { x.powf(power) }
}

const CASES: &[Case] = &[
    ("type = 'scale'\ninput = 'a'\nfactor = -3.5", &["a"], |x, _| -3.5 * x[0]),
    ("type = 'offset'\ninput = 'a'\namount = 0.7", &["a"], |x, _| x[0] + 0.7),
    ("type = 'invert'\ninput = 'b'", &["b"], |x, range| range.min + range.max - x[0]),
    ("type = 'invert'\ninput = 'a'\npivot = 0.3", &["a"], |x, _| 0.6 - x[0]),
    ("type = 'abs'\ninput = 'a'", &["a"], |x, _| x[0].abs()),
    ("type = 'sqrt'\ninput = 'a'", &["a"], |x, _| root(x[0], 0.5)),
    ("type = 'power'\ninput = 'a'\npower = 0.3", &["a"], |x, _| root(x[0], 0.3)),
    ("type = 'power'\ninput = 'a'\npower = 1.7", &["a"], |x, _| root(x[0], 1.7)),
    ("type = 'power'\ninput = 'a'\npower = 3", &["a"], |x, _| x[0].powi(3)),
    ("type = 'power'\ninput = 'a'\npower = 20", &["a"], |x, _| x[0].powi(20)),
    ("type = 'power'\ninput = 'a'\npower = 1", &["a"], |x, _| x[0]),
    ("type = 'sin'\ninput = 'a'", &["a"], |x, _| x[0].sin()),
    ("type = 'cos'\ninput = 'a'", &["a"], |x, _| x[0].cos()),
    ("type = 'clamp'\ninput = 'a'\nmin = -0.1\nmax = 0.15", &["a"], |x, _| x[0].clamp(-0.1, 0.15)),
    ("type = 'clamp'\ninput = 'a'\nmin = 0.1\nmax = 0.1", &["a"], |_, _| 0.1),
    ("type = 'contrast'\ninput = 'b'\namount = 2.5", &["b"], |x, _| 0.5 + 2.5 * (x[0] - 0.5)),
    ("type = 'contrast'\ninput = 'a'\namount = 0.4\npivot = 0.2", &["a"], |x, _| 0.2 + 0.4 * (x[0] - 0.2)),
    ("type = 'exponent'\ninput = 'a'\npower = 2.3", &["a"], |x, range| raised(x[0], range, 2.3)),
    ("type = 'exponent'\ninput = 'b'\npower = 0.05", &["b"], |x, range| raised(x[0], range, 0.05)),
    ("type = 'exponent'\ninput = 'b'\npower = 20.0", &["b"], |x, range| raised(x[0], range, 20.0)),
    ("type = 'terrace'\ninput = 'a'\nstep = 0.25", &["a"], |x, _| terraced(x[0], 0.3, 0.1)),
    ("type = 'terrace'\ninput = 'a'\nstep = 0.25\nriser = 1.0\ntilt = 0.0", &["a"], |x, _| {
        terraced(x[0], 1.0, 0.0)
    }),
    ("type = 'terrace'\ninput = 'a'\nstep = 0.25\ntilt = 1.0", &["a"], |x, _| x[0]),
    ("type = 'smoothstep'\ninput = 'a'\nlow = -0.2\nhigh = 0.1", &["a"], |x, _| quintic((x[0] + 0.2) / 0.3)),
    ("type = 'smoothstep'\ninput = 'a'\nlow = 0.1\nhigh = -0.2", &["a"], |x, _| {
        1.0 - quintic((x[0] + 0.2) / 0.3)
    }),
    ("type = 'add'\na = 'a'\nb = 'b'", &["a", "b"], |x, _| x[0] + x[1]),
    ("type = 'add'\na = 'a'\nb = 0.25", &["a"], |x, _| x[0] + 0.25),
    ("type = 'subtract'\na = 'a'\nb = 'b'", &["a", "b"], |x, _| x[0] - x[1]),
    ("type = 'subtract'\na = 2\nb = 'b'", &["b"], |x, _| 2.0 - x[0]),
    ("type = 'multiply'\na = 'a'\nb = 'b'", &["a", "b"], |x, _| x[0] * x[1]),
    ("type = 'divide'\na = 'a'\nb = 'mask'\nleast = 0.2", &["a", "mask"], |x, _| {
        x[0] / if x[1] < 0.0 { x[1].min(-0.2) } else { x[1].max(0.2) }
    }),
    ("type = 'min'\na = 'a'\nb = 'mask'", &["a", "mask"], |x, _| x[0].min(x[1])),
    ("type = 'max'\na = 'a'\nb = 'mask'", &["a", "mask"], |x, _| x[0].max(x[1])),
    ("type = 'smooth-min'\na = 'a'\nb = 'mask'", &["a", "mask"], |x, _| smooth_min(x[0], x[1], 0.1)),
    ("type = 'smooth-min'\na = 'a'\nb = 'mask'\nradius = 3.0", &["a", "mask"], |x, _| {
        smooth_min(x[0], x[1], 3.0)
    }),
    ("type = 'smooth-max'\na = 'a'\nb = 'mask'", &["a", "mask"], |x, _| -smooth_min(-x[0], -x[1], 0.1)),
    ("type = 'mix'\na = 'a'\nb = 'b'\nmask = 'mask'", &["a", "b", "mask"], |x, _| {
        let mask = x[2].clamp(0.0, 1.0);
        (1.0 - mask) * x[0] + mask * x[1]
    }),
    ("type = 'mix'\na = 'a'\nb = -1.0\nmask = 2", &[], |_, _| -1.0),
];

#[test]
fn values_are_those_of_the_formulas() {
    let points = points::<2>(4000);
    for &(text, inputs, formula) in CASES {
        let field = Field::<2>::new("x", &format!("{INPUTS}[fields.x]\n{text}\n"));
        let inputs: Vec<_> = inputs.iter().map(|input| Field::<2>::new(input, INPUTS)).collect();
        let range = inputs.first().map_or(Interval::point(0.0), Field::interval);
        let compare = |values: &[f64], inputs: &[Vec<f64>], tolerance: f64| {
            for (at, &value) in values.iter().enumerate() {
                let x: Vec<_> = inputs.iter().map(|input| input[at]).collect();
                let expected = formula(&x, range);
                assert!((value - expected).abs() <= tolerance, "{text}: of {x:?} {value} against {expected}");
            }
        };
        let exact: Vec<_> = inputs.iter().map(|input| input.values::<f64>(&points)).collect();
        compare(&field.values::<f64>(&points), &exact, 1e-12);
        // The expected values come from the single-precision inputs, so that only the node's own rounding shows.
        let single: Vec<_> = inputs.iter().map(|input| input.values::<f32>(&points)).collect();
        compare(&field.values::<f32>(&points), &single, 1.2e-6 * field.interval().length().max(1.0));
    }
}

/// The tests of `curve` and `steepness` are in `curve.rs` and `slopes.rs`, those of `transform` and `repeat` in `transforms.rs`,
/// those of filters in `filters.rs`.
#[test]
fn every_modifier_and_combiner_has_a_case() {
    let elsewhere = ["curve", "steepness", "transform", "repeat", "blur", "distance", "curvature"];
    let has_case = |name: &str| CASES.iter().any(|(text, ..)| text.starts_with(&format!("type = '{name}'")));
    for spec in
        registry().nodes().iter().filter(|spec| matches!(spec.group, Group::Modifier | Group::Combiner))
    {
        assert!(
            has_case(spec.name) || elsewhere.contains(&spec.name),
            "`{}` lacks a case in CASES",
            spec.name
        );
    }
}

/// The interval of a step over a part of its range holds exactly the values in that part.
#[test]
fn smoothstep_declares_what_it_reaches() {
    let way = "[fields.way]\ntype = 'ramp'\n[fields.x]\ntype = 'smoothstep'\ninput = 'way'\n";
    for (low, high, min, max) in [
        (0.0, 1.0, 0.0, 1.0),
        (-1.0, 1.0, 0.5, 1.0),
        (0.0, 2.0, 0.0, 0.5),
        (-1.0, 3.0, 0.103_515_625, 0.5),
        (2.0, 0.0, 0.5, 1.0),
        (1.5, 2.0, 0.0, 0.0),
        (-2.0, -1.0, 1.0, 1.0),
    ] {
        let field = Field::<2>::new("x", &format!("{way}low = {low:?}\nhigh = {high:?}\n"));
        let values = field.values::<f64>(&[[0.0, 0.0], [1000.0, 0.0]]);
        let found =
            [field.interval().min, field.interval().max, values[0].min(values[1]), values[0].max(values[1])];
        let close =
            found.iter().zip([min, max, min, max]).all(|(found, wanted)| (found - wanted).abs() < 1e-12);
        assert!(close, "{found:?} from {low} to {high}");
    }
}

/// The input is a ramp from −1 to 2 whose declared range is 0 … 1, so it tests modifiers at the ends of this range and beyond.
#[test]
fn modifiers_keep_to_their_ends() {
    let ramp = "[fields.way]\ntype = 'ramp'\n[fields.wide]\ntype = 'contrast'\ninput = 'way'\namount = 3.0\n";
    let points: Vec<_> = (0..=3000).map(|i| [f64::from(i) / 3.0, 0.0]).collect();
    let with = |text: &str| Field::<2>::new("x", &format!("{ramp}[fields.x]\n{text}\n"));
    let step = with("type = 'smoothstep'\ninput = 'wide'").values::<f64>(&points);
    let ends = step[..=1000].iter().all(|&v| v.abs() < 1e-14)
        && step[2000..].iter().all(|&v| (v - 1.0).abs() < 1e-14);
    assert!(ends, "smoothstep stays at its ends");
    assert!(step[1001..2000].is_sorted(), "smoothstep rises");
    for power in ["0.05", "0.5", "1.0", "3.0", "20.0"] {
        let field = with(&format!("type = 'exponent'\ninput = 'way'\npower = {power}"));
        let values = field.values::<f64>(&points);
        assert!(values[0].abs() < 1e-15 && (values[3000] - 1.0).abs() < 1e-15, "{power}: {values:?}");
        assert!(values.is_sorted(), "a power of {power} rises");
    }
    let treads = with("type = 'terrace'\ninput = 'wide'\nstep = 0.25\ntilt = 0.0").values::<f64>(&points);
    assert!(treads.is_sorted(), "terraces rise, below zero too");
    for (at, &value) in treads.iter().enumerate().step_by(250) {
        let whole = at as f64 / 1000.0 - 1.0;
        assert!((value - whole).abs() < 1e-12, "treads lie at whole steps: {value} at {whole}");
    }
}
