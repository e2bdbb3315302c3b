//! `transform` and `repeat` against the same field at positions that are computed here.

use orogen_engine::graph::Graph;
use orogen_engine::level::Level;
use orogen_engine::patch::Patch;
use orogen_engine::raster::{Band, Grid};
use orogen_engine::recipe::Recipe;
use orogen_engine::terrain::Terrain;
use orogen_noise::basis::AnyBasis;
use orogen_noise::jet::Order;
use orogen_noise::noise::Dimension;

use crate::derivatives::INPUTS;
use crate::field::{Field, Pictures, head, on_planet, parse, points};

/// Each text defines `f`: fractals along the grid and across it, fed back slopes, fields of fields, displacements, nodes that
/// follow slopes, landforms, pictures, a solved field.
const FIELDS: &[&str] = &[
    "type = 'fbm'\nwavelength = 170.0",
    "type = 'ridged'\nwavelength = 128.0\nrotate = 0.0\noctaves = 3",
    "type = 'cellular'\nwavelength = 90.0",
    "type = 'simplex'\nwavelength = 90.0",
    "type = 'swiss'\nwavelength = 260.0\noctaves = 4\ndisplace = { by = 'soft', strength = 60.0 }",
    "type = 'mix'\na = 'a'\nb = 'b'\nmask = 'mask'",
    "type = 'steepness'\ninput = 'a'\nscale = 130.0",
    "type = 'ramp'\nangle = 30.0\nlength = 3000.0\nx = -400.0",
    "type = 'radial'\nradius = 900.0\nx = 430.0\ny = 500.0",
    "type = 'image'\nfile = 'smooth.png'\nwidth = 900.0",
    "type = 'strata'\ninput = 'a'\nfold = 'b'\nthickness = 0.9\noctaves = 2\ndip = 0.05\ndirection = 40.0",
    "type = 'dunes'\nwavelength = 420.0\nlevels = 1\nripples = 0.0",
];

/// Fields that a plane has and a space has not.
const ON_A_PLANE: &[&str] = &[
    "type = 'craters'\ninput = 'hill'\nlargest = 700.0\noctaves = 3\n[fields.hill]\ntype = 'scale'\ninput = 'a'\nfactor = 90.0",
    "type = 'gullies'\ninput = 'broad'\nscale = 700.0\nwavelength = 700.0\noctaves = 3\n\
     [fields.broad]\ntype = 'fbm'\nwavelength = 2000.0\noctaves = 1",
    "type = 'volcano'\nx = 700.0\ny = 300.0\nradius = 700.0\nheight = 100.0\ngullies = 0.8",
    "type = 'island'\nradius = 500.0",
    "type = 'mesa'\nspacing = 900.0\nheight = 120.0\nirregularity = 0.3",
    "type = 'rivers'\ninput = 'hills'\nspacing = 900.0\nwidth = 100.0\nbanks = 120.0\nvalley = 540.0\noctaves = 1\n\
     [fields.hills]\ntype = 'scale'\ninput = 'a'\nfactor = 150.0",
    "type = 'erosion'\ninput = 'hills'\ndetail = 25.0\nscale = 200.0\n[fields.hills]\ntype = 'scale'\ninput = 'a'\nfactor = 1.5",
];

/// Parameters of a `transform`, with the map that they stand for: from a position to the one where the input is read.
struct Case {
    text: &'static str,
    linear: [[f64; 3]; 3],
    /// The point that is turned about, and where it is moved to.
    points: [[f64; 3]; 2],
}

const COS: f64 = 0.8;
const SIN: f64 = 0.6;

/// The angle with this sine and cosine.
const ANGLE: &str = "36.86989764584402";

