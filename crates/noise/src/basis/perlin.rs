//! Gradient noise after Ken Perlin (1985, fade of 2002) with isotropic gradients and hashed lattice points.
//!
//! Perlin's own gradients favour the diagonals. Here they are evenly spread over the circle and over the sphere. The square
//! lattice still favours its axes, see `hermite`. Lattice points are hashed, so nothing repeats within 2^32 cells.

use super::Facts;
use super::corners::Cornered;
use super::directions::{direction_2d, direction_3d};
use super::edge::{Edge, Edged, gradient_edge};
use super::gradient::{Gradients, cube, cube_value};
use crate::each::each;
use crate::hash::Key;
use crate::interval::Interval;
use crate::jet::Jet;
use crate::lanes::Lanes;
use crate::lattice::{Corners, Site};

/// Gradient noise. In two and in three dimensions, its range is [−1, 1] and its mean is 0. It is zero at every lattice point.
///
/// The noise is scaled to fill this range: the scale is the reciprocal of the largest value for any choice of corner
/// gradients at any place in a cell. This value is found by maximising the term of each corner, see `tests/bases/argument.rs`.
///
/// ```
/// use orogen_noise::{Fbm, Perlin};
///
/// let single_octave = Fbm::new(Perlin).octaves(1).wavelength(10.0);
/// assert!(single_octave.at([3.0, 4.0]).abs() <= 1.0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Perlin;

/// Reciprocal of the largest value of two-dimensional noise with unit gradients.
const SCALE_2D: f64 = 1.0 / 0.660_816_454_018_633;
/// Reciprocal of the largest value of three-dimensional noise with unit gradients.
const SCALE_3D: f64 = 1.0 / 0.718_198_891_630_523_2;

impl Cornered<3> for Perlin {
    fn facts(&self) -> Facts {
        Facts { interval: Interval::new(-1.0, 1.0), mean_abs: 0.2175, mean_square: 0.0707, smooth: true }
    }

    type AtCorners<L: Lanes> = Gradients<L::F>;

    #[inline(always)]
    fn words<L: Lanes>(&self, l: L, site: &Site<L, 3>, key: &Key) -> Corners<L::U> {
        site.corners(l, key)
    }

    #[inline(always)]
    fn corners<L: Lanes>(&self, l: L, words: &Corners<L::U>) -> Gradients<L::F> {
        each!(c => direction_3d(l, words[c], SCALE_3D))
    }

    #[inline(always)]
    fn inside<L: Lanes>(&self, l: L, corners: &Gradients<L::F>, place: [L::F; 3]) -> Jet<L::F, 3> {
        cube(l, place, corners)
    }

    #[inline(always)]
    fn blend<L: Lanes, const ORDER: usize>(
        &self,
        l: L,
        words: &Corners<L::U>,
        place: [L::F; 3],
    ) -> Jet<L::F, 3> {
        if ORDER == 0 {
            return Jet::constant(l, cube_value(l, place, words, SCALE_3D));
        }
        cube(l, place, &Cornered::<3>::corners(self, l, words))
    }
}

impl Edged for Perlin {
    fn facts(&self) -> Facts {
        Facts { interval: Interval::new(-1.0, 1.0), mean_abs: 0.2666, mean_square: 0.1066, smooth: true }
    }

    type Corner<L: Lanes> = [L::F; 2];

    #[inline(always)]
    fn corner<L: Lanes>(&self, l: L, word: L::U) -> [L::F; 2] {
        direction_2d(l, word, SCALE_2D)
    }

    #[inline(always)]
    fn edge<L: Lanes>(&self, l: L, corners: [[L::F; 2]; 2], x: L::F, u: [L::F; 3]) -> Edge<L::F> {
        gradient_edge(l, corners, x, u)
    }
}
