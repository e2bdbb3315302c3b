//! Edits of the list of materials. Things that are scattered by materials follow.

use orogen_engine::recipe::{MAX_MATERIALS, Recipe};
use toml_edit::{Array, DocumentMut, Item, TableLike, Value};

use super::edit::{Edit, EditError, path_of};
use super::graph::{GraphEdit, NodeKey, index_of};
use super::names::free;
use super::required::quoted;
use super::values::put_word;

/// Names and colours of new materials.
const NEW: [(&str, &str); 6] = [
    ("rock", "#7d7568"),
    ("grass", "#6b7346"),
    ("scree", "#9a9286"),
    ("forest", "#3d4f33"),
    ("sand", "#d8c79a"),
    ("snow", "#eef3f8"),
];

/// Adds a material. The first one covers all of the ground, the next ones flat ground, so that one can see them beside the
/// others. `None` if the recipe has as many materials as it can have.
pub fn new_material(recipe: &Recipe) -> Option<Edit> {
    named_material(recipe).map(|(_, edit)| edit)
}

/// The name of a new material, and the edit that adds it.
pub(super) fn named_material(recipe: &Recipe) -> Option<(String, Edit)> {
    let count = recipe.materials.len();
    if count >= MAX_MATERIALS {
        return None;
    }
    let is_free = |name: &str| recipe.materials.iter().all(|material| material.name != name);
    let known = NEW.into_iter().find(|(name, _)| is_free(name));
    let (name, color) = known.unwrap_or(("material", "#808080"));
    let name = free(name, is_free);
    let mut lines = vec![("name".to_owned(), quoted(&name)), ("color".to_owned(), quoted(color))];
    if count > 0 {
        lines.push(("slope".to_owned(), "[35, 25]".to_owned()));
    }
    Some((name, Edit::Append { list: "materials".to_owned(), lines }))
}

/// Removes a material, also from the rules of what is scattered.
pub fn remove_material(name: &str) -> Edit {
    Edit::Graph(GraphEdit::Delete { nodes: vec![NodeKey::Material(name.to_owned())] })
}

/// Renames a material, also in the rules of what is scattered.
pub(super) fn rename_material(document: &mut DocumentMut, from: &str, to: &str) -> Result<(), EditError> {
    let missing = || EditError::Missing(format!("materials.{from}"));
    let at = index_of(document, "materials", from).ok_or_else(missing)?;
    for kind in scattered(document) {
        let materials = kind.get_mut("materials").and_then(Item::as_array_mut);
        for material in materials.into_iter().flat_map(Array::iter_mut) {
            if material.as_str() == Some(from) {
                let decor = material.decor().clone();
                *material = Value::from(to);
                *material.decor_mut() = decor;
            }
        }
    }
    put_word(document, &path_of(&format!("materials.{at}.name")), to)
}

/// Removes a material from the rules of what is scattered. An empty list would be a rule that no place satisfies.
pub(super) fn forget_material(document: &mut DocumentMut, name: &str) {
    for kind in scattered(document) {
        let Some(materials) = kind.get_mut("materials").and_then(Item::as_array_mut) else { continue };
        materials.retain(|material| material.as_str() != Some(name));
        if materials.is_empty() {
            kind.remove("materials");
        }
    }
}

/// The kinds of scattered things.
fn scattered(document: &mut DocumentMut) -> Vec<&mut dyn TableLike> {
    match document.get_mut("scatter") {
        Some(Item::ArrayOfTables(tables)) => {
            tables.iter_mut().map(|table| -> &mut dyn TableLike { table }).collect()
        }
        Some(Item::Value(Value::Array(tables))) => {
            let tables = tables.iter_mut().filter_map(Value::as_inline_table_mut);
            tables.map(|table| -> &mut dyn TableLike { table }).collect()
        }
        _ => Vec::new(),
    }
}
