//! Exact lattice coordinates of positions in integer units around a centre, for samples that are not on a grid, for example
//! on a sphere.
//!
//! On a grid, a coordinate is the sum of the shares of a column and a row. Positions off a grid have no such shares. Here a
//! position consists of three integers `nₖ`, in multiples of [`UNIT`]. A coordinate in a lattice changes by `mₖ·2^−e` cells
//! per unit along axis `k` of the domain, with integer rates `mₖ`:
//!
//! ```text
//! place(n) = ⌊Σ mₖ·nₖ · 2^(32−e)⌋        in 2^−32 of a cell, modulo 2^64
//! ```
//!
//! This formula defines the lattice for such positions. The place depends on the position alone, and is computed in integer
//! arithmetic. So samples that two patches share have the same bits, whatever else the patches contain and wherever their
//! centres are. The rates `m` have 29 bits, so the lattice is stretched by at most 2^−29 relative to that of the map. At the
//! surface of the Earth this is about a centimetre.
//!
//! # In words of 64 bits
//! For a patch with centre `c` and offsets `o = n − c`, the sum `T = Σ mₖ·cₖ` is computed once. It needs more than 64 bits.
//! With `s = e − 32`, the place of the centre is `P = ⌊T·2^−s⌋`, and the remainder is `r = T mod 2^s`. Then
//!
//! ```text
//! place = P + ⌊(r + Σ mₖ·oₖ) · 2^−s⌋
//! ```
//!
//! since `P` is an integer. This is an identity, not an approximation. With `|m| ≤ 2^29`, `|o| ≤ 2^31` and three axes, the
//! sum of products is at most `3·2^60`. With `r < 2^s ≤ 2^62`, the total is below 2^63. Longer offsets (2^31 units are 2 km)
//! have two parts, `o = o₁·2^20 + o₀` with `0 ≤ o₀ < 2^20`. The sums of products of the two parts are `S₁ ≤ 3·2^60` and
//! `S₀ < 3·2^49`. With `t = min(s, 20)`
//!
//! ```text
//! place = P + ⌊(⌊(r + S₀)·2^−t⌋ + S₁·2^(20−t)) · 2^(t−s)⌋
//! ```
//!
//! since `S₁·2^20` is a multiple of 2^t. If `s ≥ 20`, everything stays below 2^63. If `s < 20`, the last shift is by zero, so
//! the sum may wrap as places do. If no offset has a higher part (`S₁ = 0`), this is the formula above.
//!
//! ```
//! use orogen_noise::lattice::{Columns, Map};
//! use orogen_noise::level::Level;
//! use orogen_noise::units::{Anchor, Around, UNIT};
//!
//! // Cells of 2 metres around a centre at x = 7 m.
//! let map = Map { matrix: [[0.5, 0.0], [0.0, 0.5]], offset: [0.0; 2] };
//! let metre = (1.0 / UNIT) as i32;
//! let anchor = Anchor::new(&map, &[7 * i64::from(metre), 0]);
//! let around = Around { low: [&[0, 3 * metre], &[0, 0]], high: None };
//! let columns = Columns::<f32, 2>::around(Level::best(), &anchor, &around);
//! // 7 m are 3.5 cells, 10 m are 5 cells.
//! assert_eq!([columns.share(0, 0), columns.share(0, 1)], [(3, 1 << 31), (5, 0)]);
//! ```

use crate::each::each;
use crate::lanes::{Lanes, Scalar};
use crate::lattice::{Columns, Map};
use crate::level::{Element, Level, Task};
use crate::rows::STRIP;

/// The unit of positions in metres, about a thousandth of a millimetre.
pub const UNIT: f64 = 1.0 / 1_048_576.0;

/// The magnitude of a coordinate must be below this number of units, which is about 10^9 metres.
pub const FARTHEST: i64 = 1 << 50;

/// Number of bits in the lower part of an offset that has two parts.
pub const LOW_BITS: u32 = 20;

