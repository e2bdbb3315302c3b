//! The population of craters: positions, sizes and ages.
//!
//! Each octave of size has a lattice. Its cells hold a hashed number of craters, by Poisson's law, anywhere in the cell. So
//! craters are scattered uniformly at random: the cells cannot be seen, and need neither rotation nor jitter. A cell is as
//! wide as the largest crater reaches, so a sample needs only the cells around it. On a sphere, cells lie in sheets above it,
//! and hold more centres than there are craters (`sphere`).

use orogen_noise::hash::{Key, combine, split_mix};
use orogen_noise::lanes::{Lanes, Scalar32};
use orogen_noise::lattice::Map;

use super::profile::{REACH, SIZES, Size};

/// A lattice that repeats has at most so many cells a side; what is finer shows nowhere in such a domain.
const MOST_CELLS: f64 = 1e9;

/// A sphere's radius is at most so many cells, of which the squares still have room in 64 bits. The craters in them are
/// smaller than the samples of level 24 show.
const MOST_CELLS_DEEP: f64 = 268_435_456.0;

/// Largest departures of the squared radius from a circle's for two, three and five lobes, each way of each wave.
pub(super) const LOBES: [f64; 3] = [0.08, 0.06, 0.035];

/// The largest coordinate of a place on a unit sphere is at least so much.
pub(super) const LOWEST: f64 = 0.577_350_269_189_625_8;

/// A sheet holds so many times the centres that are needed at its middle: `√3`.
const SURPLUS: f64 = 1.0 / LOWEST;

/// A sphere around the origin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ball {
    /// Metres.
    pub(super) radius: f64,
}

/// Cells that craters have their centres in: those of two axes of an octave's lattice.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sheet {
    pub(super) number: u32,
    pub(super) axes: [usize; 2],
    /// Whether there is no other.
    pub(super) is_alone: bool,
}

/// What all octaves of the craters on a ground have in common.
#[derive(Clone, Copy, Debug)]
pub(super) struct Population {
    pub(super) seed: u64,
    /// Share of the ground covered by each octave.
    pub(super) coverage: f64,
    /// Share of `LOBES` that outlines stray from circles.
    pub(super) bend: f64,
    /// Side after which everything repeats.
    pub(super) tile: Option<f64>,
    /// The sphere that it lies on, if it is not a plane.
    pub(super) ball: Option<Ball>,
}

impl Population {
    /// How far a crater of a diameter reaches, in metres: `x² = r²/R²·(1 + m)` is `REACH²` there, and a cosine and a
    /// sine together are at most √2 of the greater.
    pub(super) fn reach(&self, diameter: f64) -> f64 {
        let most = self.bend * std::f64::consts::SQRT_2 * LOBES.iter().sum::<f64>();
        0.5 * REACH * diameter / (1.0 - most).sqrt()
    }
}

/// An octave of sizes: the lattice its craters lie in, and what they can be like.
#[derive(Clone, Debug)]
pub(super) struct Octave {
    /// How many larger octaves there are.
    pub(super) number: usize,
    key: Key,
    /// The words of the key, axis by axis.
    pub(super) keys: [u32; 3],
    /// Cells after which the lattice repeats, if it is to.
    pub(super) period: Option<u32>,
    /// A cell whose word is below the n-th of them holds at most n craters, and more otherwise.
    pub(super) counts: Vec<u32>,
    pub(super) sizes: [Size; SIZES],
    /// How far a crater of each size reaches, in cells.
    pub(super) reach: [f64; SIZES],
    /// Metres a cell.
    pub(super) cell: f64,
}

