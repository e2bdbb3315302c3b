//! Edits of a recipe that preserve its comments and layout.

use toml_edit::{DocumentMut, Value};

use super::arrays::{set_names, set_numbers, set_points};
use super::graph::GraphEdit;
use super::lines::swapped;
use super::materials::rename_material;
use super::number::Number;
use super::references::References;
use super::rename::{rename, rename_key};
use super::sections::{added, appended};
use super::values::{opened, put, put_word, removed};

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
    /// Sets a value that is written in TOML.
    Value {
        /// The path.
        path: Vec<Key>,
        /// The value as it is written.
        toml: String,
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
    #[error("the recipe has no `{0}`")]
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
    /// A list of the recipe has no room for another entry.
    #[error("a recipe has at most {most} entries in `{list}`: delete one first")]
    Full {
        /// The name of the list.
        list: &'static str,
        /// The most entries.
        most: usize,
    },
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
            Self::Value { path, toml } => {
                let value: Value = toml.parse().map_err(|_| EditError::NotToml)?;
                put(&mut document, path, |_| value)?;
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
