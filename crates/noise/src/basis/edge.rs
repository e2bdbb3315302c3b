//! Noise in a square cell, blended from functions on the cell's edges.
//!
//! The blend along x comes first. Each of the two edges along x then gives a function `a + b·y`: linear in the distance from
//! the edge, with coefficients that depend only on x. The noise between the edges at y = 0 and y = 1 is
//!
//! ```text
//! n = (a₀ + b₀·y) + v·((a₁ + b₁·(y − 1)) − (a₀ + b₀·y))  =  a + b·y + v·(r + s·y)
//! ```
//!
//! where `v` is the fade of y, the index is the y of the edge, and `a = a₀`, `b = b₀`, `r = a₁ − b₁ − a₀` and `s = b₁ − b₀`.
//! Only these four coefficients need the hashes, the gradients and the blend along x. The rows of a grid that cross the same
//! cells share the coefficients (`edge_rows` in `kernels`); a sample then takes three products and three sums. Samples that
//! share no coefficients use the same expressions, so they have the same bits.

use super::corners::Cornered;
use super::{Facts, quintic};
use crate::each::each;
use crate::hash::Key;
use crate::jet::Jet;
use crate::lanes::{Float, Lanes};
use crate::lattice::{Corners, Site};

/// A function on an edge, `a + b·d` at the distance `d` from the edge. Each coefficient comes with its first and second
/// derivative along the edge.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge<F> {
    pub a: [F; 3],
    pub b: [F; 3],
}

/// The noise between two edges: `a + b·y + v·(r + s·y)`. Each coefficient comes with its derivatives along x.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Between<F> {
    pub a: [F; 3],
    pub b: [F; 3],
    pub r: [F; 3],
    pub s: [F; 3],
}

impl<F: Float> Between<F> {
    #[inline(always)]
    pub(crate) fn new(bottom: &Edge<F>, top: &Edge<F>) -> Self {
        Self {
            a: bottom.a,
            b: bottom.b,
            r: each!(k => top.a[k] - top.b[k] - bottom.a[k]),
            s: each!(k => top.b[k] - bottom.b[k]),
        }
    }

    /// The noise at `y`, where the fade is `v` with its derivatives.
    #[inline(always)]
    pub(crate) fn at(&self, y: F, [v, v1, v2]: [F; 3]) -> Jet<F, 2> {
        let Self { a, b, r, s } = self;
        let rise: [_; 3] = each!(k => r[k] + s[k] * y);
        let n: [_; 3] = each!(k => a[k] + b[k] * y + v * rise[k]);
        let n_y: [_; 2] = each!(k => b[k] + v * s[k] + v1 * rise[k]);
        let n_yy = (v1 + v1) * s[0] + v2 * rise[0];
        Jet { v: n[0], g: [n[1], n_y[0]], h: [[n[2], n_y[1]], [n_y[1], n_yy]] }
    }
}

/// A basis that is blended from edges in the plane.
pub(crate) trait Edged: Send + Sync {
    /// The basis's properties in the plane.
    fn facts(&self) -> Facts;

    /// The weight of the far end of an edge at the place `t`, with its derivatives. The blend along y uses the same function
    /// for the weight of the far edge.
    #[inline(always)]
    fn fade<L: Lanes>(&self, l: L, t: L::F) -> [L::F; 3] {
        quintic(l, t)
    }

    /// The contribution of the x coordinate to the hash of a lattice point, for the columns of points before and after a
    /// site.
    #[inline(always)]
    fn columns<L: Lanes>(&self, l: L, site: &Site<L, 2>, key: &Key) -> [L::U; 2] {
        site.ends(l, key, 0)
    }

    /// The same for the y coordinate and the rows of points.
    #[inline(always)]
    fn rows<L: Lanes>(&self, l: L, site: &Site<L, 2>, key: &Key) -> [L::U; 2] {
        site.ends(l, key, 1)
    }

    /// The word of a lattice point, from the words of its column and its row.
    #[inline(always)]
    fn word<L: Lanes>(&self, l: L, key: &Key, column: L::U, row: L::U) -> L::U {
        key.point(l, [column, row])
    }

    /// The numbers of a lattice point: its gradient, for a basis of gradients.
    type Corner<L: Lanes>: Copy;

    /// The numbers that the word of a lattice point selects.
    fn corner<L: Lanes>(&self, l: L, word: L::U) -> Self::Corner<L>;

    /// The edge between two lattice points, at the place `x` along it with the fade `u`.
    fn edge<L: Lanes>(&self, l: L, corners: [Self::Corner<L>; 2], x: L::F, u: [L::F; 3]) -> Edge<L::F>;
}

impl<B: Edged> Cornered<2> for B {
    /// The corners at y = 0 and at y = 1, each from left to right.
    type AtCorners<L: Lanes> = [[B::Corner<L>; 2]; 2];

    fn facts(&self) -> Facts {
        Edged::facts(self)
    }

    #[inline(always)]
    fn words<L: Lanes>(&self, l: L, site: &Site<L, 2>, key: &Key) -> Corners<L::U> {
        let (columns, rows) = (self.columns(l, site, key), self.rows(l, site, key));
        each!(c => if c < 4 { self.word(l, key, columns[c % 2], rows[c / 2]) } else { l.word(0) })
    }

    #[inline(always)]
    fn corners<L: Lanes>(&self, l: L, words: &Corners<L::U>) -> Self::AtCorners<L> {
        each!(j => each!(i => self.corner(l, words[i + 2 * j])))
    }

    #[inline(always)]
    fn inside<L: Lanes>(&self, l: L, corners: &Self::AtCorners<L>, [x, y]: [L::F; 2]) -> Jet<L::F, 2> {
        let u = self.fade(l, x);
        let [bottom, top]: [_; 2] = each!(j => self.edge(l, corners[j], x, u));
        Between::new(&bottom, &top).at(y, self.fade(l, y))
    }
}

/// The edge between two lattice points with gradients: the blend of two linear functions, each zero at its point.
#[inline(always)]
pub(super) fn gradient_edge<L: Lanes>(
    l: L,
    [left, right]: [[L::F; 2]; 2],
    x: L::F,
    [u, u1, u2]: [L::F; 3],
) -> Edge<L::F> {
    let values = [left[0] * x, right[0] * (x - l.lit(1.0))];
    let turn = right[1] - left[1];
    Edge {
        a: blend_linear(values, [left[0], right[0]], [u, u1, u2]),
        b: [left[1] + u * turn, u1 * turn, u2 * turn],
    }
}

/// The blend of two linear functions of x, given by their values and their slopes, with its derivatives.
#[inline(always)]
pub(super) fn blend_linear<F: Float>(
    [near, far]: [F; 2],
    [left, right]: [F; 2],
    [u, u1, u2]: [F; 3],
) -> [F; 3] {
    let (rise, slope) = (far - near, right - left);
    [near + u * rise, left + u * slope + u1 * rise, (u1 + u1) * slope + u2 * rise]
}

/// The edge between two lattice points with numbers instead of gradients.
#[inline(always)]
pub(super) fn value_edge<L: Lanes>(l: L, [left, right]: [L::F; 2], [u, u1, u2]: [L::F; 3]) -> Edge<L::F> {
    let rise = right - left;
    Edge { a: [left + u * rise, u1 * rise, u2 * rise], b: [l.lit(0.0); 3] }
}
