//! Improved noise, exactly as Ken Perlin published it (*Improving Noise*, SIGGRAPH 2002).

use super::Facts;
use super::corners::Cornered;
use super::edge::{Edge, Edged, gradient_edge};
use super::gradient::{Gradients, cube};
use crate::each::each;
use crate::hash::{Key, split_mix};
use crate::interval::Interval;
use crate::jet::Jet;
use crate::lanes::Lanes;
use crate::lattice::{Corners, Site};

/// Perlin's improved noise, to match other programs. In other cases, [`Perlin`](super::Perlin) looks better: improved noise
/// repeats after 256 cells along every axis, and its gradients favour some directions. Its 12 gradients point to the middles of
/// a cube's edges. In two dimensions, improved noise is the slice z = 0 of the three-dimensional noise. There, a third of the
/// gradients are parallel to x, and a third are parallel to y.
///
/// The range is [−1, 1] in two dimensions and ±1.0363538112118025 in three. As for `Perlin`, these bounds are the largest values
/// for any choice of corner gradients at any place in a cell. They are found by maximising the term of each corner. The noise is
/// zero at every lattice point.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct ImprovedPerlin {
    seed: Option<u64>,
    table: [u8; 256],
}

impl ImprovedPerlin {
    /// Improved noise with the permutation of the paper. At the same lattice coordinates, an octave equals the reference
    /// implementation, except for rounding. The seed of the octaves does not change the permutation; it only sets the offsets of
    /// lattices, see [`Layout::scatter`](crate::octaves::Layout::scatter).
    ///
    /// ```
    /// use orogen_noise::{basis::{AnyBasis, ImprovedPerlin}, fractal::{AnyFractal, Fbm}, noise::Noise, octaves::Layout};
    ///
    /// let basis = AnyBasis::ImprovedPerlin(ImprovedPerlin::reference());
    /// let noise = Noise::<3>::new(basis, AnyFractal::Fbm(Fbm), &Layout::single(0, 1.0))?;
    /// assert!((noise.at([3.14, 42.0, 7.0]).v - 0.136_919_958_784).abs() < 1e-12);
    /// # Ok::<(), orogen_noise::noise::NoiseError>(())
    /// ```
    pub fn reference() -> Self {
        Self { seed: None, table: REFERENCE }
    }

    /// Improved noise with a permutation that is shuffled by `seed`, with the method of Fisher and Yates. All octaves share this
    /// permutation. Along each axis, an octave begins at one of the 256 entries, which the key of the octave selects.
    pub fn seeded(seed: u64) -> Self {
        let mut table = [0; 256];
        for (i, entry) in (0..=255).zip(&mut table) {
            *entry = i;
        }
        let mut state = seed;
        for last in (1..256_usize).rev() {
            state = split_mix(state);
            // The product of the upper 32 bits and the count, divided by 2^32. The bias is below 2^-24.
            let chosen = ((state >> 32) * (last as u64 + 1)) >> 32;
            table.swap(last, chosen as usize);
        }
        Self { seed: Some(seed), table }
    }

    /// The table's entry for `index`, modulo 256.
    #[inline(always)]
    fn look<L: Lanes>(&self, l: L, index: L::U) -> L::U {
        l.look_up(&self.table, index)
    }

    /// The index in the table for the cell that is `step` cells away along an axis. The table is read modulo 256.
    #[inline(always)]
    fn cell<L: Lanes, const D: usize>(
        &self,
        l: L,
        site: &Site<L, D>,
        key: &Key,
        axis: usize,
        step: usize,
    ) -> L::U {
        let start = match self.seed {
            None => l.word(0),
            Some(_) => l.shr(key.axis(l, axis, l.word(0)), 24),
        };
        site.step(l, axis, step as u32) + start
    }
}

/// Prints the seed rather than 256 numbers.
impl std::fmt::Debug for ImprovedPerlin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ImprovedPerlin").field("seed", &self.seed).finish_non_exhaustive()
    }
}

/// The gradient that the lower four bits of `hash` select: two axes `u` and `v`, and a sign for each.
///
/// | hash | 0–3 | 4–7 | 8–11 | 12, 14 | 13, 15 |
/// |------|-----|-----|------|--------|--------|
/// | u    | x   | x   | y    | y      | y      |
/// | v    | y   | z   | z    | x      | z      |
#[inline(always)]
fn gradient<L: Lanes>(l: L, hash: L::U) -> [L::F; 3] {
    let (zero, one) = (l.lit(0.0), l.lit(1.0));
    let (u, v) = (l.flip(one, l.shl(hash, 31)), l.flip(one, l.shl(hash, 30)));
    let (upper, middle) = (l.bit(hash, 3), l.bit(hash, 2));
    let v_is_x = upper & middle & !l.bit(hash, 0);
    let v_is_y = !(upper | middle);
    [
        l.select(upper, l.select(v_is_x, v, zero), u),
        l.select(upper, u, l.select(v_is_y, v, zero)),
        l.select(v_is_x | v_is_y, zero, v),
    ]
}

