//! Lanes: the numbers a kernel computes with, several samples at a time.
//!
//! Every kernel of this crate is written once, generic over [`Lanes`], and runs
//! - on `f32` vectors of the machine's SIMD level ([`Vector`]),
//! - on scalar `f32` ([`Scalar32`]), an independent second opinion on the vectors,
//! - on scalar `f64` ([`Scalar64`]), the reference that `f32` is measured against,
//! - on nothing ([`Traced`]): operations are written down, and other backends make the same function of them.
//!
//! Only operations that IEEE 754 defines to the last bit are offered (no fused multiply-add, no estimates, no
//! platform transcendental), so that all `f32` implementations give equal bits.

mod scalar;
mod traced;
mod vector;

pub use scalar::{Scalar32, Scalar64};
pub use traced::{Traced, TracedNumber, TracedTruth, TracedWord};
pub use vector::Vector;

use crate::jet::Jet;
use crate::rows::{Rows, STRIP};
use crate::trace::Foreign;
use crate::units::{self, AnchorAxis, Around};
use std::fmt::Debug;
use std::ops::{Add, BitAnd, BitOr, BitXor, Div, Mul, Neg, Not, Sub};
use std::sync::Arc;

/// A number that rows of samples are stored in: `f32` or `f64`.
pub trait Scalar: Copy + Default + Debug + PartialOrd + Send + Sync + 'static {
    /// A binary fraction of one lattice cell: 32 bits for `f32`, 64 for `f64`.
    type Fraction: Copy + Default + Debug + PartialEq + Send + Sync + 'static;

    /// Lanes of one such number.
    type Single: Lanes<Scalar = Self, F = Self> + Default;

    /// The nearest representable number.
    fn from_f64(value: f64) -> Self;

    /// The number as `f64`, exactly.
    fn to_f64(self) -> f64;

    /// Terms that power series of this precision are summed to; see [`crate::math`].
    const SERIES: u32;

    /// Whether kernels are compiled for values alone. Those of `f64` are not, to save build time: kernels that compute
    /// gradients, too, serve instead.
    const VALUES_ALONE: bool;

    /// `value` in `[0, 1)` as a binary fraction, truncated.
    fn fraction(value: f64) -> Self::Fraction;

    /// Cells and fractions of positions along an axis of a lattice.
    fn lay<const D: usize>(
        axis: &AnchorAxis<D>,
        around: &Around<'_, D>,
        cells: &mut [u32; STRIP],
        fractions: &mut [Self::Fraction; STRIP],
    );
}

impl Scalar for f32 {
    type Fraction = u32;
    type Single = Scalar32;

    const SERIES: u32 = 8;
    const VALUES_ALONE: bool = true;

    fn from_f64(value: f64) -> Self {
        value as Self
    }

    fn to_f64(self) -> f64 {
        f64::from(self)
    }

    fn fraction(value: f64) -> u32 {
        (value * 4_294_967_296.0) as u32
    }

    #[inline(always)]
    fn lay<const D: usize>(
        axis: &AnchorAxis<D>,
        around: &Around<'_, D>,
        cells: &mut [u32; STRIP],
        fractions: &mut [u32; STRIP],
    ) {
        units::lay_single(axis, around, cells, fractions);
    }
}

impl Scalar for f64 {
    type Fraction = u64;
    type Single = Scalar64;

    const SERIES: u32 = 18;
    const VALUES_ALONE: bool = false;

    fn from_f64(value: f64) -> Self {
        value
    }

    fn to_f64(self) -> f64 {
        self
    }

    fn fraction(value: f64) -> u64 {
        (value * 18_446_744_073_709_551_616.0) as u64
    }

    #[inline(always)]
    fn lay<const D: usize>(
        axis: &AnchorAxis<D>,
        around: &Around<'_, D>,
        cells: &mut [u32; STRIP],
        fractions: &mut [u64; STRIP],
    ) {
        units::lay_double(axis, around, cells, fractions);
    }
}

/// Floating-point lanes: the plain arithmetic operators.
pub trait Float:
    Copy
    + Debug
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
}

impl<F> Float for F where
    F: Copy
        + Debug
        + Add<Output = Self>
        + Sub<Output = Self>
        + Mul<Output = Self>
        + Div<Output = Self>
        + Neg<Output = Self>
{
}

/// What may be left as it is, see [`Lanes::when`].
pub trait Held<L: Lanes> {
    /// Its numbers for the first samples, list by list. There are always as many lists, and the order within them does
    /// not change; but each may grow at its end.
    fn numbers(&self, l: L) -> Vec<Vec<L::F>>;
}

