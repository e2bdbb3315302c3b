//! The values that the recipe had when it was opened.

use orogen_engine::recipe::length_of_text;
use toml_edit::{Item, Value};

use super::Document;
use super::edit::{Edit, Key};
use super::place::child;
use super::sections::LISTS;

impl Document {
    /// The edit that sets a value to what it was when the recipe was opened. `None` if it had none, or is the same now.
    pub fn restoring(&self, path: &[Key]) -> Option<Edit> {
        let now = self.item(path.iter().map(String::as_str)).and_then(Item::as_value);
        let opened = toml(self.opened_item(path)?.as_value()?);
        let is_same = now.is_some_and(|now| toml(now) == opened);
        (!is_same).then(|| Edit::Value { path: path.to_vec(), toml: opened })
    }

    /// The number at a path when the recipe was opened. Lengths are in metres.
    pub fn opened_number(&self, path: &[Key]) -> Option<f64> {
        number_of(self.opened_item(path)?)
    }

    /// Members of lists have no names that last: their places change.
    fn opened_item(&self, path: &[Key]) -> Option<&Item> {
        let is_listed = LISTS.iter().any(|(list, _)| path.first().is_some_and(|first| first == list));
        let root = self.opened.as_ref().filter(|_| !is_listed)?.as_item();
        path.iter().try_fold(root, |item, key| child(item, key))
    }
}

/// A value without the space and the comments around it.
fn toml(value: &Value) -> String {
    value.clone().decorated("", "").to_string()
}

/// A number, or a length in metres.
pub(super) fn number_of(item: &Item) -> Option<f64> {
    let number = item.as_float().or_else(|| item.as_integer().map(|number| number as f64));
    number.or_else(|| length_of_text(item.as_str()?))
}
