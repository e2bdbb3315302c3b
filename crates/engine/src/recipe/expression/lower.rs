//! Converts expressions to fields.

use std::ops::Range;

use super::{Argument, Expression, Fault, Kind, Operand, Operator, REPEATED, constant, parse};
use crate::recipe::error::RecipeError;
use crate::recipe::field::{self, Field, Input};
use crate::recipe::nearest::suggest;
use crate::recipe::params;
use crate::recipe::spec::{Group, InputSpec, NodeSpec, ParamKind, ParamSpec, Unit};
use crate::recipe::units;
use crate::recipe::value::{Value, quote};

/// The most fields that the expressions of a recipe become.
const MAX_MADE: usize = 1000;

/// The largest number that the nodes `scale` and `offset` take.
const MOST: f64 = 1e9;

/// How strongly an expression binds. It needs brackets where a stronger binding is required.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Binds {
    Sum,
    Product,
    Sign,
    Power,
    Atom,
}

/// An operand, and how strongly it binds in the names of fields that read it.
#[derive(Clone)]
struct Lowered {
    operand: Operand,
    binds: Binds,
}

impl Lowered {
    fn number(number: f64) -> Self {
        let binds = if number.is_sign_negative() { Binds::Sign } else { Binds::Atom };
        Self { operand: Operand::Number(number), binds }
    }

    fn text(&self, least: Binds) -> String {
        let text = match &self.operand {
            Operand::Number(number) => format!("{number:?}"),
            Operand::Field(name) => name.clone(),
        };
        if self.binds < least { format!("({text})") } else { text }
    }
}

/// A field to be made.
struct Made<'a> {
    node: &'a str,
    inputs: Vec<(&'a str, &'a Lowered, &'a Range<usize>)>,
    numbers: Vec<(&'a str, f64)>,
    /// The text of the expression.
    name: String,
    binds: Binds,
}

/// Makes the fields of the expression of a value.
pub(super) struct Lowering<'a>(pub(super) Value<'a>);

