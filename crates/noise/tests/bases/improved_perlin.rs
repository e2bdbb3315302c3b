//! Compares improved noise with a second implementation that follows Perlin's published code.

use super::all::{Random, single};
use orogen_noise::basis::{AnyBasis, ImprovedPerlin};
use orogen_noise::jet::Order;
use orogen_noise::level::Level;
use orogen_noise::noise::Noise;
use orogen_noise::rows::{Rows, STRIP};

/// The published permutation, as sixteen rows of sixteen bytes.
const PERMUTATION: &str = "
    97 a0 89 5b 5a 0f 83 0d c9 5f 60 35 c2 e9 07 e1
    8c 24 67 1e 45 8e 08 63 25 f0 15 0a 17 be 06 94
    f7 78 ea 4b 00 1a c5 3e 5e fc db cb 75 23 0b 20
    39 b1 21 58 ed 95 38 57 ae 14 7d 88 ab a8 44 af
    4a a5 47 86 8b 30 1b a6 4d 92 9e e7 53 6f e5 7a
    3c d3 85 e6 dc 69 5c 29 37 2e f5 28 f4 66 8f 36
    41 19 3f a1 01 d8 50 49 d1 4c 84 bb d0 59 12 a9
    c8 c4 87 82 74 bc 9f 56 a4 64 6d c6 ad ba 03 40
    34 d9 e2 fa 7c 7b 05 ca 26 93 76 7e ff 52 55 d4
    cf ce 3b e3 2f 10 3a 11 b6 bd 1c 2a df b7 aa d5
    77 f8 98 02 2c 9a a3 46 dd 99 65 9b a7 2b ac 09
    81 16 27 fd 13 62 6c 6e 4f 71 e0 e8 b2 b9 70 68
    da f6 61 e4 fb 22 f2 c1 ee d2 90 0c bf b3 a2 f1
    51 33 91 eb f9 0e ef 6b 31 c0 d6 1f b5 c7 6a 9d
    b8 54 cc b0 73 79 32 2d 7f 04 96 fe 8a ec cd 5d
    de 72 43 1d 18 48 f3 8d 80 c3 4e 42 d7 3d 9c b4
";

struct Reference {
    p: Vec<usize>,
}

impl Reference {
    fn new() -> Self {
        let bytes = PERMUTATION.split_whitespace().map(|byte| usize::from_str_radix(byte, 16).unwrap());
        let once: Vec<usize> = bytes.collect();
        assert_eq!(once.len(), 256);
        Self { p: [once.clone(), once].concat() }
    }

    fn noise(&self, x: f64, y: f64, z: f64) -> f64 {
        let p = &self.p;
        let cell = |t: f64| (t.floor() as i64 & 255) as usize;
        let (cx, cy, cz) = (cell(x), cell(y), cell(z));
        let (x, y, z) = (x - x.floor(), y - y.floor(), z - z.floor());
        let (u, v, w) = (fade(x), fade(y), fade(z));
        let a = p[cx] + cy;
        let (aa, ab) = (p[a] + cz, p[a + 1] + cz);
        let b = p[cx + 1] + cy;
        let (ba, bb) = (p[b] + cz, p[b + 1] + cz);
        let layer = |k: usize, z: f64| {
            lerp(
                v,
                lerp(u, grad(p[aa + k], x, y, z), grad(p[ba + k], x - 1.0, y, z)),
                lerp(u, grad(p[ab + k], x, y - 1.0, z), grad(p[bb + k], x - 1.0, y - 1.0, z)),
            )
        };
        lerp(w, layer(0, z), layer(1, z - 1.0))
    }
}

fn fade(t: f64) -> f64 {
    t * t * t * (t * (t * 6.0 - 15.0) + 10.0)
}

fn lerp(t: f64, a: f64, b: f64) -> f64 {
    a + t * (b - a)
}

fn grad(hash: usize, x: f64, y: f64, z: f64) -> f64 {
    let h = hash & 15;
    let u = if h < 8 { x } else { y };
    let v = match h {
        0..=3 => y,
        12 | 14 => x,
        _ => z,
    };
    (if h & 1 == 0 { u } else { -u }) + (if h & 2 == 0 { v } else { -v })
}

