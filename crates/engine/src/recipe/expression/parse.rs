//! The grammar of expressions.
//!
//! ```text
//! sum     = product (('+' | '-') product)*
//! product = factor (('*' | '/') factor)*
//! factor  = '-'* atom ('^' '-'* atom)?
//! atom    = number unit? | name | name '(' argument (',' argument)* ')' | '(' sum ')'
//! ```
//! A power binds more strongly than a sign: `-x^2` is `-(x^2)`.

use std::ops::Range;

use winnow::combinator::{alt, cut_err, delimited, not, opt, preceded, repeat, separated};
use winnow::error::{ContextError, ErrMode};
use winnow::stream::{LocatingSlice, Location, Stateful};
use winnow::token::{one_of, take_while};
use winnow::{ModalResult, Parser};

use super::{Argument, Expression, Fault, Kind, Names, Operator, REPEATED};
use crate::recipe::units;
use crate::recipe::value::quote;

/// The longest text of an expression, in bytes.
const LONGEST: usize = 2000;

/// The deepest nesting of operators, functions and brackets. It is limited because resolving them is recursive.
const DEEPEST: usize = 64;

/// What an error says is expected where a value has to follow.
const VALUES: &str = "a field, a number, a function or `(`";

#[derive(Clone, Copy, Debug)]
struct State<'n> {
    names: &'n Names<'n>,
    /// The number of open brackets.
    depth: usize,
}

type Text<'t, 'n> = Stateful<LocatingSlice<&'t str>, State<'n>>;

/// The text that is expected at the place of an error.
type Wanted = ContextError<&'static str>;

type Parsed<T> = ModalResult<T, Wanted>;

/// Parses a text.
pub(super) fn expression(text: &str, names: &Names<'_>) -> Result<Expression, Fault> {
    refuse_long(text, &(0..0))?;
    let input = Stateful { input: LocatingSlice::new(text), state: State { names, depth: 0 } };
    let expression = delimited(space, sum, space).parse(input).map_err(|error| {
        let wanted = error.inner().context().next().copied().unwrap_or("an operator or the end");
        fault(text, error.offset(), wanted)
    })?;
    if expression.depth > DEEPEST {
        let message = format!("more than {DEEPEST} operators depend on each other");
        return Err(Fault::new(&expression.at, message, "move parts of it to other fields"));
    }
    Ok(expression)
}

/// Refuses a text that is too long for an expression.
pub(super) fn refuse_long(text: &str, at: &Range<usize>) -> Result<(), Fault> {
    if text.len() <= LONGEST {
        return Ok(());
    }
    let message = format!("the expression is too long: {} bytes", text.len());
    Err(Fault::new(at, message, "move parts of it to other fields"))
}

fn fault(text: &str, offset: usize, wanted: &str) -> Fault {
    let rest = &text[offset..];
    let word = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
    let length = word.max(rest.chars().next().map_or(0, char::len_utf8));
    let found = if rest.is_empty() { "the end".to_owned() } else { quote(&rest[..length]) };
    let message = format!("expected {wanted}, found {found}");
    Fault::new(&(offset..offset + length), message, "an expression is like `land + 60 * max(hills, 0)`")
}

fn space(text: &mut Text<'_, '_>) -> Parsed<()> {
    take_while(0.., char::is_whitespace).void().parse_next(text)
}

fn sum(text: &mut Text<'_, '_>) -> Parsed<Expression> {
    chain(text, product, [Operator::Add, Operator::Subtract])
}

fn product(text: &mut Text<'_, '_>) -> Parsed<Expression> {
    chain(text, factor, [Operator::Multiply, Operator::Divide])
}

/// Operands with one of two operators between them, from left to right.
fn chain(
    text: &mut Text<'_, '_>,
    operand: fn(&mut Text<'_, '_>) -> Parsed<Expression>,
    operators: [Operator; 2],
) -> Parsed<Expression> {
    let operator = || alt(operators.map(|operator| operator.sign().value(operator)));
    let mut left = operand(text)?;
    while let Some(operator) = opt(delimited(space, operator(), space)).parse_next(text)? {
        left = binary(left, operator, cut_err(operand).parse_next(text)?);
    }
    Ok(left)
}

fn factor(text: &mut Text<'_, '_>) -> Parsed<Expression> {
    let (is_negative, start) = signs(text)?;
    let base = atom(text)?;
    let exponent = opt(preceded(delimited(space, '^', space), (signs, cut_err(atom)))).parse_next(text)?;
    let raised = match exponent {
        Some(((is_negative, start), exponent)) => {
            binary(base, Operator::Power, negated(exponent, is_negative, start))
        }
        None => base,
    };
    Ok(negated(raised, is_negative, start))
}