impl Lowering<'_> {
    /// Makes the fields that an expression needs, and returns the operand with the expression's value.
    pub(super) fn operand(&self, of: &Expression) -> Result<Operand, RecipeError> {
        Ok(self.lower(of)?.operand)
    }

    /// Makes a field that is this number everywhere, and returns its name.
    pub(super) fn constant(&self, number: f64) -> Result<String, RecipeError> {
        let name = format!("{number:?}");
        let whole = 0..self.0.as_text().map_or(0, str::len);
        let (numbers, binds) = (vec![("value", number)], Binds::Atom);
        self.made(&whole, Made { node: "constant", inputs: Vec::new(), numbers, name: name.clone(), binds })?;
        Ok(name)
    }

    fn lower(&self, of: &Expression) -> Result<Lowered, RecipeError> {
        match &of.kind {
            Kind::Number(number) => Ok(Lowered::number(*number)),
            Kind::Name(name) => Ok(match self.0.names.parameters.get(name.as_str()) {
                Some(&number) => Lowered::number(number),
                None => Lowered { operand: Operand::Field(self.0.names.absolute(name)), binds: Binds::Atom },
            }),
            Kind::Negative(value) => self.negative(of, value),
            Kind::Binary(operator, values) => self.binary(of, *operator, values),
            Kind::Call(name, arguments) => self.call(of, name, arguments),
        }
    }

    fn negative(&self, of: &Expression, value: &Expression) -> Result<Lowered, RecipeError> {
        let lowered = self.lower(value)?;
        if let Operand::Number(number) = lowered.operand {
            return Ok(Lowered::number(-number));
        }
        let name = format!("-{}", lowered.text(Binds::Power));
        let (inputs, numbers) = (vec![("input", &lowered, &value.at)], vec![("factor", -1.0)]);
        self.made(&of.at, Made { node: "scale", inputs, numbers, name, binds: Binds::Sign })
    }

    fn binary(
        &self,
        of: &Expression,
        operator: Operator,
        values: &[Expression; 2],
    ) -> Result<Lowered, RecipeError> {
        let [left, right] = [self.lower(&values[0])?, self.lower(&values[1])?];
        if let (Operand::Number(one), Operand::Number(other)) = (&left.operand, &right.operand) {
            return self.folded(constant::binary(operator, [*one, *other]), &of.at);
        }
        let (binds, [before, after]) = match operator {
            Operator::Add | Operator::Subtract => (Binds::Sum, [Binds::Sum, Binds::Product]),
            Operator::Multiply | Operator::Divide => (Binds::Product, [Binds::Product, Binds::Sign]),
            Operator::Power => (Binds::Power, [Binds::Atom, Binds::Atom]),
        };
        let space = if operator == Operator::Power { "" } else { " " };
        let name = format!("{}{space}{}{space}{}", left.text(before), operator.sign(), right.text(after));
        let of_number = match (&left.operand, &right.operand) {
            (_, Operand::Number(number)) => with_number(operator, *number).map(|by| (by, 0)),
            (Operand::Number(number), _) if matches!(operator, Operator::Add | Operator::Multiply) => {
                with_number(operator, *number).map(|by| (by, 1))
            }
            _ => None,
        };
        let both = [&left, &right];
        let (node, inputs, numbers) = match of_number {
            Some(((node, key, number), field)) => {
                (node, vec![("input", both[field], &values[field].at)], vec![(key, number)])
            }
            None => {
                let node = match operator {
                    Operator::Add => "add",
                    Operator::Subtract => "subtract",
                    Operator::Multiply => "multiply",
                    Operator::Divide => self.divide(of, &right)?,
                    Operator::Power => return Err(self.no_exponent(&values[1])),
                };
                (node, vec![("a", &left, &values[0].at), ("b", &right, &values[1].at)], Vec::new())
            }
        };
        self.made(&of.at, Made { node, inputs, numbers, name, binds })
    }

    /// A computed number as an operand. An error if it is not finite.
    fn folded(&self, number: f64, at: &Range<usize>) -> Result<Lowered, RecipeError> {
        constant::finite(number, at).map(Lowered::number).map_err(|fault| self.0.fault(fault))
    }

    fn divide(&self, of: &Expression, by: &Lowered) -> Result<&'static str, RecipeError> {
        match by.operand {
            Operand::Number(0.0) => {
                Err(self.0.fault(Fault::new(&of.at, "this divides by 0", "choose another divisor")))
            }
            _ => Ok("divide"),
        }
    }

    fn no_exponent(&self, exponent: &Expression) -> RecipeError {
        let message = "an exponent must be a number from 0.05 to 20";
        self.0.fault(Fault::new(&exponent.at, message, "multiply for other powers: `x * x`, `1 / x`"))
    }

    fn call(&self, of: &Expression, name: &str, arguments: &[Argument]) -> Result<Lowered, RecipeError> {
        let node = if name == "pow" { "power".to_owned() } else { name.replace('_', "-") };
        let lowered =
            arguments.iter().map(|argument| self.lower(&argument.value)).collect::<Result<Vec<_>, _>>()?;
        let is_positional = arguments.iter().all(|argument| argument.name.is_none());
        let is_repeated = is_positional && REPEATED.contains(&&*node);
        if let [first, rest @ ..] = &lowered[..]
            && rest.len() > 1
            && is_repeated
        {
            let mut left = (first.clone(), arguments[0].value.at.clone());
            for (right, argument) in rest.iter().zip(&arguments[1..]) {
                let at = of.at.start..argument.value.at.end;
                let both = [(&left.0, &left.1), (right, &argument.value.at)];
                left = (self.of_values(&at, &node, &[None, None], &both)?, at);
            }
            return Ok(left.0);
        }
        let names: Vec<_> = arguments.iter().map(|argument| argument.name.as_deref()).collect();
        let values: Vec<_> =
            lowered.iter().zip(arguments).map(|(value, argument)| (value, &argument.value.at)).collect();
        self.of_values(&of.at, &node, &names, &values)
    }

    /// A function of values. Each value may have a name.
    fn of_values(
        &self,
        at: &Range<usize>,
        node: &str,
        names: &[Option<&str>],
        values: &[(&Lowered, &Range<usize>)],
    ) -> Result<Lowered, RecipeError> {
        let numbers: Option<Vec<_>> = values.iter().map(|(value, _)| value.operand.number()).collect();
        if let Some(result) = numbers
            .filter(|_| names.iter().all(Option::is_none))
            .and_then(|numbers| constant::call(node, &numbers))
        {
            return self.folded(result, at);
        }
        let spec = self.function(at, node)?;
        let slots = self.slots(at, spec, names, values)?;
        let (mut inputs, mut numbers) = (Vec::new(), Vec::new());
        for (slot, &(value, at)) in slots.into_iter().zip(values) {
            if spec.inputs.iter().any(|input| input.name == slot) {
                inputs.push((slot, value, at));
            } else {
                let Some(number) = value.operand.number() else {
                    let message = format!("{} must be a number", quote(slot));
                    let help = "use numbers and parameters here, no fields";
                    return Err(self.0.fault(Fault::new(at, message, help)));
                };
                self.in_range(spec.param(slot), number, at)?;
                numbers.push((slot, number));
            }
        }
        let name = written(spec, &inputs, &numbers);
        self.made(at, Made { node: spec.name, inputs, numbers, name, binds: Binds::Atom })
    }

    /// The node of a function.
    fn function(&self, at: &Range<usize>, node: &str) -> Result<&'static NodeSpec, RecipeError> {
        let fits = |spec: &&NodeSpec| matches!(spec.group, Group::Modifier | Group::Combiner);
        match self.0.names.registry.get(node) {
            Some(spec) if fits(&spec) => Ok(spec),
            Some(spec) => {
                let message = format!("{} is not a function of fields", quote(spec.name));
                let help = format!("write a separate field with type = \"{}\"", spec.name);
                Err(self.0.fault(Fault::new(at, message, help)))
            }
            None => {
                let nodes = self.0.names.registry.nodes().iter().copied().filter(fits);
                let names: Vec<_> = nodes.map(|spec| spec.name).collect();
                let message = format!("no function is named {}", quote(node));
                Err(self.0.fault(Fault::new(at, message, suggest(node, "functions", &names))))
            }
        }
    }

    /// For each argument, the node's key that it sets.
    fn slots(
        &self,
        at: &Range<usize>,
        spec: &'static NodeSpec,
        names: &[Option<&str>],
        values: &[(&Lowered, &Range<usize>)],
    ) -> Result<Vec<&'static str>, RecipeError> {
        let mut keys: Vec<&'static str> = spec.inputs.iter().map(|input| input.name).collect();
        keys.extend(
            spec.params
                .iter()
                .filter(|param| matches!(param.kind, ParamKind::Number { .. }))
                .map(|param| param.name),
        );
        let positional = names.iter().filter(|name| name.is_none()).count();
        if spec.name == "smoothstep" && positional == keys.len() {
            // As in shading languages: smoothstep(low, high, x).
            keys.rotate_left(1);
        }
        let mut slots = Vec::new();
        for (name, &(_, place)) in names.iter().zip(values) {
            let key = match name {
                Some(name) => keys.iter().find(|key| *key == name),
                None => keys.get(slots.len()),
            };
            let key = *key.ok_or_else(|| self.no_slot(spec, *name, place, &keys))?;
            if slots.contains(&key) {
                let message = format!("{} is given twice", quote(key));
                return Err(self.0.fault(Fault::new(place, message, "keep one of the two")));
            }
            slots.push(key);
        }
        let needed = spec.inputs.iter().filter(|input| input.default.is_none()).map(|input| input.name);
        let params = spec.params.iter().filter(|param| param.is_required()).map(|param| param.name);
        match needed.chain(params).find(|name| !slots.contains(name)) {
            None => Ok(slots),
            Some(missing) => {
                let message = format!("{} lacks {}", quote(spec.name), quote(missing));
                Err(self.0.fault(Fault::new(at, message, signature(spec, &keys))))
            }
        }
    }

    fn no_slot(&self, spec: &NodeSpec, name: Option<&str>, at: &Range<usize>, keys: &[&str]) -> RecipeError {
        let message = match name {
            Some(name) => format!("{} takes no {} here", quote(spec.name), quote(name)),
            None => format!("{} takes at most {} values", quote(spec.name), keys.len()),
        };
        self.0.fault(Fault::new(at, message, signature(spec, keys)))
    }

    fn in_range(&self, param: Option<&ParamSpec>, number: f64, at: &Range<usize>) -> Result<(), RecipeError> {
        let Some(ParamSpec { name, kind: ParamKind::Number { min, max, .. }, unit, .. }) = param else {
            return Ok(());
        };
        if (*min..=*max).contains(&number) {
            return Ok(());
        }
        let message = format!("{} is out of range: {}", quote(name), units::plain(number));
        let help = format!("choose a number {}", units::range(*min, *max, *unit));
        Err(self.0.fault(Fault::new(at, message, help)))
    }

    /// Adds a field, unless one has the same expression.
    fn made(&self, at: &Range<usize>, made: Made<'_>) -> Result<Lowered, RecipeError> {
        let Made { node, inputs, numbers, name, binds } = made;
        let names = self.0.names;
        let lowered = Lowered { operand: Operand::Field(name.clone()), binds };
        if names.made.borrow().contains_key(&name) {
            return Ok(lowered);
        }
        // The name must be readable again, because a canonical text may contain it.
        parse::refuse_long(&name, at).map_err(|fault| self.0.fault(fault))?;
        if names.made.borrow().len() >= MAX_MADE {
            let message = format!("the recipe has more than {MAX_MADE} operations");
            return Err(self.0.fault(Fault::new(at, message, "use fewer of them")));
        }
        let Some(spec) = names.registry.get(node) else {
            let message = format!("the registry has no node {}, which this needs", quote(node));
            return Err(self.0.fault(Fault::new(at, message, "write a field of another type instead")));
        };
        let span = self.0.part(at);
        let given = |input: &InputSpec| {
            let (_, value, at) = inputs.iter().find(|(key, ..)| *key == input.name)?;
            let place = self.0.part(at);
            Some(match &value.operand {
                Operand::Field(name) => Ok(Input::Field(name.clone(), place)),
                Operand::Number(number) => {
                    let number = self.0.within(*number, input.numbers, Unit::None);
                    number.map(|number| Input::Number(number, place))
                }
            })
        };
        let missing = |_: &InputSpec| unreachable!("the arguments are complete");
        let field = Field {
            name: name.clone(),
            spec,
            args: params::of_numbers(&self.0, spec, &numbers, span)?,
            inputs: field::inputs(spec, span, given, missing)?,
            displace: None,
            span,
            output: None,
            is_expression: true,
            is_used: false,
            uses: None,
        };
        names.made.borrow_mut().insert(name, field);
        Ok(lowered)
    }
}