fn cases() -> Vec<Case> {
    let scaled = |matrix: [[f64; 3]; 3], scale: f64| matrix.map(|row| row.map(|x| x / scale));
    let unit = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    vec![
        Case {
            text: "move_x = 312.5\nmove_y = -77.25",
            linear: unit,
            points: [[0.0; 3], [312.5, -77.25, 0.0]],
        },
        Case {
            text: "turn = 36.86989764584402\nx = 300.0\ny = 100.0",
            linear: [[COS, SIN, 0.0], [-SIN, COS, 0.0], [0.0, 0.0, 1.0]],
            points: [[300.0, 100.0, 0.0]; 2],
        },
        Case { text: "scale = 0.4", linear: scaled(unit, 0.4), points: [[500.0, 500.0, 0.0]; 2] },
        Case {
            // Mirrored first, then turned.
            text: "mirror = 'x'\nturn = -36.86989764584402\nscale = 1.6\nmove_x = 90.0\nx = 0.0\ny = 0.0",
            linear: scaled([[-COS, SIN, 0.0], [SIN, COS, 0.0], [0.0, 0.0, 1.0]], 1.6),
            points: [[0.0; 3], [90.0, 0.0, 0.0]],
        },
    ]
}

impl Case {
    fn read<const D: usize>(&self, position: &[f64; D]) -> [f64; D] {
        let [fixed, to] = self.points;
        let from: [f64; D] = std::array::from_fn(|axis| position[axis] - to[axis]);
        std::array::from_fn(|i| fixed[i] + (0..D).map(|j| self.linear[i][j] * from[j]).sum::<f64>())
    }

    /// The spacing of samples in the field.
    fn spacing(&self) -> f64 {
        self.linear[0][..2].iter().map(|x| x * x).sum::<f64>().sqrt()
    }
}

fn fields(inner: &str, outer: &str) -> String {
    format!("{INPUTS}[fields.f]\n{inner}\n[fields.x]\n{outer}\n")
}

/// Values and gradients of `x` against those of `f` at other positions, in double precision.
fn compare<const D: usize>(
    [x, f]: [&Field<D>; 2],
    places: &[[f64; D]],
    read: impl Fn(&[f64; D]) -> [f64; D],
    linear: impl Fn(&[f64; D]) -> [[f64; 3]; 3],
    about: &str,
) where
    AnyBasis: Dimension<D>,
{
    let there: Vec<_> = places.iter().map(read).collect();
    let found = x.planes::<f64>(Level::best(), Order::Gradient, places);
    let expected = f.planes::<f64>(Level::best(), Order::Gradient, &there);
    let steepest =
        expected.iter().flat_map(|jet| &jet[1..]).fold(1e-9_f64, |most, slope| most.max(slope.abs()));
    // Where the field has a crease or a jump, a rounded position may be on the other side.
    let mut apart = 0;
    for ((found, expected), place) in found.iter().zip(&expected).zip(places) {
        let linear = linear(place);
        let gradient = |axis: usize| (0..D).map(|i| linear[i][axis] * expected[1 + i]).sum::<f64>();
        let value = (found[0] - expected[0]).abs() > 1e-9 * x.magnitude.max(1.0);
        let slopes = (0..D).any(|axis| (found[1 + axis] - gradient(axis)).abs() > 1e-6 * steepest);
        apart += usize::from(value || slopes);
    }
    assert!(apart * 200 <= places.len(), "{D}D {about}: {apart} of {} differ", places.len());
}

fn transformed<const D: usize>(texts: &[&str])
where
    AnyBasis: Dimension<D>,
{
    let places = points::<D>(600);
    for case in cases() {
        for inner in texts {
            let outer = format!("type = 'transform'\ninput = 'f'\n{}", case.text);
            let all = fields(inner, &outer);
            let x = Field::<D>::at_spacing("x", &all, 1.0).unwrap_or_else(|error| panic!("{error}\n{all}"));
            let f = Field::<D>::at_spacing("f", &all, case.spacing()).unwrap();
            compare([&x, &f], &places, |place| case.read(place), |_| case.linear, &all);
        }
    }
}

#[test]
fn a_field_is_read_at_the_transformed_position() {
    transformed::<2>(FIELDS);
    transformed::<2>(ON_A_PLANE);
    transformed::<3>(FIELDS);
}

