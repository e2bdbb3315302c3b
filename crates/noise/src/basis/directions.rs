//! Isotropic gradient directions: evenly spread over the circle and over the sphere.

use crate::lanes::Lanes;

/// One of 8 directions of the plane, (cos, sin) of an odd multiple of 22.5°, with length `scale`. Their moments equal
/// those of the circle up to order 7.
#[inline(always)]
pub(super) fn direction_2d<L: Lanes>(l: L, point: L::U, scale: f64) -> [L::F; 2] {
    let long = l.lit(0.923_879_532_511_286_7 * scale);
    let short = l.lit(0.382_683_432_365_089_8 * scale);
    let swap = l.bit(point, 29);
    [l.flip(l.select(swap, short, long), point), l.flip(l.select(swap, long, short), l.shl(point, 1))]
}

/// Components of the vertices of an icosahedron, `(0, ±1, ±φ)/√(1+φ²)` and its cyclic permutations.
const SHORT: f64 = 0.525_731_112_119_133_6;
const LONG: f64 = 0.850_650_808_352_039_9;

/// The permutation that a point's word selects: returns whether it is the first, and whether it is one of the first two. The
/// bits below the upper two are read as a two's complement number; each third of its range selects one permutation.
#[inline(always)]
fn permutation<L: Lanes>(l: L, point: L::U) -> [L::M; 2] {
    let choice = l.shl(point, 2);
    [l.lt_words(choice, l.word(0xD555_5555)), l.lt_words(choice, l.word(0x2AAA_AAAA))]
}

/// One of 12 directions of space, the vertices of an icosahedron, with length `scale`: a spherical 5-design. Two bits
/// select the signs, the others one of three permutations.
#[inline(always)]
pub(super) fn direction_3d<L: Lanes>(l: L, point: L::U, scale: f64) -> [L::F; 3] {
    let zero = l.lit(0.0);
    let short = l.flip(l.lit(SHORT * scale), point);
    let long = l.flip(l.lit(LONG * scale), l.shl(point, 1));
    let [first, second] = permutation(l, point);
    [
        l.select(first, zero, l.select(second, long, short)),
        l.select(first, short, l.select(second, zero, long)),
        l.select(first, long, l.select(second, short, zero)),
    ]
}

/// The products of one component of an offset with `SHORT` and with `LONG`, both times `scale`, for [`along_3d`].
#[inline(always)]
pub(super) fn parts_3d<L: Lanes>(l: L, offset: L::F, scale: f64) -> [L::F; 2] {
    [l.lit(SHORT * scale) * offset, l.lit(LONG * scale) * offset]
}

/// The scalar product of [`direction_3d`] with an offset, from the [`parts_3d`] of the offset, with the same bits. One of the
/// three products in this scalar product is zero. In the other two, the sign of the direction's component is applied to the
/// product, not to the component.
#[inline(always)]
pub(super) fn along_3d<L: Lanes>(l: L, point: L::U, [x, y, z]: [[L::F; 2]; 3]) -> L::F {
    let [first, second] = permutation(l, point);
    let short = l.select(first, y[0], l.select(second, z[0], x[0]));
    let long = l.select(first, z[1], l.select(second, x[1], y[1]));
    l.flip(short, point) + l.flip(long, l.shl(point, 1))
}