impl Cornered<3> for ImprovedPerlin {
    fn facts(&self) -> Facts {
        Facts {
            interval: Interval::new(-LARGEST_3D, LARGEST_3D),
            // This mean varies by one or two percent between permutations of 256 entries.
            mean_abs: 0.2219,
            mean_square: 0.0740,
            smooth: true,
        }
    }

    type AtCorners<L: Lanes> = Gradients<L::F>;

    #[inline(always)]
    fn words<L: Lanes>(&self, l: L, site: &Site<L, 3>, key: &Key) -> Corners<L::U> {
        let [x, y, z]: [[L::U; 2]; 3] = each!(axis => each!(step => self.cell(l, site, key, axis, step)));
        // The entries for the cell's four edges along z: `p[p[x + i] + y + j]`, with `p` the table.
        let pillars: [[L::U; 2]; 2] = each!(i => {
            let column = self.look(l, x[i]);
            each!(j => self.look(l, column + y[j]))
        });
        each!(c => self.look(l, pillars[c % 2][c / 2 % 2] + z[c / 4]))
    }

    #[inline(always)]
    fn corners<L: Lanes>(&self, l: L, words: &Corners<L::U>) -> Gradients<L::F> {
        each!(c => gradient(l, words[c]))
    }

    #[inline(always)]
    fn inside<L: Lanes>(&self, l: L, corners: &Gradients<L::F>, place: [L::F; 3]) -> Jet<L::F, 3> {
        cube(l, place, corners)
    }
}

impl Edged for ImprovedPerlin {
    fn facts(&self) -> Facts {
        Facts { interval: Interval::new(-1.0, 1.0), mean_abs: 0.2074, mean_square: 0.0655, smooth: true }
    }

    #[inline(always)]
    fn columns<L: Lanes>(&self, l: L, site: &Site<L, 2>, key: &Key) -> [L::U; 2] {
        each!(step => self.look(l, self.cell(l, site, key, 0, step)))
    }

    #[inline(always)]
    fn rows<L: Lanes>(&self, l: L, site: &Site<L, 2>, key: &Key) -> [L::U; 2] {
        each!(step => self.cell(l, site, key, 1, step))
    }

    /// The slice z = 0. Along z, every octave begins at the table's entry 0.
    #[inline(always)]
    fn word<L: Lanes>(&self, l: L, _: &Key, column: L::U, row: L::U) -> L::U {
        self.look(l, self.look(l, column + row))
    }

    type Corner<L: Lanes> = [L::F; 2];

    #[inline(always)]
    fn corner<L: Lanes>(&self, l: L, word: L::U) -> [L::F; 2] {
        let [x, y, _] = gradient(l, word);
        [x, y]
    }

    #[inline(always)]
    fn edge<L: Lanes>(&self, l: L, corners: [[L::F; 2]; 2], x: L::F, u: [L::F; 3]) -> Edge<L::F> {
        gradient_edge(l, corners, x, u)
    }
}

/// See [`ImprovedPerlin`].
const LARGEST_3D: f64 = 1.036_353_811_211_802_5;

/// The permutation of the paper.
#[rustfmt::skip]
const REFERENCE: [u8; 256] = [
    151, 160, 137, 91, 90, 15, 131, 13, 201, 95, 96, 53, 194, 233, 7, 225, 140, 36, 103, 30,
    69, 142, 8, 99, 37, 240, 21, 10, 23, 190, 6, 148, 247, 120, 234, 75, 0, 26, 197, 62,
    94, 252, 219, 203, 117, 35, 11, 32, 57, 177, 33, 88, 237, 149, 56, 87, 174, 20, 125, 136,
    171, 168, 68, 175, 74, 165, 71, 134, 139, 48, 27, 166, 77, 146, 158, 231, 83, 111, 229, 122,
    60, 211, 133, 230, 220, 105, 92, 41, 55, 46, 245, 40, 244, 102, 143, 54, 65, 25, 63, 161,
    1, 216, 80, 73, 209, 76, 132, 187, 208, 89, 18, 169, 200, 196, 135, 130, 116, 188, 159, 86,
    164, 100, 109, 198, 173, 186, 3, 64, 52, 217, 226, 250, 124, 123, 5, 202, 38, 147, 118, 126,
    255, 82, 85, 212, 207, 206, 59, 227, 47, 16, 58, 17, 182, 189, 28, 42, 223, 183, 170, 213,
    119, 248, 152, 2, 44, 154, 163, 70, 221, 153, 101, 155, 167, 43, 172, 9, 129, 22, 39, 253,
    19, 98, 108, 110, 79, 113, 224, 232, 178, 185, 112, 104, 218, 246, 97, 228, 251, 34, 242, 193,
    238, 210, 144, 12, 191, 179, 162, 241, 81, 51, 145, 235, 249, 14, 239, 107, 49, 192, 214, 31,
    181, 199, 106, 157, 184, 84, 204, 176, 115, 121, 50, 45, 127, 4, 150, 254, 138, 236, 205, 93,
    222, 114, 67, 29, 24, 72, 243, 141, 128, 195, 78, 66, 215, 61, 156, 180,
];