/// Two transforms in succession, and one with the product of their maps; also in a displacement's field.
#[test]
fn transforms_follow_each_other() {
    let places = points::<2>(400);
    for inner in [FIELDS[0], FIELDS[4], ON_A_PLANE[0]] {
        let chain = "type = 'transform'\ninput = 'y'\nturn = 36.86989764584402\nx = 0.0\ny = 0.0\n\
            [fields.y]\ntype = 'transform'\ninput = 'f'\nmove_x = 60.0\nscale = 0.5\nx = 0.0\ny = 0.0";
        let all = fields(inner, chain);
        let (x, f) = (Field::<2>::new("x", &all), Field::<2>::at_spacing("f", &all, 2.0).unwrap());
        let linear = [[2.0 * COS, 2.0 * SIN, 0.0], [-2.0 * SIN, 2.0 * COS, 0.0], [0.0; 3]];
        let read = |&[px, py]: &[f64; 2]| [2.0 * (COS * px + SIN * py - 60.0), 2.0 * (COS * py - SIN * px)];
        compare([&x, &f], &places, read, |_| linear, &all);
    }
}

/// A displaced `transform` reads its input at the transformed position of the displaced one.
#[test]
fn a_displaced_transform_maps_the_displaced_position() {
    let places = points::<2>(400);
    for inner in [FIELDS[0], FIELDS[4], FIELDS[9], ON_A_PLANE[0]] {
        let turn = "type = 'transform'\ninput = 'f'\nturn = 36.86989764584402\nscale = 0.5\nx = 0.0\ny = 0.0";
        let displaced = format!(
            "{turn}\ndisplace = {{ by = 'one', strength = 70.0 }}\n[fields.one]\ntype = 'constant'\nvalue = 1.0"
        );
        let all = fields(inner, &displaced);
        let (x, f) = (Field::<2>::new("x", &all), Field::<2>::at_spacing("f", &all, 2.0).unwrap());
        let linear = [[2.0 * COS, 2.0 * SIN, 0.0], [-2.0 * SIN, 2.0 * COS, 0.0], [0.0; 3]];
        let read = |place: &[f64; 2]| {
            let [px, py] = place.map(|x| x + 70.0);
            [2.0 * (COS * px + SIN * py), 2.0 * (COS * py - SIN * px)]
        };
        compare([&x, &f], &places, read, |_| linear, &all);
    }
    // A transform that changes nothing leaves a displaced field as it is.
    let unit = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0; 3]];
    for text in [
        "type = 'fbm'\nwavelength = 170.0\nseed = 3",
        "type = 'craters'\ninput = 'b'\nlargest = 700.0\nseed = 3",
    ] {
        let displace = "displace = { by = 'soft', strength = 90.0 }";
        let all = fields(
            &format!("{text}\n{displace}"),
            &format!("type = 'transform'\ninput = 'g'\n{displace}\n[fields.g]\n{text}"),
        );
        let (x, f) = (Field::<2>::new("x", &all), Field::<2>::new("f", &all));
        compare([&x, &f], &places, |place| *place, |_| unit, &all);
    }
}

/// The coordinate in a box of side 310 from −45, and whether the box is mirrored.
fn in_the_box(x: f64, mirror: bool) -> (f64, f64) {
    let t = (x + 45.0) / 310.0;
    let odd = mirror && t.floor().rem_euclid(2.0) == 1.0;
    let t = t - t.floor();
    (310.0 * if odd { 1.0 - t } else { t } - 45.0, if odd { -1.0 } else { 1.0 })
}

#[test]
fn a_box_is_repeated() {
    for inner in FIELDS {
        repeated::<2>(inner);
        repeated::<3>(inner);
    }
    ON_A_PLANE.iter().for_each(|inner| repeated::<2>(inner));
}

