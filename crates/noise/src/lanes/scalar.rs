//! One sample at a time, in `f32` and in `f64`.

use super::{Lanes, Scalar};
// Kernels select by hashed bits, which no branch predictor can predict.
use std::hint::select_unpredictable;

/// One `f32` sample at a time: the same bits as every [`Vector`](super::Vector) level.
#[derive(Clone, Copy, Debug, Default)]
pub struct Scalar32;

/// One `f64` sample at a time: the reference path.
#[derive(Clone, Copy, Debug, Default)]
pub struct Scalar64;

/// A `u32` whose arithmetic wraps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word(u32);

macro_rules! word_operator {
    ($($trait:ident $method:ident $body:expr;)*) => {$(
        impl std::ops::$trait for Word {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                let operation: fn(u32, u32) -> u32 = $body;
                Self(operation(self.0, other.0))
            }
        }
    )*};
}

word_operator! {
    Add add u32::wrapping_add;
    Sub sub u32::wrapping_sub;
    Mul mul u32::wrapping_mul;
    BitAnd bitand |a, b| a & b;
    BitOr bitor |a, b| a | b;
    BitXor bitxor |a, b| a ^ b;
}

macro_rules! scalar_lanes {
    ($token:ident, $scalar:ident, $bits:ident, $place:expr) => {
        impl Lanes for $token {
            type Scalar = $scalar;
            type F = $scalar;
            type U = Word;
            type M = bool;

            const LANES: usize = 1;
            const MIN_ORDER: usize = 2;

            #[inline(always)]
            fn vectorize<R>(self, body: impl FnOnce() -> R) -> R {
                body()
            }
            #[inline(always)]
            fn lit(self, value: f64) -> $scalar {
                $scalar::from_f64(value)
            }
            #[inline(always)]
            fn splat(self, value: $scalar) -> $scalar {
                value
            }
            #[inline(always)]
            fn load(self, row: &[$scalar]) -> $scalar {
                row[0]
            }
            #[inline(always)]
            fn store(self, value: $scalar, row: &mut [$scalar]) {
                row[0] = value;
            }
            #[inline(always)]
            fn gather(self, mut f: impl FnMut(usize) -> $scalar) -> $scalar {
                f(0)
            }
            #[inline(always)]
            fn lane(self, value: $scalar, _lane: usize) -> $scalar {
                value
            }
            #[inline(always)]
            fn word(self, value: u32) -> Word {
                Word(value)
            }
            #[inline(always)]
            fn load_words(self, row: &[u32]) -> Word {
                Word(row[0])
            }
            #[inline(always)]
            fn store_words(self, value: Word, row: &mut [u32]) {
                row[0] = value.0;
            }
            #[inline(always)]
            fn words_from_fn(self, mut f: impl FnMut(usize) -> u32) -> Word {
                Word(f(0))
            }
            #[inline(always)]
            fn word_lane(self, value: Word, _lane: usize) -> u32 {
                value.0
            }
            #[inline(always)]
            fn shr(self, value: Word, bits: u32) -> Word {
                Word(value.0 >> bits)
            }
            #[inline(always)]
            fn shl(self, value: Word, bits: u32) -> Word {
                Word(value.0 << bits)
            }
            #[inline(always)]
            fn abs(self, x: $scalar) -> $scalar {
                x.abs()
            }
            #[inline(always)]
            fn sqrt(self, x: $scalar) -> $scalar {
                x.sqrt()
            }
            #[inline(always)]
            fn lt(self, x: $scalar, y: $scalar) -> bool {
                x < y
            }
            #[inline(always)]
            fn le(self, x: $scalar, y: $scalar) -> bool {
                x <= y
            }
            #[inline(always)]
            fn bit(self, value: Word, bit: u32) -> bool {
                (value.0 >> bit) & 1 == 1
            }
            #[inline(always)]
            fn select(self, mask: bool, yes: $scalar, no: $scalar) -> $scalar {
                select_unpredictable(mask, yes, no)
            }
            #[inline(always)]
            fn select_words(self, mask: bool, yes: Word, no: Word) -> Word {
                select_unpredictable(mask, yes, no)
            }
            #[inline(always)]
            fn lt_words(self, x: Word, y: Word) -> bool {
                (x.0 as i32) < y.0 as i32
            }
            #[inline(always)]
            fn eq_words(self, x: Word, y: Word) -> bool {
                x.0 == y.0
            }
            #[inline(always)]
            fn floor(self, x: $scalar) -> (Word, $scalar) {
                let whole = x.floor();
                (self.truncate(whole), whole)
            }
            #[inline(always)]
            fn all_zero(self, value: Word) -> bool {
                value.0 == 0
            }
            #[inline(always)]
            fn any(self, mask: bool) -> bool {
                mask
            }
            #[inline(always)]
            fn flip(self, x: $scalar, sign: Word) -> $scalar {
                $scalar::from_bits(x.to_bits() ^ (<$bits>::from(sign.0 >> 31) << (<$bits>::BITS - 1)))
            }
            #[inline(always)]
            fn truncate(self, x: $scalar) -> Word {
                Word(x as i32 as u32)
            }
            #[inline(always)]
            fn signed(self, value: Word) -> $scalar {
                value.0 as i32 as $scalar
            }
            #[inline(always)]
            fn split_exponent(self, x: $scalar) -> ($scalar, $scalar) {
                const MANTISSA: u32 = $scalar::MANTISSA_DIGITS - 1;
                const BIAS: $bits = $scalar::MAX_EXP as $bits - 1;
                let bits = x.to_bits();
                let mantissa = (bits & ((1 << MANTISSA) - 1)) | (BIAS << MANTISSA);
                let exponent = (bits >> MANTISSA) as i32 - BIAS as i32;
                ($scalar::from_bits(mantissa), exponent as $scalar)
            }
            #[inline(always)]
            fn power_of_two(self, exponent: $scalar) -> $scalar {
                const MANTISSA: u32 = $scalar::MANTISSA_DIGITS - 1;
                const BIAS: i32 = $scalar::MAX_EXP - 1;
                $scalar::from_bits(((exponent as i32 + BIAS) as $bits) << MANTISSA)
            }
            #[inline(always)]
            fn place(
                self,
                cells: &[u32],
                fractions: &[<$scalar as Scalar>::Fraction],
                cell: u32,
                fraction: <$scalar as Scalar>::Fraction,
            ) -> (Word, $scalar) {
                let (sum, carry) = fractions[0].overflowing_add(fraction);
                let cell = cells[0].wrapping_add(cell).wrapping_add(u32::from(carry));
                (Word(cell), $place(sum))
            }
        }
    };
}

// A truncated fraction stays below 1: 24 bits are exact in f32, 53 in f64.
scalar_lanes!(Scalar32, f32, u32, |sum: u32| (sum >> 8) as f32 * (1.0 / 16_777_216.0));
scalar_lanes!(Scalar64, f64, u64, |sum: u64| (sum >> 11) as f64 * (1.0 / 9_007_199_254_740_992.0));
