//! The texts of a recipe that may name fields and parameters: names and expressions.

use std::collections::BTreeSet;

use orogen_engine::nodes;
use orogen_engine::recipe::length_of_text;
use orogen_engine::recipe::spec::{NodeSpec, ParamKind};
use toml_edit::{DocumentMut, Item, TableLike, Value};

use super::edit::Key;
use super::names::replace_names;
use super::number::Number;
use super::place::at_mut;

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

/// A text that is a name or an expression, or may be one.
#[derive(Clone, Debug)]
pub(super) struct Reference {
    pub(super) path: Vec<Key>,
    pub(super) text: String,
}

impl Reference {
    /// The field that the text belongs to.
    fn field(&self) -> Option<&str> {
        match &self.path[..] {
            [fields, field, ..] if fields == "fields" => Some(field),
            _ => None,
        }
    }

    /// Writes another text. Comments beside it stay. A number is written as a number: in quotes it would be no expression.
    pub(super) fn write(&self, document: &mut DocumentMut, text: &str) {
        let value = at_mut(document.as_item_mut(), &self.path).and_then(Item::as_value_mut);
        let Some(value) = value.filter(|_| text != self.text) else { return };
        let decor = value.decor().clone();
        // Names such as `inf` also parse, but not to finite numbers.
        let number = text.trim_matches(['(', ')']).parse().ok().filter(|number: &f64| number.is_finite());
        *value = number.map_or_else(|| Value::from(text), |number| Number::Plain.write(number, true));
        *value.decor_mut() = decor;
    }
}

/// All texts of a recipe that may name fields and parameters.
#[derive(Debug)]
pub(super) struct References {
    /// The names of the fields, in the order of the text.
    pub(super) fields: Vec<String>,
    /// All names that expressions may have. Names may contain hyphens, so the longest name counts.
    pub(super) names: Vec<String>,
    all: Vec<Reference>,
}

impl References {
    /// The references of a recipe.
    pub(super) fn of(document: &DocumentMut) -> Self {
        let keys = |section: &str| {
            let table = document.get(section).and_then(Item::as_table_like);
            table.iter().flat_map(|table| table.iter()).map(|(name, _)| name.to_owned()).collect::<Vec<_>>()
        };
        let fields = keys("fields");
        let names = [fields.clone(), keys("parameters")].concat();
        let mut references = Self { fields, names, all: Vec::new() };
        for (section, item) in document.iter() {
            match section {
                "fields" => references.add_fields(item),
                "name" => {}
                _ => references.add(&mut vec![section.to_owned()], item, &|key| !TEXTS.contains(&key)),
            }
        }
        references
    }

    /// Expressions may also have these names, of entries that the recipe does not have.
    pub(super) fn with_names(mut self, names: impl IntoIterator<Item = String>) -> Self {
        self.names.extend(names);
        self
    }

