//! Gradient noise after Ken Perlin (1985, fade of 2002) with isotropic gradients and hashed lattice points.
//!
//! At every lattice point `c` sits a linear function `g·(x − c)` through zero; inside a cell the functions of its
//! corners are blended with the quintic fade. Perlin's own gradients favour the diagonals; here they are evenly
//! spread over the circle (8 directions, 22.5° off the axes, whose moments are those of the circle up to order 7)
//! and over the sphere (the 12 vertices of an icosahedron, a spherical 5-design), so that no direction of the
//! terrain is preferred.
//!
//! The blend along x is made first, for the corners' gradients rather than for their values: an edge of the cell
//! then is the linear function `a + b·y` (`+ c·z`) whose coefficients depend on the column only. Rows of a grid can
//! share them, and the gradient falls out.

use super::{Basis, Facts, blend, quintic};
use crate::each::each;
use crate::hash::Key;
use crate::interval::Interval;
use crate::jet::Jet;
use crate::lanes::Lanes;
use crate::lattice::Site;

/// Gradient noise. Range [−1, 1] in two and in three dimensions, mean 0, zero at every lattice point.
///
/// The scale that fills the range is the reciprocal of the largest value that any choice of corner gradients
/// reaches anywhere in a cell (found by maximising each corner's term on its own; `tests/ranges.rs`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Perlin;

/// Reciprocal of the largest value of the blend of unit gradients in two dimensions.
const SCALE_2D: f64 = 1.0 / 0.660_816_454_018_633;
/// The same in three dimensions.
const SCALE_3D: f64 = 1.0 / 0.718_198_891_630_523_2;

/// The gradient of a lattice point in the plane: (cos, sin) of an odd multiple of 22.5°, scaled.
#[inline(always)]
fn gradient_2d<L: Lanes>(l: L, point: L::U) -> [L::F; 2] {
    let long = l.lit(0.923_879_532_511_286_7 * SCALE_2D);
    let short = l.lit(0.382_683_432_365_089_8 * SCALE_2D);
    let swap = l.bit(point, 29);
    [
        l.flip(l.select(swap, short, long), point),
        l.flip(l.select(swap, long, short), l.shl(point, 1)),
    ]
}

/// The gradient of a lattice point in space: a vertex of the icosahedron, `(0, ±1, ±φ)/√(1+φ²)` and its cyclic
/// permutations, scaled. Two bits choose the signs, the next 24 choose one of three permutations.
#[inline(always)]
fn gradient_3d<L: Lanes>(l: L, point: L::U) -> [L::F; 3] {
    let zero = l.lit(0.0);
    let short = l.flip(l.lit(0.525_731_112_119_133_6 * SCALE_3D), point);
    let long = l.flip(l.lit(0.850_650_808_352_039_9 * SCALE_3D), l.shl(point, 1));
    let choice = l.unit(l.shl(point, 2));
    let first = l.lt(choice, l.lit(1.0 / 3.0));
    let second = l.lt(choice, l.lit(2.0 / 3.0));
    [
        l.select(first, zero, l.select(second, long, short)),
        l.select(first, short, l.select(second, zero, long)),
        l.select(first, long, l.select(second, short, zero)),
    ]
}

impl Basis<2> for Perlin {
    fn facts(&self) -> Facts {
        Facts {
            interval: Interval::new(-1.0, 1.0),
            mean_abs: 0.25,
            mean_square: 0.1,
            smooth: true,
        }
    }

