//! Edits of a recipe that preserve its comments and layout.

use toml_edit::{DocumentMut, Item, Value};

use super::arrays::{set_names, set_numbers, set_points};
use super::graph::GraphEdit;
use super::lines::{end_of, swapped, without};
use super::materials::rename_material;
use super::number::Number;
use super::place::{at_mut, child_mut, open};
use super::references::References;
use super::rename::{rename, renamed_key};

/// One step of a path to a value: a key of a table, or an index of a list.
pub type Key = String;

/// The path to a value, such as `fields.drift.gain`. Field names contain no dots.
pub fn path_of(dotted: &str) -> Vec<Key> {
    dotted.split('.').map(str::to_owned).collect()
}

/// An edit of a recipe.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    /// Sets a number. It is written with the unit of the number that it replaces. If the old number was an integer and the new
    /// one has no fraction, the new one is an integer. If there was no number, the new number is written without a unit.
    Number {
        /// The path.
        path: Vec<Key>,
        /// The number. Lengths are in metres.
        value: f64,
        /// Whether to write the number as an integer if it has no fraction.
        integer: bool,
    },
    /// Sets a string.
    Word {
        /// The path.
        path: Vec<Key>,
        /// The string.
        value: String,
    },
    /// Sets `true` or `false`.
    Flag {
        /// The path.
        path: Vec<Key>,
        /// The value.
        value: bool,
    },
    /// Sets a list of pairs of numbers.
    Points {
        /// The path.
        path: Vec<Key>,
        /// The pairs.
        value: Vec<[f64; 2]>,
    },
    /// Sets a colour.
    Color {
        /// The path.
        path: Vec<Key>,
        /// The colour, sRGB.
        value: [u8; 3],
    },
    /// Sets a list of numbers. Each has the unit of the number that it replaces.
    Numbers {
        /// The path.
        path: Vec<Key>,
        /// The numbers. Lengths are in metres.
        value: Vec<f64>,
    },
    /// Sets a list of strings.
    Names {
        /// The path.
        path: Vec<Key>,
        /// The strings.
        value: Vec<String>,
    },
    /// Removes a value or a section.
    Remove {
        /// The path.
        path: Vec<Key>,
    },
    /// Renames the key of a value. The value, its comment and its position stay.
    RenameKey {
        /// The path of the value.
        path: Vec<Key>,
        /// The new key.
        to: Key,
    },
    /// Appends a table to a list such as `materials`.
    Append {
        /// The key of the list.
        list: Key,
        /// The keys and values of the table, as in a recipe.
        lines: Vec<(String, String)>,
    },
    /// Exchanges two neighbouring elements of a list.
    Swap {
        /// The key of the list.
        list: Key,
        /// The index of the first of the two.
        first: usize,
    },
    /// Appends a field.
    AddField {
        /// The name of the field.
        name: String,
        /// The name of its node.
        node: String,
        /// The other keys and values of the field, as in a recipe.
        lines: Vec<(String, String)>,
    },
    /// Removes a field. References to it in other fields become errors.
    RemoveField {
        /// The name of the field.
        name: String,
    },
    /// Renames a field, and all references to it.
    RenameField {
        /// The old name.
        from: String,
        /// The new name.
        to: String,
    },
    /// Renames a material, also in the rules of what is scattered.
    RenameMaterial {
        /// The old name.
        from: String,
        /// The new name.
        to: String,
    },
    /// Changes the recipe as a graph.
    Graph(GraphEdit),
    /// Renames a parameter of the recipe, and all references to it.
    RenameParameter {
        /// The old name.
        from: String,
        /// The new name.
        to: String,
    },
    /// Makes everything that reads a field, a further result of a field or a parameter read another one.
    Redirect {
        /// The name of what is read.
        from: String,
        /// The name of what shall be read.
        to: String,
    },
    /// Several edits in order, undone together.
    All(Vec<Edit>),
}

