//! References between fields: each must exist, and they must not form a cycle.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::error::RecipeError;
use super::nearest::suggest;
use super::source::{Source, Span};
use super::value::quote;
use super::{Field, Recipe};

/// The most fields of a cycle that an error names.
const NAMED: usize = 32;

/// Rejects references to fields that do not exist. All names begin with `prefix`.
pub(super) fn refuse_missing(recipe: &Recipe, prefix: &str) -> Result<(), RecipeError> {
    let fields = fields_as_written(recipe).into_iter();
    let references =
        fields.flat_map(|field| field.references().map(|(name, span)| (name, span, field.source())));
    let height = (recipe.height.field.as_str(), recipe.height.field_span);
    let noises = recipe.materials.iter().filter_map(|material| material.noise.as_ref());
    let noises = noises.chain(recipe.scatter.iter().flat_map(|kind| &kind.rules.noises));
    let noises = noises.map(|noise| (noise.field.as_str(), noise.span));
    let water = recipe.water.iter().map(|water| (water.field.as_str(), water.span));
    let others = [height].into_iter().chain(noises).chain(water);
    for (name, span, source) in references.chain(others.map(|(name, span)| (name, span, &recipe.source))) {
        if recipe.fields.contains_key(name) {
            continue;
        }
        let message = format!("no field is named {}", quote(local(name, prefix)));
        let help = match name.rsplit_once('.').and_then(|(field, _)| recipe.fields.get(field)) {
            Some(field) => outputs(field, recipe, prefix),
            None => {
                let names: Vec<_> = recipe.defined_fields().map(|field| local(&field.name, prefix)).collect();
                suggest(local(name, prefix), "the fields", &names)
            }
        };
        return Err(RecipeError::new(source, span, message).label("unknown field").help(help));
    }
    Ok(())
}

/// A name as the recipe has it whose names begin with `prefix` in the outermost recipe.
fn local<'a>(name: &'a str, prefix: &str) -> &'a str {
    name.strip_prefix(prefix).unwrap_or(name)
}

/// What may follow the name of a field and a dot, as help for a recipe that has another name there: its further results, or the
/// fields of the recipe that it uses.
fn outputs(field: &Field, recipe: &Recipe, prefix: &str) -> String {
    let results: Vec<_> = field.results().map(|name| quote(local(&name, prefix))).collect();
    let inside = format!("{}.", field.name);
    let used = recipe.defined_fields().filter(|other| other.name.starts_with(&inside));
    let used: Vec<_> = used.take(NAMED).map(|field| quote(local(&field.name, prefix))).collect();
    match (&results[..], &used[..]) {
        ([], []) => {
            let name = local(&field.name, prefix);
            format!("`{name}` has no further results: write {}", quote(name))
        }
        ([], used) => format!("its fields are {}", used.join(", ")),
        (results, _) => format!("its further results are {}", results.join(", ")),
    }
}

/// Rejects fields that read themselves, through inputs or displacement, directly or in a cycle.
///
/// This is a depth-first search with its own stack, because a long chain of fields must not overflow the thread's stack.
pub(super) fn refuse_cycles(recipe: &Recipe) -> Result<(), RecipeError> {
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
                    let source = field.source();
                    let names: Vec<_> = path.iter().map(|(field, _)| field.name.as_str()).collect();
                    return Err(cycle(source, &names, name, span));
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

/// The fields in the order of the text, so that the first error is the first a reader meets. Those of used recipes, which have
/// texts of their own, come last.
fn fields_as_written(recipe: &Recipe) -> Vec<&Field> {
    let mut fields: Vec<_> = recipe.fields.values().collect();
    fields.sort_by_key(|field| (field.is_used, field.span));
    fields
}

fn cycle(source: &Arc<Source>, path: &[&str], back_to: &str, span: Span) -> RecipeError {
    let start = path.iter().position(|name| *name == back_to).unwrap_or(0);
    let cycle = &path[start..];
    let mut names: Vec<_> = cycle.iter().take(NAMED).copied().collect();
    if cycle.len() > NAMED {
        names.push("…");
    }
    names.push(back_to);
    let message = match cycle {
        [_] => format!("the field refers to itself: {}", names.join(" → ")),
        _ => format!("the fields refer to each other in a cycle: {}", names.join(" → ")),
    };
    RecipeError::new(source, span, message)
        .label("this closes the cycle")
        .help("let one of them read another field, or a number")
}
