//! Craters on planets, against a plain second implementation that goes through all craters of the sphere and measures with
//! great circles; also their properties.

use orogen_engine::graph::Graph;
use orogen_engine::image::NoImages;
use orogen_engine::interval::Interval;
use orogen_engine::level::Level;
use orogen_engine::patch::{Patch, PatchSamples};
use orogen_engine::planet::{Direction, Edge, Face, Sphere, TileAddress, TileSamples};
use orogen_engine::terrain::Terrain;
use orogen_noise::hash::{Key, combine, split_mix, unit};
use orogen_noise::jet::Order;
use orogen_noise::lanes::{Lanes, Scalar32};

use crate::craters::{Crater, PARAMS, Params, Words, mixed, poisson};
use crate::field::{Field, parse};

type Vector = [f64; 3];

fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn scaled(a: Vector, by: f64) -> Vector {
    a.map(|x| x * by)
}

fn minus(a: Vector, b: Vector) -> Vector {
    [0, 1, 2].map(|k| a[k] - b[k])
}

fn cross(a: Vector, b: Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn unit_of(a: Vector) -> Vector {
    scaled(a, 1.0 / dot(a, a).sqrt())
}

fn planet(radius: f64, fields: &str) -> String {
    format!(
        "orogen = 1\nseed = 5\ndomain = {{ kind = \"planet\", radius = {radius:?} }}\nheight.field = \"x\"\n{fields}"
    )
}

fn field(radius: f64, params: &Params) -> Field<3> {
    let recipe = parse(&planet(radius, &params.text())).unwrap();
    Field::of(Graph::new(&recipe, &NoImages, params.spacing).unwrap())
}

/// Directions scattered evenly over the sphere, the same each time. The first are those of the cube's axes, edges and corners.
fn directions(count: usize) -> Vec<Vector> {
    let signs = (0..27).map(|k| [k % 3, k / 3 % 3, k / 9].map(|sign| f64::from(sign) - 1.0));
    let special = signs.filter(|v| dot(*v, *v) > 0.0).map(unit_of);
    let scattered = (0..count as u64).map(|k| {
        let (z, angle) =
            (2.0 * unit(split_mix(2 * k)) - 1.0, std::f64::consts::TAU * unit(split_mix(2 * k + 1)));
        let r = (1.0 - z * z).sqrt();
        [r * angle.cos(), r * angle.sin(), z]
    });
    special.chain(scattered).collect()
}

/// A crater's centre: the normal there, and the direction that angles are counted from.
#[derive(Clone, Copy, Debug)]
struct Centre {
    normal: Vector,
    start: Vector,
}

/// Every crater on a sphere, oldest first.
fn population(params: &Params, radius: f64) -> Vec<Crater<Centre>> {
    let mut all = Vec::new();
    for octave in 0..params.octaves {
        let key = Key::new(combine(combine(5, 7), u64::from(octave)));
        let cell = cell(params, octave);
        let expected = 3.0_f64.sqrt() * params.density(octave) * cell * cell;
        let cells = (-radius / cell).floor() as i32..=(radius / cell).floor() as i32;
        let places = (0..6).flat_map(|sheet| {
            let cells = cells.clone();
            cells.clone().flat_map(move |j| cells.clone().map(move |i| [sheet, i, j]))
        });
        for [sheet, i, j] in places {
            let l = Scalar32;
            let axes = [i, j, sheet].map(|cell| l.word(cell as u32));
            let point = key.point(l, [0, 1, 2].map(|axis| key.axis(l, axis, axes[axis])));
            let point = l.word_lane(point, 0);
            for number in 0..poisson(expected, mixed(point)) {
                let words = Words { point, number };
                let place = [f64::from(i) + words.unit(0), f64::from(j) + words.unit(1)];
                let centre = centre(sheet as usize, place.map(|x| x * cell / radius), words.lot());
                all.extend(centre.map(|centre| params.crater(words, octave, [sheet, i, j], centre)));
            }
        }
    }
    all.sort_by_key(|crater| crater.order);
    all
}

/// The width of an octave's cells, which is the reach of the largest crater. The number of cells per metre is rounded to 24
/// bits.
fn cell(params: &Params, octave: u32) -> f64 {
    let widest = params.largest * 0.5_f64.powi(octave as i32) / (1.0 + 1.5 / 64.0_f64).sqrt();
    let rate = (1.0 - params.most_bend()).sqrt() / (1.5 * widest);
    let bit = 2.0_f64.powi(rate.log2().floor() as i32 - 23);
    1.0 / ((rate / bit).floor() * bit)
}

/// The centre in a sheet of the sphere, if it belongs to that sheet and is not one of the surplus.
fn centre(sheet: usize, [u, v]: [f64; 2], lot: f64) -> Option<Centre> {
    let height = (1.0 - u * u - v * v).sqrt();
    // The share of centres that is kept. It is 1 at a corner of the cube, where the density on the sphere is the least.
    let share = 1.0 / (3.0_f64.sqrt() * height);
    let is_kept = height >= u.abs() && height >= v.abs() && lot < share;
    is_kept.then(|| {
        let (mut normal, mut start) = ([0.0; 3], [0.0; 3]);
        let axis = sheet / 2;
        normal[axis] = if sheet.is_multiple_of(2) { height } else { -height };
        normal[(axis + 1) % 3] = u;
        normal[(axis + 2) % 3] = v;
        start[(axis + 1) % 3] = 1.0;
        Centre { normal, start: unit_of(minus(start, scaled(normal, u))) }
    })
}

/// The chord from a crater's centre to the sample in a direction, and the angle of the great circle to it at the centre.
fn way(crater: &Crater<Centre>, direction: Vector, radius: f64) -> [f64; 2] {
    let Centre { normal, start } = crater.centre;
    let chord = minus(direction, normal);
    [radius * dot(chord, chord).sqrt(), dot(chord, cross(normal, start)).atan2(dot(chord, start))]
}

#[test]
fn heights_are_those_of_a_plain_scan() {
    let cases = [
        (2000.0, Params { largest: 1500.0, octaves: 4, ..PARAMS }),
        (1000.0, Params { largest: 1080.0, octaves: 3, coverage: 0.5, irregularity: 1.0, ..PARAMS }),
        (
            1800.0,
            Params { largest: 600.0, octaves: 3, softness: 0.0, irregularity: 0.0, ejecta: 0.0, ..PARAMS },
        ),
        (1400.0, Params { largest: 600.0, octaves: 3, transition: 120.0, softness: 0.5, ..PARAMS }),
        (1500.0, Params { largest: 400.0, spacing: 25.0, octaves: 3, ..PARAMS }),
    ];
    let directions = directions(600);
    for (radius, params) in cases {
        let field = field(radius, &params);
        let population = population(&params, radius);
        let points: Vec<_> = directions.iter().map(|direction| scaled(*direction, radius)).collect();
        let (exact, single) = (field.values::<f64>(&points), field.values::<f32>(&points));
        let mut deepest = 0.0_f64;
        for ((direction, exact), single) in directions.iter().zip(exact).zip(single) {
            let seen = population.iter().map(|crater| (crater, way(crater, *direction, radius)));
            let expected = params.height(seen);
            deepest = deepest.min(expected);
            let text = params.text();
            assert!(
                (exact - expected).abs() < 1e-9 * params.largest,
                "{exact} against {expected} at {direction:?}\n{text}"
            );
            assert!(
                (single - expected).abs() < 3e-6 * params.largest,
                "f32: {single} against {expected}\n{text}"
            );
        }
        assert!(deepest < -0.03 * params.largest, "nothing has struck: {deepest}");
    }
}

#[test]
fn sizes_fall_with_the_square_and_every_octave_covers_the_same() {
    let (radius, params) = (10_000.0, Params { largest: 3200.0, octaves: 7, coverage: 0.12, ..PARAMS });
    let all = population(&params, radius);
    let sphere = 4.0 * std::f64::consts::PI * radius * radius;
    for octave in 0..7 {
        let own = all.iter().filter(|crater| crater.class / 2 == octave);
        let (mut area, mut square) = (0.0, 0.0);
        for cap in own.map(|crater| std::f64::consts::FRAC_PI_4 * crater.diameter.powi(2) / sphere) {
            (area, square) = (area + cap, square + cap * cap);
        }
        // A sum of independent terms varies by the root of the sum of their squares.
        assert!((area - 0.12).abs() < 4.0 * f64::sqrt(square) + 1e-3, "octave {octave} covers {area}");
    }
    // Two decades, from 30 m, where the population is still complete, to 3 km. The slope of the best line through log N(>D)
    // over log D.
    let counted: Vec<_> = (0..20)
        .map(|i| 30.0 * 66.0_f64.powf(f64::from(i) / 19.0))
        .map(|d| (d.ln(), (all.iter().filter(|crater| crater.diameter > d).count() as f64).ln()))
        .collect();
    let mean = |f: fn(&(f64, f64)) -> f64| counted.iter().map(f).sum::<f64>() / counted.len() as f64;
    let (x, y) = (mean(|p| p.0), mean(|p| p.1));
    let covariance: f64 = counted.iter().map(|p| (p.0 - x) * (p.1 - y)).sum();
    let slope = covariance / counted.iter().map(|p| (p.0 - x).powi(2)).sum::<f64>();
    assert!((slope + 2.0).abs() < 0.2, "slope {slope}");
}

/// In regions of equal area, and around the poles, the axes, the edges and the corners of the cube.
#[test]
fn craters_are_strewn_evenly_and_by_poissons_law() {
    let (radius, params) = (10_000.0, Params { largest: 120.0, octaves: 1, ..PARAMS });
    let all = population(&params, radius);
    let expected = params.density(0) * 4.0 * std::f64::consts::PI * radius * radius;
    assert!((all.len() as f64 - expected).abs() < 4.0 * expected.sqrt(), "{} for {expected}", all.len());
    // Cells of equal area, by longitude and the sine of the latitude.
    let (columns, rows) = (40, 20);
    let mut counts = vec![0.0; columns * rows];
    for crater in &all {
        let [x, y, z] = crater.centre.normal;
        let turn = y.atan2(x) / std::f64::consts::TAU + 0.5;
        let (i, j) = ((turn * columns as f64) as usize, (0.5 * (z + 1.0) * rows as f64) as usize);
        counts[j.min(rows - 1) * columns + i.min(columns - 1)] += 1.0;
    }
    let mean = all.len() as f64 / counts.len() as f64;
    let chi = counts.iter().map(|n| (n - mean).powi(2) / mean).sum::<f64>();
    let freedom = counts.len() as f64 - 1.0;
    // By Poisson's law, variance and mean are equal. The sum of squares varies by this much by chance.
    assert!((chi - freedom).abs() < 4.0 * (2.0 * freedom).sqrt(), "{chi} of {freedom} at {mean} a region");
    for direction in directions(0) {
        let cap = all.iter().filter(|crater| dot(crater.centre.normal, direction) > 0.99).count() as f64;
        let due = 0.005 * expected;
        assert!((cap - due).abs() < 4.5 * due.sqrt(), "{cap} for {due} around {direction:?}");
    }
}

/// A crater has the same section on a planet, measured along great circles through a crater that stands alone.
#[test]
fn simple_craters_are_a_fifth_as_deep_as_wide_and_complex_ones_shallower() {
    for (transition, ratio) in [(15_000.0, 0.2), (6.0, 0.034)] {
        let params = Params {
            coverage: 0.01,
            largest: 120.0,
            octaves: 1,
            softness: 0.0,
            ejecta: 1.0,
            transition,
            ..PARAMS
        };
        let radius = 2000.0;
        let (field, population) = (field(radius, &params), population(&params, radius));
        let apart = |one: &Crater<Centre>, other: &Crater<Centre>| {
            radius * dot(one.centre.normal, other.centre.normal).clamp(-1.0, 1.0).acos()
                > 2.0 * (one.diameter + other.diameter)
        };
        let is_alone = |one: &&Crater<Centre>| {
            population.iter().all(|other| other.order == one.order || apart(one, other))
        };
        let alone: Vec<_> = population.iter().filter(is_alone).collect();
        assert!(alone.len() > 10, "only {} craters stand alone", alone.len());
        for crater in alone {
            let Centre { normal, start } = crater.centre;
            let ring = |x: f64| {
                let points: Vec<_> = (0..64)
                    .map(|k| {
                        let (sin, cos) = (std::f64::consts::TAU * f64::from(k) / 64.0).sin_cos();
                        let out = cross(normal, start);
                        let out = [0, 1, 2].map(|axis| cos * start[axis] + sin * out[axis]);
                        let one = crater.distance([1.0, sin.atan2(cos)], 1.0);
                        let (sin, cos) = (x / one / radius).sin_cos();
                        [0, 1, 2].map(|axis| radius * (cos * normal[axis] + sin * out[axis]))
                    })
                    .collect();
                field.values::<f64>(&points).iter().sum::<f64>() / 64.0
            };
            let section: Vec<_> = (0..=305).map(|i| ring(f64::from(i) / 100.0)).collect();
            let crest = section.iter().copied().fold(f64::MIN, f64::max);
            let at = section.iter().position(|&h| h == crest).unwrap();
            let depth = (crest - section[50]) / crater.diameter;
            // Half way out a bowl has three quarters of its depth.
            let depth =
                if transition > 1000.0 { depth / 0.76 } else { depth / (crater.diameter / 90.0).powf(-0.7) };
            assert!((depth / ratio - 1.0).abs() < 0.15, "depth {depth} of {} m", crater.diameter);
            assert!((at as f64 / 100.0 - 1.0).abs() < 0.06, "the crest is at {at} %");
            // A chord is a little shorter than its arc.
            assert!(section[305] == 0.0 && section[290] > 0.0);
        }
    }
}

/// Craters of all sizes on displaced ground, some of which the samples cannot show.
const MOON: &str = "[fields.x]\ntype = 'craters'\ninput = 'hills'\nlargest = 1.7e6\ncoverage = 0.3\n\
    displace = { by = 'drift', strength = 40_000.0 }\n\
    [fields.hills]\ntype = 'fbm'\nwavelength = 500_000.0\n[fields.drift]\ntype = 'fbm'\nwavelength = 330_000.0\noctaves = 3\n";
const UNMOVED: &str = "[fields.x]\ntype = 'craters'\ninput = 0\nlargest = 1.7e6\ncoverage = 0.3\n";
const RADIUS: f64 = 1_737_400.0;

fn sphere() -> Sphere {
    Sphere::new(RADIUS).unwrap()
}

fn spacing(level: u8) -> f64 {
    std::f64::consts::FRAC_PI_2 * RADIUS / f64::from(1_u32 << level) / 64.0
}

fn moon(fields: &str, level: u8) -> Terrain {
    Terrain::new(&parse(&planet(RADIUS, fields)).unwrap(), &NoImages, spacing(level)).unwrap()
}

fn patch(tile: TileAddress) -> Patch {
    TileSamples::new(tile, 6, 0).unwrap().patch(sphere()).unwrap()
}

fn bits(relief: &PatchSamples<f32>, sample: usize) -> [u32; 4] {
    let [x, y, z] = &relief.slopes;
    [&relief.height, x, y, z].map(|plane| plane[sample].to_bits())
}

/// The samples along an edge of a tile.
fn along(edge: Edge) -> Vec<usize> {
    let at = |k: usize| match edge {
        Edge::Top => k,
        Edge::Right => 65 * k + 64,
        Edge::Bottom => 65 * 64 + k,
        Edge::Left => 65 * k,
    };
    (0..65).map(at).collect()
}

/// Tiles agree across all edges of the cube, and within a face.
#[test]
fn tiles_share_their_edges() {
    for fields in [MOON, UNMOVED] {
        for level in [0, 3, 11] {
            let (terrain, last) = (moon(fields, level), (1_u32 << level) - 1);
            let relief = |tile| terrain.patch::<f32>(Level::best(), &patch(tile)).unwrap();
            for face in Face::ALL {
                let tiles =
                    [[last / 3, 0], [last, last / 3], [last / 2, last], [0, last / 2], [last / 2, last / 3]];
                for (tile, edge) in tiles.into_iter().zip(Edge::ALL.into_iter().chain([Edge::Left])) {
                    let tile = TileAddress::new(face, level, tile[0], tile[1]).unwrap();
                    let over = tile.across(edge);
                    let (here, there) = (relief(tile), relief(over.neighbour));
                    let mut beyond = along(over.edge);
                    if over.reversed {
                        beyond.reverse();
                    }
                    for (one, other) in along(edge).into_iter().zip(beyond) {
                        assert_eq!(bits(&here, one), bits(&there, other), "{tile} {edge:?}");
                    }
                }
            }
        }
    }
}

/// The other samples of the patch, and their order, do not matter.
#[test]
fn bits_depend_on_the_place_alone() {
    for (level, tile) in [(1, "py/1/1/0"), (9, "nx/9/511/200"), (18, "pz/18/131072/131071")] {
        let (terrain, patch) = (moon(MOON, level), patch(tile.parse().unwrap()));
        let whole = terrain.patch::<f32>(Level::best(), &patch).unwrap();
        let some: Vec<_> = (0..400).map(|k| 997 * k % patch.len()).collect();
        let units: Vec<_> = some.iter().map(|&sample| patch.units(sample)).collect();
        let mixed = terrain.patch::<f32>(Level::best(), &Patch::of_units(&units).unwrap()).unwrap();
        for (k, &sample) in some.iter().enumerate() {
            assert_eq!(bits(&mixed, k), bits(&whole, sample), "{tile} {sample}");
        }
        let scalar = terrain.patch::<f32>(Level::Scalar, &patch).unwrap();
        assert!(
            (0..patch.len()).all(|sample| bits(&scalar, sample) == bits(&whole, sample)),
            "{tile} by one"
        );
    }
}

/// Single precision is as good on the smallest tiles as on the largest, also where a tile is a small part of a crater.
#[test]
fn single_precision_is_enough() {
    let small = "[fields.x]\ntype = 'craters'\ninput = 0\nlargest = 40.0\ncoverage = 0.4\n";
    for (fields, tiles) in [
        (UNMOVED, ["px/0/0/0", "nz/5/31/17", "py/12/4095/4095"]),
        (small, ["pz/17/65535/3", "nx/19/262144/262144", "ny/22/4194303/2097152"]),
    ] {
        for name in tiles {
            let tile: TileAddress = name.parse().unwrap();
            let (terrain, patch) = (moon(fields, tile.level()), patch(tile));
            let single = terrain.patch::<f32>(Level::best(), &patch).unwrap();
            let exact = terrain.patch::<f64>(Level::best(), &patch).unwrap();
            let range = terrain.interval().length();
            let worst = single.height.iter().zip(&exact.height);
            let worst = worst.map(|(a, b)| (f64::from(*a) - b).abs()).fold(0.0, f64::max);
            assert!(worst < 2e-6 * range, "{name}: {worst} of {range}");
            let heights = exact.height.iter().fold(Interval::point(0.0), |range, height| range.hull(*height));
            assert!(heights.length() > 1e-3 * range, "{name} is level");
        }
    }
}

/// Slopes are those of the heights along the sphere. Where the ground is not displaced, gradients are tangential to the sphere.
#[test]
fn slopes_are_exact() {
    let params = Params { largest: 900.0, octaves: 3, coverage: 0.4, transition: 300.0, ..PARAMS };
    let displaced = params.text()
        + "displace = { by = 'drift', strength = 90.0 }\n[fields.drift]\ntype = 'fbm'\nwavelength = 700.0\noctaves = 2\n";
    let radius = 1000.0;
    for text in [params.text(), displaced] {
        let recipe = parse(&planet(radius, &text)).unwrap();
        let field: Field<3> = Field::of(Graph::new(&recipe, &NoImages, 1.0).unwrap());
        let at = |points: &[Vector]| field.planes::<f64>(Level::best(), Order::Gradient, points);
        let (mut steepest, mut off) = (0.0_f64, 0);
        let directions = directions(800);
        for n in &directions {
            let u = unit_of(cross(*n, if n[2].abs() < 0.7 { [0.0, 0.0, 1.0] } else { [1.0, 0.0, 0.0] }));
            let here = &at(&[scaled(*n, radius)])[0];
            let gradient = [here[1], here[2], here[3]];
            steepest = steepest.max(dot(gradient, gradient).sqrt());
            if text.lines().all(|line| !line.starts_with("displace")) {
                assert!(
                    dot(gradient, *n).abs() < 1e-12 * (1.0 + dot(gradient, gradient)),
                    "{gradient:?} at {n:?}"
                );
            }
            for out in [u, cross(*n, u)] {
                let step = 1e-3;
                let beside = |step: f64| {
                    [0, 1, 2].map(|k| {
                        radius * (step / radius).cos() * n[k] + radius * (step / radius).sin() * out[k]
                    })
                };
                let ends = at(&[beside(step), beside(-step)]);
                let slope = (ends[0][0] - ends[1][0]) / (2.0 * step);
                off += usize::from((slope - dot(gradient, out)).abs() > 1e-5);
            }
        }
        // A few samples lie at the crease of a rim or at the edge of a crater's influence.
        assert!(
            off * 100 <= directions.len() && steepest > 0.2,
            "{off} slopes are not those of heights; {steepest}"
        );
    }
}

#[test]
fn what_is_too_large_is_refused() {
    let refusal = |text: &str| {
        let recipe = parse(text).unwrap();
        Graph::<3>::new(&recipe, &NoImages, 1.0).map(|_| ()).unwrap_err().to_string()
    };
    let large = planet(RADIUS, "[fields.x]\ntype = 'craters'\ninput = 0\nlargest = 3e6\n");
    assert_eq!(
        refusal(&large),
        "recipe.toml:8:11: craters of 3000000 m reach around a planet with a radius of 1737400 m\n  \
         help: make them at most 2000000 m"
    );
    let most = large.replace("3e6", "2e6");
    assert!(Graph::<3>::new(&parse(&most).unwrap(), &NoImages, 1.0).is_ok());
    let space = "orogen = 1\ndomain = { kind = 'space', size = 1000.0 }\nheight.field = 'x'\n\
        [fields.x]\ntype = 'craters'\ninput = 0\nlargest = 300.0\n";
    assert_eq!(
        refusal(space),
        "recipe.toml:7:11: `craters` needs a plane or a planet, and this domain is a space\n  \
         help: set `kind = \"plane\"` in [domain], or `kind = \"planet\"` with a radius"
    );
    // Cells are counted in 32 bits, and craters that are too small for that are left out.
    let tiny = parse(&planet(1e8, "[fields.x]\ntype = 'craters'\ninput = 0\nlargest = 0.5\n")).unwrap();
    let terrain = Terrain::new(&tiny, &NoImages, 1e-3).unwrap();
    let at = Sphere::new(1e8).unwrap().position(Direction::new([0.3, 0.5, 0.7]).unwrap());
    assert!(terrain.sample::<f64>(Level::best(), &[at])[0].height.is_finite());
}