/// The node, the parameter and its value for an operator between a field and a number after it.
fn with_number(operator: Operator, number: f64) -> Option<(&'static str, &'static str, f64)> {
    let (node, key, number) = match operator {
        Operator::Add => ("offset", "amount", number),
        Operator::Subtract => ("offset", "amount", -number),
        Operator::Multiply => ("scale", "factor", number),
        Operator::Divide => ("scale", "factor", 1.0 / number),
        Operator::Power => return (0.05..=20.0).contains(&number).then_some(("power", "power", number)),
    };
    (number.abs() <= MOST).then_some((node, key, number))
}

/// A call in the form that the names of fields have.
fn written(spec: &NodeSpec, inputs: &[(&str, &Lowered, &Range<usize>)], numbers: &[(&str, f64)]) -> String {
    let mut parts: Vec<String> = Vec::new();
    for input in spec.inputs {
        let given = inputs.iter().find(|(key, ..)| *key == input.name);
        parts.extend(given.map(|(_, lowered, _)| lowered.text(Binds::Sum)));
    }
    for param in spec.params {
        let given = numbers.iter().find(|(key, _)| *key == param.name);
        parts.extend(given.map(|(key, number)| format!("{key} = {number:?}")));
    }
    format!("{}({})", spec.name.replace('-', "_"), parts.join(", "))
}

/// The help for a call whose arguments do not fit.
fn signature(spec: &NodeSpec, keys: &[&str]) -> String {
    format!("write {}({})", spec.name.replace('-', "_"), keys.join(", "))
}