impl Octave {
    /// The octave of these sizes, unless they are too small to show anywhere in a domain that repeats or on a sphere.
    pub(super) fn new(population: &Population, number: usize, sizes: [Size; SIZES]) -> Option<Self> {
        let widest = 2.0 * sizes[0].radius.max(sizes[SIZES - 1].radius);
        let least = population.reach(widest);
        let cells = population.tile.map(|side| (side / least).floor());
        let is_deep = |ball: Ball| ball.radius / least > MOST_CELLS_DEEP;
        if cells.is_some_and(|cells| cells > MOST_CELLS) || population.ball.is_some_and(is_deep) {
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
            // As `Key::new` has them.
            keys: [first as u32, (first >> 32) as u32, second as u32],
            period: cells.map(|cells| cells as u32),
            counts: poisson(surplus * expected),
            sizes,
            reach: sizes.map(|size| population.reach(2.0 * size.radius) / cell),
            cell,
        })
    }

    /// From metres to its cells.
    pub(super) fn map<const D: usize>(&self) -> Map<D> {
        let mut map = Map::<D>::identity();
        map.matrix.iter_mut().for_each(|row| row.iter_mut().for_each(|m| *m /= self.cell));
        map
    }

    /// Whether the samples can show any of its craters.
    pub(super) fn is_visible(&self) -> bool {
        self.sizes[0].weight > 0.0
    }

    /// The craters whose centres lie in a cell of a sheet, but for those that the samples cannot show at all.
    pub(super) fn craters(&self, sheet: Sheet, cell: [u32; 2]) -> impl Iterator<Item = Crater> + '_ {
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
    pub(super) fn reach(&self, crater: &Crater) -> f64 {
        self.reach[crater.size]
    }
}

/// A crater.
#[derive(Clone, Copy, Debug)]
pub(super) struct Crater {
    /// The sheet of the cell.
    pub(super) sheet: Sheet,
    /// The cell its centre lies in.
    pub(super) cell: [u32; 2],
    /// Its number in the cell.
    pub(super) index: u32,
    /// Its centre in the cell: 24 bits, which `f32` holds.
    pub(super) centre: [f64; 2],
    /// The number of its size.
    pub(super) size: usize,
    words: Words,
}

impl Crater {
    /// Its centre along an axis of its sheet, in cells from the lower end of a cell.
    pub(super) fn along(&self, axis: usize, from: u32) -> f64 {
        f64::from(self.cell[axis].wrapping_sub(from) as i32) + self.centre[axis]
    }

    /// An even number below 2¹⁴: what decides whether it is one of too many.
    pub(super) fn lot(&self) -> u32 {
        self.words.word(2) >> 18
    }

    /// When it was made: later ones are younger.
    pub(super) fn birth(&self) -> u32 {
        self.words.word(5)
    }

    /// How worn it is. Age is even; with the root of it, few craters look fresh and many old.
    pub(super) fn worn(&self, softness: f64) -> f64 {
        softness * (1.0 - f64::from(self.birth()) / 4_294_967_296.0).sqrt()
    }

    /// Its outline: weights of the cosine and the sine of each of the lobes.
    pub(super) fn lobes(&self, bend: f64) -> [[f64; 2]; 3] {
        let signed = |word: u32| f64::from(word as i32) / 2_147_483_648.0;
        let wave = |k: usize, part: u32| bend * LOBES[k] * signed(self.words.word(6 + 2 * k as u32 + part));
        std::array::from_fn(|k| [wave(k, 0), wave(k, 1)])
    }
}

/// A number with 24 bits at most, a little smaller: `f32` holds it, and so do the rates of patches. A lattice of so many
/// cells a metre is the same one for all.
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

/// Poisson's law for an expected number: the probabilities of at most 0, 1, 2, … craters, in 2⁻³²; certainty ends it.
fn poisson(expected: f64) -> Vec<u32> {
    let (mut term, mut sum) = (libm::exp(-expected), 0.0);
    let mut most = Vec::new();
    loop {
        sum += term;
        let threshold = (sum * 4_294_967_296.0).round();
        // The tail sums to less than half a unit, or its terms have become too small to change the sum.
        if threshold >= 4_294_967_295.0 || most.len() > 200 {
            return most;
        }
        most.push(threshold as u32);
        term *= expected / most.len() as f64;
    }
}

#[cfg(test)]
mod tests {
    use super::super::plane::Plane;
    use super::super::profile::Measures;
    use super::super::surface::Surface;
    use super::*;

    fn octaves(coverage: f64, tile: Option<f64>) -> Vec<Octave> {
        let measures = Measures { depth: 1.0, rim: 1.0, peak: 1.0, transition: 15e3, spacing: 0.0 };
        let population = Population { seed: 42, coverage, bend: 0.5, tile, ball: None };
        (0..6).map(|k| Octave::new(&population, k, measures.sizes(k as u32, 1600.0)).unwrap()).collect()
    }

