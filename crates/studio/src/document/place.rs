//! Values by their path. The keys of lists are indices: `materials.0.color`.

use toml_edit::{InlineTable, Item, Table, Value};

/// The item below a key of a table or an index of a list.
pub(super) fn child<'a>(item: &'a Item, key: &str) -> Option<&'a Item> {
    if is_list(item) { item.get(key.parse::<usize>().ok()?) } else { item.get(key) }
}

/// Like [`child`], to change the item. A missing key stays missing.
pub(super) fn child_mut<'a>(item: &'a mut Item, key: &str) -> Option<&'a mut Item> {
    if is_list(item) {
        return item.get_mut(key.parse::<usize>().ok()?);
    }
    item.as_table_like_mut()?.get_mut(key)
}

/// The item at a path.
pub(super) fn at_mut<'a>(root: &'a mut Item, path: &[String]) -> Option<&'a mut Item> {
    path.iter().try_fold(root, |item, key| child_mut(item, key))
}

/// Like [`child_mut`], but a missing table is created, and a plain value becomes a table in which it has the key `plain`:
/// `basis = "cellular"` becomes `basis = { type = "cellular" }`. Tables inside tables are inline: `displace = { … }`.
pub(super) fn open<'a>(item: &'a mut Item, key: &str, is_outer: bool, plain: &str) -> Option<&'a mut Item> {
    if !is_list(item) {
        let table = item.as_table_like_mut()?;
        if !table.contains_key(key) {
            let new =
                if is_outer { Item::Table(Table::new()) } else { Item::Value(InlineTable::new().into()) };
            table.insert(key, new);
        }
    }
    let below = child_mut(item, key)?;
    // Numbers, too, can be parameters.
    let is_plain =
        |value: &&Value| value.is_str() || plain == "value" && (value.is_float() || value.is_integer());
    if let Some(value) = below.as_value().filter(is_plain) {
        let (decor, mut value) = (value.decor().clone(), value.clone());
        value.decor_mut().clear();
        let mut table = Value::InlineTable(InlineTable::from_iter([(plain, value)]));
        *table.decor_mut() = decor;
        *below = Item::Value(table);
    }
    Some(below)
}

fn is_list(item: &Item) -> bool {
    item.is_array() || item.is_array_of_tables()
}
