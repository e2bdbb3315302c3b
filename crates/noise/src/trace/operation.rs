//! The operations that a list consists of.

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
    /// A number known when the kernel runs: entry of [`Trace::literals`](super::Trace::literals), its bits.
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
    /// A number of the [`Trace::tables`](super::Trace::tables), laid one after the other: the literal says where the table begins, the word
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
