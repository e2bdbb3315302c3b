//! Gradient noise along a line: the course of a row of dunes, and its height.

use orogen_noise::basis::quintic;
use orogen_noise::each;
use orogen_noise::hash::Key;
use orogen_noise::lanes::Lanes;
use orogen_noise::lattice::Site;

/// Value, first and second derivative.
pub(super) type Curve<F> = [F; 3];

/// Noise along `axis` of the lattice, different for each `row`. It is in [−1, 1], with derivatives per cell.
///
/// With slopes `a` and `b` at the cell's ends and the quintic step `q`, the noise is `2·(a·t + (b·(t − 1) − a·t)·q(t))`. Its
/// largest value is 1, at `t = ½` for `a = 1` and `b = −1`.
#[inline(always)]
pub(super) fn wander<L: Lanes, const D: usize>(
    l: L,
    key: &Key,
    row: L::U,
    site: &Site<L, D>,
    axis: usize,
) -> Curve<L::F> {
    let [near, far]: [L::F; 2] = each!(i => {
        let cell = site.step(l, axis, i as u32);
        let point = key.point::<L, 2>(l, [key.axis(l, 0, row), key.axis(l, 1, cell)]);
        l.signed_unit(key.again(l, point))
    });
    let t = site.frac[axis];
    let [q, q1, q2] = quintic(l, t);
    let (two, rise) = (l.lit(2.0), far * (t - l.lit(1.0)) - near * t);
    let turn = far - near;
    [two * (near * t + rise * q), two * (near + turn * q + rise * q1), two * (two * turn * q1 + rise * q2)]
}
