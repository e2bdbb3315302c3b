//! Simplex noise (after Ken Perlin, 2001): gradient noise on a lattice of equal simplices, triangles in the plane
//! and tetrahedra in space, with the fewest possible corners per cell.
//!
//! The cubes of the square lattice divide into simplices, one for each path from `(0, …, 0)` to `(1, …, 1)` along the
//! axes. Squeezing the lattice along its main diagonal makes the simplices congruent, and regular in the plane. A lattice
//! point with coordinates `c` lies at `x = c − G·Σc`; inversely `c = x + F·Σx`, with `F = (√(D+1) − 1)/D` and
//! `G = F/(1 + D·F)`.
//!
//! Each corner has a kernel `(½ − r²)⁴·(g·d)`, where `g` is the gradient of the corner, `d` is the offset from the corner, and
//! `r` is the length of `d`. The kernel is zero for r² ≥ ½. In the plane and in space, ½ is the square of the distance from a
//! corner to the opposite side. So a kernel is zero in all simplices that do not touch its corner, and the sum over the
//! corners of one simplex is complete. The sum and its first three derivatives are continuous. (Other implementations often
//! use a wider kernel in space, which makes the noise discontinuous.)

use super::directions::{direction_2d, direction_3d};
use super::{Basis, Facts};
use crate::each::{each, filled, symmetric};
use crate::hash::Key;
use crate::interval::Interval;
use crate::jet::{Jet, sum};
use crate::lanes::{Float, Lanes};
use crate::lattice::Site;

/// Simplex noise. In two and in three dimensions, its range is [−1, 1] and its mean is 0. It is zero at every lattice point, and
/// scaled like [`Perlin`](super::Perlin). In the plane, the edges of its simplices are √⅔ of a wavelength long. In space, four of
/// the six edges of a simplex are √¾ of a wavelength long, and two are one wavelength long.
///
/// The lattice is not square, so simplex noise cannot repeat with square tiles: a [`Site`] that wraps does so along the skewed
/// axes.
///
/// ```
/// use orogen_noise::{Fbm, Simplex};
///
/// assert!(Fbm::new(Simplex).at([3.0, 4.0, 5.0]).abs() <= 1.0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Simplex;

/// Reciprocal of the largest sum over the corners of a triangle with unit gradients.
const SCALE_2D: f64 = 1.0 / 0.009_995_991_539_700_57;
/// Reciprocal of the largest sum over the corners of a tetrahedron with unit gradients.
const SCALE_3D: f64 = 1.0 / 0.009_212_326_040_928_22;

/// `F`, see above.
fn squeeze(dimensions: usize) -> f64 {
    let d = dimensions as f64;
    ((d + 1.0).sqrt() - 1.0) / d
}

fn skew<const D: usize>() -> [[f64; D]; D] {
    std::array::from_fn(|i| std::array::from_fn(|j| squeeze(D) + if i == j { 1.0 } else { 0.0 }))
}

/// `(½ − r²)⁴·(g·d)` for `r² < ½`, else zero.
///
/// With `t = ½ − r²` and `p = g·d`, the gradient is `t⁴g − 8t³p·d` and the Hessian is `−8t³(g·dᵀ + d·gᵀ + p·I) + 48t²p·d·dᵀ`.
#[inline(always)]
fn kernel<L: Lanes, const D: usize>(l: L, d: [L::F; D], g: [L::F; D]) -> Jet<L::F, D> {
    let t = l.max(l.lit(0.5) - dot(d, d), l.lit(0.0));
    let (t2, p) = (t * t, dot(g, d));
    let (t3, t4) = (t2 * t, t2 * t2);
    let inward = l.lit(-8.0) * t3;
    let (pull, bend) = (inward * p, l.lit(48.0) * (t2 * p));
    Jet {
        v: t4 * p,
        g: each!(i => t4 * g[i] + pull * d[i]),
        h: symmetric!(i, j => {
            let entry = inward * (g[i] * d[j] + g[j] * d[i]) + bend * (d[i] * d[j]);
            if i == j { entry + pull } else { entry }
        }),
    }
}

