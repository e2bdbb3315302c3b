//! Isotropic gradient directions, evenly spread so that no direction of the terrain is preferred.

use crate::lanes::Lanes;

/// One of 8 directions of the plane, (cos, sin) of an odd multiple of 22.5°, of length `scale`. Their moments are
/// those of the circle up to order 7.
#[inline(always)]
pub(super) fn direction_2d<L: Lanes>(l: L, point: L::U, scale: f64) -> [L::F; 2] {
    let long = l.lit(0.923_879_532_511_286_7 * scale);
    let short = l.lit(0.382_683_432_365_089_8 * scale);
    let swap = l.bit(point, 29);
    [l.flip(l.select(swap, short, long), point), l.flip(l.select(swap, long, short), l.shl(point, 1))]
}

/// One of 12 directions of space, the vertices of an icosahedron `(0, ±1, ±φ)/√(1+φ²)` and its cyclic permutations,
/// of length `scale`: a spherical 5-design. Two bits choose the signs, the next 24 choose one of three permutations.
#[inline(always)]
pub(super) fn direction_3d<L: Lanes>(l: L, point: L::U, scale: f64) -> [L::F; 3] {
    let zero = l.lit(0.0);
    let short = l.flip(l.lit(0.525_731_112_119_133_6 * scale), point);
    let long = l.flip(l.lit(0.850_650_808_352_039_9 * scale), l.shl(point, 1));
    let choice = l.unit(l.shl(point, 2));
    let first = l.lt(choice, l.lit(1.0 / 3.0));
    let second = l.lt(choice, l.lit(2.0 / 3.0));
    [
        l.select(first, zero, l.select(second, long, short)),
        l.select(first, short, l.select(second, zero, long)),
        l.select(first, long, l.select(second, short, zero)),
    ]
}
