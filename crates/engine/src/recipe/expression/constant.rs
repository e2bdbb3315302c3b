//! Expressions of numbers and parameters alone.

use std::collections::BTreeMap;
use std::ops::Range;

use super::{Argument, Expression, Fault, Kind, Operator};
use crate::recipe::nearest::suggest;
use crate::recipe::value::quote;

/// A function of numbers.
type Function = (&'static str, usize, fn(&[f64]) -> f64);

/// The functions that can be computed from numbers, and how many numbers each takes.
const FUNCTIONS: [Function; 9] = [
    ("abs", 1, |x| x[0].abs()),
    ("sqrt", 1, |x| x[0].sqrt()),
    ("sin", 1, |x| libm::sin(x[0])),
    ("cos", 1, |x| libm::cos(x[0])),
    ("power", 2, |x| libm::pow(x[0], x[1])),
    ("min", 2, |x| x[0].min(x[1])),
    ("max", 2, |x| x[0].max(x[1])),
    ("clamp", 3, |x| x[0].max(x[1]).min(x[2])),
    ("mix", 3, |x| x[0] + x[2].clamp(0.0, 1.0) * (x[1] - x[0])),
];

impl Expression {
    /// Whether it has only numbers, and operators between them.
    pub(super) fn is_arithmetic(&self) -> bool {
        match &self.kind {
            Kind::Number(_) => true,
            Kind::Name(_) => false,
            Kind::Negative(value) => value.is_arithmetic(),
            Kind::Binary(_, values) => values.iter().all(Self::is_arithmetic),
            Kind::Call(_, arguments) => arguments.iter().all(|argument| argument.value.is_arithmetic()),
        }
    }
}

/// The result of an operator.
pub(super) fn binary(operator: Operator, [left, right]: [f64; 2]) -> f64 {
    match operator {
        Operator::Add => left + right,
        Operator::Subtract => left - right,
        Operator::Multiply => left * right,
        Operator::Divide => left / right,
        Operator::Power => libm::pow(left, right),
    }
}

/// The result of the function with this name, if there is one that takes this many numbers.
pub(super) fn call(name: &str, numbers: &[f64]) -> Option<f64> {
    let function = FUNCTIONS.iter().find(|(known, count, _)| *known == name && *count == numbers.len())?;
    Some(function.2(numbers))
}

/// The number, if it is finite.
pub(super) fn finite(number: f64, at: &Range<usize>) -> Result<f64, Fault> {
    if number.is_finite() {
        return Ok(number);
    }
    Err(Fault::new(
        at,
        "the result is not a finite number",
        "do not divide by 0 or take the root of a negative number",
    ))
}

/// The number of an expression.
pub(super) fn value(of: &Expression, parameters: &BTreeMap<&str, f64>) -> Result<f64, Fault> {
    let number = match &of.kind {
        Kind::Number(number) => *number,
        Kind::Name(name) => *parameters.get(name.as_str()).ok_or_else(|| unknown(name, of, parameters))?,
        Kind::Negative(number) => -value(number, parameters)?,
        Kind::Binary(operator, values) => {
            binary(*operator, [value(&values[0], parameters)?, value(&values[1], parameters)?])
        }
        Kind::Call(name, arguments) => {
            let number = |argument: &Argument| value(&argument.value, parameters);
            let numbers = arguments.iter().map(number).collect::<Result<Vec<_>, _>>()?;
            call(name, &numbers).ok_or_else(|| {
                let names = FUNCTIONS.map(|(name, ..)| name);
                let message = format!("{} of {} numbers cannot be used here", quote(name), numbers.len());
                Fault::new(&of.at, message, suggest("", "functions of numbers", &names))
            })?
        }
    };
    finite(number, &of.at)
}

fn unknown(name: &str, of: &Expression, parameters: &BTreeMap<&str, f64>) -> Fault {
    let names: Vec<_> = parameters.keys().copied().collect();
    let help = match names.is_empty() {
        true => "write a number here".to_owned(),
        false => suggest(name, "the parameters", &names),
    };
    Fault::new(&of.at, format!("no parameter is named {}", quote(name)), help)
}