    #[inline(always)]
    fn jet<L: Lanes>(&self, l: L, site: &Site<L, 2>, key: &Key) -> Jet<L::F, 2> {
        let one = l.lit(1.0);
        let [x, y] = site.frac;
        let columns: [L::U; 2] = each!(i => key.axis(l, 0, site.step(l, 0, i as u32)));
        let rows: [L::U; 2] = each!(j => key.axis(l, 1, site.step(l, 1, j as u32)));
        let [u, u1, u2] = quintic(l, x);
        let [v, v1, v2] = quintic(l, y);
        // The two edges y = 0 and y = 1 as a + b·(y − j): value, and first and second derivative along x.
        let [bottom, top]: [Edge<L::F>; 2] = each!(j => {
            let [left, right]: [_; 2] = each!(i => gradient_2d(l, key.point(l, [columns[i], rows[j]])));
            let (near, far) = (left[0] * x, right[0] * (x - one));
            let (rise, slope) = (far - near, right[0] - left[0]);
            let turn = right[1] - left[1];
            Edge {
                a: [
                    near + u * rise,
                    left[0] + u * slope + u1 * rise,
                    (u1 + u1) * slope + u2 * rise,
                ],
                b: [left[1] + u * turn, u1 * turn, u2 * turn],
            }
        });
        // n = a + b·y + v·(r + s·y), the coefficients functions of x; each with its derivatives along x.
        let r: [_; 3] = each!(k => top.a[k] - top.b[k] - bottom.a[k]);
        let s: [_; 3] = each!(k => top.b[k] - bottom.b[k]);
        let n: [_; 3] = each!(k => bottom.a[k] + bottom.b[k] * y + v * (r[k] + s[k] * y));
        let n_y: [_; 3] = each!(k => bottom.b[k] + v * s[k] + v1 * (r[k] + s[k] * y));
        let n_yy = (v1 + v1) * s[0] + v2 * (r[0] + s[0] * y);
        Jet {
            v: n[0],
            g: [n[1], n_y[0]],
            h: [[n[2], n_y[1]], [n_y[1], n_yy]],
        }
    }
}

/// An edge of a cell, a linear function of the place along the other axes: constant and slope, each with its first
/// and second derivative along x.
#[derive(Clone, Copy)]
struct Edge<F> {
    a: [F; 3],
    b: [F; 3],
}

impl Basis<3> for Perlin {
    fn facts(&self) -> Facts {
        Facts {
            interval: Interval::new(-1.0, 1.0),
            mean_abs: 0.25,
            mean_square: 0.1,
            smooth: true,
        }
    }

    #[inline(always)]
    fn jet<L: Lanes>(&self, l: L, site: &Site<L, 3>, key: &Key) -> Jet<L::F, 3> {
        let (zero, one) = (l.lit(0.0), l.lit(1.0));
        let [x, y, z] = site.frac;
        let corners: [[L::U; 2]; 3] =
            each!(axis => each!(i => key.axis(l, axis, site.step(l, axis, i as u32))));
        let [u, u1, u2] = quintic(l, x);
        // An edge along x is linear in y and z: value a + b·y + c·z, derivatives of the coefficients along x.
        let edges: [[Jet<L::F, 3>; 2]; 2] = each!(k => each!(j => {
            let [left, right]: [_; 2] =
                each!(i => gradient_3d(l, key.point(l, [corners[0][i], corners[1][j], corners[2][k]])));
            let (near, far) = (left[0] * x, right[0] * (x - one));
            let (rise, slope) = (far - near, right[0] - left[0]);
            let (turn_y, turn_z) = (right[1] - left[1], right[2] - left[2]);
            let b = [left[1] + u * turn_y, u1 * turn_y, u2 * turn_y];
            let c = [left[2] + u * turn_z, u1 * turn_z, u2 * turn_z];
            let a = [near + u * rise, left[0] + u * slope + u1 * rise, (u1 + u1) * slope + u2 * rise];
            let (y, z) = (if j == 0 { y } else { y - one }, if k == 0 { z } else { z - one });
            let e: [_; 3] = each!(d => a[d] + b[d] * y + c[d] * z);
            Jet {
                v: e[0],
                g: [e[1], b[0], c[0]],
                h: [[e[2], b[1], c[1]], [b[1], zero, zero], [c[1], zero, zero]],
            }
        }));
        let (across_y, across_z) = (quintic(l, y), quintic(l, z));
        let [near, far]: [_; 2] = each!(k => blend(1, across_y, edges[k][0], edges[k][1]));
        blend(2, across_z, near, far)
    }
}