/// The largest rate is from 2^28 to 2^29: it has 29 bits. This is the lower exponent.
const RATE_BITS: i32 = 28;

/// Positions around a centre, at most [`STRIP`] of them.
#[derive(Clone, Copy, Debug)]
pub struct Around<'a, const D: usize> {
    /// Offsets from the centre along each axis, in units. If there are higher parts, these are only the lower [`LOW_BITS`] bits
    /// of the offsets.
    pub low: [&'a [i32]; D],
    /// The higher parts of the offsets, in multiples of 2^20 units. They are needed if an offset is beyond 2^31 units.
    pub high: Option<[&'a [i32]; D]>,
}

/// The place of a centre in a lattice, and the rates for offsets from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Anchor<const D: usize> {
    /// The axes of the lattice.
    pub axes: [AnchorAxis<D>; D],
}

/// The place of a centre along one axis of a lattice and the rates for offsets from it. The lattice's own offset is not
/// included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnchorAxis<const D: usize> {
    /// The change of the lattice coordinate per unit along each axis of the domain, in 2^−`exponent` cells. Each rate is at most
    /// 2^29 in magnitude.
    pub rates: [i32; D],
    /// Rates are in units of 2^−`exponent` cells. The exponent is from 32 to 94.
    pub exponent: u32,
    /// The place of the centre, in 2^−`exponent` cells.
    centre: i128,
}

impl<const D: usize> Anchor<D> {
    /// The place of `centre` in the lattice of a map. The coordinates of the centre are in units, with magnitudes below
    /// [`FARTHEST`].
    pub fn new(map: &Map<D>, centre: &[i64; D]) -> Self {
        Self { axes: each!(axis => AnchorAxis::new(&map.matrix[axis], centre)) }
    }
}

impl<const D: usize> AnchorAxis<D> {
    /// Creates an axis from the cells per metre along each axis of the domain.
    ///
    /// The exponent is chosen so that the largest rate has 29 bits, within two limits:
    /// - 94, so that `s` is at most 62. It applies to cells above 7·10¹³ m. One such cell contains all positions.
    /// - 32, so that `s` is not negative. It applies to cells below 2^−17 m (8 µm), which are treated as cells of this size.
    ///   Positions are 2^−20 m apart, so they could show nothing of smaller cells except that neighbouring positions have
    ///   different values. This remains so.
    fn new(per_metre: &[f64; D], centre: &[i64; D]) -> Self {
        let largest = per_metre.iter().fold(f64::MIN_POSITIVE, |most, rate| most.max(rate.abs()));
        let bits = (RATE_BITS - libm::ilogb(largest)).min(74);
        let rates = per_metre.map(|rate| libm::ldexp(rate, bits).round() as i32);
        // A metre is 2^20 units.
        let exponent = (bits + 20).max(32) as u32;
        let centre = (0..D).map(|k| i128::from(rates[k]) * i128::from(centre[k])).sum();
        Self { rates, exponent, centre }
    }

    /// The number of bits by which a sum of products is shifted right to give a place, at most 62. The page of this module calls
    /// it `s`.
    pub fn shift(&self) -> u32 {
        self.exponent - 32
    }

    /// The place of the centre: 32 bits of cell and 32 of fraction.
    pub fn place(&self) -> u64 {
        (self.centre >> self.shift()) as u64
    }

    /// The remainder of the centre's place, in 2^−`exponent` cells: below 2^`shift`.
    pub fn rest(&self) -> i64 {
        (self.centre & ((1 << self.shift()) - 1)) as i64
    }
}

impl<S: Element, const D: usize> Columns<S, D> {
    /// The places of positions around the centre of an anchor. Use them with the [`Row`](crate::lattice::Row) of the origin,
    /// which adds the offset of the lattice.
    ///
    /// # Panics
    /// If there are more than [`STRIP`] positions, or if an axis has fewer offsets than the first axis.
    pub fn around(level: Level, anchor: &Anchor<D>, around: &Around<'_, D>) -> Self {
        let mut columns = Self::zero();
        S::run(level, PlacePositions { anchor, around, columns: &mut columns });
        columns
    }
}

