//! The operations of a trace.

/// Name of a value: the index of its operation in the trace.
pub type Name = u32;

/// The kinds of value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// An `f32`.
    Number,
    /// A `u32`. Some operations read it as a two's complement integer.
    Word,
    /// A `bool`.
    Truth,
    /// The result of a foreign function: several numbers in a structure with this name.
    Numbers(&'static str),
}

/// One operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    /// No value. This is the first operation of every trace. Memory that was never written refers to it.
    Nothing,
    /// A number known when the kernel ran: index of its bits in [`Trace::literals`](super::Trace::literals).
    Number(u32),
    /// A word known when the kernel ran: index in the literals.
    Word(u32),
    /// The cell of a sample along an axis of a lattice. The number is the index of the axis among the axes of all lattices.
    Cell(u32),
    /// The place of a sample in its cell along an axis of a lattice. The number is the index of the axis, as for [`Op::Cell`].
    Place(u32),
    /// An operation on one value.
    One(One, Name),
    /// An operation on two values.
    Two(Two, [Name; 2]),
    /// `if mask { yes } else { no }`.
    Select(Kind, [Name; 3]),
    /// A number of one of the [`Trace::pictures`](super::Trace::pictures). The operands are the picture's first index among
    /// the concatenated tables and its width, both [`Op::Word`], then column and row.
    Fetch([Name; 4]),
    /// The result of a foreign function. The operands are the index of its first literal, the first axis of its lattices, and
    /// two arguments.
    Foreign(&'static Foreign, [u32; 2], [Name; 2]),
    /// One of the numbers of a foreign function's result.
    Field(u32, Name),
    /// An entry of a table of 256 bytes. The table is in the literals, from the given index on: four bytes per word, lower
    /// bytes first. The operand is the index into the table, modulo 256.
    LookUp(u32, Name),
}

/// A function in WGSL that lanes cannot express, for example a loop over a list in an order that depends on the sample.
///
/// `fn name(here: orogen_Here, literals: u32, axes: u32, x: f32, y: f32) -> Result` reads number `k` of its table with
/// `orogen_fetch(literals, k)`, its word `k` with `orogen_word(literals + 1u + k)`, and the share of its `k`-th axis with
/// `orogen_share(here, axes + k)`. The names of the function and of the structure begin with `orogen_`.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Foreign {
    /// The name of the function.
    pub name: &'static str,
    /// The name of the structure it returns, with numbers `p0_`, `p1_`, ….
    pub result: &'static str,
    /// The source of the function and of the structure.
    pub text: &'static str,
}

/// Operations on one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum One {
    /// `-x`.
    Negate,
    /// `|x|`.
    Abs,
    /// `√x`.
    Root,
    /// The largest integer that is not above `x`.
    Floor,
    /// Converts a number with an integer value to a two's complement word.
    Truncate,
    /// Converts a two's complement word to a number.
    Signed,
    /// Left shift of a word by this many bits.
    ShiftLeft(u32),
    /// Logical right shift of a word.
    ShiftRight(u32),
    /// Whether this bit of a word is set.
    Bit(u32),
    /// The factor `m` in [1, 2) of a positive normal number `m·2^e`.
    Mantissa,
    /// The exponent `e` of a positive normal number `m·2^e`, as a number.
    Exponent,
    /// `2^x`, for an `x` with an integer value.
    PowerOfTwo,
    /// `!x`.
    Not,
}

/// Operations on two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Two {
    /// `x + y`; this and the next three are operations on numbers.
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
    /// `x + y`; this and the next five are operations on words.
    AddWords,
    /// `x − y`.
    SubtractWords,
    /// `x·y`.
    MultiplyWords,
    /// Bitwise and.
    AndWords,
    /// Bitwise or.
    OrWords,
    /// Bitwise exclusive or.
    XorWords,
    /// `x < y`, of words as two's complement integers.
    LessWords,
    /// `x = y`, of words.
    EqualWords,
    /// `x ∧ y`, of truth values.
    And,
    /// `x ∨ y`, of truth values.
    Or,
}

impl Op {
    /// The kind of the result.
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

    /// The operands.
    pub fn operands(&self) -> &[Name] {
        match self {
            Self::Nothing | Self::Number(_) | Self::Word(_) | Self::Cell(_) | Self::Place(_) => &[],
            Self::One(_, x) | Self::LookUp(_, x) | Self::Field(_, x) => std::slice::from_ref(x),
            Self::Two(_, names) | Self::Foreign(_, _, names) => names,
            Self::Select(_, names) => names,
            Self::Fetch(names) => names,
        }
    }
}
