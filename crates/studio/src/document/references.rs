//! Replaces names in all strings of a recipe that may be expressions.

use orogen_engine::nodes;
use orogen_engine::recipe::length_of_text;
use orogen_engine::recipe::spec::{NodeSpec, ParamKind};
use toml_edit::{DocumentMut, Item, Value};

use super::names::replace_names;
use super::number::Number;

/// Keys outside of fields whose strings are names or other texts, but not expressions.
const TEXTS: &[&str] = &[
    "name",
    "color",
    "low",
    "high",
    "kind",
    "palette",
    "air",
    "strokes",
    "materials",
    "shape",
    "use",
    "unit",
    "help",
];

/// A name to replace by another: of a field, of a further result of a field, or of a parameter.
pub(super) struct Replacement<'a> {
    pub(super) from: &'a str,
    pub(super) to: &'a str,
    /// All names that expressions of the recipe may have. Names may contain hyphens, so the longest name counts.
    pub(super) names: Vec<String>,
}

impl<'a> Replacement<'a> {
    pub(super) fn new(document: &DocumentMut, from: &'a str, to: &'a str) -> Self {
        let of = |table: &str| document.get(table).and_then(Item::as_table_like);
        let names = ["fields", "parameters"].into_iter().filter_map(of);
        let names = names.flat_map(|table| table.iter().map(|(name, _)| name.to_owned()));
        let own = from.split('.').next().map(str::to_owned);
        Self { from, to, names: names.chain(own).collect() }
    }

    /// Replaces the name in the whole recipe.
    pub(super) fn apply(&self, document: &mut DocumentMut) {
        for (section, item) in document.iter_mut() {
            match section.get() {
                "fields" => {
                    let fields = item.as_table_like_mut();
                    fields
                        .into_iter()
                        .flat_map(|fields| fields.iter_mut())
                        .for_each(|(_, field)| self.field(field));
                }
                "name" => {}
                _ => self.below(item, &|key| !TEXTS.contains(&key)),
            }
        }
    }

    fn field(&self, field: &mut Item) {
        // All keys of a `use` are parameters of the used recipe, or fields that take the place of its own.
        let uses = field.get("use").is_some();
        let node = field.get("type").and_then(Item::as_str).and_then(|name| nodes::registry().get(name));
        let has_expressions = |key: &str| {
            key == "displace" || if uses { key != "use" } else { node.is_some_and(|node| takes(node, key)) }
        };
        let entries = field.as_table_like_mut().into_iter().flat_map(|field| field.iter_mut());
        for (key, value) in entries {
            if has_expressions(key.get()) {
                self.below(value, &|key| key != "type");
            }
        }
    }

    /// Replaces the name in a string, and in all strings below whose keys are wanted.
    fn below(&self, item: &mut Item, wants: &dyn Fn(&str) -> bool) {
        match item {
            Item::Value(value) => self.value(value, wants),
            Item::ArrayOfTables(list) => {
                let entries = list.iter_mut().flat_map(|table| table.iter_mut());
                entries.filter(|(key, _)| wants(key.get())).for_each(|(_, item)| self.below(item, wants));
            }
            Item::Table(table) => {
                let entries = table.iter_mut().filter(|(key, _)| wants(key.get()));
                entries.for_each(|(_, item)| self.below(item, wants));
            }
            Item::None => {}
        }
    }

    fn value(&self, value: &mut Value, wants: &dyn Fn(&str) -> bool) {
        match value {
            Value::String(text) => {
                let new = self.in_expression(text.value());
                if new != *text.value() {
                    let decor = value.decor().clone();
                    // A number in quotes is no expression.
                    *value = match new.trim_matches(['(', ')']).parse() {
                        Ok(number) => Number::Plain.write(number, true),
                        Err(_) => Value::from(new),
                    };
                    *value.decor_mut() = decor;
                }
            }
            Value::Array(values) => values.iter_mut().for_each(|value| self.value(value, wants)),
            Value::InlineTable(table) => {
                let entries = table.iter_mut().filter(|(key, _)| wants(key.get()));
                entries.for_each(|(_, value)| self.value(value, wants));
            }
            _ => {}
        }
    }

    fn in_expression(&self, text: &str) -> String {
        if length_of_text(text).is_some() {
            return text.to_owned();
        }
        replace_names(text, &self.names, |name, result| {
            let all = if result.is_empty() { name.to_owned() } else { format!("{name}.{result}") };
            let rest = all.strip_prefix(self.from).filter(|rest| rest.is_empty() || rest.starts_with('.'))?;
            Some(format!("{}{rest}", self.to))
        })
    }
}

/// Whether a key of a node takes an input or numbers, so that its strings may be expressions.
fn takes(node: &NodeSpec, key: &str) -> bool {
    let is_text = |kind| matches!(kind, ParamKind::File | ParamKind::Text | ParamKind::Choice { .. });
    let param = node.params.iter().find(|param| param.is_named(key));
    node.inputs.iter().any(|input| input.name == key) || param.is_some_and(|param| !is_text(param.kind))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_replaced_in_expressions() {
        let names = ["land", "land-2", "hills", "m"].map(str::to_owned).to_vec();
        let replacement = Replacement { from: "land", to: "ground", names: names.clone() };
        for (old, new) in [
            ("land", "ground"),
            ("land + 2*land.flow - hills.land", "ground + 2*ground.flow - hills.land"),
            ("max(land-20, land-2) / highland", "max(ground-20, land-2) / highland"),
            ("land(3) - -land^2e3", "land(3) - -ground^2e3"),
            ("größe·land_2 — land", "größe·land_2 — ground"),
        ] {
            assert_eq!(replacement.in_expression(old), new);
        }
        let unit = Replacement { from: "m", to: "metres", names: names.clone() };
        assert_eq!(unit.in_expression("5 m + m - 3m"), "5 m + metres - 3m");
        assert_eq!(unit.in_expression("5 m"), "5 m");
        let result = Replacement { from: "land.flow", to: "land", names };
        assert_eq!(result.in_expression("land.flow + land.flower + land"), "land + land.flower + land");
    }
}
