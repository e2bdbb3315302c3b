//! Operations as WGSL expressions.

use orogen_noise::trace::{Kind, One, Op, Two};

use super::literals::Literals;

/// Stands for an index if a text has no literal or axis.
const NONE: u32 = u32::MAX;

/// The first literal and the first axis that a text uses. Calls of the same function differ in these.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Offsets {
    pub literal: u32,
    pub axis: u32,
    /// Whether the text is a function that gets both as parameters.
    pub is_parameter: bool,
}

impl Offsets {
    /// The first literal and the first axis of some operations.
    pub(crate) fn of(ops: &[Op]) -> Self {
        let literals = ops.iter().filter_map(literal);
        let axes = ops.iter().filter_map(|op| match *op {
            Op::Cell(axis) | Op::Place(axis) | Op::Foreign(_, [_, axis], _) => Some(axis),
            _ => None,
        });
        Self { literal: literals.min().unwrap_or(NONE), axis: axes.min().unwrap_or(NONE), is_parameter: true }
    }

    /// The index of a literal.
    pub(crate) fn literal_at(self, at: u32, literals: &Literals) -> String {
        match at {
            NONE => "0u".to_owned(),
            at if self.is_parameter => {
                format!("literals + {}u", literals.index(at) - literals.index(self.literal))
            }
            at => format!("{}u", literals.index(at)),
        }
    }

    /// The index of an axis.
    pub(crate) fn axis_at(self, axis: u32) -> String {
        match axis {
            NONE => "0u".to_owned(),
            axis if self.is_parameter => format!("axes + {}u", axis - self.axis),
            axis => format!("{axis}u"),
        }
    }
}

/// The literal that an operation reads, or the first of several. `None` if the operation reads no literal.
pub(crate) fn literal(op: &Op) -> Option<u32> {
    match *op {
        Op::Number(at) | Op::Word(at) | Op::LookUp(at, _) => Some(at),
        Op::Foreign(_, [at, _], _) => Some(at),
        _ => None,
    }
}

/// The WGSL type of a kind.
pub(crate) fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Number => "f32",
        Kind::Word => "u32",
        Kind::Truth => "bool",
        Kind::Numbers(name) => name,
    }
}

/// An operation as an expression. `name` returns the name of an operand. `share` is the name of the sample's position along the
/// axis that the operation reads.
pub(crate) fn expression<'a>(
    op: Op,
    base: Offsets,
    literals: &Literals,
    share: &str,
    name: impl Fn(u32) -> &'a str,
) -> String {
    match op {
        Op::Nothing => "0.0".to_owned(),
        Op::Number(at) => literals.number(at, base),
        Op::Word(at) => literals.word(at, base),
        Op::Cell(_) => format!("{share}.x"),
        Op::Place(_) => format!("orogen_place({share})"),
        Op::LookUp(table, x) => format!("orogen_look_up({}, {})", base.literal_at(table, literals), name(x)),
        Op::Fetch([first, width, column, row]) => {
            format!("orogen_texel({}, {}, {}, {})", name(first), name(width), name(column), name(row))
        }
        Op::Foreign(foreign, [literal, axis], [x, y]) => {
            let (literal, axis) = (base.literal_at(literal, literals), base.axis_at(axis));
            format!("{}(here, {literal}, {axis}, {}, {})", foreign.name, name(x), name(y))
        }
        Op::Field(field, x) => format!("{}.p{field}_", name(x)),
        Op::Select(_, [mask, yes, no]) => format!("select({}, {}, {})", name(no), name(yes), name(mask)),
        Op::One(one, x) => unary(one, name(x)),
        Op::Two(two, [x, y]) => binary(two, name(x), name(y)),
    }
}

fn unary(one: One, x: &str) -> String {
    match one {
        One::Negate => format!("-{x}"),
        One::Abs => format!("abs({x})"),
        One::Root => format!("sqrt({x})"),
        One::Floor => format!("floor({x})"),
        One::Truncate => format!("bitcast<u32>(i32({x}))"),
        One::Signed => format!("f32(bitcast<i32>({x}))"),
        One::ShiftLeft(bits) => format!("{x} << {bits}u"),
        One::ShiftRight(bits) => format!("{x} >> {bits}u"),
        One::Bit(bit) => format!("({x} & {}u) != 0u", 1_u32 << bit),
        One::Mantissa => format!("orogen_mantissa({x})"),
        One::Exponent => format!("orogen_exponent({x})"),
        One::PowerOfTwo => format!("orogen_power_of_two({x})"),
        One::Not => format!("!{x}"),
    }
}

fn binary(two: Two, x: &str, y: &str) -> String {
    let operator = match two {
        Two::Flip => return format!("orogen_flip({x}, {y})"),
        Two::LessWords => return format!("bitcast<i32>({x}) < bitcast<i32>({y})"),
        Two::Add | Two::AddWords => "+",
        Two::Subtract | Two::SubtractWords => "-",
        Two::Multiply | Two::MultiplyWords => "*",
        Two::Divide => "/",
        Two::Less => "<",
        Two::LessOrEqual => "<=",
        Two::AndWords | Two::And => "&",
        Two::OrWords | Two::Or => "|",
        Two::XorWords => "^",
        Two::EqualWords => "==",
    };
    format!("{x} {operator} {y}")
}