/// Random places, exact lattice points, places very near a lattice plane, and far places. The share of a strip for `f32`
/// truncates a place by less than 2^−32 of a cell, so both implementations have nearly the same place.
fn places() -> Vec<[f64; 3]> {
    let mut random = Random(2);
    let mut places: Vec<[f64; 3]> = (0..20_000).map(|_| random.point(300.0)).collect();
    places.extend((0..2_000).map(|_| random.point::<3>(300.0).map(f64::round)));
    for _ in 0..3_000 {
        let mut place = random.point::<3>(300.0);
        let axis = (random.unit() * 3.0) as usize;
        let beside = [-1e-3, -1e-9, 0.0, 1e-9, 1e-3][(random.unit() * 5.0) as usize];
        place[axis] = place[axis].round() + beside;
        places.push(place);
    }
    places.extend((0..3_000).map(|_| random.point(1e9)));
    places.extend([[-256.0; 3], [255.5, -0.5, 256.5], [-0.25, -255.75, -256.25]]);
    places
}

fn reference<const D: usize>() -> Noise<D>
where
    AnyBasis: orogen_noise::noise::Dimension<D>,
{
    single(AnyBasis::ImprovedPerlin(ImprovedPerlin::reference()), 0xDEAD)
}

#[test]
fn f64_in_space() {
    let (oracle, noise) = (Reference::new(), reference::<3>());
    for place in places() {
        let [x, y, z] = place;
        let (ours, theirs) = (noise.at(place).v, oracle.noise(x, y, z));
        assert!((ours - theirs).abs() < 1e-12, "{place:?}: {ours} and {theirs}");
    }
}

#[test]
fn f64_in_the_plane() {
    let (oracle, noise) = (Reference::new(), reference::<2>());
    for [x, y, _] in places() {
        let (ours, theirs) = (noise.at([x, y]).v, oracle.noise(x, y, 0.0));
        assert!((ours - theirs).abs() < 1e-12, "{x}, {y}: {ours} and {theirs}");
    }
}

fn f32_rows<const D: usize>(oracle: impl Fn([f64; D]) -> f64)
where
    AnyBasis: orogen_noise::noise::Dimension<D>,
{
    let noise = reference::<D>();
    let (mut scratch, mut out) = (Default::default(), Rows::default());
    for chunk in places().chunks(STRIP) {
        let columns: Vec<[f64; D]> = chunk.iter().map(|p| std::array::from_fn(|i| p[i])).collect();
        let strip = noise.strip::<f32>(&columns);
        for row in [[0.0; D], [-33.25; D]] {
            noise
                .row(Level::best(), Order::Value, &strip, &noise.line(&row), None, &mut scratch, &mut out)
                .unwrap();
            for (column, value) in columns.iter().zip(out.plane(0)) {
                let place = std::array::from_fn(|i| column[i] + row[i]);
                let theirs = oracle(place);
                assert!((f64::from(*value) - theirs).abs() < 1e-6, "{place:?}: {value} and {theirs}");
            }
        }
    }
}

#[test]
fn f32_in_space() {
    let oracle = Reference::new();
    f32_rows::<3>(|[x, y, z]| oracle.noise(x, y, z));
}

#[test]
fn f32_in_the_plane() {
    let oracle = Reference::new();
    f32_rows::<2>(|[x, y]| oracle.noise(x, y, 0.0));
}

/// Each seed has its own permutation: fields of two seeds differ, and so do two octaves of one seed.
#[test]
fn seeds_shuffle() {
    let [first, second] = [1, 2].map(ImprovedPerlin::seeded);
    assert_ne!(first, second);
    assert_eq!(first, ImprovedPerlin::seeded(1));
    let value = |basis, seed| single::<2>(AnyBasis::ImprovedPerlin(basis), seed).at([0.3, 0.6]).v;
    assert_ne!(value(first, 1), value(second, 1));
    assert_ne!(value(first, 1), value(first, 2), "the octave's key chooses where the table begins");
}
