//! Connects inputs to fields, and disconnects them.

use orogen_engine::nodes;
use orogen_engine::recipe::length_of_text;
use orogen_engine::recipe::spec::{InputDefault, InputSpec};
use toml_edit::{Array, DocumentMut, InlineTable, Item, TableLike, Value};

use super::references::References;
use super::{NodeKey, Port};
use crate::document::edit::{EditError, put, put_word, remove};

/// The values of a field at which a newly connected material or scattered thing occurs: from the first number on, complete from
/// the second on.
const RANGE: [f64; 2] = [0.0, 0.5];

/// Displacement of a newly connected displacement, as a share of the domain's size.
const DISPLACEMENT: f64 = 0.02;

/// Makes an input read `from`, which is a field or a further result of one.
pub(super) fn connect(document: &mut DocumentMut, port: &Port, from: &str) -> Result<(), EditError> {
    let references = References::of(document);
    let source = references.names_in(from).into_iter().next().unwrap_or_else(|| from.to_owned());
    if let Some(to) = port.node.field().filter(|to| references.depends(&source, to)) {
        return Err(EditError::Cycle { from: source, to: to.to_owned() });
    }
    match &port.node {
        NodeKey::Field(field) if port.input == "displace" => {
            let path = |key: &str| ["fields", field, "displace", key].map(str::to_owned);
            put_word(document, &path("by"), from)?;
            let is_there = document["fields"][field.as_str()]["displace"].get("strength").is_some();
            let strength = (DISPLACEMENT * size(document)).round();
            if is_there { Ok(()) } else { put(document, &path("strength"), |_| strength.into()) }
        }
        NodeKey::Field(field) => put_word(document, &["fields", field, &port.input].map(str::to_owned), from),
        NodeKey::Height => put_word(document, &["height", "field"].map(str::to_owned), from),
        NodeKey::Water => put_word(document, &["water", "field"].map(str::to_owned), from),
        NodeKey::Material(name) => set_rule(member(document, "materials", name)?, &port.input, from),
        NodeKey::Scatter(name) => set_rule(member(document, "scatter", name)?, &port.input, from),
        NodeKey::Sculpt | NodeKey::Sea => Err(EditError::NotATable(port.node.to_string())),
    }
}

/// Makes an input read nothing.
pub(super) fn disconnect(document: &mut DocumentMut, port: &Port) -> Result<(), EditError> {
    let required = |what: &str| Err(EditError::Required(what.to_owned()));
    match &port.node {
        NodeKey::Field(field) => disconnect_field(document, field, &port.input),
        NodeKey::Height => required("the height needs a field: connect another one"),
        NodeKey::Water => required("water needs a field: connect another one, or delete the water"),
        NodeKey::Material(name) => remove_rule(member(document, "materials", name)?, &port.input),
        NodeKey::Scatter(name) => remove_rule(member(document, "scatter", name)?, &port.input),
        NodeKey::Sculpt | NodeKey::Sea => Ok(()),
    }
}

fn disconnect_field(document: &mut DocumentMut, field: &str, input: &str) -> Result<(), EditError> {
    let path = ["fields", field, input].map(str::to_owned);
    let node = document["fields"].get(field).and_then(|field| field.get("type")?.as_str());
    let spec = node
        .and_then(|name| nodes::registry().get(name))
        .and_then(|node| node.inputs.iter().find(|one| one.name == input));
    match spec {
        // A number keeps the line, and the comment beside it.
        Some(spec) => match constant(spec) {
            Some(number) => put(document, &path, |_| number.into()),
            None => remove(document, &path),
        },
        None => remove(document, &path),
    }
}

/// The number that an input reads if it is not connected. `None` if it reads the same as another input.
fn constant(spec: &InputSpec) -> Option<f64> {
    match spec.default {
        Some(InputDefault::Input(_)) => None,
        Some(InputDefault::Number(number)) => Some(number),
        None => Some(0.0_f64.clamp(spec.numbers[0], spec.numbers[1])),
    }
}

/// The side of the domain in metres, or the diameter of the planet.
fn size(document: &DocumentMut) -> f64 {
    let length = |key: &str| {
        let item = document.get("domain")?.get(key)?;
        let number = item.as_float().or_else(|| item.as_integer().map(|number| number as f64));
        number.or_else(|| length_of_text(item.as_str()?))
    };
    length("size").or_else(|| Some(2.0 * length("radius")?)).unwrap_or(1000.0)
}

/// A table of a list by its `name`.
fn member<'a>(
    document: &'a mut DocumentMut,
    list: &str,
    name: &str,
) -> Result<&'a mut dyn TableLike, EditError> {
    let missing = || EditError::NotATable(format!("{list}.{name}"));
    let items = document.get(list).ok_or_else(missing)?;
    let is_it =
        |at: &usize| items.get(*at).is_some_and(|item| item.get("name").and_then(Item::as_str) == Some(name));
    let at = (0..).take_while(|at| items.get(*at).is_some()).find(is_it).ok_or_else(missing)?;
    let item = document.get_mut(list).and_then(|items| items.get_mut(at));
    item.and_then(Item::as_table_like_mut).ok_or_else(missing)
}

/// The number of a rule in a list of rules: `noise` is 0, `noise 2` is 1.
fn number(input: &str) -> usize {
    input
        .strip_prefix("noise ")
        .and_then(|number| number.parse::<usize>().ok())
        .map_or(0, |number| number.saturating_sub(1))
}

fn set_rule(table: &mut dyn TableLike, input: &str, from: &str) -> Result<(), EditError> {
    let rule = match table.get_mut("noise") {
        Some(noise) if noise.is_array() => noise.get_mut(number(input)),
        noise => noise,
    };
    if let Some(rule) = rule.and_then(Item::as_table_like_mut) {
        rule.insert("field", toml_edit::value(from));
        return Ok(());
    }
    let range = Value::Array(Array::from_iter(RANGE));
    let rule = InlineTable::from_iter([("field", Value::from(from)), ("range", range)]);
    table.insert("noise", Item::Value(rule.into()));
    Ok(())
}

fn remove_rule(table: &mut dyn TableLike, input: &str) -> Result<(), EditError> {
    let rules = table.get_mut("noise").and_then(Item::as_array_mut).filter(|rules| rules.len() > 1);
    match rules {
        Some(rules) if number(input) < rules.len() => {
            let gone = rules.remove(number(input));
            // The first rule has no space before it.
            if let (0, Some(first)) = (number(input), rules.get_mut(0)) {
                *first.decor_mut() = gone.decor().clone();
            }
        }
        _ => drop(table.remove("noise")),
    }
    Ok(())
}
