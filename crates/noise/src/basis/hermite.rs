//! Noise from a random level, slope and twist at every lattice point, for lattices along the axes of the grid.
//!
//! Perlin noise is zero at all lattice points. The power of its heights is a sixth larger along the axes of the lattice than
//! along its diagonals, and that of its slopes a quarter. So a lattice along the axes of the grid shows as creases and has to be
//! rotated, which costs most of the time, because rows of a rotated lattice share nothing. Two more terms make rotation
//! superfluous in the plane. The function of a lattice point, at the distance (x, y) from it, is
//!
//! ```text
//! level + gx·x + gy·y + twist·x·y
//! ```
//!
//! as in a patch of Hermite's interpolation (Coons, 1967, who calls the mixed derivative at a corner its twist). Signs are
//! random, so the powers of the terms add. With W and D the magnitudes of the Fourier transforms of the weight 1 − fade(|t|) and
//! of t times the weight, the power at the frequency (f, g) is
//!
//! ```text
//! level²·W(f)²W(g)² + ½·(D(f)²W(g)² + W(f)²D(g)²) + twist²·D(f)²D(g)²
//! ```
//!
//! The twist has its power along the diagonals, where slopes have less. With the numbers below, the power of heights deviates
//! from its mean over the directions by at most 0.9 %, and that of slopes by 1.1 % (Perlin noise: 9 % and 13 %). The level makes
//! the variance nearly the same everywhere: 0.86 to 1.05 times its mean, in place of 0 to 1.40 times for Perlin noise. Both are
//! tested in `tests/bases/spectrum.rs`.
//!
//! The lattice still shows where more than the power of heights and slopes matters. As for every blend with the quintic fade, the
//! second derivative across the border of a cell is zero there. And a sum of |n| has a grain along the axes.

use super::edge::{Edge, Edged, blend_linear};
use super::perlin::Perlin;
use super::{Facts, directions::direction_2d};
use crate::each::each;
use crate::interval::Interval;
use crate::lanes::Lanes;

/// Noise from a random level, slope and twist at every lattice point: rounded hills like those of [`Perlin`], but equally strong
/// in all directions. So plain sums of octaves need no rotation, and rows of samples share most of the work. Its range is
/// [−1, 1] and its mean is 0.
///
/// In space, this is [`Perlin`]'s noise: there, rotation costs no time.
///
/// The noise is scaled to fill its range, as [`Perlin`] is.
///
/// ```
/// use orogen_noise::{Fbm, Hermite, Perlin};
///
/// let single_octave = Fbm::new(Hermite).octaves(1).wavelength(10.0);
/// assert!(single_octave.at([3.0, 4.0]).abs() <= 1.0);
/// // In the plane this is another noise than Perlin's, in space it is the same.
/// assert_ne!(Fbm::new(Hermite).at([3.0, 4.0]), Fbm::new(Perlin).at([3.0, 4.0]));
/// assert_eq!(Fbm::new(Hermite).at([3.0, 4.0, 5.0]), Fbm::new(Perlin).at([3.0, 4.0, 5.0]));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hermite;

/// Reciprocal of the largest value with unit gradients, for any signs at any place in a cell, see `tests/bases/argument.rs`.
const SCALE: f64 = 1.0 / 1.182_718_807_042_875_6;
/// The level of a lattice point, relative to the length of its gradient: as much as makes the variance even.
const LEVEL: f64 = 0.3 * SCALE;
/// The twist of a lattice point per cell, relative to the length of its gradient: as much as makes the power even. A larger one
/// makes the power of curvature more even, and that of slopes less.
const TWIST: f64 = 0.9 * SCALE;

/// The random numbers of a lattice point.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Corner<F> {
    level: F,
    gradient: [F; 2],
    twist: F,
}

impl Hermite {
    /// The basis in the plane.
    pub(super) fn in_plane(&self) -> &Self {
        self
    }

    /// The basis in space: kernels of Perlin noise, which are not compiled twice.
    pub(super) fn in_space(&self) -> &Perlin {
        &Perlin
    }
}

impl Edged for Hermite {
    fn facts(&self) -> Facts {
        Facts { interval: Interval::new(-1.0, 1.0), mean_abs: 0.2288, mean_square: 0.0748, smooth: true }
    }

    type Corner<L: Lanes> = Corner<L::F>;

    #[inline(always)]
    fn corner<L: Lanes>(&self, l: L, word: L::U) -> Corner<L::F> {
        // Bits 31 to 29 select the direction, bit 28 the sign of the level, and bit 27 that of the twist.
        Corner {
            level: l.flip(l.lit(LEVEL), l.shl(word, 3)),
            gradient: direction_2d(l, word, SCALE),
            twist: l.flip(l.lit(TWIST), l.shl(word, 4)),
        }
    }

    /// The blend of two functions, each bilinear in the distances from its point.
    #[inline(always)]
    fn edge<L: Lanes>(&self, l: L, [left, right]: [Corner<L::F>; 2], x: L::F, u: [L::F; 3]) -> Edge<L::F> {
        let ends = [(left, x), (right, x - l.lit(1.0))];
        let heights = each!(i => ends[i].0.level + ends[i].0.gradient[0] * ends[i].1);
        let slopes = each!(i => ends[i].0.gradient[1] + ends[i].0.twist * ends[i].1);
        Edge {
            a: blend_linear(heights, [left.gradient[0], right.gradient[0]], u),
            b: blend_linear(slopes, [left.twist, right.twist], u),
        }
    }
}
