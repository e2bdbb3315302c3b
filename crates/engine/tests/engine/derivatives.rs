//! Gradients and Hessians against finite differences of the value.

use orogen_engine::level::Level;
use orogen_engine::nodes::registry;
use orogen_engine::recipe::spec::Group;
use orogen_noise::basis::AnyBasis;
use orogen_noise::jet::Order;
use orogen_noise::noise::Dimension;

use crate::field::{Field, points};
use crate::planets;

/// The fields that the tested field `x` reads.
pub(crate) const INPUTS: &str = r#"
[fields.a]
type = "fbm"
wavelength = 400.0
octaves = 2
[fields.b]
type = "fbm"
wavelength = 300.0
octaves = 2
[fields.mask]
type = "smoothstep"
input = "soft"
low = -0.4
high = 0.5
[fields.soft]
type = "fbm"
wavelength = 500.0
octaves = 1
"#;

/// Each text defines `x`, which has a Hessian.
const SMOOTH: &[&str] = &[
    "type = 'scale'\ninput = 'a'\nfactor = -3.5",
    "type = 'offset'\ninput = 'a'\namount = 0.7",
    "type = 'invert'\ninput = 'a'",
    "type = 'abs'\ninput = 'a'",
    "type = 'sqrt'\ninput = 'high'\n[fields.high]\ntype = 'offset'\ninput = 'a'\namount = 1.5",
    "type = 'power'\ninput = 'a'\npower = 3",
    "type = 'power'\ninput = 'a'\npower = 2.6",
    "type = 'sin'\ninput = 'wide'\n[fields.wide]\ntype = 'scale'\ninput = 'a'\nfactor = 5.0",
    "type = 'cos'\ninput = 'wide'\n[fields.wide]\ntype = 'scale'\ninput = 'a'\nfactor = 5.0",
    "type = 'clamp'\ninput = 'a'\nmin = -0.3\nmax = 0.2",
    "type = 'contrast'\ninput = 'a'\namount = 2.5\npivot = 0.2",
    "type = 'exponent'\ninput = 'a'\npower = 2.3",
    "type = 'exponent'\ninput = 'a'\npower = 0.4",
    "type = 'curve'\ninput = 'a'\npoints = [[-0.6, 1.0], [-0.2, 0.4], [0.1, 0.5], [0.2, 0.8], [0.7, 0.2]]",
    "type = 'terrace'\ninput = 'a'\nstep = 0.5\nriser = 0.8\ntilt = 0.2",
    "type = 'smoothstep'\ninput = 'a'\nlow = -0.5\nhigh = 0.6",
    "type = 'smoothstep'\ninput = 'a'\nlow = 0.5\nhigh = -0.6",
    "type = 'add'\na = 'a'\nb = 'b'",
    "type = 'subtract'\na = 'a'\nb = 'b'",
    "type = 'multiply'\na = 'a'\nb = 'b'",
    "type = 'divide'\na = 'a'\nb = 'b'\nleast = 0.2",
    "type = 'multiply'\na = 'a'\nb = 'a'",
    "type = 'min'\na = 'a'\nb = 'b'",
    "type = 'max'\na = 'a'\nb = 'b'",
    "type = 'smooth-min'\na = 'a'\nb = 'b'\nradius = 0.8",
    "type = 'smooth-max'\na = 'a'\nb = 'b'\nradius = 0.8",
    "type = 'mix'\na = 'a'\nb = 'b'\nmask = 'mask'",
    "type = 'ramp'\nangle = 30.0\nlength = 3000.0\nx = -400.0",
    "type = 'radial'\nradius = 900.0\ninner = 0.1\nx = 430.0\ny = 500.0",
    "type = 'image'\nfile = 'smooth.png'\nwidth = 2500.0\nedge = 'repeat'",
    "type = 'fbm'\nwavelength = 300.0\noctaves = 2\ndisplace = { by = 'a', strength = 60.0 }",
    "type = 'multiply'\na = 'a'\nb = 'b'\ndisplace = { by = 'soft', strength = 90.0 }",
    "type = 'image'\nfile = 'smooth.png'\nwidth = 2500.0\ndisplace = { by = 'a', strength = 80.0 }",
    "type = 'radial'\nradius = 900.0\ndisplace = { by = 'warped', strength = 150.0 }\n[fields.warped]\n\
     type = 'fbm'\nwavelength = 500.0\noctaves = 1\ndisplace = { by = 'soft', strength = 70.0 }",
    "type = 'strata'\ninput = 'a'\nfold = 'b'\nthickness = 0.9\noctaves = 2\nhard = 0.4\ndip = 0.05\ndirection = 40.0\n\
     displace = { by = 'soft', strength = 60.0 }",
    "type = 'transform'\ninput = 'a'\nturn = 25.0\nscale = 0.8\nmirror = 'y'\nmove_x = 90.0",
    "type = 'transform'\ninput = 'warped'\nturn = 25.0\nscale = 1.3\ndisplace = { by = 'soft', strength = 90.0 }\n\
     [fields.warped]\ntype = 'multiply'\na = 'a'\nb = 'b'\ndisplace = { by = 'soft', strength = 70.0 }",
    "type = 'repeat'\ninput = 'a'\nperiod_x = 700.0\nperiod_y = 430.0\nmirror = true",
    "type = 'repeat'\ninput = 'warped'\nperiod_x = 700.0\ndisplace = { by = 'soft', strength = 90.0 }\n\
     [fields.warped]\ntype = 'multiply'\na = 'a'\nb = 'b'\ndisplace = { by = 'soft', strength = 70.0 }",
];

