//! Renames a field and all references to it.

use toml_edit::{DocumentMut, Item, TableLike, Value};

use super::edit::{EditError, check};

/// Renames a field: its table, and every reference to it.
pub(super) fn rename(document: &mut DocumentMut, from: &str, to: &str) -> Result<(), EditError> {
    check(document, to)?;
    let missing = || EditError::NotATable(format!("fields.{from}"));
    let fields = document.get_mut("fields").and_then(Item::as_table_like_mut).ok_or_else(missing)?;
    let rename = Rename { from, to, names: fields.iter().map(|(name, _)| name.to_owned()).collect() };
    renamed_key(fields, from, to).ok_or_else(missing)?;
    for (_, field) in fields.iter_mut() {
        if let Some(field) = field.as_table_like_mut() {
            rename_references(field, &rename);
        }
    }
    let height = document.get_mut("height").and_then(Item::as_table_like_mut);
    if let Some(height) = height {
        replace(height, "field", &rename);
    }
    if let Some(materials) = document.get_mut("materials").and_then(Item::as_array_of_tables_mut) {
        let noises = materials.iter_mut().filter_map(|one| one.get_mut("noise")?.as_table_like_mut());
        noises.for_each(|noise| replace(noise, "field", &rename));
    }
    Ok(())
}

/// Renames a key in place. Tables keep their order by position, so all later keys are removed and inserted again.
fn renamed_key(table: &mut dyn TableLike, from: &str, to: &str) -> Option<()> {
    let keys: Vec<String> = table.iter().map(|(key, _)| key.to_owned()).collect();
    let at = keys.iter().position(|key| key == from)?;
    for key in &keys[at..] {
        let item = table.remove(key)?;
        table.insert(if key == from { to } else { key }, item);
    }
    Some(())
}

/// Keys whose strings are never field names.
const NOT_REFERENCES: [&str; 2] = ["type", "basis"];

fn rename_references(field: &mut dyn TableLike, rename: &Rename<'_>) {
    if field.contains_key("use") {
        // All other keys are parameters of the used recipe, or fields that take the place of its own.
        let keys: Vec<String> = field.iter().map(|(key, _)| key.to_owned()).collect();
        keys.iter().filter(|key| *key != "use").for_each(|key| replace(field, key, rename));
    }
    let node =
        field.get("type").and_then(Item::as_str).and_then(|name| orogen_engine::nodes::registry().get(name));
    let inputs = node.map_or(&[][..], |node| node.inputs);
    for input in inputs.iter().filter(|input| !NOT_REFERENCES.contains(&input.name)) {
        replace(field, input.name, rename);
    }
    if let Some(displace) = field.get_mut("displace").and_then(Item::as_table_like_mut) {
        replace(displace, "by", rename);
    }
}

/// Renames a field in a string, which may be an expression; comments beside it stay.
fn replace(table: &mut dyn TableLike, key: &str, rename: &Rename<'_>) {
    let Some(value) = table.get_mut(key).and_then(Item::as_value_mut) else { return };
    let Some(new) = value.as_str().map(|text| rename.in_expression(text)) else { return };
    if value.as_str() != Some(&new) {
        let decor = value.decor().clone();
        *value = Value::from(new);
        *value.decor_mut() = decor;
    }
}

/// The old and the new name of a field.
struct Rename<'a> {
    from: &'a str,
    to: &'a str,
    /// The names of all fields before the change.
    names: Vec<String>,
}

impl Rename<'_> {
    fn in_expression(&self, text: &str) -> String {
        let (mut new, mut rest) = (String::new(), text);
        while let Some(first) = rest.chars().next() {
            // What follows a point is a further result of a field, or a field of a used recipe, whose name may have hyphens.
            let is_inside = new.ends_with('.') && !first.is_ascii_digit();
            let is_name = first.is_ascii_alphabetic() && !is_inside;
            let is_of_word = |letter| is_of_word(letter) || (is_inside && letter == '-');
            let word = rest.find(|letter| !is_of_word(letter)).unwrap_or(rest.len()).max(first.len_utf8());
            let (word, after) =
                rest.split_at(if is_name { self.name_at(rest).unwrap_or(word) } else { word });
            let is_function = after.trim_start().starts_with('(');
            new += if is_name && word == self.from && !is_function { self.to } else { word };
            rest = after;
        }
        new
    }

    /// The length of the longest field name that a text begins with. Names may have hyphens.
    fn name_at(&self, text: &str) -> Option<usize> {
        let begins =
            |name: &&String| text.strip_prefix(&***name).is_some_and(|after| !after.starts_with(is_of_word));
        self.names.iter().filter(begins).map(String::len).max()
    }
}

fn is_of_word(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

#[cfg(test)]
mod tests {
    use super::Rename;

    #[test]
    fn fields_are_renamed_in_expressions() {
        let names = ["land", "land-2", "hills"].map(str::to_owned).to_vec();
        let rename = Rename { from: "land", to: "ground", names };
        for (old, new) in [
            ("land", "ground"),
            ("land + 2*land.flow - hills.land", "ground + 2*ground.flow - hills.land"),
            ("max(land-20, land-2) / highland", "max(ground-20, land-2) / highland"),
            ("land(3) - -land^2e3", "land(3) - -ground^2e3"),
            ("größe·land_2 — land", "größe·land_2 — ground"),
        ] {
            assert_eq!(rename.in_expression(old), new);
        }
    }
}