fn repeated<const D: usize>(inner: &str)
where
    AnyBasis: Dimension<D>,
{
    let places = points::<D>(600);
    for (periods, mirror) in [([true, true], false), ([true, true], true), ([false, true], true)] {
        let period =
            |axis: usize, key: &str| if periods[axis] { format!("\n{key} = 310.0") } else { String::new() };
        let outer = format!(
            "type = 'repeat'\ninput = 'f'\nx = -45.0\ny = -45.0\nmirror = {mirror}{}{}",
            period(0, "period_x"),
            period(1, "period_y")
        );
        let all = fields(inner, &outer);
        let (x, f) = (Field::<D>::new("x", &all), Field::<D>::new("f", &all));
        let fold = |place: &[f64; D], axis: usize| {
            if axis < 2 && periods[axis] { in_the_box(place[axis], mirror) } else { (place[axis], 1.0) }
        };
        let linear = |place: &[f64; D]| {
            let entry = |i, j| if i == j && i < D { fold(place, i).1 } else { 0.0 };
            std::array::from_fn(|i| std::array::from_fn(|j| entry(i, j)))
        };
        compare([&x, &f], &places, |place| std::array::from_fn(|axis| fold(place, axis).0), linear, &all);
    }
}

/// A displaced `repeat` folds the displaced position, and a transformed one the transformed position.
#[test]
fn displaced_and_transformed_positions_are_folded() {
    let places = points::<2>(400);
    let repeat = "type = 'repeat'\ninput = 'f'\nx = -45.0\ny = -45.0\nperiod_x = 310.0\nperiod_y = 310.0\nmirror = true";
    for inner in [FIELDS[0], FIELDS[4], ON_A_PLANE[0]] {
        let displaced = format!(
            "type = 'transform'\ninput = 'r'\nturn = 36.86989764584402\nx = 0.0\ny = 0.0\n[fields.r]\n{repeat}\n\
             displace = {{ by = 'one', strength = 70.0 }}\n[fields.one]\ntype = 'constant'\nvalue = 1.0"
        );
        let all = fields(inner, &displaced);
        let (x, f) = (Field::<2>::new("x", &all), Field::<2>::new("f", &all));
        let turned = |&[px, py]: &[f64; 2]| [COS * px + SIN * py + 70.0, COS * py - SIN * px + 70.0];
        let folded = |place: &[f64; 2]| turned(place).map(|x| in_the_box(x, true));
        let linear = |place: &[f64; 2]| {
            let [a, b] = folded(place).map(|(_, side)| side);
            [[a * COS, a * SIN, 0.0], [-b * SIN, b * COS, 0.0], [0.0; 3]]
        };
        compare([&x, &f], &places, |place| folded(place).map(|(x, _)| x), linear, &all);
    }
}

/// Moved by whole cells and scaled by a power of two, a field has the same bits as where it comes from, and far away too.
#[test]
fn exact_maps_give_the_same_bits() {
    let inner = "type = 'fbm'\nwavelength = 128.0\nrotate = 0.0\noctaves = 'auto'";
    let outer =
        "type = 'transform'\ninput = 'f'\nmove_x = 1024.0\nmove_y = -4096.0\nscale = 0.5\nx = 0.0\ny = 0.0";
    let all = fields(inner, outer);
    let (x, f) = (Field::<2>::new("x", &all), Field::<2>::at_spacing("f", &all, 2.0).unwrap());
    for origin in [0.0, 8e6] {
        let places: Vec<_> =
            points::<2>(500).iter().map(|place| place.map(|x| (8.0 * x).round() / 8.0 + origin)).collect();
        let there: Vec<_> = places.iter().map(|[x, y]| [2.0 * (x - 1024.0), 2.0 * (y + 4096.0)]).collect();
        let (found, expected) = (x.values::<f32>(&places), f.values::<f32>(&there));
        assert!(found == expected, "{origin}");
    }
}

/// A repeated field is as smooth ten thousand kilometres away as at the origin.
#[test]
fn far_boxes_are_like_near_ones() {
    let outer = "type = 'repeat'\ninput = 'f'\nperiod_x = 256.0\nperiod_y = 512.0";
    let x = Field::<2>::new("x", &fields(FIELDS[0], outer));
    let places: Vec<_> =
        points::<2>(500).iter().map(|place| place.map(|x| (8.0 * x).round() / 8.0)).collect();
    let far: Vec<_> = places.iter().map(|[x, y]| [x + 256.0 * 40_000.0, y - 512.0 * 20_000.0]).collect();
    assert!(x.values::<f32>(&places) == x.values::<f32>(&far));
}

