//! Lanes: the numbers a kernel computes with, several samples at a time.
//!
//! Every kernel of this crate is written once, generic over [`Lanes`]. It runs on
//! - `f32` vectors of the machine's SIMD level ([`Vector`]),
//! - scalar `f32` ([`Scalar32`]), an independent check of the vectors,
//! - scalar `f64` ([`Scalar64`]), the reference for the error of `f32`,
//! - lanes that record operations and compute nothing ([`Traced`]): other backends compile the same function from the record.
//!
//! Lanes offer only operations that IEEE 754 defines to the last bit: no fused multiply-add, no estimates, no
//! transcendental functions of the platform. So all `f32` implementations give equal bits.
//!
//! ```
//! use orogen_noise::lanes::{Lanes, Scalar32, Scalar64};
//!
//! fn square_root_of_sum<L: Lanes>(l: L, x: L::F, y: L::F) -> L::F {
//!     l.sqrt(x + y)
//! }
//! assert_eq!(square_root_of_sum(Scalar32, 2.0, 7.0), 3.0_f32);
//! assert_eq!(square_root_of_sum(Scalar64, 2.0, 7.0), 3.0_f64);
//! ```

mod scalar;
mod traced;
mod vector;

pub use crate::picture::Picture;
pub use scalar::{Scalar32, Scalar64};
pub use traced::{Traced, TracedNumber, TracedTruth, TracedWord};
pub use vector::Vector;

use crate::trace::Foreign;
use std::fmt::Debug;
use std::ops::{Add, BitAnd, BitOr, BitXor, Div, Mul, Neg, Not, Sub};
use std::sync::Arc;

/// The type of number in which rows of samples are stored: `f32` or `f64`.
pub trait Scalar: Copy + Default + Debug + PartialOrd + Send + Sync + 'static {
    /// A binary fraction of one lattice cell: 32 bits for `f32`, 64 for `f64`.
    type Fraction: Copy + Default + Debug + PartialEq + Send + Sync + 'static;

    /// Lanes that compute one such number at a time.
    type Single: Lanes<Scalar = Self, F = Self> + Default;

    /// The nearest representable number.
    fn from_f64(value: f64) -> Self;

    /// The number as `f64`, exactly.
    fn to_f64(self) -> f64;

    /// Number of terms of power series at this precision, see [`crate::math`].
    const SERIES: u32;

    /// `value` in `[0, 1)` as a binary fraction, truncated.
    fn fraction(value: f64) -> Self::Fraction;

    /// The upper bits of a fraction of 64 bits.
    fn upper_bits(fraction: u64) -> Self::Fraction;
}

impl Scalar for f32 {
    type Fraction = u32;
    type Single = Scalar32;

    const SERIES: u32 = 8;

    #[inline(always)]
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
    fn upper_bits(fraction: u64) -> u32 {
        (fraction >> 32) as u32
    }
}

impl Scalar for f64 {
    type Fraction = u64;
    type Single = Scalar64;

    const SERIES: u32 = 18;