/// Landforms that need a plane, with a Hessian.
const PLANE_SMOOTH: &[&str] = &[
    "type = 'volcano'\nx = 0.0\ny = 300.0\nradius = 5000.0\nheight = 900.0\ncrater = 900.0\nasymmetry = 0.3",
    "type = 'volcano'\nx = -2000.0\ny = 500.0\nradius = 4000.0\nheight = 100.0\nasymmetry = 0.3\ngullies = 0.8\n\
     displace = { by = 'soft', strength = 60.0 }",
    "type = 'erosion'\ninput = 'hills'\ndetail = 25.0\nscale = 200.0\nhardness = 'mask'\ndisplace = { by = 'soft', strength = 60.0 }\n\
     [fields.hills]\ntype = 'scale'\ninput = 'a'\nfactor = 1.5",
    "type = 'shapes'\nfile = 'plots.geojson'\ndetail = 90.0\ndisplace = { by = 'soft', strength = 60.0 }",
    "type = 'painted'\nstrokes = 'mask.strokes'\ndetail = 90.0\ndisplace = { by = 'soft', strength = 60.0 }",
    "type = 'blur'\ninput = 'a'\nradius = 120.0\ndetail = 60.0\ndisplace = { by = 'soft', strength = 60.0 }",
    "type = 'distance'\ninput = 'a'\ndetail = 90.0",
    "type = 'curvature'\ninput = 'a'\nscale = 90.0\nkind = 'tangential'\ndetail = 90.0",
];

/// Landforms that need a plane. They have a gradient only, because they measure distances along slopes.
const PLANE: &[&str] = &[
    "type = 'island'\nx = -199e3\ny = 500.0\nradius = 200e3\ninland = 80e3\nbeach = 9e3\n\
     irregularity = 0.3\ndisplace = { by = 'soft', strength = 60.0 }",
    "type = 'island'\nx = -170e3\ny = 0.0\nradius = 200e3\noutput = 'mask'\nirregularity = 0.1",
    "type = 'mesa'\nspacing = 900.0\nheight = 120.0\nrepose = 25.0\ncliff = 45.0\ncoverage = 1.0\nirregularity = 0.3",
    "type = 'mesa'\nx = 400.0\ny = 500.0\nsize = 500.0\nheight = 120.0\nrepose = 25.0\ncliff = 45.0\nirregularity = 0.3\n\
     displace = { by = 'soft', strength = 60.0 }",
    "type = 'rivers'\ninput = 'hills'\nspacing = 900.0\nwidth = 100.0\nbanks = 120.0\nvalley = 540.0\nmeander = 0.3\n\
     octaves = 1\n[fields.hills]\ntype = 'scale'\ninput = 'a'\nfactor = 150.0",
    "type = 'rivers'\ninput = 'hills'\nspacing = 1500.0\nwidth = 150.0\nbanks = 250.0\nvalley = 900.0\nmeander = 0.3\n\
     octaves = 2\ndisplace = { by = 'soft', strength = 60.0 }\n\
     [fields.hills]\ntype = 'scale'\ninput = 'a'\nfactor = 150.0",
];

