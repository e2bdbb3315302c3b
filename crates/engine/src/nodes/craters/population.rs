//! The population of craters: positions, sizes and ages.
//!
//! Each octave of size has a lattice. The number of craters in a cell is hashed and follows Poisson's law. Their centres are
//! anywhere in the cell. So craters are scattered uniformly at random: the cells cannot be seen, and need neither rotation nor
//! jitter. A cell is as wide as the largest crater reaches, so a sample needs only the cells around it. On a sphere, cells are in
//! sheets, and contain more centres than there are craters (`sphere`).

use orogen_noise::hash::{Key, combine, split_mix};
use orogen_noise::lanes::{Lanes, Scalar32};
use orogen_noise::lattice::Map;

use super::profile::{REACH, SIZES, Size};

/// A lattice that repeats has at most this many cells per side. Finer craters show nowhere in such a domain.
const MAX_CELLS: f64 = 1e9;

/// A sphere's radius is at most this many cells, so that squares fit into 64 bits. Craters in smaller cells are too small even
/// for the samples of level 24.
const MAX_CELLS_DEEP: f64 = 268_435_456.0;

/// The largest weights of the cosine and of the sine in an outline's departure from a circle, for the waves with two, three
/// and five lobes. The departure is that of the squared radius, relative to the circle's.
pub const LOBES: [f64; 3] = [0.08, 0.06, 0.035];

/// For every point of a unit sphere, the largest absolute coordinate is at least this value: `1/√3`.
pub const LOWEST: f64 = 0.577_350_269_189_625_8;

/// A sheet contains this many times the centres that are needed at its middle: `√3`.
const SURPLUS: f64 = 1.0 / LOWEST;

/// A sphere around the origin.
#[derive(Clone, Copy, Debug)]
pub struct Ball {
    /// The radius in metres.
    pub radius: f64,
}

/// A layer of cells for the centres of craters: the cells of two axes of an octave's lattice.
#[derive(Clone, Copy, Debug)]
pub struct Sheet {
    pub number: u32,
    pub axes: [usize; 2],
    /// Whether the surface has no other sheet.
    pub is_alone: bool,
}

/// The parameters that all octaves of craters on a ground share.
#[derive(Clone, Copy, Debug)]
pub struct Population {
    pub seed: u64,
    /// Share of the ground covered by each octave.
    pub coverage: f64,
    /// How far outlines depart from circles, as a share of `LOBES`.
    pub bend: f64,
    /// The side of the domain in metres, if the domain repeats.
    pub tile: Option<f64>,
    /// The sphere that the craters are on, if the ground is not a plane.
    pub ball: Option<Ball>,
}

impl Population {
    /// How far a crater with this diameter can reach, in metres: the largest distance `r` at which `x² = r²/R²·(1 + m)` is
    /// `REACH²`, with `R` the radius and `m` the outline's departure from a circle. The sum of a cosine and a sine is at most √2
    /// times the larger of their weights.
    pub fn reach(&self, diameter: f64) -> f64 {
        let most = self.bend * std::f64::consts::SQRT_2 * LOBES.iter().sum::<f64>();
        0.5 * REACH * diameter / (1.0 - most).sqrt()
    }
}

/// An octave of sizes: the lattice of its craters, and their possible sizes.
#[derive(Clone, Debug)]
pub struct Octave {
    /// Number of octaves with larger craters.
    pub number: usize,
    key: Key,
    /// The words of the key, axis by axis.
    pub keys: [u32; 3],
    /// Number of cells after which the lattice repeats, if the lattice repeats.
    pub period: Option<u32>,
    /// Thresholds of the number of craters in a cell. A cell whose word is below threshold n has at most n craters; otherwise it
    /// has more.
    pub counts: Vec<u32>,
    pub sizes: [Size; SIZES],
    /// How far a crater of each size reaches, in cells.
    pub reach: [f64; SIZES],
    /// Metres per cell.
    pub cell: f64,
}

impl Octave {
    /// The octave with these sizes. `None` if such craters are too small to show anywhere in a domain that repeats or on a
    /// sphere.
    pub fn new(population: &Population, number: usize, sizes: [Size; SIZES]) -> Option<Self> {
        let widest = 2.0 * sizes[0].radius.max(sizes[SIZES - 1].radius);
        let least = population.reach(widest);
        let cells = population.tile.map(|side| (side / least).floor());
        let is_deep = |ball: Ball| ball.radius / least > MAX_CELLS_DEEP;
        if cells.is_some_and(|cells| cells > MAX_CELLS) || population.ball.is_some_and(is_deep) {
            return None;
        }
        let cell = match (population.tile, cells) {
            (Some(side), Some(cells)) => side / cells,
            _ if population.ball.is_some() => 1.0 / short(1.0 / least),
            _ => least,
        };
        let area = sizes.iter().map(|size| std::f64::consts::PI * size.radius * size.radius).sum::<f64>();
        let expected = population.coverage * cell * cell * SIZES as f64 / area;
        let surplus = if population.ball.is_some() { SURPLUS } else { 1.0 };
        let seed = combine(population.seed, number as u64);
        let (first, second) = (split_mix(seed), split_mix(!seed));
        Some(Self {
            number,
            key: Key::new(seed),
            // The same words as in `Key::new`.
            keys: [first as u32, (first >> 32) as u32, second as u32],
            period: cells.map(|cells| cells as u32),
            counts: poisson(surplus * expected),
            sizes,
            reach: sizes.map(|size| population.reach(2.0 * size.radius) / cell),
            cell,
        })
    }