#[inline(always)]
fn dot<F: Float, const D: usize>(a: [F; D], b: [F; D]) -> F {
    sum::<_, D>(each!(axis => a[axis] * b[axis]))
}

/// A cell of the skewed lattice: scrambled coordinates of its corners, and the offset from its first corner.
struct Cell<'a, L: Lanes, const D: usize> {
    key: &'a Key,
    axes: [[L::U; 2]; D],
    offset: [L::F; D],
}

impl<'a, L: Lanes, const D: usize> Cell<'a, L, D> {
    #[inline(always)]
    fn new(l: L, site: &Site<L, D>, key: &'a Key) -> Self {
        let back = l.lit(unsqueeze(D)) * sum(site.frac);
        Self {
            key,
            axes: each!(axis => site.ends(l, key, axis)),
            offset: each!(axis => site.frac[axis] - back),
        }
    }

    /// The hash of a corner, and the offset of the place from it. The corner is one step along each axis whose mask is set;
    /// `count` masks are set.
    #[inline(always)]
    fn corner(&self, l: L, steps: [L::M; D], count: usize) -> (L::U, [L::F; D]) {
        let axes = each!(axis => l.select_words(steps[axis], self.axes[axis][1], self.axes[axis][0]));
        let (still, step) = (unsqueeze(D) * count as f64, unsqueeze(D) * count as f64 - 1.0);
        let offset = each!(axis => self.offset[axis] + l.select(steps[axis], l.lit(step), l.lit(still)));
        (self.key.point::<L, D>(l, axes), offset)
    }
}

/// `G`, see above.
#[inline(always)]
fn unsqueeze(dimensions: usize) -> f64 {
    squeeze(dimensions) / (1.0 + dimensions as f64 * squeeze(dimensions))
}

impl Basis<2> for Simplex {
    fn facts(&self) -> Facts {
        Facts { interval: Interval::new(-1.0, 1.0), mean_abs: 0.4711, mean_square: 0.2955, smooth: true }
    }

    fn skew() -> Option<[[f64; 2]; 2]> {
        Some(skew())
    }

    #[inline(always)]
    fn jet<L: Lanes>(&self, l: L, site: &Site<L, 2>, key: &Key) -> Jet<L::F, 2> {
        let cell = Cell::new(l, site, key);
        let [x, y] = site.frac;
        // The path through the cell follows the axis of the larger fraction first.
        let x_first = l.le(y, x);
        let (none, all) = (x_first & !x_first, x_first | !x_first);
        let corners = [
            cell.corner(l, filled(none), 0),
            cell.corner(l, [x_first, !x_first], 1),
            cell.corner(l, filled(all), 2),
        ];
        let [first, second, third]: [_; 3] = each!(c => {
            let (point, offset) = corners[c];
            kernel(l, offset, direction_2d(l, point, SCALE_2D))
        });
        first.plus(second).plus(third)
    }
}

impl Basis<3> for Simplex {
    fn facts(&self) -> Facts {
        Facts { interval: Interval::new(-1.0, 1.0), mean_abs: 0.3139, mean_square: 0.1535, smooth: true }
    }

    fn skew() -> Option<[[f64; 3]; 3]> {
        Some(skew())
    }

    #[inline(always)]
    fn jet<L: Lanes>(&self, l: L, site: &Site<L, 3>, key: &Key) -> Jet<L::F, 3> {
        let cell = Cell::new(l, site, key);
        let [x, y, z] = site.frac;
        // The path through the cell follows the axes in descending order of the fractions.
        let (xy, xz, yz) = (l.le(y, x), l.le(z, x), l.le(z, y));
        let (none, all) = (xy & !xy, xy | !xy);
        let corners = [
            cell.corner(l, filled(none), 0),
            cell.corner(l, [xy & xz, !xy & yz, !xz & !yz], 1),
            cell.corner(l, [xy | xz, !xy | yz, !xz | !yz], 2),
            cell.corner(l, filled(all), 3),
        ];
        let [first, second, third, fourth]: [_; 4] = each!(c => {
            let (point, offset) = corners[c];
            kernel(l, offset, direction_3d(l, point, SCALE_3D))
        });
        first.plus(second).plus(third).plus(fourth)
    }
}
