//! The place of an error in the recipe.

use std::ops::Range;

use toml_edit::{Document, Item, TableLike, Value};

use super::edit::Key;

/// The path to the innermost value that an error at this place of the text is about. `None` if there is none.
pub(super) fn path_at(text: &str, place: Range<usize>) -> Option<Vec<Key>> {
    let document = Document::parse(text).ok()?;
    let mut path = Vec::new();
    find(document.as_item(), place.start, &mut path).then_some(path)
}

/// Adds the keys that lead to a place. Returns whether there is a value at this place.
fn find(item: &Item, place: usize, path: &mut Vec<Key>) -> bool {
    match item {
        Item::Table(table) => in_table(table, place, path),
        Item::ArrayOfTables(list) => list.iter().enumerate().any(|(index, table)| {
            path.push(index.to_string());
            in_table(table, place, path) || path.pop().is_none()
        }),
        Item::Value(Value::InlineTable(table)) => in_table(table, place, path),
        Item::Value(_) | Item::None => false,
    }
}

fn in_table(table: &dyn TableLike, place: usize, path: &mut Vec<Key>) -> bool {
    table.iter().any(|(key, item)| {
        path.push(key.to_owned());
        let spans =
            [table.key(key).and_then(toml_edit::Key::span).filter(|_| item.is_value()), value_span(item)];
        let is_here = spans.into_iter().flatten().any(|span| (span.start..=span.end).contains(&place));
        find(item, place, path) || is_here || path.pop().is_none()
    })
}

fn value_span(item: &Item) -> Option<Range<usize>> {
    item.as_value().and_then(Value::span)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_lead_to_values() {
        let text = "a = 1\n[fields.x]\ntype = \"fbm\"\nbasis = { type = \"perlin\" }\n[[materials]]\nname = \"r\"\n[[materials]]\nslope = [1, 2]\n";
        let at = |word: &str| path_at(text, text.find(word).unwrap()..text.len()).map(|path| path.join("."));
        assert_eq!(at("\"fbm\"").as_deref(), Some("fields.x.type"));
        assert_eq!(at("\"perlin\"").as_deref(), Some("fields.x.basis.type"));
        assert_eq!(at("basis").as_deref(), Some("fields.x.basis"));
        assert_eq!(at("slope").as_deref(), Some("materials.1.slope"));
        assert_eq!(at("[fields"), None);
        assert_eq!(path_at("a = = 1", 0..1), None);
    }
}
