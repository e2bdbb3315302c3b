//! Statistical quality of the hash of lattice points: it must be uniform, without visible relations between neighbours, seeds
//! or octaves.
//!
//! Every count is compared with a uniform distribution by Pearson's χ². With `k` degrees of freedom χ² has mean `k` and
//! variance `2k`, so `z = (χ² − k)/√2k` is approximately normal. A good hash stays within a few units over the hundreds of
//! counts here.

use orogen_noise::hash::{Key, combine, split_mix};
use orogen_noise::lanes::{Lanes, Scalar32};

/// The largest |z| that passes. By chance, a good hash fails one count in a million.
const LIMIT: f64 = 5.0;

fn word<const D: usize>(key: &Key, cell: [u32; D]) -> u32 {
    let l = Scalar32;
    let axes: [_; D] = std::array::from_fn(|axis| key.axis(l, axis, l.word(cell[axis])));
    l.word_lane(key.point(l, axes), 0)
}

/// Another word for the same point, from one of its words.
fn again(key: &Key, word: u32) -> u32 {
    let l = Scalar32;
    l.word_lane(key.again(l, l.word(word)), 0)
}

fn z_score(counts: &[u32]) -> f64 {
    let expected = counts.iter().map(|&n| f64::from(n)).sum::<f64>() / counts.len() as f64;
    let chi_square: f64 = counts.iter().map(|&n| (f64::from(n) - expected).powi(2) / expected).sum();
    let freedom = counts.len() as f64 - 1.0;
    (chi_square - freedom) / (2.0 * freedom).sqrt()
}

/// Counts `bin(cell)` over a block of cells whose first corner is `start`.
fn count<const D: usize>(
    start: [u32; D],
    side: u32,
    bins: usize,
    bin: impl Fn([u32; D]) -> usize,
) -> Vec<u32> {
    let mut counts = vec![0; bins];
    for index in 0..side.pow(D as u32) {
        let cell = std::array::from_fn(|i| start[i].wrapping_add(index / side.pow(i as u32) % side));
        counts[bin(cell)] += 1;
    }
    counts
}

/// Collects counts and reports all failures together.
#[derive(Default)]
struct Findings {
    seen: usize,
    bad: Vec<String>,
    worst: f64,
}

impl Findings {
    fn judge(&mut self, what: &str, counts: &[u32]) {
        let z = z_score(counts);
        self.seen += 1;
        self.worst = self.worst.max(z.abs());
        if z.abs() > LIMIT {
            self.bad.push(format!("{what}: z = {z:.1}"));
        }
    }

    fn finish(self) {
        println!("{} counts, worst |z| {:.2}", self.seen, self.worst);
        assert!(self.bad.is_empty(), "{} bad counts:\n{}", self.bad.len(), self.bad.join("\n"));
    }
}

const SEEDS: [u64; 3] = [0, 1, 0x1234_5678_9ABC_DEF0];
const STARTS: [u32; 3] = [0, 0_u32.wrapping_sub(512), 123_456_789];
const SIDE: [u32; 4] = [0, 0, 1024, 102];

#[test]
fn single_words_are_uniform() {
    let mut findings = Findings::default();
    fn of<const D: usize>(findings: &mut Findings) {
        for seed in SEEDS {
            let key = Key::new(seed);
            for start in STARTS {
                for bits in [3, 8, 12] {
                    let what = format!("{D}D seed {seed:x} from {start}: top {bits} bits");
                    let counts =
                        count([start; D], SIDE[D], 1 << bits, |c| (word(&key, c) >> (32 - bits)) as usize);
                    findings.judge(&what, &counts);
                    let counts = count([start; D], SIDE[D], 1 << bits, |c| {
                        (again(&key, word(&key, c)) >> (32 - bits)) as usize
                    });
                    findings.judge(&(what + " of the second word"), &counts);
                }
            }
        }
    }
    of::<2>(&mut findings);
    of::<3>(&mut findings);
    findings.finish();
}

