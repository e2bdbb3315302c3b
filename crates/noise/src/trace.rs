//! What a kernel computes, written down: the source from which other backends make the same function.
//!
//! Kernels are written once, generic over [`Lanes`](crate::lanes::Lanes). Run on [`Traced`](crate::lanes::Traced) lanes
//! they compute nothing but leave a list of their operations, in order, each of them an operation that IEEE 754 or
//! the arithmetic of words defines. A shader made from the list does what the processor does, and nobody has to keep two
//! texts alike.
//!
//! ```
//! use orogen_noise::lanes::{Lanes, Traced};
//! use orogen_noise::trace::{Op, Two, trace};
//!
//! let (double, trace) = trace(|| {
//!     let x = Traced.lit(21.0);
//!     x + x
//! });
//! assert_eq!(trace.ops[double.name() as usize], Op::Two(Two::Add, [1, 1]));
//! assert_eq!(f32::from_bits(trace.literals[0]), 21.0);
//! ```

use std::cell::RefCell;
use std::ops::Range;

/// Name of a value: the place of its operation in the list.
pub type Name = u32;

/// The kinds of value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// An `f32`.
    Number,
    /// A `u32`; two's complements too.
    Word,
    /// A `bool`.
    Truth,
}

/// One operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    /// What was never computed: the first operation of every list, which memory that nobody wrote refers to.
    Nothing,
    /// A number known when the kernel runs: entry of [`Trace::literals`], its bits.
    Number(u32),
    /// A word known when the kernel runs.
    Word(u32),
    /// The cell of a sample along an axis of a lattice: number of the axis, all lattices one after the other.
    Cell(u32),
    /// The place in that cell.
    Place(u32),
    /// Of one value.
    One(One, Name),
    /// Of two.
    Two(Two, [Name; 2]),
    /// `if mask { yes } else { no }`.
    Select(Kind, [Name; 3]),
    /// An entry of a table of 256 bytes that lies in the literals from the first index on, four to a word, the lower
    /// bytes first; the index into it is taken modulo 256.
    LookUp(u32, Name),
}

/// Operations of one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum One {
    /// `-x`.
    Negate,
    /// `|x|`.
    Abs,
    /// `√x`.
    Root,
    /// The largest whole number that is not above.
    Floor,
    /// A whole number as a two's complement.
    Truncate,
    /// A two's complement as a number.
    Signed,
    /// Words shifted left by so many bits.
    ShiftLeft(u32),
    /// Shifted right, zeros following.
    ShiftRight(u32),
    /// Whether a bit is set.
    Bit(u32),
    /// The factor in [1, 2) of a positive normal number.
    Mantissa,
    /// The exponent to it, a number.
    Exponent,
    /// `2^x` of a whole number.
    PowerOfTwo,
    /// `!x`.
    Not,
}

/// Operations of two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Two {
    /// Of numbers, as are the next three.
    Add,
    /// `x − y`.
    Subtract,
    /// `x·y`.
    Multiply,
    /// `x/y`.
    Divide,
    /// `x < y`.
    Less,
    /// `x ≤ y`.
    LessOrEqual,
    /// `-x` where bit 31 of the word `y` is set, else `x`.
    Flip,
    /// Of words, as are the next six.
    AddWords,
    /// `x − y`.
    SubtractWords,
    /// `x·y`.
    MultiplyWords,
    /// Bits of both.
    AndWords,
    /// Bits of either.
    OrWords,
    /// Bits of one.
    XorWords,
    /// `x < y`, of two's complements.
    LessWords,
    /// `x = y`.
    EqualWords,
    /// Of truths.
    And,
    /// `x ∨ y`.
    Or,
}

impl Op {
    /// The kind of its value.
    pub fn kind(&self) -> Kind {
        match self {
            Self::Number(_) | Self::Place(_) | Self::Nothing => Kind::Number,
            Self::Word(_) | Self::Cell(_) | Self::LookUp(..) => Kind::Word,
            Self::Select(kind, _) => *kind,
            Self::One(one, _) => match one {
                One::Truncate | One::ShiftLeft(_) | One::ShiftRight(_) => Kind::Word,
                One::Bit(_) | One::Not => Kind::Truth,
                _ => Kind::Number,
            },
            Self::Two(two, ..) => match two {
                Two::Add | Two::Subtract | Two::Multiply | Two::Divide | Two::Flip => Kind::Number,
                Two::AddWords | Two::SubtractWords | Two::MultiplyWords => Kind::Word,
                Two::AndWords | Two::OrWords | Two::XorWords => Kind::Word,
                Two::Less | Two::LessOrEqual | Two::LessWords | Two::EqualWords => Kind::Truth,
                Two::And | Two::Or => Kind::Truth,
            },
        }
    }

    /// The values it is computed from.
    pub fn operands(&self) -> &[Name] {
        match self {
            Self::Nothing | Self::Number(_) | Self::Word(_) | Self::Cell(_) | Self::Place(_) => &[],
            Self::One(_, x) | Self::LookUp(_, x) => std::slice::from_ref(x),
            Self::Two(_, names) => names,
            Self::Select(_, names) => names,
        }
    }
}

/// What a kernel computed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// The operations, each after those it is computed from.
    pub ops: Vec<Op>,
    /// Bits of the numbers and words that were known.
    pub literals: Vec<u32>,
    /// What was made by a loop of a kernel, or by its body, see [`Lanes::part`](crate::lanes::Lanes::part): candidates
    /// for functions, as they may be found again with other literals. Each comes before those within it, and before
    /// those after it.
    pub parts: Vec<Range<Name>>,
    /// Why the list is not what the kernel computes, if it is not: it looked at single lanes.
    pub fault: Option<&'static str>,
}

thread_local! {
    static TAPE: RefCell<Trace> = const { RefCell::new(Trace { ops: Vec::new(), literals: Vec::new(), parts: Vec::new(), fault: None }) };
}

/// Runs kernels on [`Traced`](crate::lanes::Traced) lanes and returns what they computed. Kernels of one list run on one
/// thread.
pub fn trace<R>(body: impl FnOnce() -> R) -> (R, Trace) {
    let outer = TAPE.replace(Trace { ops: vec![Op::Nothing], ..Trace::default() });
    let result = body();
    (result, TAPE.replace(outer))
}

pub(crate) fn record(op: Op) -> Name {
    TAPE.with_borrow_mut(|tape| {
        tape.ops.push(op);
        (tape.ops.len() - 1) as Name
    })
}

/// Keeps a literal and returns its place.
pub(crate) fn literal(bits: u32) -> u32 {
    TAPE.with_borrow_mut(|tape| {
        tape.literals.push(bits);
        (tape.literals.len() - 1) as u32
    })
}

/// Notes that a kernel did what cannot be written down.
pub(crate) fn fault(why: &'static str) {
    TAPE.with_borrow_mut(|tape| {
        tape.fault.get_or_insert(why);
    });
}

/// Whether a kernel did.
pub(crate) fn is_faulty() -> bool {
    TAPE.with_borrow(|tape| tape.fault.is_some())
}

/// Runs a part of a kernel.
pub(crate) fn in_part<R>(body: impl FnOnce() -> R) -> R {
    let next = || TAPE.with_borrow(|tape| tape.ops.len() as Name);
    let start = next();
    let result = body();
    let range = start..next();
    TAPE.with_borrow_mut(|tape| {
        let inner = |part: &Range<Name>| part.start >= range.start;
        let first = tape.parts.iter().rposition(|part| !inner(part)).map_or(0, |before| before + 1);
        tape.parts.insert(first, range.clone());
    });
    result
}
