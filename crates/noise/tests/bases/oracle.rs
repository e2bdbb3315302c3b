//! Second implementations of the bases, simple and in `f64`, from their definitions. They share only the hash of lattice
//! points with the library.

use orogen_noise::basis::{Cellular, Fade, Metric, Output};
use orogen_noise::hash::Key;
use orogen_noise::lanes::{Lanes, Scalar64};

/// The three words of a lattice point. A basis needs one, two or three of them.
fn words<const D: usize>(key: &Key, cell: [i64; D]) -> [u32; 3] {
    let l = Scalar64;
    let axes: [_; D] = std::array::from_fn(|axis| key.axis(l, axis, l.word(cell[axis] as u32)));
    let first = key.point(l, axes);
    let second = key.again(l, first);
    [first, second, key.again(l, second)].map(|word| l.word_lane(word, 0))
}

/// Uniform in [−1, 1).
fn signed_unit(word: u32) -> f64 {
    f64::from(word >> 8) / 8_388_608.0 - 1.0
}

fn sign(word: u32, bit: u32) -> f64 {
    if word >> bit & 1 == 1 { -1.0 } else { 1.0 }
}

/// The unit gradient of a lattice point.
fn direction<const D: usize>(word: u32) -> [f64; D] {
    let mut direction = [0.0; D];
    if D == 2 {
        let steep = word >> 29 & 1 == 1;
        let angle = if steep { 67.5_f64 } else { 22.5 }.to_radians();
        direction[0] = sign(word, 31) * angle.cos();
        direction[1] = sign(word, 30) * angle.sin();
    } else {
        let golden = (1.0 + 5.0_f64.sqrt()) / 2.0;
        let length = (1.0 + golden * golden).sqrt();
        let third = (f64::from((word << 2) as i32) / 4_294_967_296.0 + 0.5) * 3.0;
        // (0, 1, φ), then (φ, 0, 1), then (1, φ, 0).
        let zero = third as usize;
        direction[(zero + 1) % 3] = sign(word, 31) / length;
        direction[(zero + 2) % 3] = sign(word, 30) * golden / length;
    }
    direction
}

fn dot<const D: usize>(a: [f64; D], b: [f64; D]) -> f64 {
    (0..D).map(|i| a[i] * b[i]).sum()
}

/// Blends the values `corner(cell)` at the corners of the cell around `place`.
fn blend<const D: usize>(place: [f64; D], fade: fn(f64) -> f64, corner: impl Fn([i64; D]) -> f64) -> f64 {
    (0..1_usize << D)
        .map(|c| {
            let mut weight = 1.0;
            let cell = std::array::from_fn(|i| {
                let part = fade(place[i] - place[i].floor());
                let far = c >> i & 1;
                weight *= if far == 1 { part } else { 1.0 - part };
                place[i].floor() as i64 + far as i64
            });
            weight * corner(cell)
        })
        .sum()
}

fn quintic(t: f64) -> f64 {
    6.0 * t.powi(5) - 15.0 * t.powi(4) + 10.0 * t.powi(3)
}

fn cubic(t: f64) -> f64 {
    3.0 * t.powi(2) - 2.0 * t.powi(3)
}

pub(crate) fn perlin<const D: usize>(key: &Key, place: [f64; D]) -> f64 {
    let largest = if D == 2 { 0.660_816_454_018_633 } else { 0.718_198_891_630_523_2 };
    blend(place, quintic, |cell| {
        let way = std::array::from_fn(|i| place[i] - cell[i] as f64);
        dot(direction::<D>(words(key, cell)[0]), way)
    }) / largest
}

/// Every lattice point has a level, a gradient and a twist. In space, this is Perlin's noise.
pub(crate) fn hermite<const D: usize>(key: &Key, place: [f64; D]) -> f64 {
    if D == 3 {
        return perlin(key, place);
    }
    blend(place, quintic, |cell| {
        let word = words(key, cell)[0];
        let way: [f64; D] = std::array::from_fn(|i| place[i] - cell[i] as f64);
        let twisted = 0.9 * sign(word, 27) * way.iter().product::<f64>();
        0.3 * sign(word, 28) + dot(direction::<D>(word), way) + twisted
    }) / 1.182_718_807_042_875_6
}

