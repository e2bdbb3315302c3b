//! The inputs of the graph in the text of a recipe.

use toml_edit::{DocumentMut, Item, TableLike};

use super::{NodeKey, Port};
use crate::document::place::child;
use crate::document::references::{Reference, References, node_of};

/// The inputs that read fields, with the references to these fields.
pub(super) fn ports<'a>(document: &DocumentMut, references: &'a References) -> Vec<(Port, &'a Reference)> {
    references.iter().filter_map(|one| Some((port_at(document, one)?, one))).collect()
}

/// The input that a reference is. `None` for texts that are no inputs, such as numbers.
fn port_at(document: &DocumentMut, reference: &Reference) -> Option<Port> {
    let name = |list: &str, at: &str| {
        let member = child(document.get(list)?, at)?;
        member.get("name").and_then(Item::as_str).map(str::to_owned)
    };
    let keys: Vec<&str> = reference.path.iter().map(String::as_str).collect();
    let (node, input) = match keys[..] {
        ["fields", field, "displace", "by"] => (NodeKey::Field(field.to_owned()), "displace".to_owned()),
        ["fields", field, input] => {
            let table = document.get("fields")?.get(field)?.as_table_like()?;
            inputs(table).iter().any(|one| one == input).then_some(())?;
            (NodeKey::Field(field.to_owned()), input.to_owned())
        }
        ["height", "field"] => (NodeKey::Height, "field".to_owned()),
        ["water", "field"] => (NodeKey::Water, "field".to_owned()),
        // One rule is a table, several are a list of tables.
        [list, at, "noise", "field"] => (ruled(list, name(list, at)?)?, rule_name(0)),
        [list, at, "noise", rule, "field"] => (ruled(list, name(list, at)?)?, rule_name(rule.parse().ok()?)),
        _ => return None,
    };
    Some(Port { node, input })
}

/// A node that has rules: a member of a list.
fn ruled(list: &str, name: String) -> Option<NodeKey> {
    match list {
        "materials" => Some(NodeKey::Material(name)),
        "scatter" => Some(NodeKey::Scatter(name)),
        _ => None,
    }
}

/// The name of the input of a rule: `noise`, `noise 2` and so on.
pub(crate) fn rule_name(rule: usize) -> String {
    if rule == 0 { "noise".to_owned() } else { format!("noise {}", rule + 1) }
}

/// The inverse of [`rule_name`].
pub(super) fn rule_of(input: &str) -> usize {
    let number = input.strip_prefix("noise ").and_then(|number| number.parse::<usize>().ok());
    number.map_or(0, |number| number.saturating_sub(1))
}

/// The keys of a field that may name fields, in the order of its node. In a field that uses a recipe, those are all parameters of
/// the recipe and all fields that take the place of its own.
pub(super) fn inputs(field: &dyn TableLike) -> Vec<String> {
    if field.contains_key("use") {
        let keys = field.iter().map(|(key, _)| key).filter(|key| !["use", "seed", "displace"].contains(key));
        return keys.map(str::to_owned).collect();
    }
    node_of(field).iter().flat_map(|node| node.inputs).map(|input| input.name.to_owned()).collect()
}
