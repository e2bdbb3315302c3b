//! Copies nodes as text, and pastes the text of another recipe.

use std::collections::BTreeSet;

use toml_edit::{DocumentMut, Item, Table};

use super::connect::disconnect;
use super::ports::ports;
use super::{NodeKey, Port};
use crate::document::edit::EditError;
use crate::document::names::{free, replace_names};
use crate::document::number::in_expression;
use crate::document::opened::number_of;
use crate::document::references::References;
use crate::document::rename::rename_entry;
use crate::document::sections::{LISTS, inserted};

/// The sections of some nodes, as text. Only fields, materials and scattered things can be copied.
pub(in crate::document) fn copy(document: &DocumentMut, nodes: &[NodeKey]) -> String {
    let mut copied = DocumentMut::new();
    let fields = nodes.iter().filter_map(NodeKey::field);
    for name in fields {
        let item = document.get("fields").and_then(|fields| fields.get(name)).cloned();
        if let Some(table) = item.and_then(|item| item.into_table().ok()) {
            add_field(&mut copied, name, table);
        }
    }
    for (list, name) in nodes.iter().filter_map(|node| match node {
        NodeKey::Material(name) => Some(("materials", name)),
        NodeKey::Scatter(name) => Some(("scatter", name)),
        _ => None,
    }) {
        let tables = members(document, list).into_iter();
        tables
            .filter(|table| name_of(table) == Some(name))
            .for_each(|table| add_member(&mut copied, list, table));
    }
    copied.to_string().trim_start_matches('\n').to_owned()
}

/// The recipe's text with the nodes of another text appended.
pub(super) fn pasted(text: &str, document: &DocumentMut, other: &str) -> Result<String, EditError> {
    let not = |why: &str| EditError::NotPasted(why.to_owned());
    let source: DocumentMut = other.parse().map_err(|_| not("it is not TOML"))?;
    let mut pasted = DocumentMut::new();
    let fields = source.get("fields").and_then(Item::as_table_like);
    for (name, item) in fields.iter().flat_map(|fields| fields.iter()) {
        if let Ok(table) = item.clone().into_table() {
            add_field(&mut pasted, name, table);
        }
    }
    for (list, _) in LISTS {
        members(&source, list).into_iter().for_each(|table| add_member(&mut pasted, list, table));
    }
    if pasted.is_empty() {
        return Err(not("it has no fields, materials or scattered things"));
    }
    insert_parameters(&mut pasted, &source);
    rename_taken(&mut pasted, document)?;
    drop_unknown(&mut pasted, document)?;
    inserted(text, document, text.len(), pasted.to_string().trim_start_matches('\n'))
}

/// Adds a section `[fields.name]`, in the order of the calls.
fn add_field(document: &mut DocumentMut, name: &str, mut table: Table) {
    let fields = document.entry("fields").or_insert_with(|| {
        let mut fields = Table::new();
        fields.set_implicit(true);
        Item::Table(fields)
    });
    table.set_dotted(false);
    table.set_implicit(false);
    forget_position(&mut table);
    begin_with_empty_line(&mut table);
    if let Some(fields) = fields.as_table_mut() {
        fields.insert(name, Item::Table(table));
    }
}

fn add_member(document: &mut DocumentMut, list: &str, mut table: Table) {
    forget_position(&mut table);
    begin_with_empty_line(&mut table);
    let tables = document.entry(list).or_insert_with(|| Item::ArrayOfTables(toml_edit::ArrayOfTables::new()));
    if let Some(tables) = tables.as_array_of_tables_mut() {
        tables.push(table);
    }
}

/// Tables with a position in their former text would not follow one another.
fn forget_position(table: &mut Table) {
    table.set_position(None);
    table.iter_mut().filter_map(|(_, item)| item.as_table_mut()).for_each(forget_position);
}

