//! Edits of the list of materials. Things that are scattered by materials follow.

use orogen_engine::recipe::{MAX_MATERIALS, Recipe};

use super::edit::{Edit, path_of};

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
    let count = recipe.materials.len();
    if count >= MAX_MATERIALS {
        return None;
    }
    let is_free = |name: &str| recipe.materials.iter().all(|material| material.name != name);
    let known = NEW.into_iter().find(|(name, _)| is_free(name));
    let (name, color) = match known {
        Some((name, color)) => (name.to_owned(), color),
        None => {
            let mut names = (2..).map(|number| format!("material {number}"));
            (names.find(|name| is_free(name)).unwrap_or_default(), "#808080")
        }
    };
    let quoted = |text: &str| format!("\"{text}\"");
    let mut lines = vec![("name".to_owned(), quoted(&name)), ("color".to_owned(), quoted(color))];
    if count > 0 {
        lines.push(("slope".to_owned(), "[35, 25]".to_owned()));
    }
    Some(Edit::Append { list: "materials".to_owned(), lines })
}

/// Removes a material, also from the rules of what is scattered.
pub fn remove_material(recipe: &Recipe, index: usize) -> Edit {
    let mut edits = scattered(recipe, index, None);
    edits.push(Edit::Remove { path: path_of(&format!("materials.{index}")) });
    Edit::All(edits)
}

/// Renames a material, also in the rules of what is scattered.
pub fn rename_material(recipe: &Recipe, index: usize, name: &str) -> Edit {
    let mut edits = scattered(recipe, index, Some(name));
    let path = vec!["materials".to_owned(), index.to_string(), "name".to_owned()];
    edits.push(Edit::Word { path, value: name.to_owned() });
    Edit::All(edits)
}

/// Replaces a material in the rules of what is scattered. A kind without materials has no such rule.
fn scattered(recipe: &Recipe, index: usize, new: Option<&str>) -> Vec<Edit> {
    let old = &recipe.materials[index].name;
    let users = recipe.scatter.iter().enumerate().filter(|(_, kind)| kind.rules.materials.contains(old));
    let edit = |(at, kind): (usize, &orogen_engine::recipe::ScatterKind)| {
        let path = path_of(&format!("scatter.{at}.materials"));
        let names = kind.rules.materials.iter();
        let value: Vec<String> = match new {
            Some(new) => names.map(|name| if name == old { new.to_owned() } else { name.clone() }).collect(),
            None => names.filter(|name| *name != old).cloned().collect(),
        };
        if value.is_empty() { Edit::Remove { path } } else { Edit::Names { path, value } }
    };
    users.map(edit).collect()
}
