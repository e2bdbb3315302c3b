//! From expressions to fields.

use super::{Argument, Expression, Fault, Kind, Names, Operand, Operator, constant};
use crate::recipe::error::RecipeError;
use crate::recipe::field::{Field, Input};
use crate::recipe::nearest::suggest;
use crate::recipe::params;
use crate::recipe::spec::{Group, InputDefault, NodeSpec, ParamKind, ParamSpec};
use crate::recipe::units;
use crate::recipe::value::{Value, quote};

/// The most fields that the expressions of a recipe become.
const MAX_MADE: usize = 1000;

/// The largest number that the nodes `scale` and `offset` take.
const MOST: f64 = 1e9;

/// Functions that take any number of arguments: `max(a, b, c)` is `max(max(a, b), c)`.
const REPEATED: [&str; 4] = ["add", "multiply", "min", "max"];

/// How much an expression binds: it needs brackets where more is asked for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Binds {
    Sum,
    Product,
    Sign,
    Power,
    Atom,
}

/// An operand, and how it is written in the names of fields that read it.
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
    inputs: Vec<(&'a str, &'a Lowered, &'a Expression)>,
    numbers: Vec<(&'a str, f64)>,
    /// How the expression is written.
    name: String,
    binds: Binds,
}

/// Makes the fields of the expression of a value.
pub(super) struct Lowering<'a> {
    pub(super) value: Value<'a>,
    pub(super) names: &'a Names<'a>,
}

