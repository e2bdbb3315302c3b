//! Positions in whole units around a centre, and where they lie in lattices, exactly: for samples that lie anywhere, on
//! a sphere say.
//!
//! A grid has columns and rows whose shares of a place add up; positions anywhere have none. Here a position is three
//! whole numbers of [`UNIT`], and a lattice has whole numbers of cells, `m·2^−e`, to a unit along each axis:
//!
//! ```text
//! place(n) = ⌊Σ mₖ·nₖ · 2^(32−e)⌋        in 2^−32 of a cell, modulo 2^64
//! ```
//!
//! That is what the lattice *is* for such positions. It depends on nothing but the position, and all that follows is
//! arithmetic of whole numbers: samples that two patches share have the same bits, whatever else the patches hold and
//! wherever their centres lie. The rates `m` have 29 bits, so that the lattice is stretched by 2^−29 at most against the
//! one of the map: at the surface of the Earth it lies about a centimetre beside it.
//!
//! # In words of 64 bits
//! Of a patch, with its centre `c` and offsets `o = n − c`, what is long is computed once: `T = Σ mₖ·cₖ`, of which
//! `P = ⌊T·2^−s⌋` is the place of the centre, `s = e − 32`, and `r = T mod 2^s` is left. Then
//!
//! ```text
//! place = P + ⌊(r + Σ mₖ·oₖ) · 2^−s⌋
//! ```
//!
//! as `P` is whole: an identity, and no approximation. With `|m| ≤ 2^29`, `|o| ≤ 2^31` and three axes the sum of products
//! is at most `3·2^60`, and `r < 2^s ≤ 2^62`: below 2^63 together. Offsets beyond (2^31 units are 2 km) come in two
//! parts, `o = o₁·2^20 + o₀` with `0 ≤ o₀ < 2^20`. Each has its sum of products, `S₁ ≤ 3·2^60` and `S₀ < 3·2^49`, and with
//! `t = min(s, 20)`
//!
//! ```text
//! place = P + ⌊(⌊(r + S₀)·2^−t⌋ + S₁·2^(20−t)) · 2^(t−s)⌋
//! ```
//!
//! since `S₁·2^20` is a whole number of 2^t. If `s ≥ 20`, all of it stays below 2^63, and if not, the last shift is by
//! nothing, so that the sum may wrap as places do. Where no offset has a second part, `S₁ = 0`, this is the formula above.

use crate::each::each;
use crate::lanes::{Lanes, Scalar};
use crate::lattice::{Columns, Map};
use crate::level::{Element, Level, Task};
use crate::rows::STRIP;

/// Metres: positions are whole numbers of it. About a thousandth of a millimetre.
pub const UNIT: f64 = 1.0 / 1_048_576.0;

/// Coordinates are less than so many units from the origin: a thousand million metres.
pub const FARTHEST: i64 = 1 << 50;

/// Bits of the lower part of an offset that comes in two.
pub const LOW_BITS: u32 = 20;

/// Bits of a rate.
const RATE_BITS: i32 = 28;

/// Positions around a centre, at most [`STRIP`] of them.
#[derive(Clone, Copy, Debug)]
pub struct Around<'a, const D: usize> {
    /// Offsets from the centre along each axis, in units; if there are higher parts only their lower
    /// [`LOW_BITS`] bits.
    pub low: [&'a [i32]; D],
    /// The higher parts, in 2^20 units, where an offset is beyond 2^31 units.
    pub high: Option<[&'a [i32]; D]>,
}

/// Where a centre lies in a lattice, and what offsets from it add.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Anchor<const D: usize> {
    /// The axes of the lattice.
    pub axes: [AnchorAxis<D>; D],
}

/// The same along an axis of the lattice; without the lattice's own offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnchorAxis<const D: usize> {
    /// What a unit along each axis of the ground adds, in 2^−`exponent` cells: at most 2^29 either way.
    pub rates: [i32; D],
    /// From 32 to 94.
    pub exponent: u32,
    /// The place of the centre, in 2^−`exponent` cells.
    centre: i128,
}

impl<const D: usize> Anchor<D> {
    /// Where `centre`, in units below [`FARTHEST`], lies in the lattice of a map.
    pub fn new(map: &Map<D>, centre: &[i64; D]) -> Self {
        Self { axes: each!(axis => AnchorAxis::new(&map.matrix[axis], centre)) }
    }
}

