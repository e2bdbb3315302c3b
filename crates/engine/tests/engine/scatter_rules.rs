//! The density of scattered things against the formulas of docs/scatter.md, and what else a recipe says about a kind.

use orogen_engine::blue_noise::Rectangle;
use orogen_engine::image::NoImages;
use orogen_engine::level::Level;
use orogen_engine::recipe::{Recipe, Source};
use orogen_engine::scatter::{Scatter, ScatterPoint};
use orogen_engine::terrain::Terrain;

const SPACING: f64 = 8.0;

const FIELDS: &str = "[fields.hills]\ntype = 'fbm'\nwavelength = 900.0\n\
    [fields.groves]\ntype = 'fbm'\nwavelength = 700.0\n\
    [fields.third]\ntype = 'constant'\nvalue = 0.3\n\
    [fields.lake]\ntype = 'constant'\nvalue = 0.2\n";

/// A recipe with further lines at its top level, and with kinds.
fn recipe(top: &str, kinds: &str) -> Recipe {
    let text = format!(
        "orogen = 1\nseed = 3\ndomain = {{ size = 4000.0, samples = 501 }}\n\
         height = {{ field = 'hills', scale = 120.0 }}\n{top}{FIELDS}{kinds}"
    );
    let source = Source::new("hills.toml", text);
    Recipe::parse(source, orogen_engine::nodes::registry()).unwrap_or_else(|error| panic!("{error}"))
}

fn scatter(recipe: &Recipe) -> Scatter {
    Scatter::new(recipe, &NoImages, recipe.domain.spacing()).unwrap()
}

fn square(side: f64) -> Rectangle {
    Rectangle { min: [0.0; 2], max: [side; 2] }
}

/// Height, x-slope and y-slope of a field times 120, in `f64`.
fn exact(field: &str, places: &[[f64; 2]]) -> Vec<[f64; 3]> {
    let text = format!(
        "orogen = 1\nseed = 3\ndomain = {{ size = 4000.0, samples = 501 }}\n\
         height = {{ field = '{field}', scale = 120.0 }}\n{FIELDS}"
    );
    let recipe = Recipe::parse(Source::new("x", text), orogen_engine::nodes::registry()).unwrap();
    let terrain = Terrain::new(&recipe, &NoImages, SPACING).unwrap();
    let places: Vec<_> = places.iter().map(|&[x, y]| [x, y, 0.0]).collect();
    let samples = terrain.sample::<f64>(Level::best(), &places).into_iter();
    samples.map(|sample| [sample.height, sample.gradient[0], sample.gradient[1]]).collect()
}

