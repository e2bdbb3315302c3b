//! The nodes and wires of a recipe.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use egui::Color32;
use orogen_engine::recipe::Recipe;

use super::build::Build;
use crate::document::{Document, NodeKey, Port};
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
        Build::of(document, recipe)
    }

    /// A hash of all that the automatic layout follows from: the nodes with their numbers of rows, and the wires.
    pub(super) fn shape(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        for node in &self.nodes {
            (&node.key, node.inputs.len(), node.outputs.len(), node.picture.is_some()).hash(&mut hasher);
        }
        self.wires.hash(&mut hasher);
        hasher.finish()
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
