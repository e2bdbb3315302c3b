//! Gradient noise after Ken Perlin (1985, fade of 2002) with isotropic gradients and hashed lattice points.
//!
//! Perlin's own gradients favour the diagonals; here they are evenly spread over the circle and over the sphere, so
//! that no direction of the terrain is preferred. Lattice points are hashed, so that nothing repeats short of 2^32
//! cells.

use super::directions::{direction_2d, direction_3d};
use super::gradient::{Corners, cube, square};
use super::{Basis, Facts};
use crate::each::each;
use crate::hash::Key;
use crate::interval::Interval;
use crate::jet::Jet;
use crate::lanes::Lanes;
use crate::lattice::Site;

/// Gradient noise. Range [−1, 1] in two and in three dimensions, mean 0, zero at every lattice point.
///
/// The scale that fills the range is the reciprocal of the largest value that any choice of corner gradients
/// reaches anywhere in a cell (found by maximising each corner's term on its own; `tests/bases/argument.rs`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Perlin;

/// Reciprocal of the largest value of the blend of unit gradients in two dimensions.
const SCALE_2D: f64 = 1.0 / 0.660_816_454_018_633;
/// The same in three dimensions.
const SCALE_3D: f64 = 1.0 / 0.718_198_891_630_523_2;

/// The scrambled coordinates of a cell's corners, two along each axis.
struct Hashed<'a, L: Lanes, const D: usize> {
    key: &'a Key,
    axes: [[L::U; 2]; D],
}

impl<'a, L: Lanes, const D: usize> Hashed<'a, L, D> {
    #[inline(always)]
    fn new(l: L, site: &Site<L, D>, key: &'a Key) -> Self {
        let axes = each!(axis => each!(i => key.axis(l, axis, site.step(l, axis, i as u32))));
        Self { key, axes }
    }

    #[inline(always)]
    fn point(&self, l: L, steps: [usize; D]) -> L::U {
        self.key.point::<L, D>(l, each!(axis => self.axes[axis][steps[axis]]))
    }
}

impl<L: Lanes> Corners<L, 2> for Hashed<'_, L, 2> {
    #[inline(always)]
    fn gradient(&self, l: L, steps: [usize; 2]) -> [L::F; 2] {
        direction_2d(l, self.point(l, steps), SCALE_2D)
    }
}

impl<L: Lanes> Corners<L, 3> for Hashed<'_, L, 3> {
    #[inline(always)]
    fn gradient(&self, l: L, steps: [usize; 3]) -> [L::F; 3] {
        direction_3d(l, self.point(l, steps), SCALE_3D)
    }
}

impl Basis<2> for Perlin {
    fn facts(&self) -> Facts {
        Facts { interval: Interval::new(-1.0, 1.0), mean_abs: 0.2666, mean_square: 0.1066, smooth: true }
    }

    #[inline(always)]
    fn jet<L: Lanes>(&self, l: L, site: &Site<L, 2>, key: &Key) -> Jet<L::F, 2> {
        square(l, site.frac, &Hashed::new(l, site, key))
    }
}

impl Basis<3> for Perlin {
    fn facts(&self) -> Facts {
        Facts { interval: Interval::new(-1.0, 1.0), mean_abs: 0.2175, mean_square: 0.0707, smooth: true }
    }

    #[inline(always)]
    fn jet<L: Lanes>(&self, l: L, site: &Site<L, 3>, key: &Key) -> Jet<L::F, 3> {
        cube(l, site.frac, &Hashed::new(l, site, key))
    }
}
