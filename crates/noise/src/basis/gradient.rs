//! Gradient noise inside a cube, from the gradients at its corners.
//!
//! At every lattice point `c` sits a linear function `g·(x − c)` through zero; inside a cell the functions of its
//! corners are blended with the quintic fade, along x first and for the corners' gradients rather than for their
//! values: an edge of the cell then is the linear function `a + b·y + c·z`, and the gradient falls out.

use super::{blend, quintic};
use crate::each::each;
use crate::jet::Jet;
use crate::lanes::Lanes;

/// The gradients at a cube's corners, `[k][j][i]` at `(i, j, k)`.
pub(super) type Gradients<F> = [[[[F; 3]; 2]; 2]; 2];

/// One sample's gradients in every lane.
#[inline(always)]
pub(super) fn spread<L: Lanes>(l: L, corners: &Gradients<L::Scalar>) -> Gradients<L::F> {
    each!(k => each!(j => each!(i => each!(part => l.splat(corners[k][j][i][part])))))
}

/// Gradient noise at the place `frac` of a cube.
#[inline(always)]
pub(super) fn cube<L: Lanes>(l: L, frac: [L::F; 3], corners: &Gradients<L::F>) -> Jet<L::F, 3> {
    let (zero, one) = (l.lit(0.0), l.lit(1.0));
    let [x, y, z] = frac;
    let [u, u1, u2] = quintic(l, x);
    // An edge along x is linear in y and z: value a + b·y + c·z, derivatives of the coefficients along x.
    let edges: [[Jet<L::F, 3>; 2]; 2] = each!(k => each!(j => {
        let [left, right] = corners[k][j];
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
