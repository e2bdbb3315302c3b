//! Makes the graph of a recipe.

use std::collections::{BTreeMap, BTreeSet};

use egui::Color32;
use orogen_engine::recipe::spec::{Group, InputDefault, InputSpec};
use orogen_engine::recipe::{Field, Input, Noise, Recipe};

use super::model::{InputPort, InputValue, Model, Node, OutputPort, Wire, short};
use crate::document::{Document, NodeKey, Port, rule_name};

/// A graph while it is built.
pub(super) struct Build<'a> {
    document: &'a Document,
    recipe: &'a Recipe,
    model: Model,
    /// Inputs, and the names of what they read.
    reads: Vec<((usize, usize), String)>,
}

impl Build<'_> {
    /// The graph of a document's valid recipe.
    pub(super) fn of(document: &Document, recipe: &Recipe) -> Model {
        let mut build = Build { document, recipe, model: Model::default(), reads: Vec::new() };
        let mut fields: Vec<&Field> = recipe.written_fields().collect();
        fields.sort_by_key(|field| field.span);
        fields.into_iter().for_each(|field| build.field(field));
        build.parts();
        build.wires()
    }

    fn field(&mut self, field: &Field) {
        let key = NodeKey::Field(field.name.clone());
        let mut inputs = Vec::new();
        if let Some(uses) = &field.uses {
            for name in &uses.replaced {
                let inside = self.recipe.fields.get(&format!("{}.{name}", field.name));
                if let Some(input) = inside.and_then(|inside| inside.inputs.first()) {
                    inputs.push(self.input(
                        &key,
                        name,
                        "replaces a field of the used recipe",
                        None,
                        input,
                        inputs.len(),
                    ));
                }
            }
        } else {
            for (spec, input) in field.spec.inputs.iter().zip(&field.inputs) {
                inputs.push(self.input(&key, spec.name, spec.help, Some(spec), input, inputs.len()));
            }
        }
        let displace = field.displace.as_ref();
        let help =
            "A field that displaces this one. The strength is the distance in metres where that field is 1";
        let value = match displace {
            Some(displace) => {
                self.read(inputs.len(), &displace.by);
                InputValue::Wired(Some(displace.strength))
            }
            None => InputValue::Nothing(String::new()),
        };
        inputs.push(InputPort {
            port: Port::new(key.clone(), "displace"),
            label: "displace".into(),
            help: help.into(),
            value,
        });
        let node = Node {
            title: field.name.clone(),
            kind: field.kind().to_owned(),
            help: format!("{}. {}", capital(field.spec.summary), field.spec.help),
            color: if field.uses.is_some() { USED } else { color(field.spec.group) },
            picture: Some(field.name.clone()),
            swatch: None,
            outputs: self.outputs(field),
            key,
            inputs,
        };
        self.model.nodes.push(node);
    }

    fn input(
        &mut self,
        key: &NodeKey,
        name: &str,
        help: &str,
        spec: Option<&InputSpec>,
        input: &Input,
        at: usize,
    ) -> InputPort {
        let path = ["fields", key.field().unwrap_or_default(), name].map(str::to_owned);
        let is_given = self.document.sets(&path.join("."));
        let default = spec.and_then(|spec| spec.default);
        let value = match (self.document.expression(&path), input, default) {
            (Some(text), input, _) => {
                if let Input::Field(field, _) = input {
                    self.read(at, field);
                }
                InputValue::Expression(text)
            }
            (None, Input::Field(..), Some(InputDefault::Input(other))) if !is_given => {
                InputValue::Nothing(format!("as {other}"))
            }
            (None, Input::Field(field, _), _) => {
                self.read(at, field);
                InputValue::Wired(None)
            }
            (None, Input::Number(number, _), _) => {
                InputValue::Number(*number, spec.map_or([f64::MIN, f64::MAX], |spec| spec.numbers))
            }
        };
        let label = format!("{name}{}", unit(help));
        InputPort { port: Port::new(key.clone(), name), label, help: capital(help), value }
    }

    /// The result of a field, its further results, and those fields of the recipe it uses that something reads.
    fn outputs(&self, field: &Field) -> Vec<OutputPort> {
        let own = OutputPort { name: field.name.clone(), label: String::new(), help: "The field".to_owned() };
        let further = field.spec.outputs.iter().map(|output| OutputPort {
            name: format!("{}.{}", field.name, output.name),
            label: format!("{}{}", output.name, unit(output.help)),
            help: capital(output.help),
        });
        if field.uses.is_none() {
            return [own].into_iter().chain(further).collect();
        }
        let inside = format!("{}.", field.name);
        let is_inside = |other: &&Field| other.is_used;
        let outside =
            self.recipe.fields.values().filter(|other| !is_inside(other) && other.name != field.name);
        let references = outside.flat_map(Field::references).map(|(name, _)| name);
        let all: BTreeSet<&str> =
            references.chain(self.recipe.further_fields()).filter(|name| name.starts_with(&inside)).collect();
        let used = all.into_iter().map(|name| OutputPort {
            name: name.to_owned(),
            label: name[inside.len()..].to_owned(),
            help: format!("The field `{}` of the used recipe", &name[inside.len()..]),
        });
        [own].into_iter().chain(used).collect()
    }

    /// Notes that an input of the next node reads a field, or all fields of an expression.
    fn read(&mut self, input: usize, name: &str) {
        let mut names = BTreeSet::new();
        self.leaves(name, &mut names);
        let node = self.model.nodes.len();
        self.reads.extend(names.into_iter().map(|name| ((node, input), name)));
    }

    fn leaves(&self, name: &str, names: &mut BTreeSet<String>) {
        match self.recipe.fields.get(name).filter(|field| field.is_expression) {
            Some(expression) => expression.references().for_each(|(name, _)| self.leaves(name, names)),
            None => drop(names.insert(name.to_owned())),
        }
    }

    /// The nodes that are not fields.
    fn parts(&mut self) {
        let recipe = self.recipe;
        let (scale, offset) = (recipe.height.scale, recipe.height.offset);
        let sign = if offset < 0.0 { "−" } else { "+" };
        let offset = if offset == 0.0 { String::new() } else { format!(" {sign} {}", short(offset.abs())) };
        let kind = format!("× {}{offset} m", short(scale));
        let height = self.part(
            NodeKey::Height,
            "height",
            &kind,
            "field",
            "The heights in metres: the field times the scale, plus the offset",
            Some(&recipe.height.field),
        );
        let output =
            OutputPort { name: String::new(), label: "m".to_owned(), help: "Heights in metres".to_owned() };
        self.model.nodes.push(Node {
            picture: self.picture(&recipe.height.field),
            outputs: vec![output],
            ..height
        });
        if let Some(sculpt) = &recipe.sculpt {
            let help = "Brush strokes over the heights";
            let mut node = self.part(NodeKey::Sculpt, "sculpting", &sculpt.written, "heights", help, None);
            node.inputs[0].value = InputValue::Fixed;
            let height = self.model.nodes.len() - 1;
            self.model.wires.push(Wire { from: (height, 0), to: (height + 1, 0) });
            self.model.nodes.push(node);
        }
        if let Some(water) = &recipe.water {
            let help = "Rivers and lakes. The field is the height of their surface";
            let node = self.part(NodeKey::Water, "water", "rivers, lakes", "field", help, Some(&water.field));
            self.model.nodes.push(node);
        }
        if let Some(sea) = &recipe.sea {
            let mut node = self.part(
                NodeKey::Sea,
                "sea",
                &format!("level {} m", short(sea.level)),
                "",
                "The sea, with its level in metres",
                None,
            );
            node.inputs.clear();
            self.model.nodes.push(node);
        }
        for material in &recipe.materials {
            let [red, green, blue] = material.color;
            let swatch = Some(Color32::from_rgb(red, green, blue));
            let help = "A material of the ground. It covers those before it where its rules apply";
            let key = NodeKey::Material(material.name.clone());
            let noises: Vec<_> = material.noise.iter().collect();
            let node = self.ruled(&key, &material.name, "material", help, &noises);
            self.model.nodes.push(Node { swatch, ..node });
        }
        for kind in &recipe.scatter {
            let [red, green, blue] = kind.color;
            let swatch = Some(Color32::from_rgb(red, green, blue));
            let help = "Things that are scattered over the ground where their rules apply";
            let key = NodeKey::Scatter(kind.name.clone());
            let noises: Vec<_> = kind.rules.noises.iter().collect();
            let node = self.ruled(&key, &kind.name, kind.shape.name(), help, &noises);
            self.model.nodes.push(Node { swatch, ..node });
        }
    }

    fn picture(&self, field: &str) -> Option<String> {
        self.recipe.fields.contains_key(field).then(|| field.to_owned())
    }

    /// A node with one input.
    fn part(
        &mut self,
        key: NodeKey,
        title: &str,
        kind: &str,
        input: &str,
        help: &str,
        reads: Option<&str>,
    ) -> Node {
        let section = key.to_string();
        let path = [section.trim_start_matches('@'), input].map(str::to_owned);
        let value = match self.document.expression(&path) {
            Some(text) => InputValue::Expression(text),
            None => InputValue::Wired(None),
        };
        if let Some(name) = reads {
            self.read(0, name);
        }
        let port = Port::new(key.clone(), input);
        let inputs = vec![InputPort { port, label: input.to_owned(), help: help.to_owned(), value }];
        Node {
            key,
            title: title.to_owned(),
            kind: kind.to_owned(),
            help: help.to_owned(),
            color: PART,
            picture: None,
            swatch: None,
            inputs,
            outputs: Vec::new(),
        }
    }

    /// A node with rules about fields.
    fn ruled(&mut self, key: &NodeKey, title: &str, kind: &str, help: &str, noises: &[&Noise]) -> Node {
        let mut node = self.part(key.clone(), title, kind, "noise", help, None);
        node.inputs.clear();
        for at in 0..noises.len().max(1) {
            let value = match noises.get(at) {
                Some(noise) => {
                    self.read(at, &noise.field);
                    InputValue::Wired(None)
                }
                None => InputValue::Nothing("everywhere".to_owned()),
            };
            let help = "A field whose values decide where this occurs".to_owned();
            let label = if at == 0 { "mask".to_owned() } else { format!("mask {}", at + 1) };
            node.inputs.push(InputPort { port: Port::new(key.clone(), rule_name(at)), label, help, value });
        }
        node
    }

    /// Resolves all names.
    fn wires(mut self) -> Model {
        let mut outputs: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
        for (at, node) in self.model.nodes.iter().enumerate() {
            let named = node.outputs.iter().enumerate().filter(|(_, output)| !output.name.is_empty());
            outputs.extend(named.map(|(output, port)| (port.name.as_str(), (at, output))));
        }
        let find = |name: &str| {
            let field = || outputs.get(name.split('.').next().unwrap_or_default());
            outputs.get(name).or_else(field).copied()
        };
        let wires: Vec<_> =
            self.reads.iter().filter_map(|(to, name)| Some(Wire { from: find(name)?, to: *to })).collect();
        self.model.wires.extend(wires);
        self.model
    }
}

/// The colour of the parts of a recipe that are not fields.
const PART: Color32 = Color32::from_rgb(138, 98, 62);
/// The colour of fields that use recipes.
const USED: Color32 = Color32::from_rgb(104, 92, 128);

fn color(group: Group) -> Color32 {
    match group {
        Group::Source => Color32::from_rgb(96, 104, 116),
        Group::Basis => Color32::from_rgb(70, 100, 132),
        Group::Fractal => Color32::from_rgb(58, 110, 116),
        Group::Landform => Color32::from_rgb(84, 112, 70),
        Group::Planet => Color32::from_rgb(82, 92, 140),
        Group::Modifier => Color32::from_rgb(124, 106, 58),
        Group::Combiner => Color32::from_rgb(118, 78, 104),
    }
}

/// The unit of an input or a result, which its help states in words.
fn unit(help: &str) -> &'static str {
    let units = [(" in metres", " (m)"), ("metres ", " (m)"), (" in degrees", " (°)")];
    units.iter().find(|(words, _)| help.contains(words)).map_or("", |(_, unit)| unit)
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
