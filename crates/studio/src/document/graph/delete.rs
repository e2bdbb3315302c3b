//! Removes nodes from a recipe.

use std::collections::{BTreeMap, BTreeSet};

use toml_edit::{Array, DocumentMut, Item};

use super::connect::disconnect;
use super::references::References;
use super::{NodeKey, Port};
use crate::document::edit::EditError;
use crate::document::names::replace_names;

/// Removes nodes. What read a removed field reads the first input of that field instead, or is disconnected.
pub(super) fn delete(document: &mut DocumentMut, nodes: &[NodeKey]) -> Result<(), EditError> {
    if nodes.contains(&NodeKey::Height) {
        return Err(EditError::Required("the height cannot be deleted".to_owned()));
    }
    let references = References::of(document);
    let gone: BTreeSet<&str> = nodes.iter().filter_map(NodeKey::field).collect();
    let heir = references.fields.iter().rfind(|name| !gone.contains(name.as_str()));
    let Some(heir) = heir else {
        return Err(EditError::Required("a recipe needs at least one field".to_owned()));
    };
    let instead: BTreeMap<&str, Option<String>> =
        gone.iter().map(|name| (*name, passed_through(&references, name, &gone))).collect();
    forget(document, &references, &instead, nodes, heir)?;
    for node in nodes {
        remove(document, node);
    }
    Ok(())
}

/// What the first input of a removed field reads, if that stays.
fn passed_through(references: &References, name: &str, gone: &BTreeSet<&str>) -> Option<String> {
    let mut name = name.to_owned();
    // Recipes have no cycles, but a text with an error may have one.
    for _ in 0..=references.fields.len() {
        let first =
            references.iter().find(|(port, _)| port.node.field() == Some(&name) && port.input != "displace");
        let read = first.map(|(_, text)| text)?;
        let names = references.names_in(read);
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
    let stays = |port: &Port| !nodes.contains(&port.node);
    let replaced = |text: &str| {
        replace_names(text, &references.fields, |name, result| {
            let other = instead.get(name)?.as_ref().filter(|_| result.is_empty());
            Some(other.map_or("0", |other| other).to_owned())
        })
    };
    let reads_one = |text: &str| {
        let named =
            replace_names(text, &references.fields, |name, _| instead.contains_key(name).then(String::new));
        named.is_empty() && replaced(text) == "0"
    };
    references.rewrite(document, |port, text| {
        let cannot_be_number = port.node == NodeKey::Height;
        let new = if reads_one(text) && cannot_be_number { heir.to_owned() } else { replaced(text) };
        stays(port).then_some(new)
    });
    for (port, _) in references.iter().filter(|(port, text)| stays(port) && reads_one(text)) {
        match port.node {
            NodeKey::Height => {}
            NodeKey::Water => remove(document, &NodeKey::Water),
            _ => disconnect(document, port)?,
        }
    }
    Ok(())
}

/// Removes the section of a node.
fn remove(document: &mut DocumentMut, node: &NodeKey) {
    match node {
        NodeKey::Field(name) => {
            let fields = document.get_mut("fields").and_then(Item::as_table_like_mut);
            fields.map(|fields| fields.remove(name));
        }
        NodeKey::Height => {}
        NodeKey::Sculpt => drop(document.remove("sculpt")),
        NodeKey::Sea => drop(document.remove("sea")),
        NodeKey::Water => drop(document.remove("water")),
        NodeKey::Material(name) => {
            remove_member(document, "materials", name);
            remove_material_from_scatter(document, name);
        }
        NodeKey::Scatter(name) => remove_member(document, "scatter", name),
    }
}

fn remove_member(document: &mut DocumentMut, list: &str, name: &str) {
    let Some(item) = document.get_mut(list) else { return };
    let mut is_empty = false;
    if let Some(tables) = item.as_array_of_tables_mut() {
        tables.retain(|table| table.get("name").and_then(Item::as_str) != Some(name));
        is_empty = tables.is_empty();
    } else if let Some(array) = item.as_array_mut() {
        let is_it = |table: &toml_edit::InlineTable| {
            table.get("name").and_then(toml_edit::Value::as_str) == Some(name)
        };
        array.retain(|value| !value.as_inline_table().is_some_and(is_it));
        is_empty = array.is_empty();
    }
    if is_empty {
        document.remove(list);
    }
}

/// Removes a material from the lists of scattered things. An empty list would be a rule that no place satisfies.
fn remove_material_from_scatter(document: &mut DocumentMut, name: &str) {
    let Some(scatter) = document.get_mut("scatter") else { return };
    for at in 0.. {
        let Some(kind) = scatter.get_mut(at) else { break };
        let Some(kind) = kind.as_table_like_mut() else { continue };
        let Some(materials) = kind.get_mut("materials").and_then(Item::as_array_mut) else { continue };
        materials.retain(|material| material.as_str() != Some(name));
        if Array::is_empty(materials) {
            kind.remove("materials");
        }
    }
}