/// The smoothstep from 0 at `from` to 1 at `to`.
fn smooth(from: f64, to: f64, x: f64) -> f64 {
    let t = ((x - from) / (to - from)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// What rules read at a place.
struct Ground {
    height: f64,
    /// Degrees.
    slope: f64,
    /// 1/km.
    curvature: f64,
    hills: f64,
    groves: f64,
}

fn ground(places: &[[f64; 2]]) -> Vec<Ground> {
    let moved = |x: f64, y: f64| {
        let places: Vec<_> = places.iter().map(|place| [place[0] + x, place[1] + y]).collect();
        exact("hills", &places)
    };
    let around = [moved(-SPACING, 0.0), moved(SPACING, 0.0), moved(0.0, -SPACING), moved(0.0, SPACING)];
    let (hills, groves) = (exact("hills", places), exact("groves", places));
    let at = |at: usize| {
        let [height, dx, dy] = hills[at];
        let [left, right, above, below] = [0, 1, 2, 3].map(|side| around[side][at]);
        Ground {
            height,
            slope: dx.hypot(dy).atan().to_degrees(),
            curvature: 1000.0 * (right[1] - left[1] + below[2] - above[2]) / (2.0 * SPACING),
            hills: height / 120.0,
            groves: groves[at][0] / 120.0,
        }
    };
    (0..places.len()).map(at).collect()
}

/// The density of a kind from the ground.
type Formula = fn(&Ground) -> f64;

/// The rules of a kind, and its density.
const KINDS: [(&str, Formula); 7] = [
    ("height = [-90, 10, 20, 60]", |g| smooth(-90.0, 10.0, g.height) * smooth(60.0, 20.0, g.height)),
    ("slope = [12, 4]", |g| smooth(12.0, 4.0, g.slope)),
    ("curvature = [-2, 2]", |g| smooth(-2.0, 2.0, g.curvature)),
    ("height = [-60, 60]\nnoise = { field = 'hills', range = [0.4, -0.4] }", |g| {
        smooth(-60.0, 60.0, g.height) * smooth(0.4, -0.4, g.hills)
    }),
    ("noise = [{ field = 'groves', range = [-0.4, 0.4] }, { field = 'hills', range = [0.5, -0.5] }]", |g| {
        smooth(-0.4, 0.4, g.groves) * smooth(0.5, -0.5, g.hills)
    }),
    ("slope = [16, 6]\ncurvature = [-3, 1]\nheight = [-80, 40]", |g| {
        smooth(16.0, 6.0, g.slope) * smooth(-3.0, 1.0, g.curvature) * smooth(-80.0, 40.0, g.height)
    }),
    ("materials = ['grass', 'wood']", |g| {
        let grass = smooth(14.0, 4.0, g.slope) * smooth(-2.0, 2.0, g.curvature);
        let (wood, snow) = (smooth(0.0, 0.4, g.groves), smooth(20.0, 60.0, g.height));
        (grass * (1.0 - wood) + wood) * (1.0 - snow)
    }),
];

const MATERIALS: &str = "[[materials]]\nname = 'rock'\ncolor = '#777777'\n\
    [[materials]]\nname = 'grass'\ncolor = '#207020'\nslope = [14, 4]\ncurvature = [-2, 2]\n\
    [[materials]]\nname = 'wood'\ncolor = '#203020'\nnoise = { field = 'groves', range = [0, 0.4] }\n\
    [[materials]]\nname = 'snow'\ncolor = '#ffffff'\nheight = [20, 60]\n";

/// Every rule gives the density of its formula, alone and with others.
#[test]
fn densities_follow_the_formulas() {
    let kinds: String = KINDS
        .iter()
        .enumerate()
        .map(|(index, (rules, _))| format!("[[scatter]]\nname = 'kind-{index}'\nspacing = 9.0\n{rules}\n"))
        .collect();
    let scatter = scatter(&recipe("", &format!("{MATERIALS}{kinds}")));
    let places: Vec<_> =
        (0..4000).map(|i: u32| [f64::from(i % 63) * 61.3 + 9.1, f64::from(i / 63) * 61.7 + 5.3]).collect();
    let ground = ground(&places);
    for (kind, (rules, formula)) in KINDS.iter().enumerate() {
        let densities = scatter.density(kind, &places);
        let mut sum = 0.0;
        for (density, ground) in densities.iter().zip(&ground) {
            let expected = formula(ground);
            assert!((f64::from(*density) - expected).abs() < 2e-3, "{density}, not {expected}: {rules}");
            sum += expected;
        }
        let mean = sum / places.len() as f64;
        assert!((0.1..0.9).contains(&mean), "the mean density is {mean}: {rules}");
    }
}

/// The sea and lakes each keep things away, whatever other fields the rules read.
#[test]
fn every_water_keeps_things_away() {
    let kind = "[[scatter]]\nname = 'pine'\nspacing = 20.0\nnoise = { field = 'groves', range = [-9, -8] }\n";
    let lowest = |top: &str| {
        let points = scatter(&recipe(top, kind)).points(0, &square(4000.0));
        points.iter().map(|point| point.height).fold(f32::INFINITY, f32::min)
    };
    let (dry, sea, lake) = (lowest(""), lowest("sea.level = 7.0\n"), lowest("water.field = 'lake'\n"));
    assert!(dry < -20.0 && (7.0..8.0).contains(&sea) && (24.0..25.0).contains(&lake), "{dry} {sea} {lake}");
}

/// The seeds of the recipe and of the kind give other points, and so does the name of a kind without a seed.
#[test]
fn seeds_and_names_give_other_points() {
    let kinds = "[[scatter]]\nname = 'pine'\nspacing = 9.0\n[[scatter]]\nname = 'larch'\nspacing = 9.0\n\
        [[scatter]]\nname = 'fir'\nspacing = 9.0\nseed = 1\n[[scatter]]\nname = 'oak'\nspacing = 9.0\nseed = 1\n\
        [[scatter]]\nname = 'elm'\nspacing = 9.0\nseed = 2\n";
    let recipe = recipe("", kinds);
    let positions = |recipe: &Recipe, kind: usize| -> Vec<_> {
        scatter(recipe).points(kind, &square(500.0)).iter().map(|point| point.position).collect()
    };
    let [pine, larch, fir, oak, elm] = [0, 1, 2, 3, 4].map(|kind| positions(&recipe, kind));
    assert!(fir == oak && fir.len() > 1000);
    let other = positions(&Recipe { seed: 4, ..recipe }, 0);
    let sets = [&pine, &larch, &fir, &elm, &other];
    for (index, one) in sets.iter().enumerate() {
        for another in &sets[index + 1..] {
            assert!(!one.iter().any(|position| another.contains(position)));
        }
    }
}

/// A density below 1 leaves points that are farther apart, not a random choice of them.
#[test]
fn sparse_points_are_farther_apart() {
    let kind = "[[scatter]]\nname = 'pine'\nspacing = 9.0\nnoise = { field = 'third', range = [0, 1] }\n";
    let scatter = scatter(&recipe("", kind));
    let density = f64::from(scatter.density(0, &[[100.0, 100.0]])[0]);
    assert!((density - smooth(0.0, 1.0, 0.3)).abs() < 1e-6);
    let points = scatter.points(0, &square(1500.0));
    let mut nearest = f64::INFINITY;
    for (index, one) in points.iter().enumerate() {
        for other in &points[index + 1..] {
            let [x, y] = [0, 1].map(|axis| one.position[axis] - other.position[axis]);
            nearest = nearest.min(x.hypot(y));
        }
    }
    let least = 9.0 / density.sqrt();
    assert!((least..1.1 * least).contains(&nearest), "{nearest} m, not {least} m");
}

/// Yaw and scale fill their ranges evenly, and are independent of each other.
#[test]
fn yaw_and_scale_are_even_and_independent() {
    let kind = "[[scatter]]\nname = 'pine'\nspacing = 9.0\nscale = [0.5, 2]\nyaw = [-90, 50]\n";
    let points = scatter(&recipe("", kind)).points(0, &square(1500.0));
    let parts =
        |point: &ScatterPoint| [(f64::from(point.yaw) + 90.0) / 140.0, (f64::from(point.scale) - 0.5) / 1.5];
    let count = points.len() as f64;
    let mut tenths = [[0.0; 10]; 2];
    let mut product = 0.0;
    for point in &points {
        let [yaw, scale] = parts(point);
        for (tenths, part) in tenths.iter_mut().zip([yaw, scale]) {
            assert!((-1e-6..=1.0 + 1e-6).contains(&part));
            tenths[(part * 10.0).clamp(0.0, 9.0) as usize] += 10.0 / count;
        }
        product += 12.0 * (yaw - 0.5) * (scale - 0.5) / count;
    }
    assert!(tenths.as_flattened().iter().all(|share| (share - 1.0).abs() < 0.2), "{tenths:?}");
    assert!(product.abs() < 0.04, "a correlation of {product}");
}

/// A tilt between 0 and 1 is between the vertical and the normal, and the axis is a unit vector.
#[test]
fn a_tilt_of_a_half_is_half_way() {
    let point = ScatterPoint {
        position: [0.0; 2],
        height: 0.0,
        normal: [0.6, 0.0, 0.8],
        yaw: 0.0,
        scale: 1.0,
        word: 0,
    };
    let [x, y, up] = point.axis(0.5).map(f64::from);
    // The middle of two unit vectors has half of the angle between them.
    let half = 0.5 * 0.6_f64.asin();
    assert!((x - half.sin()).abs() < 1e-6 && y == 0.0 && (up - half.cos()).abs() < 1e-6, "{x} {y} {up}");
}
