//! Integer hashing of lattice points: no tables, no period below 2^32 cells, the same words on every machine.
//!
//! A lattice point is hashed in two stages. Each coordinate `c` of the point is scrambled separately, `h = c·P + key`,
//! `h ^= h >> 15`, `h *= Q`. This is a bijection of `u32`, so no axis has a period below 2^32. All points of a row or column
//! share the scrambled coordinate of their axis. Exclusive-or then joins the scrambled coordinates, and a product with R mixes
//! the result: exclusive-or alone is linear in bits, which shows as diagonal streaks. Every axis has its own Q: with one Q for
//! all, two axes would have the same words along a diagonal, `c₀·P + key₀ = c₁·P + key₁`. There, the exclusive-or would be
//! zero, and the noise would be mirrored at the diagonal. The measurements are in `tests/hash_quality.rs`.
//!
//! P, Q and R are odd constants with balanced bit patterns. P is 2^32 divided by the golden ratio (Knuth's multiplicative
//! hashing, 1973). The others are multipliers of `u32` mixers that Christopher Wellons (2018) found by a search for low bias:
//! R and the first Q are from a mixer of two rounds, the other two Q from a mixer of three rounds.

use crate::lanes::Lanes;

const P: u32 = 0x9E37_79B1;
const Q: [u32; 3] = [0x7FEB_352D, 0xED5A_D4BB, 0x3184_8BAB];
const R: u32 = 0x846C_A68B;

/// Hash keys of one octave, derived from a 64-bit seed.
///
/// ```
/// use orogen_noise::hash::Key;
/// use orogen_noise::lanes::{Lanes, Scalar32};
///
/// let (l, key) = (Scalar32, Key::new(7));
/// let point = |x, y| l.unit(key.point(l, [key.axis(l, 0, l.word(x)), key.axis(l, 1, l.word(y))]));
/// assert_eq!(point(3, 4), point(3, 4));
/// assert_ne!(point(3, 4), point(4, 3));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    axes: [u32; 3],
}

/// Steele, Lea and Flood's `SplitMix64` (2014): a bijection of `u64`. Its outputs look random, even for consecutive inputs.
pub const fn split_mix(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// A number in [0, 1) from the upper 53 bits of a word.
pub const fn unit(word: u64) -> f64 {
    (word >> 11) as f64 * (1.0 / 9_007_199_254_740_992.0)
}

/// Combines two numbers into a seed. The order of the arguments matters.
pub const fn combine(seed: u64, salt: u64) -> u64 {
    split_mix(split_mix(seed) ^ salt)
}

impl Key {
    /// The keys of a seed. Different seeds give different keys.
    pub const fn new(seed: u64) -> Self {
        let (a, b) = (split_mix(seed), split_mix(!seed));
        Self { axes: [a as u32, (a >> 32) as u32, b as u32] }
    }

    /// The first stage of the hash of a lattice point: scrambles coordinate `cell` of axis `axis`.
    #[inline(always)]
    pub fn axis<L: Lanes>(&self, l: L, axis: usize, cell: L::U) -> L::U {
        scrambled(l, axis, cell * l.word(P) + l.word(self.axes[axis]))
    }

    /// The first stage for a coordinate and for the next one. The coordinate after `last` is 0; without a `last`, coordinates wrap
    /// at 2^32. The two results share the first product.
    #[inline(always)]
    pub fn neighbours<L: Lanes>(&self, l: L, axis: usize, cell: L::U, last: Option<u32>) -> [L::U; 2] {
        let zero = l.word(self.axes[axis]);
        let here = cell * l.word(P) + zero;
        let next = here + l.word(P);
        let next = match last {
            None => next,
            Some(last) => l.select_words(l.eq_words(cell, l.word(last)), zero, next),
        };
        [scrambled(l, axis, here), scrambled(l, axis, next)]
    }

    /// The second stage: the word of a lattice point from its scrambled coordinates. Its upper bits are more random than its
    /// lower bits.
    #[inline(always)]
    pub fn point<L: Lanes, const D: usize>(&self, l: L, axes: [L::U; D]) -> L::U {
        let mut joined = axes[0];
        for &axis in &axes[1..] {
            joined = joined ^ axis;
        }
        joined * l.word(R)
    }

    /// Another word of the same point, for bases that need several.
    #[inline(always)]
    pub fn again<L: Lanes>(&self, l: L, point: L::U) -> L::U {
        (point ^ l.shr(point, 16)) * l.word(Q[0])
    }
}

#[inline(always)]
fn scrambled<L: Lanes>(l: L, axis: usize, word: L::U) -> L::U {
    (word ^ l.shr(word, 15)) * l.word(Q[axis])
}