impl Lowering<'_> {
    /// The operand that an expression is, after the fields that it reads.
    pub(super) fn operand(&self, of: &Expression) -> Result<Operand, RecipeError> {
        Ok(self.lower(of)?.operand)
    }

    /// The name of a field that is a number everywhere.
    pub(super) fn constant(&self, number: f64) -> Result<String, RecipeError> {
        let whole = Expression {
            kind: Kind::Number(number),
            at: 0..self.value.as_text().map_or(0, str::len),
            depth: 0,
        };
        let name = format!("{number:?}");
        let made = Made {
            node: "constant",
            inputs: Vec::new(),
            numbers: vec![("value", number)],
            name: name.clone(),
            binds: Binds::Atom,
        };
        self.made(&whole, made)?;
        Ok(name)
    }

    fn lower(&self, of: &Expression) -> Result<Lowered, RecipeError> {
        match &of.kind {
            Kind::Number(number) => Ok(Lowered::number(*number)),
            Kind::Name(name) => Ok(match self.names.parameters.get(name.as_str()) {
                Some(&number) => Lowered::number(number),
                None => Lowered { operand: Operand::Field(name.clone()), binds: Binds::Atom },
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
        let inputs = vec![("input", &lowered, value)];
        self.made(
            of,
            Made { node: "scale", inputs, numbers: vec![("factor", -1.0)], name, binds: Binds::Sign },
        )
    }

    fn binary(
        &self,
        of: &Expression,
        operator: Operator,
        values: &[Expression; 2],
    ) -> Result<Lowered, RecipeError> {
        let [left, right] = [self.lower(&values[0])?, self.lower(&values[1])?];
        if let (Operand::Number(one), Operand::Number(other)) = (&left.operand, &right.operand) {
            let number = constant::finite(constant::binary(operator, [*one, *other]), of);
            return number.map(Lowered::number).map_err(|fault| self.value.fault(fault));
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
                (node, vec![("input", both[field], &values[field])], vec![(key, number)])
            }
            None => {
                let node = match operator {
                    Operator::Add => "add",
                    Operator::Subtract => "subtract",
                    Operator::Multiply => "multiply",
                    Operator::Divide => self.divide(of, &right)?,
                    Operator::Power => return Err(self.no_exponent(&values[1])),
                };
                (node, vec![("a", &left, &values[0]), ("b", &right, &values[1])], Vec::new())
            }
        };
        self.made(of, Made { node, inputs, numbers, name, binds })
    }

    fn divide(&self, of: &Expression, by: &Lowered) -> Result<&'static str, RecipeError> {
        match by.operand {
            Operand::Number(0.0) => {
                Err(self.value.fault(Fault::new(&of.at, "this divides by 0", "choose another divisor")))
            }
            _ => Ok("divide"),
        }
    }

    fn no_exponent(&self, exponent: &Expression) -> RecipeError {
        let message = "an exponent has to be a number from 0.05 to 20";
        self.value.fault(Fault::new(&exponent.at, message, "multiply for other powers: `x * x`, `1 / x`"))
    }

    fn call(&self, of: &Expression, name: &str, arguments: &[Argument]) -> Result<Lowered, RecipeError> {
        let node = if name == "pow" { "power".to_owned() } else { name.replace('_', "-") };
        let lowered =
            arguments.iter().map(|argument| self.lower(&argument.value)).collect::<Result<Vec<_>, _>>()?;
        let number = |lowered: &Lowered| match lowered.operand {
            Operand::Number(number) => Some(number),
            Operand::Field(_) => None,
        };
        let is_positional = arguments.iter().all(|argument| argument.name.is_none());
        if let Some(numbers) =
            lowered.iter().map(number).collect::<Option<Vec<_>>>().filter(|_| is_positional)
            && let Some(result) = constant::call(&node, &numbers)
        {
            let number = constant::finite(result, of);
            return number.map(Lowered::number).map_err(|fault| self.value.fault(fault));
        }
        let spec = self.function(of, &node)?;
        if let [first @ .., last] = arguments
            && arguments.len() > 2
            && REPEATED.contains(&spec.name)
            && is_positional
        {
            let at = of.at.start..first[first.len() - 1].value.at.end;
            let others =
                Expression { kind: Kind::Call(name.to_owned(), first.to_vec()), at, depth: of.depth };
            let both = [Argument { name: None, value: others }, last.clone()];
            return self.call(of, name, &both);
        }
        let slots = self.slots(of, spec, arguments)?;
        let mut made = Made {
            node: spec.name,
            inputs: Vec::new(),
            numbers: Vec::new(),
            name: String::new(),
            binds: Binds::Atom,
        };
        for ((slot, argument), lowered) in slots.iter().zip(arguments).zip(&lowered) {
            if spec.inputs.iter().any(|input| input.name == *slot) {
                made.inputs.push((slot, lowered, &argument.value));
            } else {
                let Some(number) = number(lowered) else {
                    let message = format!("{} has to be a number", quote(slot));
                    let help = "use numbers and parameters here, no fields";
                    return Err(self.value.fault(Fault::new(&argument.value.at, message, help)));
                };
                self.in_range(spec.param(slot), number, &argument.value)?;
                made.numbers.push((slot, number));
            }
        }
        made.name = written(spec, &made);
        self.made(of, made)
    }

    /// The node of a function.
    fn function(&self, of: &Expression, node: &str) -> Result<&'static NodeSpec, RecipeError> {
        let fits = |spec: &&NodeSpec| matches!(spec.group, Group::Modifier | Group::Combiner);
        match self.names.registry.get(node) {
            Some(spec) if fits(&spec) => Ok(spec),
            Some(spec) => {
                let message = format!("{} is not a function of fields", quote(spec.name));
                let help = format!("give it a field of its own, with type = \"{}\"", spec.name);
                Err(self.value.fault(Fault::new(&of.at, message, help)))
            }
            None => {
                let nodes = self.names.registry.nodes().iter().copied().filter(fits);
                let names: Vec<_> = nodes.map(|spec| spec.name).collect();
                let message = format!("no function is named {}", quote(node));
                Err(self.value.fault(Fault::new(&of.at, message, suggest(node, "functions", &names))))
            }
        }
    }

    /// The key of the node that each argument is.
    fn slots(
        &self,
        of: &Expression,
        spec: &'static NodeSpec,
        arguments: &[Argument],
    ) -> Result<Vec<&'static str>, RecipeError> {
        let mut keys: Vec<&'static str> = spec.inputs.iter().map(|input| input.name).collect();
        keys.extend(
            spec.params
                .iter()
                .filter(|param| matches!(param.kind, ParamKind::Number { .. }))
                .map(|param| param.name),
        );
        let positional = arguments.iter().filter(|argument| argument.name.is_none()).count();
        if spec.name == "smoothstep" && positional == keys.len() {
            // As in shading languages: smoothstep(low, high, x).
            keys.rotate_left(1);
        }
        let mut slots = Vec::new();
        for argument in arguments {
            let key = match &argument.name {
                Some(name) => keys.iter().find(|key| *key == name),
                None => keys.get(slots.len()),
            };
            let key = *key.ok_or_else(|| self.no_slot(spec, argument, &keys))?;
            if slots.contains(&key) {
                let message = format!("{} is given twice", quote(key));
                return Err(self.value.fault(Fault::new(&argument.value.at, message, "keep one of the two")));
            }
            slots.push(key);
        }
        let needed = spec.inputs.iter().filter(|input| input.default.is_none()).map(|input| input.name);
        let params = spec.params.iter().filter(|param| param.is_required()).map(|param| param.name);
        match needed.chain(params).find(|name| !slots.contains(name)) {
            None => Ok(slots),
            Some(missing) => {
                let message = format!("{} lacks {}", quote(spec.name), quote(missing));
                Err(self.value.fault(Fault::new(&of.at, message, signature(spec, &keys))))
            }
        }
    }

    fn no_slot(&self, spec: &NodeSpec, argument: &Argument, keys: &[&str]) -> RecipeError {
        let message = match &argument.name {
            Some(name) => format!("{} takes no {} here", quote(spec.name), quote(name)),
            None => format!("{} takes at most {} values", quote(spec.name), keys.len()),
        };
        self.value.fault(Fault::new(&argument.value.at, message, signature(spec, keys)))
    }

    fn in_range(&self, param: Option<&ParamSpec>, number: f64, at: &Expression) -> Result<(), RecipeError> {
        let Some(ParamSpec { name, kind: ParamKind::Number { min, max, .. }, unit, .. }) = param else {
            return Ok(());
        };
        if (*min..=*max).contains(&number) {
            return Ok(());
        }
        let message = format!("{} is out of range: {}", quote(name), units::plain(number));
        let help = format!("choose a number {}", units::range(*min, *max, *unit));
        Err(self.value.fault(Fault::new(&at.at, message, help)))
    }

    /// Adds a field, if there is none of the same expression.
    fn made(&self, of: &Expression, made: Made<'_>) -> Result<Lowered, RecipeError> {
        let Made { node, inputs, numbers, name, binds } = made;
        let lowered = Lowered { operand: Operand::Field(name.clone()), binds };
        let known = self.names.made.borrow().len();
        if self.names.made.borrow().contains_key(&name) {
            return Ok(lowered);
        }
        if known >= MAX_MADE {
            let message = format!("the recipe has more than {MAX_MADE} operations");
            return Err(self.value.fault(Fault::new(&of.at, message, "use fewer of them")));
        }
        let Some(spec) = self.names.registry.get(node) else {
            let message = format!("there is no node {} for this", quote(node));
            return Err(self.value.fault(Fault::new(&of.at, message, "")));
        };
        let span = self.value.part(&of.at);
        let mut read: Vec<Input> = Vec::new();
        for input in spec.inputs {
            read.push(match (inputs.iter().find(|(key, ..)| *key == input.name), input.default) {
                (Some((_, lowered, at)), _) => {
                    let place = self.value.part(&at.at);
                    match &lowered.operand {
                        Operand::Field(name) => Input::Field(name.clone(), place),
                        Operand::Number(number) => {
                            Input::Number(self.value.within(*number, input.numbers)?, place)
                        }
                    }
                }
                (None, Some(InputDefault::Number(number))) => Input::Number(number, span),
                (None, Some(InputDefault::Input(earlier))) => {
                    let earlier = spec.inputs.iter().position(|other| other.name == earlier);
                    earlier.and_then(|earlier| read.get(earlier)).cloned().unwrap_or(Input::Number(0.0, span))
                }
                (None, None) => unreachable!("the arguments are complete"),
            });
        }
        let args = params::of_numbers(&self.value, spec, &numbers, span)?;
        let field = Field {
            name: name.clone(),
            spec,
            args,
            inputs: read,
            displace: None,
            span,
            output: None,
            is_expression: true,
        };
        self.names.made.borrow_mut().insert(name, field);
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

/// A call as it is written in names.
fn written(spec: &NodeSpec, made: &Made<'_>) -> String {
    let mut parts: Vec<String> = Vec::new();
    for input in spec.inputs {
        let given = made.inputs.iter().find(|(key, ..)| *key == input.name);
        parts.extend(given.map(|(_, lowered, _)| lowered.text(Binds::Sum)));
    }
    for param in spec.params {
        let given = made.numbers.iter().find(|(key, _)| *key == param.name);
        parts.extend(given.map(|(key, number)| format!("{key} = {number:?}")));
    }
    format!("{}({})", spec.name.replace('-', "_"), parts.join(", "))
}

/// The help for a call that does not fit.
fn signature(spec: &NodeSpec, keys: &[&str]) -> String {
    format!("write {}({})", spec.name.replace('-', "_"), keys.join(", "))
}
