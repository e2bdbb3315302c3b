//! Sets and removes values of a recipe.

use toml_edit::{DocumentMut, Item, Value};

use super::edit::{EditError, Key};
use super::lines::without;
use super::place::{at_mut, child_mut, open};

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
pub(super) fn opened<'a>(document: &'a mut DocumentMut, path: &[Key]) -> Result<&'a mut Item, EditError> {
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
