//! Changes of a recipe that keep its comments and its layout.

use toml_edit::{Array, DocumentMut, InlineTable, Item, Table, TableLike, Value};

use super::number::Number;

/// One step of the way to a value: a key of a table.
pub type Key = String;

/// The way to a value: `fields.drift.gain`. Names of fields have no dots.
pub fn path_of(dotted: &str) -> Vec<Key> {
    dotted.split('.').map(str::to_owned).collect()
}

/// A change of a recipe.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    /// A number, written as the one it replaces is: with its unit, whole if it is. Of what was not there, plainly.
    Number {
        /// Of what.
        path: Vec<Key>,
        /// The number; of lengths, metres.
        value: f64,
        /// Whether it may be written without a point.
        whole: bool,
    },
    /// A word in quotes.
    Word {
        /// Of what.
        path: Vec<Key>,
        /// The word.
        value: String,
    },
    /// `true` or `false`.
    Flag {
        /// Of what.
        path: Vec<Key>,
        /// Which of them.
        value: bool,
    },
    /// Pairs of numbers.
    Points {
        /// Of what.
        path: Vec<Key>,
        /// The pairs.
        value: Vec<[f64; 2]>,
    },
    /// What is there goes, so that the default holds.
    Remove {
        /// What.
        path: Vec<Key>,
    },
    /// A field more, at the end, of these lines.
    AddField {
        /// Its name.
        name: String,
        /// Its node.
        node: String,
        /// Keys and values as they stand in a recipe.
        lines: Vec<(String, String)>,
    },
    /// A field goes. Whoever reads it is then wrong, and is told so.
    RemoveField {
        /// Its name.
        name: String,
    },
    /// A field has another name, and whoever reads it knows.
    RenameField {
        /// Its name.
        from: String,
        /// The new one.
        to: String,
    },
    /// Several, one after the other, that are undone together.
    All(Vec<Edit>),
}

/// Why a change cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// The text is not TOML, so nothing in it can be found.
    #[error("the text is not TOML at the moment: mend it first")]
    NotToml,
    /// The way leads through something that is no table.
    #[error("there is no place for `{0}` in this recipe")]
    NoPlace(String),
    /// There is a field of that name.
    #[error("there is a field `{0}` already")]
    Taken(String),
    /// No field may have that name.
    #[error("`{0}` cannot be the name of a field: a name is a letter, then letters, digits, `-` and `_`")]
    Name(String),
}

impl Edit {
    /// A number that may be anything.
    pub fn number(path: Vec<Key>, value: f64) -> Self {
        Self::Number { path, value, whole: false }
    }

    /// What edits that are undone together have in common.
    pub(super) fn mark(&self) -> Option<String> {
        match self {
            Self::Number { path, .. } | Self::Points { path, .. } => Some(path.join(".")),
            _ => None,
        }
    }