/// Why an edit fails.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// The text is not valid TOML, so the path cannot be found.
    #[error("the text is not valid TOML: fix it first")]
    NotToml,
    /// A parent in the path is not a table.
    #[error("cannot set `{0}`: its parent is not a table")]
    NotATable(String),
    /// The field or value to change does not exist, for example because the text has been changed meanwhile.
    #[error("the recipe has no `{0}` to change")]
    Missing(String),
    /// A field or parameter of this name already exists.
    #[error("a field or parameter named `{0}` already exists")]
    NameTaken(String),
    /// The name is not a valid name of a field or parameter.
    #[error("`{0}` is not a valid name: use a letter, then letters, digits, `-` or `_`")]
    InvalidName(String),
    /// A connection would make a field depend on itself.
    #[error("`{from}` depends on `{to}`: connecting them would form a cycle")]
    Cycle {
        /// The field to read.
        from: String,
        /// The field that would read it.
        to: String,
    },
    /// Something that the recipe cannot be without.
    #[error("{0}")]
    Required(String),
    /// The text to paste is not a recipe or a part of one.
    #[error("the clipboard cannot be pasted: {0}")]
    NotPasted(String),
}

impl Edit {
    /// An edit that sets a number, which may have a fraction.
    pub fn number(path: Vec<Key>, value: f64) -> Self {
        Self::Number { path, value, integer: false }
    }

    /// Edits with the same key are undone together.
    pub(super) fn undo_key(&self) -> Option<String> {
        match self {
            Self::Number { path, .. }
            | Self::Points { path, .. }
            | Self::Numbers { path, .. }
            | Self::Color { path, .. } => Some(path.join(".")),
            Self::All(edits) => {
                let keys: Option<Vec<_>> = edits.iter().map(Self::undo_key).collect();
                keys.map(|keys| keys.join(" "))
            }
            _ => None,
        }
    }

    /// The text after this edit.
    pub(super) fn applied(&self, text: &str) -> Result<String, EditError> {
        let mut document: DocumentMut = text.parse().map_err(|_| EditError::NotToml)?;
        match self {
            Self::Number { path, value, integer } => put(&mut document, path, |old| {
                let integer = *integer || old.is_some_and(Value::is_integer);
                old.map_or(Number::Plain, Number::of).write(*value, integer)
            })?,
            Self::Word { path, value } => put_word(&mut document, path, value)?,
            Self::Color { path, value: [red, green, blue] } => {
                put_word(&mut document, path, &format!("#{red:02x}{green:02x}{blue:02x}"))?;
            }
            Self::Flag { path, value } => put(&mut document, path, |_| (*value).into())?,
            Self::Points { path, value } => set_points(opened(&mut document, path)?, value),
            Self::Numbers { path, value } => set_numbers(opened(&mut document, path)?, value),
            Self::Names { path, value } => set_names(opened(&mut document, path)?, value),
            Self::Remove { path } => return removed(text, path),
            Self::RenameKey { path, to } => rename_key(&mut document, path, to)?,
            Self::AddField { name, node, lines } => return added(text, &document, name, node, lines),
            Self::RemoveField { name } => {
                return removed(text, &["fields".to_owned(), name.clone()]);
            }
            Self::Append { list, lines } => return appended(text, document, list, lines),
            Self::Swap { list, first } => return swapped(text, list, *first),
            Self::RenameField { from, to } => rename(&mut document, "fields", from, to)?,
            Self::RenameParameter { from, to } => rename(&mut document, "parameters", from, to)?,
            Self::RenameMaterial { from, to } => rename_material(&mut document, from, to)?,
            Self::Redirect { from, to } => {
                let name = from.split('.').next().unwrap_or_default().to_owned();
                References::of(&document).with_names([name]).replace(&mut document, from, to);
            }
            Self::Graph(edit) => return edit.applied(text),
            Self::All(edits) => {
                return edits.iter().try_fold(text.to_owned(), |text, edit| edit.applied(&text));
            }
        }
        Ok(document.to_string())
    }
}

/// Sets a string. If it replaces a basis with parameters, the parameters are removed.
pub(super) fn put_word(document: &mut DocumentMut, path: &[Key], word: &str) -> Result<(), EditError> {
    let is_basis = path.last().is_some_and(|key| key == "basis");
    if let Some(basis) = at_mut(document.as_item_mut(), path).and_then(Item::as_inline_table_mut)
        && is_basis
    {
        basis.retain(|key, _| key == "type");
        let type_of = path.iter().cloned().chain(["type".to_owned()]).collect::<Vec<_>>();
        return put(document, &type_of, |_| word.into());
    }
    put(document, path, |_| word.into())
}

/// Sets a number, unless there is a value already.
pub(super) fn put_missing(document: &mut DocumentMut, path: &[Key], number: f64) -> Result<(), EditError> {
    if at_mut(document.as_item_mut(), path).is_some() {
        Ok(())
    } else {
        put(document, path, |_| number.into())
    }
}

