//! Renames a field or a parameter, and all references to it.

use toml_edit::{DocumentMut, Item, TableLike};

use super::edit::{EditError, check};
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
pub(super) fn renamed_key(table: &mut dyn TableLike, from: &str, to: &str) -> Option<()> {
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
