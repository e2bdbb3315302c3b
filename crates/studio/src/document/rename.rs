//! Renames a field or a parameter, and all references to it.

use toml_edit::{DocumentMut, Item, TableLike};

use super::edit::{EditError, Key};
use super::place::at_mut;
use super::references::References;

/// Renames an entry of `fields` or `parameters`, and every reference to it.
pub(super) fn rename(
    document: &mut DocumentMut,
    section: &str,
    from: &str,
    to: &str,
) -> Result<(), EditError> {
    check(document, to)?;
    rename_entry(document, section, from, to, &[])
}

/// Renames an entry of `fields` or `parameters` to a valid name that is free. Expressions may also name entries of another text,
/// `others`: `land-2` may be one.
pub(super) fn rename_entry(
    document: &mut DocumentMut,
    section: &str,
    from: &str,
    to: &str,
    others: &[String],
) -> Result<(), EditError> {
    let missing = || EditError::Missing(format!("{section}.{from}"));
    let references = References::of(document).with_names(others.iter().cloned());
    let entries = document.get(section).and_then(Item::as_table_like).ok_or_else(missing)?;
    if !entries.contains_key(from) {
        return Err(missing());
    }
    references.replace(document, from, to);
    let entries = document.get_mut(section).and_then(Item::as_table_like_mut).ok_or_else(missing)?;
    renamed_key(entries, from, to).ok_or_else(missing)
}

/// Renames a key in place. Tables keep their order by position, so all later keys are removed and inserted again.
fn renamed_key(table: &mut dyn TableLike, from: &str, to: &str) -> Option<()> {
    let keys: Vec<String> = table.iter().map(|(key, _)| key.to_owned()).collect();
    let at = keys.iter().position(|key| key == from)?;
    for key in &keys[at..] {
        // Comments above a line belong to its key.
        let decor = table.key(key).map(|key| (key.leaf_decor().clone(), key.dotted_decor().clone()));
        let item = table.remove(key)?;
        let key = if key == from { to } else { key };
        table.insert(key, item);
        if let (Some(mut key), Some((leaf, dotted))) = (table.key_mut(key), decor) {
            (*key.leaf_decor_mut(), *key.dotted_decor_mut()) = (leaf, dotted);
        }
    }
    Some(())
}

/// Renames the key of a value in place.
pub(super) fn rename_key(document: &mut DocumentMut, path: &[Key], to: &str) -> Result<(), EditError> {
    let missing = || EditError::NotATable(path.join("."));
    let (last, way) = path.split_last().ok_or_else(missing)?;
    let table = at_mut(document.as_item_mut(), way).and_then(Item::as_table_like_mut);
    let table = table.filter(|table| !table.contains_key(to)).ok_or_else(missing)?;
    renamed_key(table, last, to).ok_or_else(missing)
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