impl<const D: usize> AnchorAxis<D> {
    /// From the cells a metre along each axis of the ground.
    ///
    /// The exponent is such that the largest rate has 29 bits, between two limits:
    /// - 94, so that `s` is 62 at most. It holds for cells above 7·10¹³ m, to which all positions are one and the same.
    /// - 32, so that `s` is not negative. It holds for cells below 2^−17 m (8 µm), which are taken for as large as that:
    ///   positions are 2^−20 m apart and show nothing of such cells but that neighbours differ, which they do still.
    fn new(per_metre: &[f64; D], centre: &[i64; D]) -> Self {
        let largest = per_metre.iter().fold(f64::MIN_POSITIVE, |most, rate| most.max(rate.abs()));
        let bits = (RATE_BITS - libm::ilogb(largest)).min(74);
        let rates = per_metre.map(|rate| libm::ldexp(rate, bits).round() as i32);
        // A metre is 2^20 units.
        let exponent = (bits + 20).max(32) as u32;
        let centre = (0..D).map(|k| i128::from(rates[k]) * i128::from(centre[k])).sum();
        Self { rates, exponent, centre }
    }

    /// Bits by which sums of rates are shifted to places: `s`, at most 62.
    pub fn shift(&self) -> u32 {
        self.exponent - 32
    }

    /// The place of the centre: 32 bits of cell and 32 of fraction.
    pub fn place(&self) -> u64 {
        (self.centre >> self.shift()) as u64
    }

    /// What is left of the centre's place, in 2^−`exponent` cells: below 2^`shift`.
    pub fn rest(&self) -> i64 {
        (self.centre & ((1 << self.shift()) - 1)) as i64
    }
}

impl<S: Element, const D: usize> Columns<S, D> {
    /// The places of positions around the centre that a lattice is anchored at. The row's share of them is that of the
    /// origin.
    ///
    /// # Panics
    /// If there are more than [`STRIP`], or not as many along every axis.
    pub fn around(level: Level, anchor: &Anchor<D>, around: &Around<'_, D>) -> Self {
        let mut columns = Self::zero();
        S::run(level, Lay { anchor, around, columns: &mut columns });
        columns
    }
}

struct Lay<'a, S: Scalar, const D: usize> {
    anchor: &'a Anchor<D>,
    around: &'a Around<'a, D>,
    columns: &'a mut Columns<S, D>,
}

impl<S: Scalar, const D: usize> Task<S> for Lay<'_, S, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes<Scalar = S>>(self, l: L) {
        l.vectorize(
            #[inline(always)]
            || {
                for axis in 0..D {
                    let (cells, fractions) = self.columns.axis_mut(axis);
                    S::lay(&self.anchor.axes[axis], self.around, cells, fractions);
                }
            },
        );
    }
}

/// The places of `f32`, see above.
#[inline(always)]
pub(crate) fn lay_single<const D: usize>(
    axis: &AnchorAxis<D>,
    around: &Around<'_, D>,
    cells: &mut [u32; STRIP],
    fractions: &mut [u32; STRIP],
) {
    let (shift, place, rest) = (axis.shift(), axis.place(), axis.rest());
    let len = around.low[0].len();
    let (cells, fractions) = (&mut cells[..len], &mut fractions[..len]);
    let low = around.low.map(|offsets| &offsets[..len]);
    let rates = axis.rates.map(i64::from);
    let Some(high) = around.high else {
        for i in 0..len {
            let at = place.wrapping_add(((rest + sum(&rates, &low, i)) >> shift) as u64);
            (cells[i], fractions[i]) = ((at >> 32) as u32, at as u32);
        }
        return;
    };
    let high = high.map(|offsets| &offsets[..len]);
    let first = shift.min(LOW_BITS);
    for i in 0..len {
        let lower = (rest + sum(&rates, &low, i)) >> first;
        let higher = sum(&rates, &high, i).wrapping_shl(LOW_BITS - first);
        let at = place.wrapping_add((lower.wrapping_add(higher) >> (shift - first)) as u64);
        (cells[i], fractions[i]) = ((at >> 32) as u32, at as u32);
    }
}

/// What an offset adds.
#[inline(always)]
fn sum<const D: usize>(rates: &[i64; D], offsets: &[&[i32]; D], i: usize) -> i64 {
    let mut sum = 0;
    for k in 0..D {
        sum += rates[k] * i64::from(offsets[k][i]);
    }
    sum
}

/// The places of `f64`, with 64 bits of fraction: the definition, word for word. A place in 2^−`exponent` cells is below
/// `3·2^79`, and 2^32 times that is below 2^113.
#[inline(always)]
pub(crate) fn lay_double<const D: usize>(
    axis: &AnchorAxis<D>,
    around: &Around<'_, D>,
    cells: &mut [u32; STRIP],
    fractions: &mut [u64; STRIP],
) {
    for i in 0..around.low[0].len() {
        let mut sum = axis.centre;
        for k in 0..D {
            let high = around.high.map_or(0, |high| i64::from(high[k][i]));
            let offset = (high << LOW_BITS) + i64::from(around.low[k][i]);
            sum += i128::from(axis.rates[k]) * i128::from(offset);
        }
        let at = if axis.exponent <= 64 { sum << (64 - axis.exponent) } else { sum >> (axis.exponent - 64) };
        (cells[i], fractions[i]) = ((at >> 64) as u32, at as u64);
    }
}