/// `octaves = "auto"` has the octaves that the samples can show in the field.
#[test]
fn octaves_follow_the_scale() {
    let octaves = |scale: f64| {
        let all = fields(FIELDS[0], &format!("type = 'transform'\ninput = 'f'\nscale = {scale:?}"));
        let graph = Graph::<2>::new(&parse(&(head("plane", "x") + &all)).unwrap(), &Pictures, 1.0).unwrap();
        let noises = graph.steps.iter().filter_map(|step| match step {
            orogen_engine::graph::Step::Field { node: orogen_engine::nodes::Node::Noise(noise), .. } => {
                Some(noise.octaves.seen().len())
            }
            _ => None,
        });
        noises.sum::<usize>()
    };
    assert_eq!(
        [octaves(0.25), octaves(1.0), octaves(4.0)],
        [octaves(1.0) - 2, octaves(1.0), octaves(1.0) + 2]
    );
}

/// Each text defines `f` on a planet.
const ON_A_PLANET: &[&str] = &[
    "type = 'latitude'",
    "type = 'fbm'\nwavelength = 300.0",
    "type = 'continents'\nwavelength = 1200.0\nland = 0.6",
    "type = 'spot'\nlatitude = 40.0\nlongitude = 50.0\nradius = 900.0",
    "type = 'craters'\ninput = 0\nlargest = 400.0\noctaves = 2",
    "type = 'dunes'\nwavelength = 400.0\nlevels = 1\nripples = 0.0",
    "type = 'rivers'\ninput = 'hills'\nspacing = 900.0\nwidth = 100.0\nbanks = 120.0\nvalley = 540.0\noctaves = 1\n\
     [fields.hills]\ntype = 'scale'\ninput = 'a'\nfactor = 150.0",
];

#[test]
fn a_planet_turns_about_its_axes() {
    let places: Vec<[f64; 3]> = points::<3>(600)
        .iter()
        .map(|place| place.map(|x| x - 500.0))
        .map(|place| place.map(|x| 1000.0 * x / place.iter().map(|x| x * x).sum::<f64>().sqrt()))
        .collect();
    let turns = [
        ("x", [[1.0, 0.0, 0.0], [0.0, COS, SIN], [0.0, -SIN, COS]]),
        ("y", [[COS, 0.0, -SIN], [0.0, 1.0, 0.0], [SIN, 0.0, COS]]),
        ("z", [[COS, SIN, 0.0], [-SIN, COS, 0.0], [0.0, 0.0, 1.0]]),
    ];
    for (axis, linear) in turns {
        for inner in ON_A_PLANET {
            let all =
                fields(inner, &format!("type = 'transform'\ninput = 'f'\naxis = '{axis}'\nturn = {ANGLE}"));
            let planet = |name: &str| {
                Field::<3>::on_planet(1000.0, name, &all, 1.0).unwrap_or_else(|error| panic!("{error}"))
            };
            let read =
                |place: &[f64; 3]| std::array::from_fn(|i| (0..3).map(|j| linear[i][j] * place[j]).sum());
            compare([&planet("x"), &planet("f")], &places, read, |_| linear, &all);
        }
    }
}

