//! References between fields: each must exist, and no chain of them may come back to where it began.

use std::collections::BTreeMap;

use super::error::RecipeError;
use super::nearest::suggest;
use super::source::Span;
use super::value::quote;
use super::{Field, Recipe};

/// The most fields an error names when they form a circle.
const NAMED: usize = 32;

/// Refuses references to fields that are not there.
pub(super) fn refuse_missing(recipe: &Recipe) -> Result<(), RecipeError> {
    let references = fields_as_written(recipe).into_iter().flat_map(Field::references);
    let height = (recipe.height.field.as_str(), recipe.height.field_span);
    let noises = recipe.materials.iter().filter_map(|material| material.noise.as_ref());
    let noises = noises.map(|noise| (noise.field.as_str(), noise.span));
    for (name, span) in references.chain([height]).chain(noises) {
        if !recipe.fields.contains_key(name) {
            let names: Vec<_> = recipe.fields.keys().map(String::as_str).collect();
            let message = format!("no field is named {}", quote(name));
            let help = suggest(name, "the fields", &names);
            return Err(RecipeError::new(&recipe.source, span, message).label("unknown field").help(help));
        }
    }
    Ok(())
}

/// Refuses fields that refer to themselves, through inputs or displacement, directly or in a circle.
///
/// Depth-first search with a stack of its own: a long chain of fields must not overflow the machine's.
pub(super) fn refuse_circles(recipe: &Recipe) -> Result<(), RecipeError> {
    let mut finished: BTreeMap<&str, bool> = BTreeMap::new();
    for root in fields_as_written(recipe) {
        if finished.contains_key(root.name.as_str()) {
            continue;
        }
        let mut path = vec![(root, root.references())];
        finished.insert(&root.name, false);
        while let Some((field, references)) = path.last_mut() {
            let Some((name, span)) = references.next() else {
                finished.insert(&field.name, true);
                path.pop();
                continue;
            };
            match finished.get(name) {
                Some(true) => {}
                Some(false) => {
                    let names: Vec<_> = path.iter().map(|(field, _)| field.name.as_str()).collect();
                    return Err(circle(recipe, &names, name, span));
                }
                None => {
                    let field = &recipe.fields[name];
                    finished.insert(&field.name, false);
                    path.push((field, field.references()));
                }
            }
        }
    }
    Ok(())
}

/// The fields in the order of the text, so that the first error is the first a reader meets.
fn fields_as_written(recipe: &Recipe) -> Vec<&Field> {
    let mut fields: Vec<_> = recipe.fields.values().collect();
    fields.sort_by_key(|field| field.span);
    fields
}

fn circle(recipe: &Recipe, path: &[&str], back_to: &str, span: Span) -> RecipeError {
    let start = path.iter().position(|name| *name == back_to).unwrap_or(0);
    let circle = &path[start..];
    let mut names: Vec<_> = circle.iter().take(NAMED).copied().collect();
    if circle.len() > NAMED {
        names.push("…");
    }
    names.push(back_to);
    let message = match circle {
        [_] => format!("the field refers to itself: {}", names.join(" → ")),
        _ => format!("the fields refer to each other in a circle: {}", names.join(" → ")),
    };
    RecipeError::new(&recipe.source, span, message)
        .label("this closes the circle")
        .help("let one of them refer to another field, or to a number")
}
