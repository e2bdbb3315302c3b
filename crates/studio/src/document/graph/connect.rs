//! Connects inputs to fields, and disconnects them.

use orogen_engine::recipe::length_of_text;
use orogen_engine::recipe::spec::{InputDefault, InputSpec};
use toml_edit::{Array, DocumentMut, InlineTable, Item, TableLike, Value};

use super::ports::rule_of;
use super::{NodeKey, Port};
use crate::document::edit::EditError;
use crate::document::references::{References, node_of};
use crate::document::values::{put, put_missing, put_word, remove};

/// The values of a field at which a newly connected material or scattered thing occurs: from the first number on, complete from
/// the second on.
const RANGE: [f64; 2] = [0.0, 0.5];

/// Displacement of a newly connected displacement, as a share of the domain's size.
const DISPLACEMENT: f64 = 0.02;

/// Makes an input read `from`, which is a field or a further result of one.
pub(super) fn connect(document: &mut DocumentMut, port: &Port, from: &str) -> Result<(), EditError> {
    let references = References::of(document);
    let source = references.fields_in(from).into_iter().next().unwrap_or_else(|| from.to_owned());
    if let Some(to) = port.node.field().filter(|to| references.depends(&source, to)) {
        return Err(EditError::Cycle { from: source, to: to.to_owned() });
    }
    match &port.node {
        NodeKey::Field(field) if port.input == "displace" => {
            let path = |key: &str| ["fields", field, "displace", key].map(str::to_owned);
            put_word(document, &path("by"), from)?;
            let strength = (DISPLACEMENT * size(document)).round();
            put_missing(document, &path("strength"), strength)
        }
        NodeKey::Field(field) => put_word(document, &["fields", field, &port.input].map(str::to_owned), from),
        NodeKey::Height => put_word(document, &["height", "field"].map(str::to_owned), from),
        NodeKey::Water => put_word(document, &["water", "field"].map(str::to_owned), from),
        NodeKey::Material(name) => set_rule(member(document, "materials", name)?, &port.input, from),
        NodeKey::Scatter(name) => set_rule(member(document, "scatter", name)?, &port.input, from),
        NodeKey::Sculpt | NodeKey::Sea => Err(EditError::Missing(format!("{}.{}", port.node, port.input))),
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
    let table = document.get("fields").and_then(|fields| fields.get(field)?.as_table_like());
    let table = table.ok_or_else(|| EditError::Missing(format!("fields.{field}")))?;
    let spec = node_of(table).and_then(|node| node.inputs.iter().find(|one| one.name == input));
    match spec {
        // A number keeps the line, and the comment beside it.
        Some(spec) if !matches!(spec.default, Some(InputDefault::Input(_))) => {
            put(document, &path, |_| constant(spec).into())
        }
        _ => remove(document, &path),
    }
}

/// The number that an input reads if it is not connected: its default, or else 0 if this is in range.
pub(super) fn constant(spec: &InputSpec) -> f64 {
    match spec.default {
        Some(InputDefault::Number(number)) => number,
        Some(InputDefault::Input(_)) | None => 0.0_f64.max(spec.numbers[0]).min(spec.numbers[1]),
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

/// The index of a table in a list, by its `name`.
pub(in crate::document) fn index_of(document: &DocumentMut, list: &str, name: &str) -> Option<usize> {
    let items = document.get(list)?;
    let mut members = (0..).map_while(|at: usize| items.get(at));
    members.position(|item| item.get("name").and_then(Item::as_str) == Some(name))
}

/// A table of a list by its `name`.
fn member<'a>(
    document: &'a mut DocumentMut,
    list: &str,
    name: &str,
) -> Result<&'a mut dyn TableLike, EditError> {
    let at = index_of(document, list, name);
    let item = at.and_then(|at| document.get_mut(list)?.get_mut(at));
    let missing = || EditError::Missing(format!("{list}.{name}"));
    item.and_then(Item::as_table_like_mut).ok_or_else(missing)
}

fn set_rule(table: &mut dyn TableLike, input: &str, from: &str) -> Result<(), EditError> {
    let rule = match table.get_mut("noise") {
        Some(noise) if noise.is_array() => noise.get_mut(rule_of(input)),
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
        Some(rules) if rule_of(input) < rules.len() => {
            let gone = rules.remove(rule_of(input));
            // The first rule has no space before it.
            if let (0, Some(first)) = (rule_of(input), rules.get_mut(0)) {
                *first.decor_mut() = gone.decor().clone();
            }
        }
        _ => drop(table.remove("noise")),
    }
    Ok(())
}