impl<L: Lanes, const D: usize> Held<L> for Jet<L::F, D> {
    fn numbers(&self, _: L) -> Vec<Vec<L::F>> {
        vec![[self.v].into_iter().chain(self.g).chain(self.h.into_iter().flatten()).collect()]
    }
}

impl<L: Lanes> Held<L> for Rows<L::Scalar> {
    fn numbers(&self, l: L) -> Vec<Vec<L::F>> {
        vec![self.planes().map(|plane| l.load(plane)).collect()]
    }
}

impl<L: Lanes, A: Held<L>, B: Held<L>> Held<L> for (A, B) {
    fn numbers(&self, l: L) -> Vec<Vec<L::F>> {
        self.0.numbers(l).into_iter().chain(self.1.numbers(l)).collect()
    }
}

impl<L: Lanes, H: Held<L>> Held<L> for &mut H {
    fn numbers(&self, l: L) -> Vec<Vec<L::F>> {
        (**self).numbers(l)
    }
}

/// A way to compute on [`LANES`](Lanes::LANES) samples at once. The implementing type is a token that carries the
/// proof that the machine can; all operations are methods of the token or plain operators of its associated types.
pub trait Lanes: Copy + Send + Sync + 'static {
    /// What rows store.
    type Scalar: Scalar;
    /// Floating-point lanes.
    type F: Float;
    /// `u32` lanes, with wrapping arithmetic.
    type U: Copy
        + Debug
        + Add<Output = Self::U>
        + Sub<Output = Self::U>
        + Mul<Output = Self::U>
        + BitAnd<Output = Self::U>
        + BitOr<Output = Self::U>
        + BitXor<Output = Self::U>;
    /// One truth value per lane.
    type M: Copy + BitAnd<Output = Self::M> + BitOr<Output = Self::M> + Not<Output = Self::M>;

    /// Samples computed at once.
    const LANES: usize;

    /// Whether it pays to keep all that the parts of a loop computed for the next loop. Not where parts become functions:
    /// calls that each leave something behind cannot become a loop again.
    const KEEPS: bool = true;

    /// Runs `body` with the instructions of this level switched on.
    fn vectorize<R>(self, body: impl FnOnce() -> R) -> R;

    /// Runs `body`, which other backends may make a function of: the body of a loop over octaves, say.
    #[inline(always)]
    fn part<R>(self, body: impl FnOnce() -> R) -> R {
        body()
    }

    /// Runs `body` if the mask is true in any lane, and says whether it did. Where the mask is false it leaves what is
    /// held as it was, roundings included, and does nothing else that is of any account.
    #[inline(always)]
    fn when<H: Held<Self>>(self, mask: Self::M, held: &mut H, body: impl FnOnce(&mut H)) -> bool {
        let any = self.any(mask);
        if any {
            body(held);
        }
        any
    }

    /// The same by a number that all lanes know: whether it is above 0.
    #[inline(always)]
    fn when_positive<H: Held<Self>>(self, number: f64, held: &mut H, body: impl FnOnce(&mut H)) {
        if number > 0.0 {
            body(held);
        }
    }

    /// The same number in every lane, rounded to the lane's precision.
    fn lit(self, value: f64) -> Self::F;
    /// The same stored number in every lane.
    fn splat(self, value: Self::Scalar) -> Self::F;
    /// The first `LANES` numbers of a row.
    fn load(self, row: &[Self::Scalar]) -> Self::F;
    /// Writes the lanes to the front of a row.
    fn store(self, value: Self::F, row: &mut [Self::Scalar]);
    /// One stored number a lane, from its lane number.
    fn gather(self, f: impl FnMut(usize) -> Self::Scalar) -> Self::F;
    /// The number in one lane.
    fn lane(self, value: Self::F, lane: usize) -> Self::Scalar;

    /// The same word in every lane.
    fn word(self, value: u32) -> Self::U;
    /// The first `LANES` words of a row.
    fn load_words(self, row: &[u32]) -> Self::U;
    /// Writes the words to the front of a row.
    fn store_words(self, value: Self::U, row: &mut [u32]);
    /// One word a lane, from its lane number.
    fn words_from_fn(self, f: impl FnMut(usize) -> u32) -> Self::U;
    /// The word in one lane.
    fn word_lane(self, value: Self::U, lane: usize) -> u32;
    /// Entries of a table, from indices modulo 256.
    #[inline(always)]
    fn look_up(self, table: &[u8; 256], index: Self::U) -> Self::U {
        self.words_from_fn(
            #[inline(always)]
            |lane| u32::from(table[(self.word_lane(index, lane) & 255) as usize]),
        )
    }
    /// Numbers of a table that is too large for literals, a picture say.
    ///
    /// # Panics
    /// If an index is not below its length.
    #[inline(always)]
    fn fetch(self, table: &Arc<[f32]>, index: Self::U) -> Self::F {
        self.gather(
            #[inline(always)]
            |lane| Self::Scalar::from_f64(f64::from(table[self.word_lane(index, lane) as usize])),
        )
    }
    /// What a function in another backend's own words returns, `N` numbers, from a table and words that it knows, the
    /// cells of the first axis of its lattices, and two numbers. Nothing where kernels run.
    #[inline(always)]
    fn foreign<const N: usize>(
        self,
        _: &'static Foreign,
        _: &Arc<[f32]>,
        _: &[u32],
        _: &[u32],
        _: [Self::F; 2],
    ) -> Option<[Self::F; N]> {
        None
    }
    /// Logical shift right.
    fn shr(self, value: Self::U, bits: u32) -> Self::U;
    /// Shift left.
    fn shl(self, value: Self::U, bits: u32) -> Self::U;

    /// `|x|`.
    fn abs(self, x: Self::F) -> Self::F;
    /// `√x`, correctly rounded.
    fn sqrt(self, x: Self::F) -> Self::F;
    /// `x < y`.
    fn lt(self, x: Self::F, y: Self::F) -> Self::M;
    /// `x ≤ y`.
    fn le(self, x: Self::F, y: Self::F) -> Self::M;
    /// `x < y`, of two's complements.
    fn lt_words(self, x: Self::U, y: Self::U) -> Self::M;
    /// Whether words are equal.
    fn eq_words(self, x: Self::U, y: Self::U) -> Self::M;
    /// Whether bit `bit` of the word is set.
    fn bit(self, value: Self::U, bit: u32) -> Self::M;
    /// `if mask { yes } else { no }` lane by lane.
    fn select(self, mask: Self::M, yes: Self::F, no: Self::F) -> Self::F;
    /// `if mask { yes } else { no }` lane by lane, for words.
    fn select_words(self, mask: Self::M, yes: Self::U, no: Self::U) -> Self::U;
    /// Whether the words of all lanes are zero.
    fn all_zero(self, value: Self::U) -> bool;
    /// Whether any lane is true.
    fn any(self, mask: Self::M) -> bool;
    /// `-x` where bit 31 of `sign` is set, else `x`.
    fn flip(self, x: Self::F, sign: Self::U) -> Self::F;

    /// Toward zero to a two's complement `i32`, in the bits of a word. `|x|` must be below 2^31.
    fn truncate(self, x: Self::F) -> Self::U;
    /// A two's complement `i32` in a word as a number.
    fn signed(self, value: Self::U) -> Self::F;

    /// Splits a positive normal number into `m·2^e` with `m` in `[1, 2)`; returns `(m, e)`.
    fn split_exponent(self, x: Self::F) -> (Self::F, Self::F);
    /// `2^exponent` for a whole exponent between −126 and 127.
    fn power_of_two(self, exponent: Self::F) -> Self::F;

    /// Adds the two parts of a lattice coordinate, `(cell, fraction)` of the columns and of the row, exactly and
    /// with carry, and returns the cell with the fraction as a number in `[0, 1)`.
    ///
    /// Fixed-point addition is associative, floating-point addition is not: this is why a sample has the same bits
    /// in whatever tile it is computed.
    fn place(
        self,
        cells: &[u32],
        fractions: &[<Self::Scalar as Scalar>::Fraction],
        cell: u32,
        fraction: <Self::Scalar as Scalar>::Fraction,
    ) -> (Self::U, Self::F);

    /// The smaller number; `y` where neither is smaller.
    #[inline(always)]
    fn min(self, x: Self::F, y: Self::F) -> Self::F {
        self.select(self.lt(x, y), x, y)
    }

    /// The larger number; `y` where neither is larger.
    #[inline(always)]
    fn max(self, x: Self::F, y: Self::F) -> Self::F {
        self.select(self.lt(y, x), x, y)
    }

    /// The largest whole number that is not above `x`, as a signed word and as a number. `|x|` must be below 2^31.
    fn floor(self, x: Self::F) -> (Self::U, Self::F);

    /// A uniform number in `[-1, 1)` from the upper 24 bits of a word (24 bits are exact in `f32`).
    #[inline(always)]
    fn signed_unit(self, value: Self::U) -> Self::F {
        let steps = self.signed(self.shr(value, 8)); // 0 … 2^24 − 1
        steps * self.lit(1.0 / 8_388_608.0) - self.lit(1.0)
    }

    /// A uniform number in `[0, 1)` from the upper 24 bits of a word.
    #[inline(always)]
    fn unit(self, value: Self::U) -> Self::F {
        self.signed(self.shr(value, 8)) * self.lit(1.0 / 16_777_216.0)
    }
}