pub(crate) fn value<const D: usize>(key: &Key, fade: Fade, place: [f64; D]) -> f64 {
    let fade = match fade {
        Fade::Quintic => quintic,
        Fade::Cubic => cubic,
    };
    blend(place, fade, |cell| signed_unit(words(key, cell)[0]))
}

pub(crate) fn white<const D: usize>(key: &Key, place: [f64; D]) -> f64 {
    signed_unit(words(key, place.map(|p| p.floor() as i64))[0])
}

pub(crate) fn simplex<const D: usize>(key: &Key, place: [f64; D]) -> f64 {
    let d = D as f64;
    let skew = ((d + 1.0).sqrt() - 1.0) / d;
    let unskew = skew / (1.0 + d * skew);
    let shift = skew * place.iter().sum::<f64>();
    let base: [i64; D] = std::array::from_fn(|i| (place[i] + shift).floor() as i64);
    let way = |cell: [i64; D]| -> [f64; D] {
        let back = unskew * cell.iter().sum::<i64>() as f64;
        std::array::from_fn(|i| place[i] - (cell[i] as f64 - back))
    };
    // Walk from the first corner along the axes, in descending order of the fractions.
    let mut order: Vec<usize> = (0..D).collect();
    let first = way(base);
    order.sort_by(|&a, &b| first[b].total_cmp(&first[a]));
    let mut cell = base;
    let mut sum = 0.0;
    for step in 0..=D {
        let way = way(cell);
        let t = (0.5 - dot(way, way)).max(0.0);
        sum += t.powi(4) * dot(direction::<D>(words(key, cell)[0]), way);
        if step < D {
            cell[order[step]] += 1;
        }
    }
    let largest = if D == 2 { 0.009_995_991_539_700_57 } else { 0.009_212_326_040_928_22 };
    sum / largest
}

/// A feature point: its distance and the offset to it.
#[derive(Clone, Copy)]
pub(crate) struct Feature<const D: usize> {
    pub(crate) far: f64,
    pub(crate) way: [f64; D],
    pub(crate) cell: [i64; D],
}

/// The two nearest feature points among the cells at most three away.
pub(crate) fn features<const D: usize>(
    key: &Key,
    metric: Metric,
    jitter: f64,
    place: [f64; D],
) -> [Feature<D>; 2] {
    let mut found: Vec<Feature<D>> = (0..7_usize.pow(D as u32))
        .map(|index| {
            let cell: [i64; D] = std::array::from_fn(|i| {
                place[i].floor() as i64 + (index / 7_usize.pow(i as u32) % 7) as i64 - 3
            });
            let words = words(key, cell);
            let way: [f64; D] = std::array::from_fn(|i| {
                cell[i] as f64 + 0.5 + jitter / 2.0 * signed_unit(words[i]) - place[i]
            });
            let far = match metric {
                Metric::Euclidean => dot(way, way).sqrt(),
                Metric::Squared => dot(way, way),
                Metric::Manhattan => way.iter().map(|w| w.abs()).sum(),
                Metric::Chebyshev => way.iter().map(|w| w.abs()).fold(0.0, f64::max),
            };
            Feature { far, way, cell }
        })
        .collect();
    found.select_nth_unstable_by(1, |a, b| a.far.total_cmp(&b.far));
    [found[0], found[1]]
}

pub(crate) fn cellular<const D: usize>(key: &Key, basis: &Cellular, place: [f64; D]) -> f64 {
    let [first, second] = features(key, basis.metric, basis.jitter, place).map(|f| f.far);
    match basis.output {
        Output::F1 => first,
        Output::F2 => second,
        Output::F2MinusF1 => second - first,
    }
}
