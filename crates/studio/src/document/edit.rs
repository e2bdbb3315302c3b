//! Edits of a recipe that preserve its comments and layout.

use toml_edit::{Array, DocumentMut, InlineTable, Item, Table, TableLike, Value};

use super::number::Number;
use super::rename::rename;

/// One step of a path to a value: a key of a table.
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
    /// Removes a value, so that its default applies.
    Remove {
        /// The path.
        path: Vec<Key>,
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
    /// Several edits in order, undone together.
    All(Vec<Edit>),
}

/// Why an edit fails.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// The text is not valid TOML, so the path cannot be found.
    #[error("the text is not valid TOML: fix it first")]
    NotToml,
    /// A parent in the path is not a table, or the field or value to change does not exist.
    #[error("cannot set `{0}`: its parent is not a table")]
    NotATable(String),
    /// A field of this name already exists.
    #[error("a field named `{0}` already exists")]
    NameTaken(String),
    /// The name is not a valid field name.
    #[error("`{0}` is not a valid field name: use a letter, then letters, digits, `-` or `_`")]
    InvalidName(String),
}

impl Edit {
    /// An edit that sets a number, which may have a fraction.
    pub fn number(path: Vec<Key>, value: f64) -> Self {
        Self::Number { path, value, integer: false }
    }

    /// Edits with the same key are undone together.
    pub(super) fn undo_key(&self) -> Option<String> {
        match self {
            Self::Number { path, .. } | Self::Points { path, .. } => Some(path.join(".")),
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
            Self::Flag { path, value } => put(&mut document, path, |_| (*value).into())?,
            Self::Points { path, value } => put(&mut document, path, |_| points(value))?,
            Self::Remove { path } => remove(&mut document, path)?,
            Self::AddField { name, node, lines } => return added(text, &document, name, node, lines),
            Self::RemoveField { name } => {
                remove(&mut document, &["fields".to_owned(), name.clone()])?;
            }
            Self::RenameField { from, to } => rename(&mut document, from, to)?,
            Self::All(edits) => {
                return edits.iter().try_fold(text.to_owned(), |text, edit| edit.applied(&text));
            }
        }
        Ok(document.to_string())
    }
}

fn points(pairs: &[[f64; 2]]) -> Value {
    let pairs = pairs.iter().map(|pair| pair.iter().copied().collect::<Array>());
    Value::Array(pairs.map(Value::Array).collect())
}

/// Sets a string. If it replaces a basis with parameters, the parameters are removed.
fn put_word(document: &mut DocumentMut, path: &[Key], word: &str) -> Result<(), EditError> {
    // `get_mut` on a missing key would insert it.
    let is_there = path.iter().try_fold(document.as_item(), |item, key| item.get(key)).is_some();
    let way = if is_there { path } else { &[] };
    let item = way.iter().try_fold(document.as_item_mut(), |item, key| item.get_mut(key));
    if let Some(basis) = item.and_then(Item::as_inline_table_mut) {
        basis.retain(|key, _| key == "type");
        let type_of = path.iter().cloned().chain(["type".to_owned()]).collect::<Vec<_>>();
        return put(document, &type_of, |_| word.into());
    }
    put(document, path, |_| word.into())
}

/// Sets a value; comments beside the old one stay.
fn put(
    document: &mut DocumentMut,
    path: &[Key],
    write: impl FnOnce(Option<&Value>) -> Value,
) -> Result<(), EditError> {
    let missing = || EditError::NotATable(path.join("."));
    let (last, way) = path.split_last().ok_or_else(missing)?;
    let mut at: &mut dyn TableLike = document.as_table_mut();
    for (depth, key) in way.iter().enumerate() {
        if !at.contains_key(key) {
            // Nested tables are inline: `displace = { … }`.
            let new =
                if depth == 0 { Item::Table(Table::new()) } else { Item::Value(InlineTable::new().into()) };
            at.insert(key, new);
        }
        let item = at.get_mut(key).ok_or_else(missing)?;
        if let Some(name) = item.as_str().map(str::to_owned) {
            // A basis given by its name alone becomes a table: `basis = { type = "cellular", … }`.
            *item = Item::Value(InlineTable::from_iter([("type", name)]).into());
        }
        at = item.as_table_like_mut().ok_or_else(missing)?;
    }
    let old = at.get(last).and_then(Item::as_value);
    let mut new = write(old);
    if let Some(old) = old {
        *new.decor_mut() = old.decor().clone();
    }
    match at.get_mut(last) {
        Some(item) => *item = Item::Value(new),
        None => drop(at.insert(last, Item::Value(new))),
    }
    Ok(())
}

fn remove(document: &mut DocumentMut, path: &[Key]) -> Result<(), EditError> {
    let missing = || EditError::NotATable(path.join("."));
    let (last, way) = path.split_last().ok_or_else(missing)?;
    let mut at: &mut dyn TableLike = document.as_table_mut();
    for key in way {
        at = at.get_mut(key).and_then(Item::as_table_like_mut).ok_or_else(missing)?;
    }
    at.remove(last).map(drop).ok_or_else(missing)
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
    let mut table = format!("[fields.{name}]\ntype = \"{node}\"\n");
    for (key, value) in lines {
        table += &format!("{key} = {value}\n");
    }
    let gap = if text.is_empty() || text.ends_with("\n\n") {
        ""
    } else if text.ends_with('\n') {
        "\n"
    } else {
        "\n\n"
    };
    let new = format!("{text}{gap}{table}");
    // Fails for a recipe with inline fields, `fields = { … }`, because a table cannot extend them.
    if new.parse::<DocumentMut>().is_err() { Err(EditError::NotATable(name.to_owned())) } else { Ok(new) }
}

/// Checks that a field name is valid and free.
pub(super) fn check(document: &DocumentMut, name: &str) -> Result<(), EditError> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    if !name.starts_with(|first: char| first.is_ascii_alphabetic()) || !name.bytes().all(plain) {
        return Err(EditError::InvalidName(name.to_owned()));
    }
    let fields = document.get("fields").and_then(Item::as_table_like);
    if fields.is_some_and(|fields| fields.contains_key(name)) {
        return Err(EditError::NameTaken(name.to_owned()));
    }
    Ok(())
}
