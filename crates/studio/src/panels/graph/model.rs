//! The nodes and wires of a recipe.

use std::collections::{BTreeMap, BTreeSet};

use egui::Color32;
use orogen_engine::recipe::spec::{Group, InputDefault, InputSpec};
use orogen_engine::recipe::{Field, Input, Noise, Recipe};

use crate::document::{Document, NodeKey, Port, rule_name};
use crate::theme;

/// A recipe as a graph.
#[derive(Debug, Default)]
pub(super) struct Model {
    pub(super) nodes: Vec<Node>,
    pub(super) wires: Vec<Wire>,
}

/// A field, or a part of the recipe that reads fields.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) key: NodeKey,
    pub(super) title: String,
    /// The name of its type.
    pub(super) kind: String,
    pub(super) help: String,
    pub(super) color: Color32,
    /// The field of its preview.
    pub(super) picture: Option<String>,
    /// The colour of a material.
    pub(super) swatch: Option<Color32>,
    pub(super) inputs: Vec<InputPort>,
    pub(super) outputs: Vec<OutputPort>,
}

#[derive(Clone, Debug)]
pub(super) struct InputPort {
    pub(super) port: Port,
    pub(super) label: String,
    pub(super) help: String,
    pub(super) value: InputValue,
}

impl InputPort {
    /// Whether the user can connect the input to another output.
    pub(super) fn can_be_wired(&self) -> bool {
        self.value != InputValue::Fixed
    }
}

/// What an input reads.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum InputValue {
    /// A field, and the strength of a displacement in metres.
    Wired(Option<f64>),
    /// A number within a range.
    Number(f64, [f64; 2]),
    /// An expression.
    Expression(String),
    /// Nothing, or what the text says.
    Nothing(String),
    /// The result of a node that always reads it.
    Fixed,
}

#[derive(Clone, Debug)]
pub(super) struct OutputPort {
    /// What reads this output has this name in the recipe; "" if no recipe can name it.
    pub(super) name: String,
    pub(super) label: String,
    pub(super) help: String,
}

/// A connection, from an output to an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Wire {
    pub(super) from: (usize, usize),
    pub(super) to: (usize, usize),
}

impl Model {
    /// The graph of a document's valid recipe.
    pub(super) fn new(document: &Document, recipe: &Recipe) -> Self {
        let mut build = Build { document, recipe, model: Self::default(), reads: Vec::new() };
        let mut fields: Vec<&Field> = recipe.written_fields().collect();
        fields.sort_by_key(|field| field.span);
        fields.into_iter().for_each(|field| build.field(field));
        build.parts();
        build.wires()
    }

    /// The node with this key.
    pub(super) fn find(&self, key: &NodeKey) -> Option<usize> {
        self.nodes.iter().position(|node| node.key == *key)
    }

    /// The wire to an input. An expression may have several.
    pub(super) fn wire_to(&self, to: (usize, usize)) -> Option<&Wire> {
        self.wires.iter().find(|wire| wire.to == to)
    }

    /// The graph without some nodes and their wires.
    pub(super) fn without(&self, gone: &BTreeSet<NodeKey>) -> Self {
        let kept: Vec<usize> =
            (0..self.nodes.len()).filter(|at| !gone.contains(&self.nodes[*at].key)).collect();
        let index = |at: usize| kept.iter().position(|kept| *kept == at);
        let wire = |wire: &Wire| {
            Some(Wire { from: (index(wire.from.0)?, wire.from.1), to: (index(wire.to.0)?, wire.to.1) })
        };
        Self {
            nodes: kept.iter().map(|at| self.nodes[*at].clone()).collect(),
            wires: self.wires.iter().filter_map(wire).collect(),
        }
    }

    /// The name of an output in the recipe.
    pub(super) fn output(&self, (node, output): (usize, usize)) -> &str {
        &self.nodes[node].outputs[output].name
    }

    pub(super) fn input(&self, (node, input): (usize, usize)) -> &InputPort {
        &self.nodes[node].inputs[input]
    }

    /// Whether a wire can be replaced by a node between its ends.
    pub(super) fn is_plain(&self, wire: &Wire) -> bool {
        matches!(self.input(wire.to).value, InputValue::Wired(_))
    }
}

/// A graph while it is built.
struct Build<'a> {
    document: &'a Document,
    recipe: &'a Recipe,
    model: Model,
    /// Inputs, and the names of what they read.
    reads: Vec<((usize, usize), String)>,
}

impl Build<'_> {
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
                        "takes the place of a field of the used recipe",
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
        let help = "another field that displaces this one, in metres where it is 1";
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
        let offset = if offset == 0.0 { String::new() } else { format!(" + {}", short(offset)) };
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
            let help = "Rivers and lakes: the field is their surface";
            let node = self.part(NodeKey::Water, "water", "rivers, lakes", "field", help, Some(&water.field));
            self.model.nodes.push(node);
        }
        if let Some(sea) = &recipe.sea {
            let mut node = self.part(
                NodeKey::Sea,
                "sea",
                &format!("level {} m", short(sea.level)),
                "",
                "The sea up to a level in metres",
                None,
            );
            node.inputs.clear();
            self.model.nodes.push(node);
        }
        for material in &recipe.materials {
            let [red, green, blue] = material.color;
            let swatch = Some(Color32::from_rgb(red, green, blue));
            let help = "A material of the ground. It covers those before it where its rules hold";
            let key = NodeKey::Material(material.name.clone());
            let noises: Vec<_> = material.noise.iter().collect();
            let node = self.ruled(&key, &material.name, "material", help, &noises);
            self.model.nodes.push(Node { swatch, ..node });
        }
        for kind in &recipe.scatter {
            let [red, green, blue] = kind.color;
            let swatch = Some(Color32::from_rgb(red, green, blue));
            let help = "Things that are scattered over the ground where their rules hold";
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
            let help = "A field: the values in its range decide where this occurs".to_owned();
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

/// A number with at most four significant digits.
pub(super) fn short(number: f64) -> String {
    let digits = (3 - number.abs().max(1.0).log10().floor() as i32).clamp(0, 3) as usize;
    let text = format!("{number:.digits$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// The colour of wires.
pub(super) const WIRE: Color32 = Color32::from_rgb(143, 176, 202);

/// The colour of wires that displace.
pub(super) const DISPLACING: Color32 = theme::WEAK;
