//! The values that the recipe had when it was opened.

use orogen_engine::recipe::length_of_text;
use toml_edit::{DocumentMut, Item, Value};

use super::Document;
use super::edit::Key;
use super::place::child;
use super::sections::LISTS;

impl Document {
    /// The value that the recipe had when it was opened, as TOML. `None` if it had none, if it is the same now, or if it was an
    /// expression: names in it may mean something else now.
    pub fn opened_toml(&self, path: &[Key]) -> Option<String> {
        let now = self.item(path.iter().map(String::as_str)).and_then(Item::as_value);
        let opened = self.opened_item(path)?.as_value().filter(|value| self.is_plain(value))?;
        let opened = toml(opened);
        now.is_none_or(|now| toml(now) != opened).then_some(opened)
    }

    /// The number at a path when the recipe was opened. Lengths are in metres.
    pub fn opened_number(&self, path: &[Key]) -> Option<f64> {
        number_of(self.opened_item(path)?)
    }

    /// Members of lists have no names that last: their places change. A node of another type is another node.
    fn opened_item(&self, path: &[Key]) -> Option<&Item> {
        let is_listed = LISTS.iter().any(|(list, _)| path.first().is_some_and(|first| first == list));
        let (opened, now) = (self.opened.as_ref().filter(|_| !is_listed)?, self.tree.as_ref()?);
        let is_same_type = |depth| type_at(opened, &path[..depth]) == type_at(now, &path[..depth]);
        (0..path.len()).all(is_same_type).then(|| at(opened, path))?
    }

    /// Whether a value is no expression: a text is a length, or a word that names no field and no parameter.
    fn is_plain(&self, value: &Value) -> bool {
        let Some(text) = value.as_str() else { return true };
        let is_word = text.chars().all(|letter| letter.is_ascii_alphanumeric() || "-_".contains(letter));
        let is_name = |list: &str| {
            self.opened
                .as_ref()
                .is_some_and(|opened| at(opened, &[list.to_owned(), text.to_owned()]).is_some())
        };
        length_of_text(text).is_some() || is_word && !["fields", "parameters"].into_iter().any(is_name)
    }
}

fn at<'a>(tree: &'a DocumentMut, path: &[Key]) -> Option<&'a Item> {
    path.iter().try_fold(tree.as_item(), |item, key| child(item, key))
}

/// The type of the node at a path.
fn type_at<'a>(tree: &'a DocumentMut, path: &[Key]) -> Option<&'a str> {
    child(at(tree, path)?, "type")?.as_str()
}

/// A value without the space and the comments around it.
fn toml(value: &Value) -> String {
    value.clone().decorated("", "").to_string()
}

/// A finite number, or a length in metres.
pub(super) fn number_of(item: &Item) -> Option<f64> {
    let number = item.as_float().or_else(|| item.as_integer().map(|number| number as f64));
    number.or_else(|| length_of_text(item.as_str()?)).filter(|number| number.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{Edit, path_of};

    const TEXT: &str = "orogen = 1\nheight.field = \"a\"\n[parameters]\nwide = 900\n\
        [fields.a]\ntype = \"fbm\"\nwavelength = \"3 km\"\ngain = 0.4\nlacunarity = \"wide / 450\"\n";

    fn changed(edits: &[Edit]) -> Document {
        let mut document = Document::new("mine", TEXT);
        edits.iter().for_each(|edit| document.apply(edit).unwrap());
        document
    }

    #[test]
    fn values_that_the_recipe_was_opened_with_are_known() {
        let number = |key: &str, value| Edit::number(path_of(&format!("fields.a.{key}")), value);
        let document = changed(&[number("wavelength", 500.0), number("lacunarity", 3.0)]);
        let opened = |key: &str| document.opened_toml(&path_of(&format!("fields.a.{key}")));
        assert_eq!(opened("wavelength").as_deref(), Some("\"3 km\""));
        assert_eq!(document.opened_number(&path_of("fields.a.wavelength")), Some(3000.0));
        assert_eq!(opened("gain"), None, "it is the same");
        assert_eq!(opened("lacunarity"), None, "it was an expression");
    }

    /// A recipe with such a number is wrong, but it can be opened.
    #[test]
    fn only_finite_numbers_are_numbers() {
        let number = |text: &str| {
            Document::new("mine", TEXT.replace("0.4", text)).opened_number(&path_of("fields.a.gain"))
        };
        assert_eq!(["0.4", "inf", "-inf", "nan", "1e999"].map(number), [Some(0.4), None, None, None, None]);
    }

    #[test]
    fn a_node_of_another_type_has_no_opened_values() {
        let word = |path: &str, value: &str| Edit::Word { path: path_of(path), value: value.to_owned() };
        let gain = Edit::number(path_of("fields.a.gain"), 0.7);
        let path = path_of("fields.a.gain");
        assert_eq!(changed(std::slice::from_ref(&gain)).opened_toml(&path).as_deref(), Some("0.4"));
        let other = changed(&[gain, word("fields.a.type", "ridged")]);
        assert_eq!((other.opened_toml(&path), other.opened_number(&path)), (None, None));
    }
}