/// Whether an odd number of signs comes next, and where the first begins.
fn signs(text: &mut Text<'_, '_>) -> Parsed<(bool, usize)> {
    let start = text.current_token_start();
    let count: usize = repeat(0.., ('-', space)).parse_next(text)?;
    Ok((count % 2 == 1, start))
}

fn negated(value: Expression, is_negative: bool, start: usize) -> Expression {
    if !is_negative {
        return value;
    }
    let (at, depth) = (start..value.at.end, value.depth + 1);
    Expression { kind: Kind::Negative(Box::new(value)), at, depth }
}

fn binary(left: Expression, operator: Operator, right: Expression) -> Expression {
    let (at, depth) = (left.at.start..right.at.end, 1 + left.depth.max(right.depth));
    Expression { kind: Kind::Binary(operator, Box::new([left, right])), at, depth }
}

fn atom(text: &mut Text<'_, '_>) -> Parsed<Expression> {
    alt((number, call_or_name, brackets)).context(VALUES).parse_next(text)
}

fn leaf(kind: Kind, at: Range<usize>) -> Expression {
    Expression { kind, at, depth: 0 }
}

fn number(text: &mut Text<'_, '_>) -> Parsed<Expression> {
    let digits = || take_while(1.., ('0'..='9', '_'));
    let exponent = (one_of(['e', 'E']), opt(one_of(['+', '-'])), digits());
    let decimal = (one_of('0'..='9'), opt(digits()), opt(('.', digits())), opt(exponent)).take();
    let unit = preceded(space, alt(("km", "cm", "mm", "m")));
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let length = (decimal, opt((unit, not(one_of(word))))).take();
    let (length, at) = length.with_span().parse_next(text)?;
    match units::length_of_text(length) {
        Some(number) => Ok(leaf(Kind::Number(number), at)),
        None => Err(ErrMode::Cut(Wanted::new())),
    }
}

fn call_or_name(text: &mut Text<'_, '_>) -> Parsed<Expression> {
    let (name, at) = name.with_span().parse_next(text)?;
    if opt((space, '(')).parse_next(text)?.is_none() {
        return Ok(leaf(Kind::Name(name), at));
    }
    deeper(text)?;
    let arguments: Vec<Argument> =
        cut_err(separated(0.., delimited(space, argument, space), ',')).parse_next(text)?;
    cut_err((space, ')')).context("`,` or `)`").parse_next(text)?;
    text.state.depth -= 1;
    let deepest = arguments.iter().map(|argument| argument.value.depth).max().unwrap_or(0);
    let calls = if REPEATED.contains(&&*name) { arguments.len().saturating_sub(1).max(1) } else { 1 };
    let depth = calls + deepest;
    let at = at.start..text.current_token_start();
    Ok(Expression { kind: Kind::Call(name, arguments), at, depth })
}

fn argument(text: &mut Text<'_, '_>) -> Parsed<Argument> {
    let named = (take_while(1.., ('a'..='z', '0'..='9', '_', '-')), space, '=', space);
    let name = opt(named.map(|(name, ..): (&str, _, _, _)| name.to_owned())).parse_next(text)?;
    Ok(Argument { name, value: sum(text)? })
}

fn brackets(text: &mut Text<'_, '_>) -> Parsed<Expression> {
    let start = text.current_token_start();
    '('.parse_next(text)?;
    deeper(text)?;
    let inner = cut_err(delimited(space, sum, space)).parse_next(text)?;
    cut_err(')').context("an operator or `)`").parse_next(text)?;
    text.state.depth -= 1;
    Ok(Expression { at: start..text.current_token_start(), ..inner })
}

/// Counts one more open bracket.
fn deeper(text: &mut Text<'_, '_>) -> Parsed<()> {
    text.state.depth += 1;
    if text.state.depth <= DEEPEST {
        return Ok(());
    }
    let mut wanted = Wanted::new();
    wanted.push("fewer nested brackets");
    Err(ErrMode::Cut(wanted))
}

/// Reads the longest known name, or else a name without `-`. Dots are before further results and before fields of used recipes.
fn name(text: &mut Text<'_, '_>) -> Parsed<String> {
    let rest: &str = &text.input;
    if !rest.starts_with(|first: char| first.is_ascii_alphabetic()) {
        return Err(ErrMode::Backtrack(Wanted::new()));
    }
    let in_name = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-' || c == '.';
    let longest = &rest[..rest.find(|c| !in_name(c)).unwrap_or(rest.len())];
    let mut cuts = longest.match_indices('-').map(|(at, _)| &longest[..at]).collect::<Vec<_>>();
    cuts.push(longest);
    let known = cuts.iter().rev().find(|name| text.state.names.has(name));
    let length = known.or(cuts.first()).map_or(0, |name| name.trim_end_matches('.').len());
    winnow::token::take(length).map(str::to_owned).parse_next(text)
}
