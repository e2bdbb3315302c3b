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
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

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
    /// What a function in the other backend's own words returns: several numbers under this name.
    Numbers(&'static str),
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
    /// A number of the [`Trace::tables`], laid one after the other: the literal says where the table begins, the word
    /// which of its numbers it is.
    Fetch(u32, Name),
    /// What a function in the other backend's own words returns: its first literal, the first axis of its lattices, and
    /// two numbers that it is handed.
    Foreign(&'static Foreign, [u32; 2], [Name; 2]),
    /// One of the numbers of such a value.
    Field(u32, Name),
    /// An entry of a table of 256 bytes that lies in the literals from the first index on, four to a word, the lower
    /// bytes first; the index into it is taken modulo 256.
    LookUp(u32, Name),
}

/// A function that lanes cannot say, in WGSL: one that loops over a list of things in an order of their own.
///
/// `fn name(here: orogen_Here, literals: u32, axes: u32, x: f32, y: f32) -> Result` finds number `k` of its table by
/// `orogen_fetch(literals, k)`, word `k` of its own by `orogen_word(literals + 1u + k)` and the share of its `k`-th axis by
/// `orogen_share(here, axes + k)`. All names begin with `orogen_`.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Foreign {
    /// Its name.
    pub name: &'static str,
    /// The name of the structure it returns, of numbers `p0_`, `p1_`, ….
    pub result: &'static str,
    /// The text that has both.
    pub text: &'static str,
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
            Self::Number(_) | Self::Place(_) | Self::Fetch(..) | Self::Field(..) | Self::Nothing => {
                Kind::Number
            }
            Self::Word(_) | Self::Cell(_) | Self::LookUp(..) => Kind::Word,
            Self::Foreign(foreign, ..) => Kind::Numbers(foreign.result),
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
            Self::One(_, x) | Self::LookUp(_, x) | Self::Fetch(_, x) | Self::Field(_, x) => {
                std::slice::from_ref(x)
            }
            Self::Two(_, names) | Self::Foreign(_, _, names) => names,
            Self::Select(_, names) => names,
        }
    }
}

/// A part of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its operations.
    pub ops: Range<Name>,
    /// What it does not change, and when.
    pub guard: Option<Guard>,
}

/// A part need not be computed for samples for which `mask` is false: its results are those from before, roundings
/// included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guard {
    /// A truth from before the part.
    pub mask: Name,
    /// Its results, and the values from before that they are then. One that stands for several has to be computed.
    pub held: Vec<[Name; 2]>,
}

/// What a kernel computed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trace {
    /// The operations, each after those it is computed from.
    pub ops: Vec<Op>,
    /// Bits of the numbers and words that were known.
    pub literals: Vec<u32>,
    /// Numbers that are too many for literals.
    pub tables: Vec<Arc<[f32]>>,
    /// What was made by a loop of a kernel, or by its body, see [`Lanes::part`](crate::lanes::Lanes::part): candidates
    /// for functions, as they may be found again with other literals. Each comes before those within it, and before
    /// those after it.
    pub parts: Vec<Part>,
    /// Why the list is not what the kernel computes, if it is not: it looked at single lanes.
    pub fault: Option<&'static str>,
}

thread_local! {
    static TAPE: RefCell<Trace> = const { RefCell::new(Trace { ops: Vec::new(), literals: Vec::new(), tables: Vec::new(), parts: Vec::new(), fault: None }) };
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

/// Keeps a table, once, and returns the place of a literal that says where it begins.
pub(crate) fn table(numbers: &Arc<[f32]>) -> u32 {
    let before = TAPE.with_borrow_mut(|tape| {
        let known = tape.tables.iter().position(|table| Arc::ptr_eq(table, numbers));
        let place = known.unwrap_or_else(|| {
            tape.tables.push(Arc::clone(numbers));
            tape.tables.len() - 1
        });
        tape.tables[..place].iter().map(|table| table.len()).sum::<usize>()
    });
    literal(before as u32)
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
    let start = next();
    let result = body();
    end_part(start, None);
    result
}

/// Runs a part of a kernel that does nothing where a mask is false; `names` are those of what it changes elsewhere.
pub(crate) fn in_guarded_part<H>(
    mask: Name,
    held: &mut H,
    names: impl Fn(&H) -> Vec<Name>,
    body: impl FnOnce(&mut H),
) {
    let (start, before) = (next(), names(held));
    body(held);
    let after = names(held);
    // What was not there before has no names yet; nobody reads it if it is not there after.
    let before = before.into_iter().chain(std::iter::repeat(0));
    let changed = after.into_iter().zip(before).filter(|(after, before)| after != before);
    let held: BTreeSet<_> = changed.map(|(after, before)| [after, before]).collect();
    if held.first().is_some_and(|&[first, _]| first < start) {
        fault("what it holds changes places");
    }
    end_part(start, Some(Guard { mask, held: held.into_iter().collect() }));
}

fn next() -> Name {
    TAPE.with_borrow(|tape| tape.ops.len() as Name)
}

fn end_part(start: Name, guard: Option<Guard>) {
    let part = Part { ops: start..next(), guard };
    TAPE.with_borrow_mut(|tape| {
        let outer = |other: &Part| other.ops.start < start;
        let first = tape.parts.iter().rposition(outer).map_or(0, |before| before + 1);
        tape.parts.insert(first, part);
    });
}
