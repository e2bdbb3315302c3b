//! Adds sections to the text of a recipe.

use toml_edit::{DocumentMut, Item, Value};

use super::edit::EditError;
use super::lines::end_of;
use super::rename::check;

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
        return Ok(document.to_string());
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
    if new.parse::<DocumentMut>().is_err() { Err(EditError::NotATable(header())) } else { Ok(new) }
}