#[test]
fn neighbours_are_independent() {
    let mut findings = Findings::default();
    fn of<const D: usize>(findings: &mut Findings, directions: &[[u32; D]]) {
        for (seed, start) in SEEDS.into_iter().zip(STARTS) {
            let key = Key::new(seed);
            for direction in directions {
                for distance in [1_u32, 2, 3, 255, 256, 65536] {
                    for bits in [3, 5] {
                        let top = |cell| (word(&key, cell) >> (32 - bits)) as usize;
                        let counts = count([start; D], SIDE[D], 1 << (2 * bits), |cell: [u32; D]| {
                            let step = |i: usize| cell[i].wrapping_add(direction[i].wrapping_mul(distance));
                            top(cell) << bits | top(std::array::from_fn(step))
                        });
                        let what = format!(
                            "{D}D seed {seed:x} from {start}: top {bits} bits, {distance} along {direction:?}"
                        );
                        findings.judge(&what, &counts);
                    }
                }
            }
        }
    }
    let back = u32::MAX;
    of::<2>(&mut findings, &[[1, 0], [0, 1], [1, 1], [1, back], [1, 2]]);
    of::<3>(&mut findings, &[[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 0], [1, 0, back], [1, 1, 1]]);
    findings.finish();
}

#[test]
fn corners_of_a_cell_are_jointly_independent() {
    let mut findings = Findings::default();
    for seed in SEEDS {
        let key = Key::new(seed);
        for start in STARTS {
            for (bits, [width, height]) in
                [(1, [1, 1]), (3, [1, 1]), (3, [2, 3]), (3, [64, 1]), (3, [256, 256])]
            {
                let counts = count([start; 2], 2048, 1 << (4 * bits), |[x, y]| {
                    (0..4_u32).fold(0, |bin, c| {
                        let corner = [x.wrapping_add((c & 1) * width), y.wrapping_add((c >> 1) * height)];
                        bin << bits | (word(&key, corner) >> (32 - bits)) as usize
                    })
                });
                findings.judge(
                    &format!(
                        "2D seed {seed:x} from {start}: {bits} bits of the corners of {width} by {height}"
                    ),
                    &counts,
                );
            }
            let counts = count([start; 3], 128, 1 << 16, |cell| {
                (0..8_u32).fold(0, |bin, c| {
                    let corner: [_; 3] = std::array::from_fn(|i| cell[i].wrapping_add(c >> i & 1));
                    bin << 2 | (word(&key, corner) >> 30) as usize
                })
            });
            findings.judge(&format!("3D seed {seed:x} from {start}: 2 bits of eight corners"), &counts);
        }
    }
    findings.finish();
}

#[test]
fn seeds_and_octaves_are_independent() {
    let mut findings = Findings::default();
    let octave = |k| combine(7, k);
    let pairs = [
        (1, 2),
        (0, 1),
        (0, 1 << 32),
        (0, 1 << 63),
        (1, 1 << 32 | 1),
        (5, !5),
        (octave(0), octave(1)),
        (octave(1), octave(2)),
        (octave(0), octave(7)),
    ];
    fn of<const D: usize>(findings: &mut Findings, (a, b): (u64, u64)) {
        let (first, second) = (Key::new(a), Key::new(b));
        for shift in [[0; D], [1; D], std::array::from_fn(|i| i as u32)] {
            for bits in [3, 5] {
                let top = |key: &Key, cell| (word(key, cell) >> (32 - bits)) as usize;
                let counts = count([0; D], SIDE[D], 1 << (2 * bits), |cell: [u32; D]| {
                    top(&first, cell) << bits | top(&second, std::array::from_fn(|i| cell[i] + shift[i]))
                });
                findings
                    .judge(&format!("{D}D seeds {a:x} and {b:x}, shift {shift:?}: top {bits} bits"), &counts);
            }
        }
    }
    for pair in pairs {
        of::<2>(&mut findings, pair);
        of::<3>(&mut findings, pair);
    }
    findings.finish();
}