/// Sections begin with an empty line, then the comments above them.
fn begin_with_empty_line(table: &mut Table) {
    let prefix = table.decor().prefix().and_then(|prefix| prefix.as_str()).unwrap_or_default();
    let prefix = format!("\n{}", prefix.trim_start_matches('\n'));
    table.decor_mut().set_prefix(prefix);
}

/// The tables of a list.
fn members(document: &DocumentMut, list: &str) -> Vec<Table> {
    let tables = document.get(list).cloned().and_then(|item| item.into_array_of_tables().ok());
    tables.into_iter().flatten().collect()
}

fn name_of(table: &Table) -> Option<&str> {
    table.get("name").and_then(Item::as_str)
}

/// Writes the values of the other recipe's parameters into the expressions that name them: this recipe does not have them.
fn insert_parameters(pasted: &mut DocumentMut, source: &DocumentMut) {
    let Some(parameters) = source.get("parameters").and_then(Item::as_table_like) else { return };
    for (name, item) in parameters.iter() {
        let item = item.get("value").unwrap_or(item);
        if let Some(value) = number_of(item) {
            let names = parameters.iter().map(|(name, _)| name.to_owned());
            // Expressions may have changed for the parameter before.
            References::of(pasted).with_names(names).replace(pasted, name, &in_expression(value));
        }
    }
}

/// Renames what has a name that the recipe has already.
fn rename_taken(pasted: &mut DocumentMut, document: &DocumentMut) -> Result<(), EditError> {
    let others = References::of(document);
    let mut taken: BTreeSet<String> = others.names.iter().cloned().collect();
    let own: BTreeSet<String> = References::of(pasted).fields.into_iter().collect();
    let clashes: Vec<&String> = own.iter().filter(|name| taken.contains(*name)).collect();
    for name in clashes {
        let new = free(name, |name| !taken.contains(name) && !own.contains(name));
        rename_entry(pasted, "fields", name, &new, &others.fields)?;
        taken.insert(new);
    }
    for (list, _) in LISTS {
        let mut taken: BTreeSet<String> =
            members(document, list).iter().filter_map(|table| name_of(table).map(str::to_owned)).collect();
        let own: Vec<String> =
            members(pasted, list).iter().map(|table| name_of(table).unwrap_or_default().to_owned()).collect();
        for (at, name) in own.iter().enumerate() {
            let new = free(name, |name| !taken.contains(name));
            if new != *name {
                pasted[list][at]["name"] = toml_edit::value(&new);
            }
            taken.insert(new);
        }
    }
    Ok(())
}

/// Disconnects what reads fields that neither text has.
fn drop_unknown(pasted: &mut DocumentMut, document: &DocumentMut) -> Result<(), EditError> {
    let (own, others) = (References::of(pasted), References::of(document));
    let known: Vec<String> = own.names.iter().chain(&others.names).cloned().collect();
    // Without the known names, there are only numbers, units, operators and functions.
    let rest = |text: &str| replace_names(text, &known, |_, _| Some("0".to_owned()));
    let unknown = ports(pasted, &own).into_iter().filter(|(_, one)| has_name(&rest(&one.text)));
    let unknown: Vec<Port> = unknown.map(|(port, _)| port).collect();
    // In reverse order: the number of a rule changes if one before it is removed.
    unknown.iter().rev().try_for_each(|port| disconnect(pasted, port))
}

/// Whether an expression has a word that is neither a unit after a number, nor a function, nor the name of an argument.
fn has_name(text: &str) -> bool {
    let is_of_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_' || letter == '.';
    let (mut rest, mut was_number) = (text, false);
    while let Some(at) = rest.find(is_of_word) {
        let word = &rest[at..];
        let (word, after) = word.split_at(word.find(|letter| !is_of_word(letter)).unwrap_or(word.len()));
        let is_number = !word.starts_with(|letter: char| letter.is_ascii_alphabetic());
        let is_unit = was_number && rest[..at].trim().is_empty();
        if !is_number && !is_unit && !after.trim_start().starts_with(['(', '=']) {
            return true;
        }
        (rest, was_number) = (after, is_number);
    }
    false
}
