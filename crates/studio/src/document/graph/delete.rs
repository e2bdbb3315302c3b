//! Removes nodes from a recipe.

use std::collections::{BTreeMap, BTreeSet};

use toml_edit::DocumentMut;

use super::NodeKey;
use super::connect::{disconnect, index_of};
use super::ports::{inputs, ports};
use crate::document::edit::{EditError, Key};
use crate::document::materials::forget_material;
use crate::document::references::References;
use crate::document::values::removed;

/// The text without some nodes. What read a removed field reads the first input of that field instead, or is disconnected.
pub(super) fn delete(mut document: DocumentMut, nodes: &[NodeKey]) -> Result<String, EditError> {
    if nodes.contains(&NodeKey::Height) {
        return Err(EditError::Required("the height cannot be deleted".to_owned()));
    }
    let references = References::of(&document);
    let gone: BTreeSet<&str> = nodes.iter().filter_map(NodeKey::field).collect();
    let heir = references.fields.iter().rfind(|name| !gone.contains(name.as_str()));
    let Some(heir) = heir else {
        return Err(EditError::Required("a recipe needs at least one field".to_owned()));
    };
    let instead: BTreeMap<&str, Option<String>> =
        gone.iter().map(|name| (*name, passed_through(&document, &references, name, &gone))).collect();
    forget(&mut document, &references, &instead, nodes, heir)?;
    for node in nodes {
        if let NodeKey::Material(name) = node {
            forget_material(&mut document, name);
        }
    }
    nodes.iter().try_fold(document.to_string(), |text, node| removed(&text, &section(&text, node)?))
}

/// What the first input of a removed field reads, if that stays.
fn passed_through(
    document: &DocumentMut,
    references: &References,
    name: &str,
    gone: &BTreeSet<&str>,
) -> Option<String> {
    let mut name = name.to_owned();
    // Recipes have no cycles, but a text with an error may have one.
    for _ in 0..=references.fields.len() {
        let field = document.get("fields")?.get(&name)?.as_table_like()?;
        let read = inputs(field).iter().find_map(|input| field.get(input)?.as_str())?;
        let names = references.fields_in(read);
        let is_plain = names.iter().any(|name| read == name || read.starts_with(&format!("{name}.")));
        let source = names.into_iter().next().filter(|_| is_plain)?;
        if !gone.contains(source.as_str()) {
            return Some(read.to_owned());
        }
        if read != source {
            return None;
        }
        name = source;
    }
    None
}

/// Changes all references to removed fields.
fn forget(
    document: &mut DocumentMut,
    references: &References,
    instead: &BTreeMap<&str, Option<String>>,
    nodes: &[NodeKey],
    heir: &str,
) -> Result<(), EditError> {
    let replaced = |text: &str| {
        references.with_fields(text, |name, result| {
            let other = instead.get(name)?.as_ref().filter(|_| result.is_empty());
            Some(other.map_or("0", |other| other).to_owned())
        })
    };
    // Whether a text is the name of a removed field that nothing replaces.
    let reads_one = |text: &str| {
        let rest = references.with_fields(text, |name, _| instead.contains_key(name).then(String::new));
        rest.is_empty() && replaced(text) == "0"
    };
    let ports = ports(document, references).into_iter().filter(|(port, _)| !nodes.contains(&port.node));
    let (disconnected, changed): (Vec<_>, Vec<_>) = ports.partition(|(_, one)| reads_one(&one.text));
    changed.iter().for_each(|(_, one)| one.write(document, &replaced(&one.text)));
    // In reverse order: the number of a rule changes if one before it is removed.
    for (port, one) in disconnected.iter().rev() {
        match port.node {
            NodeKey::Height => one.write(document, heir),
            NodeKey::Water => drop(document.remove("water")),
            _ => disconnect(document, port)?,
        }
    }
    Ok(())
}

/// The path of the section of a node.
fn section(text: &str, node: &NodeKey) -> Result<Vec<Key>, EditError> {
    let of_list = |list: &str, name: &str| {
        let document: DocumentMut = text.parse().map_err(|_| EditError::NotToml)?;
        let at =
            index_of(&document, list, name).ok_or_else(|| EditError::Missing(format!("{list}.{name}")))?;
        Ok(vec![list.to_owned(), at.to_string()])
    };
    match node {
        NodeKey::Field(name) => Ok(vec!["fields".to_owned(), name.clone()]),
        NodeKey::Height => Ok(vec!["height".to_owned()]),
        NodeKey::Sculpt => Ok(vec!["sculpt".to_owned()]),
        NodeKey::Sea => Ok(vec!["sea".to_owned()]),
        NodeKey::Water => Ok(vec!["water".to_owned()]),
        NodeKey::Material(name) => of_list("materials", name),
        NodeKey::Scatter(name) => of_list("scatter", name),
    }
}