/// Each text defines `x`, which has a gradient only, because slopes are fed back or read, or define the land.
const FED_BACK: &[&str] = &[
    "type = 'mix'\na = 'curved'\nb = 'b'\nmask = 'mask'\n\
     [fields.curved]\ntype = 'curve'\ninput = 'ranges'\npoints = [[0.0, -0.2], [0.4, 0.3], [0.7, 1.0]]\n\
     [fields.ranges]\ntype = 'swiss'\nwavelength = 600.0\noctaves = 3\ndisplace = { by = 'soft', strength = 80.0 }",
    "type = 'jordan'\nwavelength = 600.0\noctaves = 3\ndisplace = { by = 'soft', strength = 80.0 }",
    "type = 'damped'\nwavelength = 600.0\noctaves = 3\ndisplace = { by = 'soft', strength = 80.0 }",
    "type = 'swiss'\nwavelength = 600.0\noctaves = 3\ndisplace = { by = 'drift', strength = 90.0 }\n\
     [fields.drift]\ntype = 'damped'\nwavelength = 700.0\noctaves = 2",
    "type = 'steepness'\ninput = 'a'\nscale = 130.0\ndisplace = { by = 'soft', strength = 60.0 }",
    // One displaced ground serves fields that need a gradient and others that need a Hessian.
    "type = 'add'\na = 'steep'\nb = 'b'\ndisplace = { by = 'soft', strength = 60.0 }\n\
     [fields.steep]\ntype = 'steepness'\ninput = 'sum'\nscale = 150.0\n\
     [fields.sum]\ntype = 'add'\na = 'a'\nb = 'b'",
    "type = 'smooth-max'\na = 'peaks'\nb = 'b'\nradius = 0.5\ndisplace = { by = 'soft', strength = 80.0 }\n\
     [fields.peaks]\ntype = 'swiss'\nwavelength = 700.0\noctaves = 2\ndisplace = { by = 'a', strength = 50.0 }",
    "type = 'dunes'\nwavelength = 420.0\nlevels = 1\nripples = 0.0",
    "type = 'dunes'\nwavelength = 600.0\nlevels = 2\nripples = 0.0\nsupply = 0.6\ndisplace = { by = 'soft', strength = 60.0 }",
];

/// Each text defines `x`, which is tested on a plane and has a gradient only.
const FLAT: &[&str] = &[
    "type = 'craters'\ninput = 'hill'\nlargest = 700.0\noctaves = 3\ncoverage = 0.4\nirregularity = 1.0\n\
     displace = { by = 'soft', strength = 70.0 }\n[fields.hill]\ntype = 'scale'\ninput = 'a'\nfactor = 90.0",
    "type = 'craters'\ninput = 0\nlargest = 900.0\noctaves = 2\ncoverage = 0.4\nsimple-to-complex = 300.0",
];

/// Each text defines `x` in a plane. It has a gradient only. These nodes follow a field that is so broad that kinks are few:
/// the curvature of gradient noise has kinks at its lattice lines.
const IN_A_PLANE: &[&str] = &[
    "type = 'gullies'\ninput = 'broad'\nscale = 700.0\nwavelength = 700.0\noctaves = 3\n\
     [fields.broad]\ntype = 'fbm'\nwavelength = 2000.0\noctaves = 1",
    "type = 'gullies'\ninput = 'ranges'\nalong = 'broad'\nscale = 400.0\nwavelength = 500.0\noctaves = 2\n\
     smoothing = 0.4\nthreshold = 0.2\n[fields.ranges]\ntype = 'swiss'\nwavelength = 600.0\noctaves = 2\n\
     [fields.broad]\ntype = 'fbm'\nwavelength = 1500.0\noctaves = 1",
    "type = 'gullies'\ninput = 'broad'\nscale = 700.0\nwavelength = 600.0\noctaves = 2\n\
     displace = { by = 'soft', strength = 80.0 }\n[fields.broad]\ntype = 'fbm'\nwavelength = 2000.0\noctaves = 1",
];

#[test]
fn derivatives_agree_with_finite_differences() {
    for text in FLAT {
        check::<2>(text, Order::Gradient);
    }
    for text in SMOOTH {
        check::<2>(text, Order::Hessian);
        check::<3>(text, Order::Hessian);
    }
    for text in PLANE_SMOOTH {
        check::<2>(text, Order::Hessian);
    }
    for text in PLANE {
        check::<2>(text, Order::Gradient);
    }
    for text in FED_BACK {
        check::<2>(text, Order::Gradient);
        check::<3>(text, Order::Gradient);
    }
    for text in IN_A_PLANE {
        check::<2>(text, Order::Gradient);
    }
}

/// The crate `orogen-noise` tests bases and fractals that feed no slopes back. A constant has no derivatives to test.
#[test]
fn every_node_has_a_case() {
    let tables = [SMOOTH, PLANE_SMOOTH, PLANE, FED_BACK, FLAT, IN_A_PLANE].into_iter().flatten().copied();
    let texts: Vec<_> = tables.chain(planets::CASES.iter().map(|(text, _)| *text)).collect();
    for spec in registry().nodes() {
        let is_elsewhere = matches!(spec.group, Group::Basis | Group::Fractal) || spec.name == "constant";
        let has_case = texts.iter().any(|text| text.contains(&format!("type = '{}'", spec.name)));
        assert!(has_case || is_elsewhere, "`{}` is in no table", spec.name);
    }
}

