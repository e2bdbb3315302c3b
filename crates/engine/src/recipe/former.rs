//! Former names of parameters: accepted with a warning, and replaced by the current names on request.

use std::borrow::Cow;
use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::error::RecipeError;
use super::registry::Registry;
use super::sand::Sand;
use super::source::{Source, Span};
use super::spec::{NodeSpec, ParamKind, ParamSpec};
use super::syntax;
use super::value::quote;

/// A key that is written with a former name.
#[derive(Debug)]
pub(super) struct FormerKey {
    span: Span,
    former: &'static str,
    current: &'static str,
}

impl FormerKey {
    pub(super) fn warning(&self, source: &Arc<Source>) -> RecipeError {
        let message = format!("{} is now called {}", quote(self.former), quote(self.current));
        let help = format!(
            "write {}; `orogen check --migrate FILE` renames all such keys in a file",
            quote(self.current)
        );
        RecipeError::new(source, self.span, message).label("former name").help(help)
    }
}

/// The text of a recipe with the current names of keys in place of former ones. All other bytes stay the same. `None` if the text
/// has no former names.
///
/// # Errors
/// The text is not TOML, is too long or too deeply nested, or gives a parameter under both names. Other errors of the recipe are
/// not reported.
///
/// # Example
/// ```
/// use std::sync::Arc;
/// use orogen_engine::nodes;
/// use orogen_engine::recipe::{Source, migrate};
///
/// let text = "[fields.hills]\ntype = \"fbm\"\nfeature = \"2 km\"   # broad\n";
/// let source = Arc::new(Source::new("hills.toml", text));
/// let migrated = migrate(&source, nodes::registry())?.unwrap();
/// assert_eq!(migrated, "[fields.hills]\ntype = \"fbm\"\nwavelength = \"2 km\"   # broad\n");
/// # Ok::<(), orogen_engine::recipe::RecipeError>(())
/// ```
pub fn migrate(source: &Arc<Source>, registry: &Registry) -> Result<Option<String>, RecipeError> {
    let keys = rename(source, &mut syntax::parse(source)?, registry)?;
    if keys.is_empty() {
        return Ok(None);
    }
    let mut text = source.text.to_string();
    for key in keys.iter().rev() {
        text.replace_range(key.span.range(), key.current);
    }
    Ok(Some(text))
}

/// Renames all keys with former names, and returns them in the order of the text.
pub(super) fn rename(
    source: &Arc<Source>,
    recipe: &mut DeTable<'_>,
    registry: &Registry,
) -> Result<Vec<FormerKey>, RecipeError> {
    let mut renamer = Renamer { source, registry, found: Vec::new() };
    if let Some(fields) = table(recipe, "fields") {
        for (_, field) in fields.iter_mut() {
            if let DeValue::Table(field) = field.get_mut() {
                renamer.node(field, |_| true)?;
            }
        }
    }
    if let Some(sand) = table(recipe, "view").and_then(|view| table(view, "sand")) {
        for key in &Sand::NUMBERS {
            renamer.key(sand, key.name, key.former)?;
        }
    }
    renamer.found.sort_by_key(|key| key.span);
    Ok(renamer.found)
}

fn table<'t, 'a>(within: &'t mut DeTable<'a>, key: &str) -> Option<&'t mut DeTable<'a>> {
    match within.get_mut(key)?.get_mut() {
        DeValue::Table(table) => Some(table),
        _ => None,
    }
}

struct Renamer<'r> {
    source: &'r Arc<Source>,
    registry: &'r Registry,
    found: Vec<FormerKey>,
}

impl Renamer<'_> {
    /// Renames the former keys of the parameters of a node that `takes` accepts, also in its bases.
    fn node(&mut self, node: &mut DeTable<'_>, takes: fn(&ParamSpec) -> bool) -> Result<(), RecipeError> {
        let Some(spec) = self.spec(node) else { return Ok(()) };
        for param in spec.params.iter().filter(|param| takes(param)) {
            self.key(node, param.name, param.former)?;
            let is_basis = matches!(param.kind, ParamKind::Basis { .. });
            if let Some(basis) = is_basis.then(|| table(node, param.name)).flatten() {
                self.node(basis, |param| !param.field_only)?;
            }
        }
        Ok(())
    }

    fn spec(&self, node: &DeTable<'_>) -> Option<&'static NodeSpec> {
        self.registry.get(node.get("type")?.get_ref().as_str()?)
    }

    fn key(
        &mut self,
        table: &mut DeTable<'_>,
        current: &'static str,
        former: &'static [&'static str],
    ) -> Result<(), RecipeError> {
        for &former in former {
            let Some((key, value)) = table.remove_entry(former) else { continue };
            let span = self.source.fit(key.span());
            if let Some((other, _)) = table.get_key_value(current) {
                return Err(self.given_twice(span, former, self.source.fit(other.span()), current));
            }
            table.insert(Spanned::new(key.span(), Cow::Borrowed(current)), value);
            self.found.push(FormerKey { span, former, current });
        }
        Ok(())
    }

    fn given_twice(&self, span: Span, former: &str, other: Span, current: &str) -> RecipeError {
        let (former, current) = (quote(former), quote(current));
        let [(line, _), (other, _)] = [span, other].map(|span| self.source.line_column(span.start));
        let message = format!("{former} in line {line} and {current} in line {other} are the same parameter");
        let help = format!("{former} is the former name of {current}: remove one of the two");
        RecipeError::new(self.source, span, message).label("former name").help(help)
    }
}
