//! Expressions: `"land + 60 * hills * inside"` in place of the name of a field or of a number.
//!
//! An expression over fields becomes fields of the nodes that it names, so it has their derivatives, bits, shaders and cost
//! ([`lower`]). Such a field has its expression as its name, so equal expressions are one field. An expression of numbers
//! becomes a number ([`constant`]).

mod constant;
mod lower;
mod parse;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::error::RecipeError;
use super::field::{Field, Input};
use super::registry::Registry;
use super::source::Span;
use super::spec::Unit;
use super::units;
use super::value::Value;

/// An expression as it is written.
#[derive(Clone, Debug, PartialEq)]
struct Expression {
    kind: Kind,
    /// The range of bytes in the text.
    at: Range<usize>,
    /// The most operators between this expression and a number or a name in it.
    depth: usize,
}

impl Expression {
    /// The product with a number that is not written.
    fn times(self, factor: f64) -> Self {
        let (at, depth) = (self.at.clone(), self.depth + 1);
        let factor = Self { kind: Kind::Number(factor), at: at.clone(), depth: 0 };
        Self { kind: Kind::Binary(Operator::Multiply, Box::new([factor, self])), at, depth }
    }
}

#[derive(Clone, Debug, PartialEq)]
enum Kind {
    /// A number; lengths in metres.
    Number(f64),
    /// A field, a further result of one, or a parameter.
    Name(String),
    /// `-x`
    Negative(Box<Expression>),
    /// `x + y` and others.
    Binary(Operator, Box<[Expression; 2]>),
    /// `max(x, y)`
    Call(String, Vec<Argument>),
}

/// An argument of a function, which may have a name: `radius = 20`.
#[derive(Clone, Debug, PartialEq)]
struct Argument {
    name: Option<String>,
    value: Expression,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Power,
}

impl Operator {
    const fn sign(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Subtract => "-",
            Self::Multiply => "*",
            Self::Divide => "/",
            Self::Power => "^",
        }
    }
}

/// Functions that take any number of arguments: `max(a, b, c)` is `max(max(a, b), c)`.
const REPEATED: [&str; 4] = ["add", "multiply", "min", "max"];

/// The names that expressions of a recipe may use, and the fields that they became.
#[derive(Debug)]
pub(super) struct Names<'a> {
    registry: &'a Registry,
    fields: BTreeSet<&'a str>,
    parameters: BTreeMap<&'a str, f64>,
    /// What the names of its fields begin with, in the recipe that uses this one.
    prefix: &'a str,
    made: RefCell<BTreeMap<String, Field>>,
}

/// The value of an input, before its range is known.
#[derive(Clone)]
enum Operand {
    Number(f64),
    Field(String),
}

impl Operand {
    fn number(&self) -> Option<f64> {
        match self {
            Self::Number(number) => Some(*number),
            Self::Field(_) => None,
        }
    }
}

impl<'a> Names<'a> {
    /// The names of a recipe's fields and parameters.
    pub(super) fn new(
        registry: &'a Registry,
        fields: BTreeSet<&'a str>,
        parameters: BTreeMap<&'a str, f64>,
        prefix: &'a str,
    ) -> Self {
        Self { registry, fields, parameters, prefix, made: RefCell::default() }
    }

    /// The names of a text that is not a recipe.
    pub(super) fn none() -> Self {
        static NONE: Registry = Registry::new(&[]);
        Self::new(&NONE, BTreeSet::new(), BTreeMap::new(), "")
    }