    #[inline(always)]
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
    fn upper_bits(fraction: u64) -> u64 {
        fraction
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

/// State that a guarded body may change, see [`Lanes::when`].
pub trait GuardedState<L: Lanes> {
    /// The numbers of the first samples, list by list. The number of lists and the order within each list are fixed. A list
    /// may grow at its end.
    fn numbers(&self, l: L) -> Vec<Vec<L::F>>;
}

impl<L: Lanes, A: GuardedState<L>, B: GuardedState<L>> GuardedState<L> for (A, B) {
    fn numbers(&self, l: L) -> Vec<Vec<L::F>> {
        self.0.numbers(l).into_iter().chain(self.1.numbers(l)).collect()
    }
}

impl<L: Lanes, G: GuardedState<L>> GuardedState<L> for &mut G {
    fn numbers(&self, l: L) -> Vec<Vec<L::F>> {
        (**self).numbers(l)
    }
}

/// Computes on [`LANES`](Lanes::LANES) samples at once. The implementing type is a token: it proves that the machine has
/// the instructions. All operations are methods of the token or operators of its associated types.
pub trait Lanes: Copy + Send + Sync + 'static {
    /// The number that rows store.
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

    /// Whether kernels should store results of one loop for the next loop, rather than compute them again. It is `false` for
    /// lanes that compile [parts](Self::part) to functions: calls of a function that each store a result cannot be compiled to
    /// a loop.
    const KEEPS: bool = true;

    /// The lowest order of derivatives for which kernels are compiled. Kernels of this order also serve lower orders: they
    /// give the same bits, and write derivatives that the caller ignores. It is above zero for lanes where a gain in speed is
    /// not worth the time to compile more kernels.
    const MIN_ORDER: usize;

    /// Runs `body` with the instructions of this level enabled.
    fn vectorize<R>(self, body: impl FnOnce() -> R) -> R;

    /// Runs `body`, for example the body of a loop over octaves. Other backends may compile it as a function.
    #[inline(always)]
    fn part<R>(self, body: impl FnOnce() -> R) -> R {
        body()
    }

    /// Runs `body` if the mask is true in any lane. Returns whether `body` ran. In lanes where the mask is false, `body` must
    /// leave `state` unchanged to the bit and have no other effect.
    #[inline(always)]
    fn when<G: GuardedState<Self>>(self, mask: Self::M, state: &mut G, body: impl FnOnce(&mut G)) -> bool {
        let any = self.any(mask);
        if any {
            body(state);
        }
        any
    }

    /// Runs `body` if `number`, which is the same in all lanes, is positive. The rest is as for [`when`](Self::when), but this
    /// function returns nothing.
    #[inline(always)]
    fn when_positive<G: GuardedState<Self>>(self, number: f64, state: &mut G, body: impl FnOnce(&mut G)) {
        if number > 0.0 {
            body(state);
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
    /// One stored number per lane, from the lane's index.
    fn gather(self, f: impl FnMut(usize) -> Self::Scalar) -> Self::F;
    /// The number in one lane.
    fn lane(self, value: Self::F, lane: usize) -> Self::Scalar;

    /// The same word in every lane.
    fn word(self, value: u32) -> Self::U;
    /// The first `LANES` words of a row.
    fn load_words(self, row: &[u32]) -> Self::U;
    /// Writes the words to the front of a row.
    fn store_words(self, value: Self::U, row: &mut [u32]);
    /// One word per lane, from the lane's index.
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
    /// Numbers of a picture. Each column and row must be inside the picture.
    ///
    /// # Panics
    /// If a row is beyond the end of the picture's table. A column or row outside of the picture may also give another number of
    /// the table.
    #[inline(always)]
    fn fetch(self, picture: Picture<'_>, column: Self::U, row: Self::U) -> Self::F {
        let index = self.word(picture.first as u32) + row * self.word(picture.width as u32) + column;
        self.gather(
            #[inline(always)]
            |lane| Self::Scalar::from_f64(f64::from(picture.numbers[self.word_lane(index, lane) as usize])),
        )
    }
    /// Calls a function that is written in the language of another backend and computes `N` numbers. The arguments are the
    /// function, its table, its literal words, the index of the first axis of its lattices (as the first element of a slice),
    /// and two numbers. `None` where kernels run natively.
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
    /// `x < y` for words as two's complement integers.
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

    /// Rounds toward zero to a two's complement `i32`, returned as a word. `|x|` must be below 2^31.
    fn truncate(self, x: Self::F) -> Self::U;
    /// Converts a word, read as a two's complement `i32`, to a number.
    fn signed(self, value: Self::U) -> Self::F;

    /// Splits a positive normal number into `m·2^e` with `m` in `[1, 2)`; returns `(m, e)`.
    fn split_exponent(self, x: Self::F) -> (Self::F, Self::F);
    /// `2^exponent` for an integer exponent between −126 and 127.
    fn power_of_two(self, exponent: Self::F) -> Self::F;

    /// Adds the two parts of a lattice coordinate, `(cell, fraction)` of the columns and of the row, exactly and
    /// with carry. Returns the cell, and the fraction as a number in `[0, 1)`.
    ///
    /// Fixed-point addition is associative, unlike floating-point addition. So a sample has the same bits in every tile.
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

    /// The largest integer that is not above `x`, as a signed word and as a number. `|x|` must be below 2^31.
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