/// Sets a value; comments beside the old one stay.
pub(super) fn put(
    document: &mut DocumentMut,
    path: &[Key],
    write: impl FnOnce(Option<&Value>) -> Value,
) -> Result<(), EditError> {
    let item = opened(document, path)?;
    let old = item.as_value();
    let mut new = write(old);
    if let Some(old) = old {
        *new.decor_mut() = old.decor().clone();
    }
    *item = Item::Value(new);
    Ok(())
}

/// The item at a path. If it or a table above it does not exist, it is created. But a value cannot create the field, the material
/// or the kind of scattered things that it belongs to.
fn opened<'a>(document: &'a mut DocumentMut, path: &[Key]) -> Result<&'a mut Item, EditError> {
    let missing = || EditError::NotATable(path.join("."));
    let (last, way) = path.split_last().ok_or_else(missing)?;
    if let [list, owner, ..] = way
        && ["fields", "materials", "scatter"].contains(&list.as_str())
        && at_mut(document.as_item_mut(), &way[..2]).is_none()
    {
        return Err(EditError::Missing(format!("{list}.{owner}")));
    }
    let plain = if path[0] == "parameters" { "value" } else { "type" };
    let mut at = document.as_item_mut();
    for (depth, key) in way.iter().enumerate() {
        at = open(at, key, depth == 0, plain).ok_or_else(missing)?;
    }
    add_key(at, last);
    child_mut(at, last).ok_or_else(missing)
}

/// The text without a value or a section.
pub(super) fn removed(text: &str, path: &[Key]) -> Result<String, EditError> {
    if let Some(text) = without(text, path)? {
        return Ok(text);
    }
    let mut document: DocumentMut = text.parse().map_err(|_| EditError::NotToml)?;
    remove(&mut document, path)?;
    Ok(document.to_string())
}

/// Removes a value, with the comments that belong to it.
pub(super) fn remove(document: &mut DocumentMut, path: &[Key]) -> Result<(), EditError> {
    let missing = || EditError::NotATable(path.join("."));
    let (last, way) = path.split_last().ok_or_else(missing)?;
    let parent = at_mut(document.as_item_mut(), way).ok_or_else(missing)?;
    match (parent.as_array_mut(), last.parse::<usize>()) {
        (Some(list), Ok(index)) if index < list.len() => drop(list.remove(index)),
        _ => drop(parent.as_table_like_mut().and_then(|table| table.remove(last))),
    }
    Ok(())
}

/// Adds a key to a table that lacks it, with a value to be replaced.
fn add_key(item: &mut Item, key: &str) {
    let mut value = Value::from(false);
    if let Some(table) = item.as_inline_table_mut().filter(|table| !table.contains_key(key))
        && let Some((_, last)) = table.iter_mut().last()
        && last.decor().suffix().is_some()
    {
        // The space before the closing brace belongs to the last value.
        let suffix = last.decor().suffix().cloned().unwrap_or_default();
        last.decor_mut().set_suffix("");
        value.decor_mut().set_prefix(" ");
        value.decor_mut().set_suffix(suffix);
    }
    if let Some(table) = item.as_table_like_mut().filter(|table| !table.contains_key(key)) {
        table.insert(key, Item::Value(value));
    }
}

fn rename_key(document: &mut DocumentMut, path: &[Key], to: &str) -> Result<(), EditError> {
    let missing = || EditError::NotATable(path.join("."));
    let (last, way) = path.split_last().ok_or_else(missing)?;
    let table = at_mut(document.as_item_mut(), way).and_then(Item::as_table_like_mut);
    let table = table.filter(|table| !table.contains_key(to)).ok_or_else(missing)?;
    renamed_key(table, last, to).ok_or_else(missing)
}

/// The text with a field appended.
fn added(
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
fn appended(
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

/// Checks that a field name is valid and free.
pub(super) fn check(document: &DocumentMut, name: &str) -> Result<(), EditError> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    if !name.starts_with(|first: char| first.is_ascii_alphabetic()) || !name.bytes().all(plain) {
        return Err(EditError::InvalidName(name.to_owned()));
    }
    // Expressions use fields and parameters by their names, so both share them.
    let tables =
        ["fields", "parameters"].into_iter().filter_map(|table| document.get(table)?.as_table_like());
    if tables.into_iter().any(|table| table.contains_key(name)) {
        return Err(EditError::NameTaken(name.to_owned()));
    }
    Ok(())
}