    /// All references, in the order of the text.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Reference> {
        self.all.iter()
    }

    /// Replaces a name in the whole recipe: of a field, of a further result of a field, or of a parameter.
    pub(super) fn replace(&self, document: &mut DocumentMut, from: &str, to: &str) {
        self.all.iter().for_each(|one| one.write(document, &self.replaced(&one.text, from, to)));
    }

    fn replaced(&self, text: &str, from: &str, to: &str) -> String {
        if length_of_text(text).is_some() {
            return text.to_owned();
        }
        replace_names(text, &self.names, |name, result| {
            let all = if result.is_empty() { name.to_owned() } else { format!("{name}.{result}") };
            let rest = all.strip_prefix(from).filter(|rest| rest.is_empty() || rest.starts_with('.'))?;
            Some(format!("{to}{rest}"))
        })
    }

    /// An expression with other texts in the place of fields. `replace` is called with the name of a field and of its further
    /// result, or "".
    pub(super) fn with_fields(
        &self,
        text: &str,
        mut replace: impl FnMut(&str, &str) -> Option<String>,
    ) -> String {
        let is_field = |name: &str| self.fields.iter().any(|field| field == name);
        replace_names(
            text,
            &self.names,
            |name, result| {
                if is_field(name) { replace(name, result) } else { None }
            },
        )
    }

    /// The fields that a text names, without their further results.
    pub(super) fn fields_in(&self, text: &str) -> BTreeSet<String> {
        let mut names = BTreeSet::new();
        self.with_fields(text, |name, _| {
            names.insert(name.to_owned());
            None
        });
        names
    }

    /// Whether a field is, or depends on, another.
    pub(super) fn depends(&self, field: &str, on: &str) -> bool {
        let (mut open, mut seen) = (vec![field.to_owned()], BTreeSet::new());
        while let Some(name) = open.pop() {
            if name == on {
                return true;
            }
            if seen.insert(name.clone()) {
                let own = self.all.iter().filter(|one| one.field() == Some(&name));
                open.extend(own.flat_map(|one| self.fields_in(&one.text)));
            }
        }
        false
    }

    fn add_fields(&mut self, fields: &Item) {
        for (name, field) in fields.as_table_like().iter().flat_map(|fields| fields.iter()) {
            let Some(field) = field.as_table_like() else { continue };
            let node = node_of(field);
            // All keys of a `use` are parameters of the used recipe, or fields that take the place of its own.
            let takes = |key: &str| match field.contains_key("use") {
                true => key != "use",
                false => node.is_some_and(|node| takes(node, key)),
            };
            for (key, item) in field.iter().filter(|(key, _)| *key == "displace" || takes(key)) {
                let mut path = ["fields", name, key].map(str::to_owned).to_vec();
                self.add(&mut path, item, &|key| key != "type");
            }
        }
    }

    /// Adds a string, or all strings below whose keys are wanted.
    fn add(&mut self, path: &mut Vec<Key>, item: &Item, wants: &dyn Fn(&str) -> bool) {
        if let Some(text) = item.as_str() {
            self.all.push(Reference { path: path.clone(), text: text.to_owned() });
        }
        let table = item.as_table_like().into_iter().flat_map(|table| table.iter());
        let entries = table.filter(|(key, _)| wants(key)).map(|(key, item)| (key.to_owned(), item));
        let elements = (0..).map_while(|at: usize| Some((at.to_string(), item.get(at)?)));
        for (key, item) in entries.chain(elements) {
            path.push(key);
            self.add(path, item, wants);
            path.pop();
        }
    }
}

/// The node of a field.
pub(super) fn node_of(field: &dyn TableLike) -> Option<&'static NodeSpec> {
    nodes::registry().get(field.get("type")?.as_str()?)
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

    fn references(names: &[&str]) -> References {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        References { fields: names.clone(), names, all: Vec::new() }
    }

    #[test]
    fn names_are_replaced_in_expressions() {
        let references = references(&["land", "land-2", "hills", "m"]);
        for (old, new) in [
            ("land", "ground"),
            ("land + 2*land.flow - hills.land", "ground + 2*ground.flow - hills.land"),
            ("max(land-20, land-2) / highland", "max(ground-20, land-2) / highland"),
            ("land(3) - -land^2e3", "land(3) - -ground^2e3"),
            ("größe·land_2 — land", "größe·land_2 — ground"),
        ] {
            assert_eq!(references.replaced(old, "land", "ground"), new);
        }
        assert_eq!(references.replaced("5 m + m - 3m", "m", "metres"), "5 m + metres - 3m");
        assert_eq!(references.replaced("5 m", "m", "metres"), "5 m");
        let replaced = references.replaced("land.flow + land.flower + land", "land.flow", "land");
        assert_eq!(replaced, "land + land.flower + land");
    }

    #[test]
    fn numbers_are_written_as_numbers_and_names_as_texts() {
        let document: DocumentMut = "a = \"x\" # kept\n".parse().unwrap();
        let reference = Reference { path: vec!["a".to_owned()], text: "x".to_owned() };
        for (text, written) in [("y", "\"y\""), ("2.0", "2"), ("(-1.5)", "-1.5"), ("inf", "\"inf\"")] {
            let mut document = document.clone();
            reference.write(&mut document, text);
            assert_eq!(document.to_string(), format!("a = {written} # kept\n"));
        }
    }

    #[test]
    fn a_parameter_is_not_taken_for_a_field() {
        let text = "[parameters]\nland-2 = 3\n[fields.land]\ntype = \"fbm\"\n[fields.sum]\ntype = \"add\"\n\
                    a = \"land-2 * low\"\n";
        let references = References::of(&text.parse().unwrap());
        assert_eq!(references.fields, ["land", "sum"]);
        assert!(!references.depends("sum", "land"));
    }
}
