//! `f32` vectors of the machine's SIMD level.

use super::Lanes;
use fearless_simd::{Bytes, Select, Simd, SimdBase, SimdCvtFloat, SimdCvtTruncate, SimdFloat, SimdMask};

/// Vectors of `f32` at the SIMD level `S`.
#[derive(Clone, Copy, Debug)]
pub struct Vector<S: Simd>(pub S);

impl<S: Simd> Lanes for Vector<S> {
    type Scalar = f32;
    type F = S::f32s;
    type U = S::u32s;
    type M = S::mask32s;

    const LANES: usize = S::f32s::LEN;
    // Few x86 processors lack AVX2, so kernels without derivatives are not compiled for SSE2. In browsers, where programs have to be
    // small, they would be a tenth of all code.
    const MIN_ORDER: usize = if cfg!(any(target_arch = "x86", target_arch = "x86_64", target_family = "wasm"))
        && Self::LANES <= 4
    {
        1
    } else {
        0
    };

    #[inline(always)]
    fn vectorize<R>(self, body: impl FnOnce() -> R) -> R {
        self.0.vectorize(body)
    }
    #[inline(always)]
    fn lit(self, value: f64) -> S::f32s {
        self.splat(value as f32)
    }
    #[inline(always)]
    fn splat(self, value: f32) -> S::f32s {
        S::f32s::splat(self.0, value)
    }
    #[inline(always)]
    fn load(self, row: &[f32]) -> S::f32s {
        S::f32s::from_slice(self.0, &row[..Self::LANES])
    }
    #[inline(always)]
    fn store(self, value: S::f32s, row: &mut [f32]) {
        value.store_slice(&mut row[..Self::LANES]);
    }
    #[inline(always)]
    fn gather(self, f: impl FnMut(usize) -> f32) -> S::f32s {
        S::f32s::from_fn(self.0, f)
    }
    #[inline(always)]
    fn lane(self, value: S::f32s, lane: usize) -> f32 {
        value[lane]
    }
    #[inline(always)]
    fn word(self, value: u32) -> S::u32s {
        S::u32s::splat(self.0, value)
    }
    #[inline(always)]
    fn load_words(self, row: &[u32]) -> S::u32s {
        S::u32s::from_slice(self.0, &row[..Self::LANES])
    }
    #[inline(always)]
    fn store_words(self, value: S::u32s, row: &mut [u32]) {
        value.store_slice(&mut row[..Self::LANES]);
    }
    #[inline(always)]
    fn words_from_fn(self, f: impl FnMut(usize) -> u32) -> S::u32s {
        S::u32s::from_fn(self.0, f)
    }
    #[inline(always)]
    fn word_lane(self, value: S::u32s, lane: usize) -> u32 {
        value[lane]
    }
    #[inline(always)]
    fn shr(self, value: S::u32s, bits: u32) -> S::u32s {
        value >> bits
    }
    #[inline(always)]
    fn shl(self, value: S::u32s, bits: u32) -> S::u32s {
        value << bits
    }
    #[inline(always)]
    fn abs(self, x: S::f32s) -> S::f32s {
        x.abs()
    }
    // x86 defines `min` and `max` as a comparison and a selection, like the default methods of `Lanes`. Other machines treat
    // −0 as smaller than +0.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn min(self, x: S::f32s, y: S::f32s) -> S::f32s {
        x.min(y)
    }
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn max(self, x: S::f32s, y: S::f32s) -> S::f32s {
        x.max(y)
    }
    #[inline(always)]
    fn sqrt(self, x: S::f32s) -> S::f32s {
        x.sqrt()
    }
    #[inline(always)]
    fn lt(self, x: S::f32s, y: S::f32s) -> S::mask32s {
        x.simd_lt(y)
    }
    #[inline(always)]
    fn le(self, x: S::f32s, y: S::f32s) -> S::mask32s {
        x.simd_le(y)
    }
    #[inline(always)]
    fn bit(self, value: S::u32s, bit: u32) -> S::mask32s {
        let bit = self.word(1 << bit);
        (value & bit).simd_eq(bit)
    }
    #[inline(always)]
    fn select(self, mask: S::mask32s, yes: S::f32s, no: S::f32s) -> S::f32s {
        mask.select(yes, no)
    }
    #[inline(always)]
    fn select_words(self, mask: S::mask32s, yes: S::u32s, no: S::u32s) -> S::u32s {
        mask.select(yes, no)
    }
    #[inline(always)]
    fn lt_words(self, x: S::u32s, y: S::u32s) -> S::mask32s {
        x.bitcast::<S::i32s>().simd_lt(y.bitcast::<S::i32s>())
    }
    #[inline(always)]
    fn eq_words(self, x: S::u32s, y: S::u32s) -> S::mask32s {
        x.simd_eq(y)
    }
    #[inline(always)]
    fn floor(self, x: S::f32s) -> (S::u32s, S::f32s) {
        let whole = x.floor();
        (self.truncate(whole), whole)
    }
    #[inline(always)]
    fn all_zero(self, value: S::u32s) -> bool {
        value.simd_eq(self.word(0)).all_true()
    }
    #[inline(always)]
    fn any(self, mask: S::mask32s) -> bool {
        mask.any_true()
    }
    #[inline(always)]
    fn flip(self, x: S::f32s, sign: S::u32s) -> S::f32s {
        let bits: S::u32s = x.bitcast();
        (bits ^ (sign & self.word(0x8000_0000))).bitcast()
    }
    #[inline(always)]
    fn truncate(self, x: S::f32s) -> S::u32s {
        S::i32s::truncate_from(x).bitcast()
    }
    #[inline(always)]
    fn signed(self, value: S::u32s) -> S::f32s {
        S::f32s::float_from(value.bitcast::<S::i32s>())
    }
    #[inline(always)]
    fn split_exponent(self, x: S::f32s) -> (S::f32s, S::f32s) {
        let bits: S::u32s = x.bitcast();
        let mantissa = (bits & self.word(0x007F_FFFF)) | self.word(0x3F80_0000);
        let exponent = ((bits >> 23) & self.word(0xFF)) - self.word(127);
        (mantissa.bitcast(), self.signed(exponent))
    }
    #[inline(always)]
    fn power_of_two(self, exponent: S::f32s) -> S::f32s {
        ((self.truncate(exponent) + self.word(127)) << 23).bitcast()
    }
    #[inline(always)]
    fn place(self, cells: &[u32], fractions: &[u32], cell: u32, fraction: u32) -> (S::u32s, S::f32s) {
        let fraction = self.word(fraction);
        let sum = self.load_words(fractions) + fraction;
        let carried = self.load_words(cells) + self.word(cell.wrapping_add(1));
        // The sum overflowed if and only if it is below a summand.
        let cell = self.select_words(sum.simd_lt(fraction), carried, carried - self.word(1));
        (cell, self.signed(sum >> 8) * self.lit(1.0 / 16_777_216.0))
    }
}