/// Positions of a patch, which are in units, are mapped like those in metres: on a turned planet and in a space, folded there.
#[test]
fn patches_are_mapped_like_points() {
    let terrain = |head: String, fields: &str| {
        Terrain::new(&parse(&(head + fields)).unwrap(), &Pictures, 10.0).unwrap()
    };
    let heights = |terrain: &Terrain, places: &[[f64; 3]]| {
        terrain.patch::<f64>(Level::best(), &Patch::new(places).unwrap()).unwrap().height
    };
    let apart = |found: &[f64], expected: &[f64]| {
        let far = found.iter().zip(expected).filter(|(one, other)| (**one - **other).abs() > 1e-5);
        far.count()
    };
    let all = fields(ON_A_PLANET[1], &format!("type = 'transform'\ninput = 'f'\naxis = 'y'\nturn = {ANGLE}"));
    let places: Vec<[f64; 3]> =
        points::<3>(300).iter().map(|place| place.map(|x| 2.0 * x - 1000.0)).collect();
    let turned: Vec<_> = places.iter().map(|[x, y, z]| [COS * x - SIN * z, *y, SIN * x + COS * z]).collect();
    let [x, f] = ["x", "f"].map(|name| terrain(on_planet(name), &all));
    assert_eq!(apart(&heights(&x, &places), &heights(&f, &turned)), 0);

    let repeat = "type = 'repeat'\ninput = 't'\nperiod_x = 310.0\nperiod_y = 250.0\nmirror = true\n\
        [fields.t]\ntype = 'transform'\ninput = 'f'\nturn = 30.0\ndisplace = { by = 'soft', strength = 40.0 }";
    let x = terrain(head("space", "x"), &fields(FIELDS[0], repeat));
    let samples = x.sample::<f64>(Level::best(), &places);
    let expected: Vec<_> = samples.iter().map(|sample| sample.height).collect();
    assert_eq!(apart(&heights(&x, &places), &expected), 0);
}

/// Terrains with transforms inside and outside of displacements, of repeats, and of a picture.
const LAND: &str = "[fields.soft]\ntype = 'fbm'\nwavelength = 300.0\n\
    [fields.ranges]\ntype = 'swiss'\nwavelength = 260.0\ndisplace = { by = 'drift', strength = 35.0 }\n\
    [fields.drift]\ntype = 'transform'\ninput = 'soft'\nturn = 20.0\nscale = 0.7\n\
    [fields.turned]\ntype = 'transform'\ninput = 'ranges'\nturn = 33.0\nmove_x = 71.0\nscale = 0.8\ndisplace = { by = 'soft', strength = 25.0 }\n\
    [fields.boxes]\ntype = 'repeat'\ninput = 'turned'\nperiod_x = 230.0\nperiod_y = 170.0\nmirror = true\n\
    [fields.hit]\ntype = 'craters'\ninput = 0\nlargest = 300.0\n\
    [fields.moved]\ntype = 'transform'\ninput = 'hit'\nturn = 50.0\nmirror = 'y'\n\
    [fields.land]\ntype = 'mix'\na = 'boxes + moved / 40'\nb = 'turned'\nmask = 'soft + 0.5'\n";

/// Bits depend neither on instructions nor on the crop.
#[test]
fn bits_are_the_same_at_every_level_and_in_every_crop() {
    let recipe = parse(&(head("plane", "land") + LAND)).unwrap();
    let terrain = Terrain::new(&recipe, &Pictures, 1000.0 / 69.0).unwrap();
    let grid = Grid { first_column: -71, first_row: 123_457, columns: 141, rows: 70, spacing: 1000.0 / 69.0 };
    let make = |level, grid: Grid| {
        let mut band = Band::default();
        terrain.rows(level, grid).unwrap().make(0, grid.rows, true, &mut band);
        band
    };
    let whole = make(Level::Scalar, grid);
    for (name, level) in Level::all() {
        let band = make(level, grid);
        assert!(band.height == whole.height && band.dx == whole.dx && band.dy == whole.dy, "{name}");
    }
    let (skip, columns, rows) = (37, 90, 23);
    let crop =
        Grid { first_column: grid.first_column + 37, first_row: grid.first_row + 11, columns, rows, ..grid };
    let crop = make(Level::best(), crop);
    for row in 0..rows {
        let at = (row + 11) * grid.columns + skip;
        assert_eq!(crop.height[row * columns..][..columns], whole.height[at..][..columns]);
        assert_eq!(crop.dx[row * columns..][..columns], whole.dx[at..][..columns]);
    }
}