    /// All craters with centres in 0 … `side` metres along both axes: octave, diameter and centre.
    fn census(octaves: &[Octave], side: f64) -> Vec<(usize, f64, [f64; 2])> {
        let mut all = Vec::new();
        for (k, octave) in octaves.iter().enumerate() {
            let cells = (side / octave.cell).ceil() as u32;
            let cells = (0..cells).flat_map(|y| (0..cells).map(move |x| [x, y]));
            all.extend(cells.flat_map(|cell| octave.craters(Plane::SHEETS[0], cell)).map(|crater| {
                let metres = |axis: usize| octave.cell * (f64::from(crater.cell[axis]) + crater.centre[axis]);
                (k, 2.0 * octave.sizes[crater.size].radius, [metres(0), metres(1)])
            }));
        }
        all.retain(|(_, _, [x, y])| *x < side && *y < side);
        all
    }

    #[test]
    fn sizes_fall_with_the_square_and_every_octave_covers_the_same() {
        let side = 120_000.0;
        let all = census(&octaves(0.12, None), side);
        // The slope of the best line through log N(>D) over log D.
        let counted: Vec<_> = (0..20)
            .map(|i| 30.0 * 40.0_f64.powf(f64::from(i) / 19.0))
            .map(|d| (d.ln(), (all.iter().filter(|(_, diameter, _)| *diameter > d).count() as f64).ln()))
            .collect();
        let mean = |f: fn(&(f64, f64)) -> f64| counted.iter().map(f).sum::<f64>() / counted.len() as f64;
        let (x, y) = (mean(|p| p.0), mean(|p| p.1));
        let covariance: f64 = counted.iter().map(|p| (p.0 - x) * (p.1 - y)).sum();
        let slope = covariance / counted.iter().map(|p| (p.0 - x).powi(2)).sum::<f64>();
        assert!((slope + 2.0).abs() < 0.2, "slope {slope}");
        for k in 0..6 {
            let area: f64 = all
                .iter()
                .filter(|(octave, ..)| *octave == k)
                .map(|(_, d, _)| std::f64::consts::FRAC_PI_4 * d * d)
                .sum();
            assert!((area / (side * side) - 0.12).abs() < 0.012, "octave {k}: {}", area / (side * side));
            // The same within the octave: of N(>D) ∝ D⁻² a third is above L/√2 when all is above L/2.
            let sizes: Vec<_> = all.iter().filter(|(octave, ..)| *octave == k).map(|(_, d, _)| *d).collect();
            let middle = 1600.0 * 0.5_f64.powi(k as i32) * std::f64::consts::FRAC_1_SQRT_2;
            let above = sizes.iter().filter(|&&d| d > middle).count() as f64 / sizes.len() as f64;
            assert!((above - 1.0 / 3.0).abs() < 0.03, "octave {k}: {above} are above the middle size");
        }
    }

    #[test]
    fn craters_are_strewn_by_poissons_law() {
        let octave = &octaves(0.12, None)[5];
        let all = census(std::slice::from_ref(octave), 20_000.0);
        // Counts in squares that have nothing to do with the cells: the variance is the mean.
        for square in [31.0, 77.0, 203.0] {
            let across = (20_000.0_f64 / square) as usize;
            let mut counts = vec![0.0; across * across];
            for (_, _, [x, y]) in &all {
                let (i, j) = ((x / square) as usize, (y / square) as usize);
                if i < across && j < across {
                    counts[j * across + i] += 1.0;
                }
            }
            let mean = counts.iter().sum::<f64>() / counts.len() as f64;
            let variance = counts.iter().map(|n| (n - mean).powi(2)).sum::<f64>() / counts.len() as f64;
            assert!((variance / mean - 1.0).abs() < 0.08, "squares of {square} m: {variance} against {mean}");
        }
    }

    #[test]
    fn thresholds_are_those_of_poissons_law() {
        let thresholds = poisson(2.0);
        let expected = [0.135_335_283, 0.406_005_850, 0.676_676_416, 0.857_123_460];
        for (threshold, expected) in thresholds.iter().zip(expected) {
            assert!((f64::from(*threshold) / 4_294_967_296.0 - expected).abs() < 1e-8);
        }
        assert_eq!(poisson(0.0), Vec::<u32>::new());
        assert!(poisson(30.0).len() < 100 && thresholds.is_sorted());
    }

    #[test]
    fn a_lattice_that_repeats_does() {
        for octave in octaves(0.3, Some(5000.0)) {
            let period = octave.period.unwrap();
            let craters = |cell| octave.craters(Plane::SHEETS[0], cell).map(|c| (c.centre, c.size, c.birth())).collect::<Vec<_>>();
            assert_eq!(craters([1, 2_u32.wrapping_sub(period)]), craters([1 + period, 2]));
        }
    }
}