/// Hessians that a field computes because another field reads its slopes also have the same bits at every level.
#[test]
fn hessians_have_the_same_bits_at_every_level() {
    for text in SMOOTH.iter().chain(PLANE_SMOOTH) {
        let field = Field::<2>::new("x", &format!("{INPUTS}[fields.x]\n{text}\n"));
        let points = points::<2>(300);
        let expected = field.planes::<f32>(Level::Scalar, Order::Hessian, &points);
        for (name, level) in Level::all() {
            assert!(field.planes::<f32>(level, Order::Hessian, &points) == expected, "{name}: {text}");
        }
    }
}

const POINTS: usize = 90;

/// Analytic derivatives are within 1e-4 of differences at all points where two step sizes agree. These must be at least four
/// fifths of all points.
fn check<const D: usize>(text: &str, order: Order)
where
    AnyBasis: Dimension<D>,
{
    check_field(&Field::<D>::new("x", &format!("{INPUTS}[fields.x]\n{text}\n")), text, order);
}

/// The same check for a field that is already made; `text` describes it in messages.
pub(crate) fn check_field<const D: usize>(field: &Field<D>, text: &str, order: Order)
where
    AnyBasis: Dimension<D>,
{
    let points = points::<D>(POINTS);
    let jets = field.planes::<f64>(Level::Scalar, order, &points);
    let (fine, coarse) = (differences(field, &points, 0.1), differences(field, &points, 0.2));
    let (gradient, hessian) = (1..1 + D, 1 + D..order.planes(D));
    for part in [gradient, hessian].into_iter().filter(|part| !part.is_empty()) {
        let norm = |jet: &[f64]| part.clone().map(|plane| jet[plane].powi(2)).sum::<f64>().sqrt();
        let typical = jets.iter().map(|jet| norm(jet)).sum::<f64>() / POINTS as f64;
        let apart = |one: &[f64], other: &[f64]| {
            let difference: Vec<_> = one.iter().zip(other).map(|(one, other)| one - other).collect();
            norm(&difference) / (norm(one) + 0.01 * typical + 1e-9)
        };
        let mut agreed = 0;
        for ((jet, fine), (coarse, point)) in jets.iter().zip(&fine).zip(coarse.iter().zip(&points)) {
            let fine = &fine[..jet.len()];
            if apart(fine, coarse) < 3e-5 {
                agreed += 1;
                let error = apart(jet, fine);
                assert!(error < 1e-4, "{D}D {text}\nat {point:?}: {jet:?}\nagainst {fine:?}: {error}");
            }
        }
        assert!(agreed * 5 >= POINTS * 4, "{D}D {text}: only {agreed} points of {POINTS} are smooth");
    }
}

/// Fourth-order central differences: the first derivative from offsets −2 … 2, the second likewise.
const FIRST: [f64; 5] = [1.0 / 12.0, -8.0 / 12.0, 0.0, 8.0 / 12.0, -1.0 / 12.0];
const SECOND: [f64; 5] = [-1.0 / 12.0, 16.0 / 12.0, -30.0 / 12.0, 16.0 / 12.0, -1.0 / 12.0];

fn differences<const D: usize>(field: &Field<D>, points: &[[f64; D]], step: f64) -> Vec<Vec<f64>>
where
    AnyBasis: Dimension<D>,
{
    // Along each axis, and over each pair of axes.
    let pairs: Vec<_> = (0..D).flat_map(|i| (i..D).map(move |j| (i, j))).collect();
    let moved = |point: &[f64; D], moves: [(usize, usize); 2]| {
        let mut point = *point;
        for (axis, at) in moves {
            point[axis] += step * (at as f64 - 2.0);
        }
        point
    };
    let mut stencils = Vec::with_capacity(25 * pairs.len() * points.len());
    for point in points {
        for &(i, j) in &pairs {
            let second = |at: usize| if i == j { 2 } else { at % 5 };
            stencils.extend((0..25).map(|at| moved(point, [(i, at / 5), (j, second(at))])));
        }
    }
    let values = field.values::<f64>(&stencils);
    let planes = |values: &[f64]| {
        let block = |i: usize, j: usize| {
            let at = pairs.iter().position(|&pair| pair == (i, j)).expect("a pair of axes");
            &values[25 * at..][..25]
        };
        let along =
            |i: usize, weights: &[f64; 5]| (0..5).map(|k| weights[k] * block(i, i)[5 * k]).sum::<f64>();
        let mut planes = vec![block(0, 0)[10]];
        planes.extend((0..D).map(|i| along(i, &FIRST) / step));
        planes.extend(pairs.iter().map(|&(i, j)| {
            let over = |k: usize| FIRST[k / 5] * FIRST[k % 5] * block(i, j)[k];
            let sum = if i == j { along(i, &SECOND) } else { (0..25).map(over).sum() };
            sum / (step * step)
        }));
        planes
    };
    values.chunks(25 * pairs.len()).map(planes).collect()
}
