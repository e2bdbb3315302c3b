//! Lanes that record the operations of a kernel.

use super::{GuardedState, Lanes, Picture};
use crate::trace::{
    Foreign, Kind, Name, One, Op, Two, fault, fault_so_far, in_guarded_part, in_part, literal, picture,
    record, table,
};
use std::ops::{Add, BitAnd, BitOr, BitXor, Div, Mul, Neg, Not, Sub};
use std::sync::Arc;

/// Lanes that record operations instead of computing, see [`trace`](crate::trace::trace). Rows store names: a number or word
/// in memory is the name of a value, not the value itself.
#[derive(Clone, Copy, Debug, Default)]
pub struct Traced;

macro_rules! value {
    ($(#[$doc:meta] $name:ident)*) => {$(
        #[$doc]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $name(Name);

        impl $name {
            /// The name of the value.
            pub fn name(self) -> Name {
                self.0
            }
        }
    )*};
}
value! {
    /// A number of which only the name is known.
    TracedNumber
    /// A word of which only the name is known.
    TracedWord
    /// A truth value of which only the name is known.
    TracedTruth
}

macro_rules! operators {
    ($($value:ident: $($trait:ident $method:ident $op:ident),*;)*) => {$($(
        impl $trait for $value {
            type Output = Self;
            fn $method(self, other: Self) -> Self {
                Self(two(Two::$op, self.0, other.0))
            }
        }
    )*)*};
}
operators! {
    TracedNumber: Add add Add, Sub sub Subtract, Mul mul Multiply, Div div Divide;
    TracedWord: Add add AddWords, Sub sub SubtractWords, Mul mul MultiplyWords,
        BitAnd bitand AndWords, BitOr bitor OrWords, BitXor bitxor XorWords;
    TracedTruth: BitAnd bitand And, BitOr bitor Or;
}

impl Neg for TracedNumber {
    type Output = Self;
    fn neg(self) -> Self {
        Self(one(One::Negate, self.0))
    }
}

impl Not for TracedTruth {
    type Output = Self;
    fn not(self) -> Self {
        Self(one(One::Not, self.0))
    }
}

// Kernels are long runs of operations, and each is inlined into every kernel that uses it. A call with a few words for an operation is a
// fifth of the code of building the operation in place. Recording was two thirds of the code of programs that record.

#[inline(never)]
fn one(op: One, x: Name) -> Name {
    record(Op::One(op, x))
}

#[inline(never)]
fn two(op: Two, x: Name, y: Name) -> Name {
    record(Op::Two(op, [x, y]))
}

#[inline(never)]
fn number(bits: u32) -> Name {
    record(Op::Number(literal(bits)))
}

#[inline(never)]
fn word(bits: u32) -> Name {
    record(Op::Word(literal(bits)))
}

#[inline(never)]
fn select_number(mask: Name, yes: Name, no: Name) -> Name {
    record(Op::Select(Kind::Number, [mask, yes, no]))
}

#[inline(never)]
fn select_word(mask: Name, yes: Name, no: Name) -> Name {
    record(Op::Select(Kind::Word, [mask, yes, no]))
}

const LANE: &str = "it looks at single samples";

impl Lanes for Traced {
    type Scalar = f32;
    type F = TracedNumber;
    type U = TracedWord;
    type M = TracedTruth;

    const LANES: usize = 1;
    const MIN_ORDER: usize = 0;
    const KEEPS: bool = false;

