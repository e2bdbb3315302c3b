//! Adds sections to the text of a recipe.

use orogen_engine::recipe::{MAX_MATERIALS, MAX_SCATTERED};
use toml_edit::{DocumentMut, Item, Value};

use super::edit::EditError;
use super::lines::end_of;
use super::rename::check;

/// The lists of a recipe whose members are nodes, and their most members.
pub(super) const LISTS: [(&str, usize); 2] = [("materials", MAX_MATERIALS), ("scatter", MAX_SCATTERED)];

/// The text with a field appended.
pub(super) fn added(
    text: &str,
    document: &DocumentMut,
    name: &str,
    node: &str,
    lines: &[(String, String)],
) -> Result<String, EditError> {
    check(document, name)?;
    let mut all = vec![("type".to_owned(), format!("\"{node}\""))];
    all.extend_from_slice(lines);
    with_section(text, text.len(), &format!("[fields.{name}]"), &all)
}

/// The text with a table appended to a list.
pub(super) fn appended(
    text: &str,
    mut document: DocumentMut,
    list: &str,
    lines: &[(String, String)],
) -> Result<String, EditError> {
    if let Some(array) = document.get_mut(list).and_then(Item::as_array_mut) {
        let entries: Vec<_> = lines.iter().map(|(key, value)| format!("{key} = {value}")).collect();
        let table = format!("{{ {} }}", entries.join(", ")).parse::<Value>();
        array.push(table.map_err(|_| EditError::NotToml)?);
        let new = document.to_string();
        check_lists(text, &document)?;
        return Ok(new);
    }
    let end = end_of(text, list).unwrap_or(text.len());
    with_section(text, end, &format!("[[{list}]]"), lines)
}

/// The text with a section inserted at the end of a line.
fn with_section(
    text: &str,
    at: usize,
    header: &str,
    lines: &[(String, String)],
) -> Result<String, EditError> {
    let lines: String = lines.iter().map(|(key, value)| format!("{key} = {value}\n")).collect();
    inserted(text, at, &format!("{header}\n{lines}"))
}

/// The text with sections inserted at the end of a line.
pub(super) fn inserted(text: &str, at: usize, sections: &str) -> Result<String, EditError> {
    let (before, after) = text.split_at(at);
    let gap = if before.is_empty() || before.ends_with("\n\n") {
        ""
    } else if before.ends_with('\n') {
        "\n"
    } else {
        "\n\n"
    };
    let new = format!("{before}{gap}{sections}{after}");
    // Fails for a recipe with inline fields, `fields = { … }`, because a table cannot extend them.
    let header = || sections.lines().next().unwrap_or_default().to_owned();
    check_lists(text, &new.parse().map_err(|_| EditError::NotATable(header()))?)?;
    Ok(new)
}

/// Refuses a list that grows beyond its most members: the recipe could not be read, and edits would follow an older one.
fn check_lists(old: &str, new: &DocumentMut) -> Result<(), EditError> {
    let old = old.parse::<DocumentMut>().map_err(|_| EditError::NotToml)?;
    let grows = |&(list, most): &(&str, usize)| {
        let [old, new] = [&old, new].map(|document| members(document, list));
        new > most && new > old
    };
    match LISTS.into_iter().find(grows) {
        Some((list, most)) => Err(EditError::Full { list, most }),
        None => Ok(()),
    }
}

/// The number of members of a list.
fn members(document: &DocumentMut, list: &str) -> usize {
    let list = document.get(list);
    let tables = list.and_then(Item::as_array_of_tables).map_or(0, toml_edit::ArrayOfTables::len);
    tables + list.and_then(Item::as_array).map_or(0, toml_edit::Array::len)
}