/// The three words that give a point's place in a cell of space.
#[test]
fn words_of_a_point_are_independent() {
    let mut findings = Findings::default();
    for seed in SEEDS {
        let key = Key::new(seed);
        for bits in [3, 4] {
            let counts = count([0; 2], 1024, 1 << (3 * bits), |cell| {
                let first = word(&key, cell);
                let second = again(&key, first);
                let third = again(&key, second);
                [first, second, third]
                    .iter()
                    .fold(0, |bin, word| bin << bits | (word >> (32 - bits)) as usize)
            });
            findings.judge(&format!("seed {seed:x}: top {bits} bits of three words"), &counts);
        }
    }
    findings.finish();
}

/// Scrambled coordinates of two axes come from the same words along a diagonal, y = x + n with n·P = key₀ − key₁. For some
/// seeds this diagonal is near the origin. Even there, words are uniform, and the words of points that are mirrored at the
/// diagonal are independent.
#[test]
fn diagonals_of_equal_words_do_not_show() {
    // 1/P modulo 2^32, and the keys of the first two axes as `Key::new` computes them.
    const INVERSE: u32 = 0x0E8B_2F51;
    let offset = |seed: u64| {
        let keys = split_mix(seed);
        (keys as u32).wrapping_sub((keys >> 32) as u32).wrapping_mul(INVERSE)
    };
    assert_eq!(INVERSE.wrapping_mul(0x9E37_79B1), 1);
    let mut findings = Findings::default();
    let seeds = (0_u64..).filter(|&seed| offset(seed) < 4096).take(4);
    for (seed, n) in seeds.map(|seed| (seed, offset(seed))) {
        let key = Key::new(seed);
        let top = |cell: [u32; 2], bits: u32| (word(&key, cell) >> (32 - bits)) as usize;
        for bits in [3, 8] {
            let mut counts = vec![0; 1 << bits];
            (0..1 << 20).for_each(|x: u32| counts[top([x, x.wrapping_add(n)], bits)] += 1);
            findings.judge(&format!("seed {seed}: top {bits} bits along y = x + {n}"), &counts);
        }
        for away in [1, 2, 17] {
            let mut counts = vec![0; 1 << 10];
            for x in 0..1 << 20_u32 {
                let (one, other) = ([x, x + n + away], [x + away, x + n]);
                counts[top(one, 5) << 5 | top(other, 5)] += 1;
            }
            findings.judge(&format!("seed {seed}: mirrored at y = x + {n}, {away} away"), &counts);
        }
    }
    findings.finish();
}

/// Changing one bit of a coordinate changes each of the top bits half of the time.
#[test]
fn every_input_bit_reaches_the_top_bits() {
    let mut bad = Vec::new();
    for seed in SEEDS {
        let key = Key::new(seed);
        for axis in 0..3 {
            for bit in 0..32 {
                let mut flips = [0_u32; 8];
                let samples = 40_000_u32;
                for k in 0..samples {
                    let cell = [k % 200, k / 200, k.wrapping_mul(7) % 193];
                    let mut other = cell;
                    other[axis] ^= 1 << bit;
                    let change = word(&key, cell) ^ word(&key, other);
                    for (top, count) in flips.iter_mut().enumerate() {
                        *count += change >> (31 - top) & 1;
                    }
                }
                for (top, count) in flips.iter().enumerate() {
                    let share = f64::from(*count) / f64::from(samples);
                    if (share - 0.5).abs() > 0.02 {
                        bad.push(format!("seed {seed:x} axis {axis} bit {bit} top {top}: {share:.3}"));
                    }
                }
            }
        }
    }
    assert!(bad.is_empty(), "{} bad:\n{}", bad.len(), bad.join("\n"));
}