    fn vectorize<R>(self, body: impl FnOnce() -> R) -> R {
        in_part(body)
    }
    fn part<R>(self, body: impl FnOnce() -> R) -> R {
        in_part(body)
    }
    fn when<G: GuardedState<Self>>(
        self,
        mask: TracedTruth,
        state: &mut G,
        body: impl FnOnce(&mut G),
    ) -> bool {
        let name = |list: Vec<TracedNumber>| list.into_iter().map(TracedNumber::name).collect();
        let names = |state: &G| state.numbers(self).into_iter().map(name).collect();
        in_guarded_part(mask.0, state, names, body);
        fault_so_far().is_none()
    }
    fn when_positive<G: GuardedState<Self>>(self, number: f64, state: &mut G, body: impl FnOnce(&mut G)) {
        let mask = self.lt(self.lit(0.0), self.lit(number));
        self.when(mask, state, body);
    }
    fn lit(self, value: f64) -> TracedNumber {
        self.splat(value as f32)
    }
    fn splat(self, value: f32) -> TracedNumber {
        TracedNumber(number(value.to_bits()))
    }
    fn load(self, row: &[f32]) -> TracedNumber {
        TracedNumber(row[0].to_bits())
    }
    fn store(self, value: TracedNumber, row: &mut [f32]) {
        row[0] = f32::from_bits(value.0);
    }
    fn gather(self, mut f: impl FnMut(usize) -> f32) -> TracedNumber {
        fault(LANE);
        self.splat(f(0))
    }
    fn lane(self, _: TracedNumber, _: usize) -> f32 {
        fault(LANE);
        0.0
    }
    fn word(self, value: u32) -> TracedWord {
        TracedWord(word(value))
    }
    fn load_words(self, row: &[u32]) -> TracedWord {
        TracedWord(row[0])
    }
    fn store_words(self, value: TracedWord, row: &mut [u32]) {
        row[0] = value.0;
    }
    fn words_from_fn(self, mut f: impl FnMut(usize) -> u32) -> TracedWord {
        fault(LANE);
        self.word(f(0))
    }
    fn word_lane(self, _: TracedWord, _: usize) -> u32 {
        fault(LANE);
        0
    }
    fn look_up(self, table: &[u8; 256], index: TracedWord) -> TracedWord {
        let words = table.as_chunks::<4>().0.iter().map(|bytes| literal(u32::from_le_bytes(*bytes)));
        let first = words.min().unwrap_or_default();
        TracedWord(record(Op::LookUp(first, index.0)))
    }
    fn fetch(self, at: Picture<'_>, column: TracedWord, row: TracedWord) -> TracedNumber {
        let [first, width] = picture(at).map(|literal| record(Op::Word(literal)));
        TracedNumber(record(Op::Fetch([first, width, column.0, row.0])))
    }
    fn foreign<const N: usize>(
        self,
        foreign: &'static Foreign,
        values: &Arc<[f32]>,
        words: &[u32],
        cells: &[u32],
        numbers: [TracedNumber; 2],
    ) -> Option<[TracedNumber; N]> {
        let first = table(values);
        for &word in words {
            literal(word);
        }
        let returned = record(Op::Foreign(foreign, [first, cells[0]], numbers.map(TracedNumber::name)));
        Some(std::array::from_fn(|k| TracedNumber(record(Op::Field(k as u32, returned)))))
    }
    fn shr(self, value: TracedWord, bits: u32) -> TracedWord {
        TracedWord(one(One::ShiftRight(bits), value.0))
    }
    fn shl(self, value: TracedWord, bits: u32) -> TracedWord {
        TracedWord(one(One::ShiftLeft(bits), value.0))
    }
    fn abs(self, x: TracedNumber) -> TracedNumber {
        TracedNumber(one(One::Abs, x.0))
    }
    fn sqrt(self, x: TracedNumber) -> TracedNumber {
        TracedNumber(one(One::Root, x.0))
    }
    fn lt(self, x: TracedNumber, y: TracedNumber) -> TracedTruth {
        TracedTruth(two(Two::Less, x.0, y.0))
    }
    fn le(self, x: TracedNumber, y: TracedNumber) -> TracedTruth {
        TracedTruth(two(Two::LessOrEqual, x.0, y.0))
    }
    fn lt_words(self, x: TracedWord, y: TracedWord) -> TracedTruth {
        TracedTruth(two(Two::LessWords, x.0, y.0))
    }
    fn eq_words(self, x: TracedWord, y: TracedWord) -> TracedTruth {
        TracedTruth(two(Two::EqualWords, x.0, y.0))
    }
    fn bit(self, value: TracedWord, bit: u32) -> TracedTruth {
        TracedTruth(one(One::Bit(bit), value.0))
    }
    fn select(self, mask: TracedTruth, yes: TracedNumber, no: TracedNumber) -> TracedNumber {
        TracedNumber(select_number(mask.0, yes.0, no.0))
    }
    fn select_words(self, mask: TracedTruth, yes: TracedWord, no: TracedWord) -> TracedWord {
        TracedWord(select_word(mask.0, yes.0, no.0))
    }
    /// The words are unknown. Returns `false`, so that code that depends on the answer is recorded.
    fn all_zero(self, _: TracedWord) -> bool {
        false
    }
    /// The truth values are unknown. Returns `true`, so that code that depends on the answer is recorded. Returns `false` if
    /// the trace is already faulty.
    fn any(self, _: TracedTruth) -> bool {
        fault_so_far().is_none()
    }
    fn flip(self, x: TracedNumber, sign: TracedWord) -> TracedNumber {
        TracedNumber(two(Two::Flip, x.0, sign.0))
    }
    fn truncate(self, x: TracedNumber) -> TracedWord {
        TracedWord(one(One::Truncate, x.0))
    }
    fn signed(self, value: TracedWord) -> TracedNumber {
        TracedNumber(one(One::Signed, value.0))
    }
    fn split_exponent(self, x: TracedNumber) -> (TracedNumber, TracedNumber) {
        (TracedNumber(one(One::Mantissa, x.0)), TracedNumber(one(One::Exponent, x.0)))
    }
    fn power_of_two(self, exponent: TracedNumber) -> TracedNumber {
        TracedNumber(one(One::PowerOfTwo, exponent.0))
    }
    /// `cells` contains the index of the axis among the axes of all lattices, see
    /// [`Columns::named`](crate::lattice::Columns::named).
    fn place(self, cells: &[u32], _: &[u32], _: u32, _: u32) -> (TracedWord, TracedNumber) {
        (TracedWord(record(Op::Cell(cells[0]))), TracedNumber(record(Op::Place(cells[0]))))
    }
    fn floor(self, x: TracedNumber) -> (TracedWord, TracedNumber) {
        let whole = TracedNumber(one(One::Floor, x.0));
        (self.truncate(whole), whole)
    }
}
