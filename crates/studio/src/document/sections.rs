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
    with_section(text, document, text.len(), &format!("[fields.{name}]"), &all)
}

/// The text with a table appended to a list.
pub(super) fn appended(
    text: &str,
    mut document: DocumentMut,
    list: &str,
    lines: &[(String, String)],
) -> Result<String, EditError> {
    let before = lengths(&document);
    if let Some(array) = document.get_mut(list).and_then(Item::as_array_mut) {
        let entries: Vec<_> = lines.iter().map(|(key, value)| format!("{key} = {value}")).collect();
        let table = format!("{{ {} }}", entries.join(", ")).parse::<Value>();
        array.push(table.map_err(|_| EditError::NotToml)?);
        check_lengths(before, &document)?;
        return Ok(document.to_string());
    }
    let end = end_of(text, list).unwrap_or(text.len());
    with_section(text, &document, end, &format!("[[{list}]]"), lines)
}

/// The text with a section inserted at the end of a line.
fn with_section(
    text: &str,
    document: &DocumentMut,
    at: usize,
    header: &str,
    lines: &[(String, String)],
) -> Result<String, EditError> {
    let lines: String = lines.iter().map(|(key, value)| format!("{key} = {value}\n")).collect();
    inserted(text, document, at, &format!("{header}\n{lines}"))
}

/// The text with sections inserted at the end of a line. `document` is the text before that.
pub(super) fn inserted(
    text: &str,
    document: &DocumentMut,
    at: usize,
    sections: &str,
) -> Result<String, EditError> {
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
    check_lengths(lengths(document), &new.parse().map_err(|_| EditError::NotATable(header()))?)?;
    Ok(new)
}

/// Refuses a list that grows beyond its most members: the recipe could not be read, and edits would follow an older one.
fn check_lengths(before: [usize; LISTS.len()], new: &DocumentMut) -> Result<(), EditError> {
    let mut grown = LISTS.into_iter().zip(before).zip(lengths(new));
    match grown.find(|&(((_, most), before), after)| after > most && after > before) {
        Some((((list, most), _), _)) => Err(EditError::Full { list, most }),
        None => Ok(()),
    }
}

/// The number of members of each list.
fn lengths(document: &DocumentMut) -> [usize; LISTS.len()] {
    LISTS.map(|(list, _)| {
        let list = document.get(list);
        let tables = list.and_then(Item::as_array_of_tables).map_or(0, toml_edit::ArrayOfTables::len);
        tables + list.and_then(Item::as_array).map_or(0, toml_edit::Array::len)
    })
}
