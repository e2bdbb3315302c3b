//! The references to fields in a recipe's text.

use std::collections::BTreeSet;

use orogen_engine::nodes;
use toml_edit::{DocumentMut, Item, TableLike, Value};

use super::{NodeKey, Port};
use crate::document::names::replace_names;

/// A step to an item: a key of a table, or an index of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Step {
    Key(String),
    Index(usize),
}

/// A text that names a field, or is an expression over fields.
#[derive(Clone, Debug)]
struct Reference {
    port: Port,
    path: Vec<Step>,
    text: String,
}

/// All references to fields in a recipe, and the names of its fields.
#[derive(Debug)]
pub(super) struct References {
    /// The names of the fields.
    pub(super) fields: Vec<String>,
    all: Vec<Reference>,
}

impl References {
    /// The references of a recipe.
    pub(super) fn of(document: &DocumentMut) -> Self {
        let mut references = Self { fields: Vec::new(), all: Vec::new() };
        let fields = document.get("fields").and_then(Item::as_table_like);
        for (name, field) in fields.iter().flat_map(|fields| fields.iter()) {
            if let Some(field) = field.as_table_like() {
                references.fields.push(name.to_owned());
                references.add_field(name, field);
            }
        }
        for (section, node) in [("height", NodeKey::Height), ("water", NodeKey::Water)] {
            let port = Port::new(node, "field");
            references.add(document, port, vec![key(section), key("field")]);
        }
        references.add_rules(document, "materials", NodeKey::Material);
        references.add_rules(document, "scatter", NodeKey::Scatter);
        references
    }

    fn add(&mut self, document: &DocumentMut, port: Port, path: Vec<Step>) {
        if let Some(text) = find(document.as_item(), &path).and_then(Item::as_str) {
            self.all.push(Reference { port, path, text: text.to_owned() });
        }
    }

    fn add_field(&mut self, name: &str, field: &dyn TableLike) {
        let node = || NodeKey::Field(name.to_owned());
        for input in inputs(field) {
            if let Some(text) = field.get(&input).and_then(Item::as_str) {
                let path = vec![key("fields"), key(name), key(&input)];
                self.all.push(Reference { port: Port::new(node(), input), path, text: text.to_owned() });
            }
        }
        let by = field.get("displace").and_then(|displace| displace.get("by")?.as_str());
        if let Some(text) = by {
            let path = vec![key("fields"), key(name), key("displace"), key("by")];
            self.all.push(Reference { port: Port::new(node(), "displace"), path, text: text.to_owned() });
        }
    }

    /// The rules of all materials, or of all scattered things. One rule is a table, several are a list of tables.
    fn add_rules(&mut self, document: &DocumentMut, list: &str, node: fn(String) -> NodeKey) {
        let Some(items) = document.get(list) else { return };
        for at in 0.. {
            let Some(item) = items.get(at) else { break };
            let Some(name) = item.get("name").and_then(Item::as_str) else { continue };
            let rule = || vec![key(list), Step::Index(at), key("noise")];
            let one = rule().into_iter().chain([key("field")]).collect();
            self.add(document, Port::new(node(name.to_owned()), "noise"), one);
            let count = item.get("noise").and_then(Item::as_array).map_or(0, toml_edit::Array::len);
            for number in 0..count {
                let path = rule().into_iter().chain([Step::Index(number), key("field")]).collect();
                self.add(document, Port::new(node(name.to_owned()), rule_name(number)), path);
            }
        }
    }

    /// All inputs that read fields, with their texts.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&Port, &str)> {
        self.all.iter().map(|reference| (&reference.port, reference.text.as_str()))
    }

    /// Writes new texts for those references for which `new` returns a text other than the present one. Comments beside them stay.
    pub(super) fn rewrite(
        &self,
        document: &mut DocumentMut,
        mut new: impl FnMut(&Port, &str) -> Option<String>,
    ) {
        for reference in &self.all {
            let text = new(&reference.port, &reference.text).filter(|text| *text != reference.text);
            let item = find_mut(document.as_item_mut(), &reference.path);
            if let (Some(text), Some(value)) = (text, item.and_then(Item::as_value_mut)) {
                let decor = value.decor().clone();
                *value = Value::from(text);
                *value.decor_mut() = decor;
            }
        }
    }

    /// The fields that a text names, without their further results.
    pub(super) fn names_in(&self, text: &str) -> BTreeSet<String> {
        let mut names = BTreeSet::new();
        replace_names(text, &self.fields, |name, _| {
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
                let own = self.all.iter().filter(|one| one.port.node.field() == Some(&name));
                open.extend(own.flat_map(|one| self.names_in(&one.text)));
            }
        }
        false
    }
}

fn key(name: &str) -> Step {
    Step::Key(name.to_owned())
}

/// The name of a rule of scattered things that has a list of rules.
fn rule_name(number: usize) -> String {
    if number == 0 { "noise".to_owned() } else { format!("noise {}", number + 1) }
}

/// The keys of a field that may name fields. In a field that uses a recipe, those are all parameters of the recipe and all fields
/// that take the place of its own.
fn inputs(field: &dyn TableLike) -> Vec<String> {
    if field.contains_key("use") {
        let keys = field.iter().map(|(key, _)| key).filter(|key| !["use", "seed", "displace"].contains(key));
        return keys.map(str::to_owned).collect();
    }
    let node = field.get("type").and_then(Item::as_str).and_then(|name| nodes::registry().get(name));
    node.iter().flat_map(|node| node.inputs).map(|input| input.name.to_owned()).collect()
}

fn find<'a>(item: &'a Item, path: &[Step]) -> Option<&'a Item> {
    path.iter().try_fold(item, |item, step| match step {
        Step::Key(key) => item.get(key),
        Step::Index(at) => item.get(*at),
    })
}

fn find_mut<'a>(item: &'a mut Item, path: &[Step]) -> Option<&'a mut Item> {
    path.iter().try_fold(item, |item, step| match step {
        Step::Key(key) => item.get_mut(key),
        Step::Index(at) => item.get_mut(*at),
    })
}