    /// The text with this change.
    pub(super) fn applied(&self, text: &str) -> Result<String, EditError> {
        let mut document: DocumentMut = text.parse().map_err(|_| EditError::NotToml)?;
        match self {
            Self::Number { path, value, whole } => put(&mut document, path, |old| {
                let whole = *whole || old.is_some_and(Value::is_integer);
                old.map_or(Number::Plain, Number::of).write(*value, whole)
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

/// Puts a word in its place. What is a basis with parameters of its own becomes another basis, without them.
fn put_word(document: &mut DocumentMut, path: &[Key], word: &str) -> Result<(), EditError> {
    // Looking for what is not there with the right to change it would put something there.
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

/// Puts a value in its place; comments beside the one before stay.
fn put(
    document: &mut DocumentMut,
    path: &[Key],
    write: impl FnOnce(Option<&Value>) -> Value,
) -> Result<(), EditError> {
    let missing = || EditError::NoPlace(path.join("."));
    let (last, way) = path.split_last().ok_or_else(missing)?;
    let mut at: &mut dyn TableLike = document.as_table_mut();
    for (depth, key) in way.iter().enumerate() {
        if !at.contains_key(key) {
            // Tables below a table of its own are short: `displace = { … }`.
            let new =
                if depth == 0 { Item::Table(Table::new()) } else { Item::Value(InlineTable::new().into()) };
            at.insert(key, new);
        }
        let item = at.get_mut(key).ok_or_else(missing)?;
        if let Some(name) = item.as_str().map(str::to_owned) {
            // A basis that was said by its name alone gets parameters: `basis = { type = "cellular", … }`.
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
    let missing = || EditError::NoPlace(path.join("."));
    let (last, way) = path.split_last().ok_or_else(missing)?;
    let mut at: &mut dyn TableLike = document.as_table_mut();
    for key in way {
        at = at.get_mut(key).and_then(Item::as_table_like_mut).ok_or_else(missing)?;
    }
    at.remove(last).map(drop).ok_or_else(missing)
}

/// The text with a field more, at its end.
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
    // A recipe that writes its fields in one line, `fields = { … }`, has no room below.
    if new.parse::<DocumentMut>().is_err() { Err(EditError::NoPlace(name.to_owned())) } else { Ok(new) }
}

/// Refuses names that no field can have.
fn check(document: &DocumentMut, name: &str) -> Result<(), EditError> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    if !name.starts_with(|first: char| first.is_ascii_alphabetic()) || !name.bytes().all(plain) {
        return Err(EditError::Name(name.to_owned()));
    }
    let fields = document.get("fields").and_then(Item::as_table_like);
    if fields.is_some_and(|fields| fields.contains_key(name)) {
        return Err(EditError::Taken(name.to_owned()));
    }
    Ok(())
}

/// Gives a field another name: in its own table, and wherever a value that may name a field does.
fn rename(document: &mut DocumentMut, from: &str, to: &str) -> Result<(), EditError> {
    check(document, to)?;
    let missing = || EditError::NoPlace(format!("fields.{from}"));
    let fields = document.get_mut("fields").and_then(Item::as_table_like_mut).ok_or_else(missing)?;
    renamed_key(fields, from, to).ok_or_else(missing)?;
    for (_, field) in fields.iter_mut() {
        if let Some(field) = field.as_table_like_mut() {
            rename_references(field, from, to);
        }
    }
    let height = document.get_mut("height").and_then(Item::as_table_like_mut);
    if let Some(height) = height {
        replace(height, "field", from, to);
    }
    if let Some(materials) = document.get_mut("materials").and_then(Item::as_array_of_tables_mut) {
        let noises = materials.iter_mut().filter_map(|one| one.get_mut("noise")?.as_table_like_mut());
        noises.for_each(|noise| replace(noise, "field", from, to));
    }
    Ok(())
}

/// Puts what a key had under another, in the same place of the text: tables keep theirs by number, and what follows a key is put
/// behind it again.
fn renamed_key(table: &mut dyn TableLike, from: &str, to: &str) -> Option<()> {
    let keys: Vec<String> = table.iter().map(|(key, _)| key.to_owned()).collect();
    let at = keys.iter().position(|key| key == from)?;
    for key in &keys[at..] {
        let item = table.remove(key)?;
        table.insert(if key == from { to } else { key }, item);
    }
    Some(())
}

/// The keys of a field whose text is never the name of a field.
const OWN: [&str; 2] = ["type", "basis"];

fn rename_references(field: &mut dyn TableLike, from: &str, to: &str) {
    let node = field.get("type").and_then(Item::as_str).and_then(|name| orogen::nodes::registry().get(name));
    let inputs = node.map_or(&[][..], |node| node.inputs);
    for input in inputs.iter().filter(|input| !OWN.contains(&input.name)) {
        replace(field, input.name, from, to);
    }
    if let Some(displace) = field.get_mut("displace").and_then(Item::as_table_like_mut) {
        replace(displace, "by", from, to);
    }
}

/// Replaces a word; comments beside it stay.
fn replace(table: &mut dyn TableLike, key: &str, from: &str, to: &str) {
    let Some(value) = table.get_mut(key).and_then(Item::as_value_mut) else { return };
    if value.as_str() == Some(from) {
        let decor = value.decor().clone();
        *value = Value::from(to);
        *value.decor_mut() = decor;
    }
}
