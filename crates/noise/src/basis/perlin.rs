//! Gradient noise after Ken Perlin (1985, fade of 2002) with isotropic gradients and hashed lattice points.
//!
//! Perlin's own gradients favour the diagonals; here they are evenly spread over the circle and over the sphere, so
//! that no direction of the terrain is preferred. Lattice points are hashed, so that nothing repeats short of 2^32
//! cells.

use super::corners::{self, Cornered};
use super::directions::{direction_2d, direction_3d};
use super::edge::{Edge, Edged, gradient_edge};
use super::gradient::{Corners, Gradients, cube, cube_value, spread};
use super::{Basis, Facts, quintic};
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

/// The words of a cube's corners.
#[inline(always)]
fn points<L: Lanes>(l: L, site: &Site<L, 3>, key: &Key) -> Corners<L::U> {
    let [columns, rows, layers]: [[L::U; 2]; 3] = each!(axis => site.ends(l, key, axis));
    each!(k => each!(j => each!(i => key.point(l, [columns[i], rows[j], layers[k]]))))
}

impl Cornered<3> for Perlin {
    type Corners<L: Lanes> = Gradients<L::F>;

    #[inline(always)]
    fn corners<L: Lanes>(&self, l: L, site: &Site<L, 3>, key: &Key) -> Gradients<L::F> {
        let points = points(l, site, key);
        each!(k => each!(j => each!(i => direction_3d(l, points[k][j][i], SCALE_3D))))
    }

    #[inline(always)]
    fn spread<L: Lanes>(l: L, corners: &Gradients<L::Scalar>) -> Gradients<L::F> {
        spread(l, corners)
    }

    #[inline(always)]
    fn inside<L: Lanes>(&self, l: L, corners: &Gradients<L::F>, frac: [L::F; 3]) -> Jet<L::F, 3> {
        cube(l, frac, corners)
    }
}

impl Edged for Perlin {
    #[inline(always)]
    fn fade<L: Lanes>(&self, l: L, t: L::F) -> [L::F; 3] {
        quintic(l, t)
    }

    #[inline(always)]
    fn columns<L: Lanes>(&self, l: L, site: &Site<L, 2>, key: &Key) -> [L::U; 2] {
        site.ends(l, key, 0)
    }

    #[inline(always)]
    fn rows<L: Lanes>(&self, l: L, site: &Site<L, 2>, key: &Key) -> [L::U; 2] {
        site.ends(l, key, 1)
    }

    #[inline(always)]
    fn corner<L: Lanes>(&self, l: L, key: &Key, column: L::U, row: L::U) -> [L::F; 2] {
        direction_2d(l, key.point(l, [column, row]), SCALE_2D)
    }

    #[inline(always)]
    fn edge<L: Lanes>(&self, l: L, corners: [[L::F; 2]; 2], x: L::F, u: [L::F; 3]) -> Edge<L::F> {
        gradient_edge(l, corners, x, u)
    }
}

impl Basis<2> for Perlin {
    fn facts(&self) -> Facts {
        Facts { interval: Interval::new(-1.0, 1.0), mean_abs: 0.2666, mean_square: 0.1066, smooth: true }
    }

    #[inline(always)]
    fn jet<L: Lanes>(&self, l: L, site: &Site<L, 2>, key: &Key) -> Jet<L::F, 2> {
        Cornered::inside(self, l, &self.corners(l, site, key), site.frac)
    }

    #[inline(always)]
    fn row<L: Lanes, const ORDER: usize>(
        &self,
        l: L,
        key: &Key,
        near: bool,
        len: usize,
        site: impl Fn(usize) -> Site<L, 2>,
        see: impl FnMut(usize, Jet<L::F, 2>),
    ) {
        corners::row(l, self, key, near, len, site, see);
    }
}

impl Basis<3> for Perlin {
    fn facts(&self) -> Facts {
        Facts { interval: Interval::new(-1.0, 1.0), mean_abs: 0.2175, mean_square: 0.0707, smooth: true }
    }

    #[inline(always)]
    fn jet<L: Lanes>(&self, l: L, site: &Site<L, 3>, key: &Key) -> Jet<L::F, 3> {
        cube(l, site.frac, &self.corners(l, site, key))
    }

    #[inline(always)]
    fn row<L: Lanes, const ORDER: usize>(
        &self,
        l: L,
        key: &Key,
        near: bool,
        len: usize,
        site: impl Fn(usize) -> Site<L, 3>,
        mut see: impl FnMut(usize, Jet<L::F, 3>),
    ) {
        if near || ORDER > 0 {
            return corners::row(l, self, key, near, len, site, see);
        }
        for at in (0..len).step_by(L::LANES) {
            let site = site(at);
            let value = cube_value(l, site.frac, &points(l, &site, key), SCALE_3D);
            see(at, Jet::constant(l, value));
        }
    }
}