    /// The nodes that expressions may use.
    pub(super) fn registry(&self) -> &'a Registry {
        self.registry
    }

    /// The fields that expressions became, by their names.
    pub(super) fn into_fields(self) -> BTreeMap<String, Field> {
        self.made.into_inner()
    }

    /// The name of a field in the outermost recipe.
    pub(super) fn absolute(&self, name: &str) -> String {
        format!("{}{name}", self.prefix)
    }

    /// Whether a field, a parameter or a function has this name, or a field may have this further result.
    fn has(&self, name: &str) -> bool {
        let plain = |name: &str| {
            self.fields.contains(name)
                || self.parameters.contains_key(name)
                || self.registry.get(name).is_some()
        };
        plain(name)
            || name.rsplit_once('.').is_some_and(|(field, result)| !result.contains('-') && plain(field))
    }

    /// Whether a text is the name of a field or of a further result, known or not, rather than an expression.
    fn is_name(&self, text: &str) -> bool {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte);
        let begins = text.starts_with(|first: char| first.is_ascii_alphabetic());
        begins && text.bytes().all(plain) && (self.has(text) || !self.is_difference(text))
    }

    /// Whether a text such as `a-b` has a known name before its first `-`.
    fn is_difference(&self, text: &str) -> bool {
        text.split_once('-').is_some_and(|(first, _)| self.has(first))
    }
}

impl Value<'_> {
    /// An input: a number, a field, or an expression of both.
    pub(super) fn input(&self, numbers: [f64; 2]) -> Result<Option<Input>, RecipeError> {
        let Some(text) = self.as_text() else { return Ok(None) };
        Ok(Some(match self.operand(text)? {
            Operand::Field(name) => Input::Field(name, self.span),
            Operand::Number(number) => Input::Number(self.within(number, numbers, Unit::None)?, self.span),
        }))
    }

    /// The name of a field, which may be that of an expression.
    pub(super) fn field(&self, wanted: &str, help: &str) -> Result<String, RecipeError> {
        self.name_of(&self.expression(self.text(wanted, help)?)?)
    }

    /// The name of the expression that is `factor` times a field or an expression.
    pub(super) fn scaled_field(&self, factor: f64, wanted: &str, help: &str) -> Result<String, RecipeError> {
        self.name_of(&self.expression(self.text(wanted, help)?)?.times(factor))
    }

    /// The number of an expression of numbers and parameters. If the recipe has no parameters, any other text is `None`, not an
    /// error.
    pub(super) fn computed(&self, text: &str) -> Result<Option<f64>, RecipeError> {
        if units::bare_number(text.trim()).is_some() {
            return Ok(None);
        }
        let parsed = parse::expression(text, self.names);
        if self.names.parameters.is_empty() && !parsed.as_ref().is_ok_and(Expression::is_arithmetic) {
            return Ok(None);
        }
        let expression = parsed.map_err(|fault| self.fault(fault))?;
        constant::value(&expression, &self.names.parameters).map(Some).map_err(|fault| self.fault(fault))
    }

    /// The name of the field that an expression becomes.
    fn name_of(&self, expression: &Expression) -> Result<String, RecipeError> {
        match self.lowering().operand(expression)? {
            Operand::Field(name) => Ok(name),
            Operand::Number(number) => self.lowering().constant(number),
        }
    }

    fn operand(&self, text: &str) -> Result<Operand, RecipeError> {
        self.lowering().operand(&self.expression(text)?)
    }

    fn expression(&self, text: &str) -> Result<Expression, RecipeError> {
        if self.names.parameters.contains_key(text) || self.names.is_name(text) {
            return Ok(Expression { kind: Kind::Name(text.to_owned()), at: 0..text.len(), depth: 0 });
        }
        parse::expression(text, self.names).map_err(|fault| self.fault(fault))
    }

    fn lowering(&self) -> lower::Lowering<'_> {
        lower::Lowering(*self)
    }

    fn fault(&self, fault: Fault) -> RecipeError {
        RecipeError::new(self.source, self.part(&fault.at), fault.message).help(fault.help)
    }

    /// The place of a part of the text; the place of the whole text if the text has escapes.
    fn part(&self, at: &Range<usize>) -> Span {
        let written = self.source.slice(self.span);
        let begin = self.as_text().and_then(|text| written.find(text)).map(|begin| self.span.start + begin);
        begin.map_or(self.span, |begin| self.source.fit(begin + at.start..begin + at.end))
    }
}

/// The error of an expression.
#[derive(Debug)]
struct Fault {
    at: Range<usize>,
    message: String,
    help: String,
}

impl Fault {
    fn new(at: &Range<usize>, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self { at: at.clone(), message: message.into(), help: help.into() }
    }
}
