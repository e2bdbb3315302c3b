//! Gradient noise inside a cube, from the gradients at its corners.
//!
//! Every lattice point `c` has a linear function `g·(x − c)`, which is zero at `c`. Inside a cell, the functions of its
//! corners are blended with the quintic fade along x, y and z.

use super::directions::{along_3d, parts_3d};
use super::{blend, quintic};
use crate::each::each;
use crate::jet::Jet;
use crate::lanes::Lanes;
use crate::lattice::Corners;

/// Gradients at the corners of a cube.
pub(super) type Gradients<F> = Corners<[F; 3]>;

/// Gradient noise at a place in a cube.
#[inline(always)]
pub(super) fn cube<L: Lanes>(l: L, place: [L::F; 3], corners: &Gradients<L::F>) -> Jet<L::F, 3> {
    let offsets: [[L::F; 2]; 3] = each!(axis => [place[axis], place[axis] - l.lit(1.0)]);
    let fades: [_; 3] = each!(axis => quintic(l, place[axis]));
    let sides: [_; 2] = each!(k => {
        let edges: [_; 2] = each!(j => {
            let ends = each!(i => corners[i + 2 * j + 4 * k]);
            let heights = each!(i => ends[i][0] * offsets[0][i] + ends[i][1] * offsets[1][j] + ends[i][2] * offsets[2][k]);
            edge(l, fades[0], heights, ends)
        });
        blend(1, fades[1], edges[0], edges[1])
    });
    let jet = blend(2, fades[2], sides[0], sides[1]);
    Jet { v: jet.v + l.lit(0.0), ..jet }
}

/// The blend along x of two linear functions, given by their heights and slopes.
#[inline(always)]
fn edge<L: Lanes>(l: L, u: [L::F; 3], [near, far]: [L::F; 2], [left, right]: [[L::F; 3]; 2]) -> Jet<L::F, 3> {
    let zero = l.lit(0.0);
    let rise = far - near;
    let turn: [_; 3] = each!(i => right[i] - left[i]);
    let [bend, twist_y, twist_z]: [_; 3] = each!(i => u[1] * turn[i]);
    let [x, y, z]: [_; 3] = each!(i => left[i] + u[0] * turn[i]);
    Jet {
        v: near + u[0] * rise,
        g: [x + u[1] * rise, y, z],
        h: [[bend + bend + u[2] * rise, twist_y, twist_z], [twist_y, zero, zero], [twist_z, zero, zero]],
    }
}

/// The value of [`cube`] with the same bits, without derivatives. The words of lattice points select gradients of length
/// `scale`. This function computes scalar products with the gradients, not the gradients themselves.
///
/// A result of zero may have different signs in the two functions. Adding zero makes the sign positive in both.
#[inline(always)]
pub(super) fn cube_value<L: Lanes>(l: L, place: [L::F; 3], words: &Corners<L::U>, scale: f64) -> L::F {
    let offsets: [[[L::F; 2]; 2]; 3] = each!(axis => {
        [parts_3d(l, place[axis], scale), parts_3d(l, place[axis] - l.lit(1.0), scale)]
    });
    let fades: [[L::F; 3]; 3] = each!(axis => quintic(l, place[axis]));
    let sides: [L::F; 2] = each!(k => {
        let edges: [L::F; 2] = each!(j => {
            let heights: [L::F; 2] =
                each!(i => along_3d(l, words[i + 2 * j + 4 * k], [offsets[0][i], offsets[1][j], offsets[2][k]]));
            heights[0] + fades[0][0] * (heights[1] - heights[0])
        });
        edges[0] + fades[1][0] * (edges[1] - edges[0])
    });
    sides[0] + fades[2][0] * (sides[1] - sides[0]) + l.lit(0.0)
}