/// In a domain that repeats, transformed and repeated fields repeat to the bit.
#[test]
fn transformed_domains_repeat() {
    let fields = "[fields.f]\ntype = 'fbm'\nwavelength = 250.0\n[fields.x]\ntype = 'add'\na = 't'\nb = 'r'\n\
        [fields.t]\ntype = 'transform'\ninput = 'f'\nturn = 90.0\nscale = 0.5\nmirror = 'x'\nmove_x = 71.3\n\
        [fields.r]\ntype = 'repeat'\ninput = 'f'\nx = 30.0\nperiod_x = 250.0\nperiod_y = 500.0\nmirror = true\n";
    let text = head("plane", "x").replace("size = 1000.0", "size = 1000.0, tile = true") + fields;
    let x = Field::<2>::of(Graph::new(&parse(&text).unwrap(), &Pictures, 1.0).unwrap());
    let places = points::<2>(300);
    let expected = x.values::<f32>(&places);
    let across = places.iter().map(|[x, y]| [x + 3000.0, y - 2000.0]).collect::<Vec<_>>();
    let found = x.values::<f32>(&across);
    let apart = found.iter().zip(&expected).filter(|(one, other)| (**one - **other).abs() > 1e-6).count();
    assert!(apart == 0, "{apart}");
    // Rounded numbers are those that they stand for.
    for (number, rounded) in
        [("period_y = 500.0", "period_y = '1000 / 30'"), ("scale = 0.5", "scale = '1 / 49'")]
    {
        let text = text.replace(number, rounded);
        assert!(text.contains(rounded) && Graph::<2>::new(&parse(&text).unwrap(), &Pictures, 1.0).is_ok());
    }
}

#[test]
fn what_cannot_be_transformed_is_refused() {
    let plane = |recipe: &Recipe| Graph::<2>::new(recipe, &Pictures, 1.0).err();
    let planet = |recipe: &Recipe| Graph::<3>::new(recipe, &Pictures, 1.0).err();
    let tile = head("plane", "x").replace("size = 1000.0", "size = 1000.0, tile = true");
    let cases: [(String, &str, &str); 9] = [
        (head("plane", "x"), "type = 'transform'\naxis = 'x'", "a plane has no third axis"),
        (head("plane", "x"), "type = 'transform'\nmirror = 'z'", "a plane has no third axis"),
        (head("plane", "x"), "type = 'transform'\nx = 3.0", "the centre needs two coordinates"),
        (tile.clone(), "type = 'transform'\nturn = 45.0", "a turned field does not repeat"),
        (tile.clone(), "type = 'transform'\nscale = 0.7", "a field at this scale does not repeat"),
        (tile, "type = 'repeat'\nperiod_x = 300.0", "a box of 300 m does not repeat"),
        (
            on_planet("x"),
            "type = 'transform'\nmove_x = 30.0",
            "cannot be moved away from the planet's centre",
        ),
        (
            head("plane", "x"),
            "type = 'repeat'\ninput = 'g'\n[fields.g]\ntype = 'gullies'\nscale = 9.0\nwavelength = 90.0\n\
             displace = { by = 'f', strength = 30.0 }",
            "displaced gullies cannot be repeated",
        ),
        (on_planet("x"), "type = 'repeat'", "`repeat` is not available on planets"),
    ];
    for (head, text, message) in cases {
        let text = if text.contains("'gullies'") {
            text.replace("'gullies'", "'gullies'\ninput = 'f'")
        } else {
            format!("{text}\ninput = 'f'")
        };
        let is_planet = head.contains("planet");
        let fields = format!("[fields.f]\ntype = 'fbm'\nwavelength = 250.0\n[fields.x]\n{text}\n");
        let recipe = parse(&(head + &fields)).unwrap();
        let error = if is_planet { planet(&recipe) } else { plane(&recipe) };
        let error = error.unwrap_or_else(|| panic!("taken: {text}")).to_string();
        assert!(error.contains(message) && error.contains("help:"), "{error}");
    }
}