    /// The map from metres to the cells of the octave's lattice.
    pub fn map<const D: usize>(&self) -> Map<D> {
        let mut map = Map::<D>::identity();
        map.matrix.iter_mut().for_each(|row| row.iter_mut().for_each(|m| *m /= self.cell));
        map
    }

    /// Whether the samples can show any crater of the octave.
    pub fn is_visible(&self) -> bool {
        self.sizes[0].weight > 0.0
    }

    /// The craters whose centres are in a cell of a sheet, except those that the samples cannot show at all.
    pub fn craters(&self, sheet: Sheet, cell: [u32; 2]) -> impl Iterator<Item = Crater> + '_ {
        let l = Scalar32;
        let wrapped = |cell: u32| match self.period {
            Some(period) => i64::from(cell as i32).rem_euclid(i64::from(period)) as u32,
            None => cell,
        };
        let [x, y] = std::array::from_fn(|axis| self.key.axis(l, axis, l.word(wrapped(cell[axis]))));
        let point = match sheet.is_alone {
            true => self.key.point(l, [x, y]),
            false => self.key.point(l, [x, y, self.key.axis(l, 2, l.word(sheet.number))]),
        };
        let point = l.word_lane(point, 0);
        let word = scrambled(point);
        let count = self.counts.iter().take_while(|&&most| word >= most).count() as u32;
        (0..count).filter_map(move |index| {
            let words = Words { point, first: 1 + 16 * index };
            let size = (words.word(4) >> (32 - SIZES.trailing_zeros())) as usize;
            let centre = |axis: usize| f64::from(words.word(axis as u32) >> 8) * (1.0 / 16_777_216.0);
            let visible = self.sizes[size].weight > 0.0;
            visible.then(|| Crater { sheet, cell, index, centre: std::array::from_fn(centre), size, words })
        })
    }

    /// How far a crater reaches, in cells.
    pub fn reach(&self, crater: &Crater) -> f64 {
        self.reach[crater.size]
    }
}

/// A crater.
#[derive(Clone, Copy, Debug)]
pub struct Crater {
    /// The sheet of the cell.
    pub sheet: Sheet,
    /// The cell of the crater's centre.
    pub cell: [u32; 2],
    /// The number of the crater in its cell.
    pub index: u32,
    /// The position of the crater's centre in the cell. Each coordinate has 24 bits, so `f32` represents it exactly.
    pub centre: [f64; 2],
    /// The index of the crater's size in [`Octave::sizes`].
    pub size: usize,
    words: Words,
}

impl Crater {
    /// The coordinate of the crater's centre along an axis of its sheet, in cells from the lower end of the cell `from`.
    pub fn along(&self, axis: usize, from: u32) -> f64 {
        f64::from(self.cell[axis].wrapping_sub(from) as i32) + self.centre[axis]
    }

    /// An evenly distributed number below 2¹⁴. On a sphere, it decides whether the crater is one of the surplus.
    pub fn lot(&self) -> u32 {
        self.words.word(2) >> 18
    }

    /// The time of the impact. Larger numbers are younger.
    pub fn birth(&self) -> u32 {
        self.words.word(5)
    }

    /// How worn the crater is: `softness` times the square root of its age, which is from 0 to 1. Ages are evenly distributed, so
    /// with the root, few craters look fresh and many look old.
    pub fn worn(&self, softness: f64) -> f64 {
        softness * (1.0 - f64::from(self.birth()) / 4_294_967_296.0).sqrt()
    }

    /// The crater's outline: the weights of the cosine and the sine of the waves with two, three and five lobes.
    pub fn lobes(&self, bend: f64) -> [[f64; 2]; 3] {
        let signed = |word: u32| f64::from(word as i32) / 2_147_483_648.0;
        let wave = |k: usize, part: u32| bend * LOBES[k] * signed(self.words.word(6 + 2 * k as u32 + part));
        std::array::from_fn(|k| [wave(k, 0), wave(k, 1)])
    }
}

/// The number, rounded down to 24 significant bits, so that `f32` and the rates of patches represent it exactly. So a lattice
/// with this many cells per metre is the same in both.
fn short(number: f64) -> f64 {
    let bits = 23 - libm::ilogb(number);
    libm::ldexp(libm::ldexp(number, bits).floor(), -bits)
}

/// Random words of a crater: a counter, scrambled.
#[derive(Clone, Copy, Debug)]
struct Words {
    point: u32,
    first: u32,
}

impl Words {
    fn word(self, index: u32) -> u32 {
        scrambled(self.point.wrapping_add((self.first + index).wrapping_mul(0x9E37_79B9)))
    }
}

/// A bijection of `u32` without visible structure (Christopher Wellons' two-round mixer, 2018).
fn scrambled(word: u32) -> u32 {
    let word = (word ^ (word >> 16)).wrapping_mul(0x7FEB_352D);
    let word = (word ^ (word >> 15)).wrapping_mul(0x846C_A68B);
    word ^ (word >> 16)
}

/// Poisson's law for an expected number: the probabilities of at most 0, 1, 2, … craters, in units of 2⁻³². The list ends before
/// the first probability that rounds to 1.
pub fn poisson(expected: f64) -> Vec<u32> {
    let (mut term, mut sum) = (libm::exp(-expected), 0.0);
    let mut most = Vec::new();
    loop {
        sum += term;
        let threshold = (sum * 4_294_967_296.0).round();
        // The probability of more craters is below 1.5 units, or its terms have become too small to change the sum.
        if threshold >= 4_294_967_295.0 || most.len() > 200 {
            return most;
        }
        most.push(threshold as u32);
        term *= expected / most.len() as f64;
    }
}