struct PlacePositions<'a, S: Scalar, const D: usize> {
    anchor: &'a Anchor<D>,
    around: &'a Around<'a, D>,
    columns: &'a mut Columns<S, D>,
}

impl<S: Scalar, const D: usize> Task<S> for PlacePositions<'_, S, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes<Scalar = S>>(self, l: L) {
        l.vectorize(
            #[inline(always)]
            || {
                for axis in 0..D {
                    let (cells, fractions) = self.columns.axis_mut(axis);
                    if const { size_of::<S::Fraction>() == size_of::<u32>() } {
                        place_single::<S, D>(&self.anchor.axes[axis], self.around, cells, fractions);
                    } else {
                        place_double::<S, D>(&self.anchor.axes[axis], self.around, cells, fractions);
                    }
                }
            },
        );
    }
}

/// Places with fractions of 32 bits, in words of 64 bits as derived above.
#[inline(always)]
fn place_single<S: Scalar, const D: usize>(
    axis: &AnchorAxis<D>,
    around: &Around<'_, D>,
    cells: &mut [u32; STRIP],
    fractions: &mut [S::Fraction; STRIP],
) {
    let (shift, place, rest) = (axis.shift(), axis.place(), axis.rest());
    let len = around.low[0].len();
    let (cells, fractions) = (&mut cells[..len], &mut fractions[..len]);
    let low = around.low.map(|offsets| &offsets[..len]);
    let rates = axis.rates.map(i64::from);
    let Some(high) = around.high else {
        for i in 0..len {
            let at = place.wrapping_add(((rest + sum(&rates, &low, i)) >> shift) as u64);
            (cells[i], fractions[i]) = ((at >> 32) as u32, S::upper_bits(at << 32));
        }
        return;
    };
    let high = high.map(|offsets| &offsets[..len]);
    let first = shift.min(LOW_BITS);
    for i in 0..len {
        let lower = (rest + sum(&rates, &low, i)) >> first;
        let higher = sum(&rates, &high, i).wrapping_shl(LOW_BITS - first);
        let at = place.wrapping_add((lower.wrapping_add(higher) >> (shift - first)) as u64);
        (cells[i], fractions[i]) = ((at >> 32) as u32, S::upper_bits(at << 32));
    }
}

/// The sum of the products of the rates and an offset.
#[inline(always)]
fn sum<const D: usize>(rates: &[i64; D], offsets: &[&[i32]; D], i: usize) -> i64 {
    let mut sum = 0;
    for k in 0..D {
        sum += rates[k] * i64::from(offsets[k][i]);
    }
    sum
}

/// Places with fractions of 64 bits, computed directly from the definition. A place in 2^−`exponent` cells is below `3·2^79`,
/// and 2^32 times this bound is below 2^113.
#[inline(always)]
fn place_double<S: Scalar, const D: usize>(
    axis: &AnchorAxis<D>,
    around: &Around<'_, D>,
    cells: &mut [u32; STRIP],
    fractions: &mut [S::Fraction; STRIP],
) {
    for i in 0..around.low[0].len() {
        let mut sum = axis.centre;
        for k in 0..D {
            let high = around.high.map_or(0, |high| i64::from(high[k][i]));
            let offset = (high << LOW_BITS) + i64::from(around.low[k][i]);
            sum += i128::from(axis.rates[k]) * i128::from(offset);
        }
        let at = if axis.exponent <= 64 { sum << (64 - axis.exponent) } else { sum >> (axis.exponent - 64) };
        (cells[i], fractions[i]) = ((at >> 64) as u32, S::upper_bits(at as u64));
    }
}
