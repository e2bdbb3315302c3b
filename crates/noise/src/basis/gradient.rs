//! Gradient noise inside a cell, from the gradients at its corners.
//!
//! At every lattice point `c` sits a linear function `g·(x − c)` through zero; inside a cell the functions of its
//! corners are blended with the quintic fade.
//!
//! The blend along x is made first, for the corners' gradients rather than for their values: an edge of the cell
//! then is the linear function `a + b·y` (`+ c·z`) whose coefficients depend on the column only. Rows of a grid can
//! share them, and the gradient falls out.

use super::{blend, quintic};
use crate::each::each;
use crate::jet::Jet;
use crate::lanes::Lanes;

/// The gradients at a cell's corners.
pub(super) trait Corners<L: Lanes, const D: usize> {
    /// The gradient at the corner that is `steps` (0 or 1 along each axis) from the cell's first one.
    fn gradient(&self, l: L, steps: [usize; D]) -> [L::F; D];
}

/// Gradient noise at the place `frac` of a square cell.
#[inline(always)]
pub(super) fn square<L: Lanes>(l: L, frac: [L::F; 2], corners: &impl Corners<L, 2>) -> Jet<L::F, 2> {
    let one = l.lit(1.0);
    let [x, y] = frac;
    let [u, u1, u2] = quintic(l, x);
    let [v, v1, v2] = quintic(l, y);
    // The two edges y = 0 and y = 1 as a + b·(y − j): value, and first and second derivative along x.
    let [bottom, top]: [Edge<L::F>; 2] = each!(j => {
        let [left, right]: [_; 2] = each!(i => corners.gradient(l, [i, j]));
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
    Jet { v: n[0], g: [n[1], n_y[0]], h: [[n[2], n_y[1]], [n_y[1], n_yy]] }
}

/// An edge of a cell, a linear function of the place along the other axes: constant and slope, each with its first
/// and second derivative along x.
#[derive(Clone, Copy)]
struct Edge<F> {
    a: [F; 3],
    b: [F; 3],
}

/// Gradient noise at the place `frac` of a cube.
#[inline(always)]
pub(super) fn cube<L: Lanes>(l: L, frac: [L::F; 3], corners: &impl Corners<L, 3>) -> Jet<L::F, 3> {
    let (zero, one) = (l.lit(0.0), l.lit(1.0));
    let [x, y, z] = frac;
    let [u, u1, u2] = quintic(l, x);
    // An edge along x is linear in y and z: value a + b·y + c·z, derivatives of the coefficients along x.
    let edges: [[Jet<L::F, 3>; 2]; 2] = each!(k => each!(j => {
        let [left, right]: [_; 2] = each!(i => corners.gradient(l, [i, j, k]));
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
