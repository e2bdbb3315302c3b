//! New nodes of the graph.

use orogen_engine::recipe::Recipe;
use orogen_engine::recipe::spec::NodeSpec;

use super::connect::constant;
use super::{GraphEdit, NodeKey, Port};
use crate::document::edit::{Edit, path_of};
use crate::document::materials::named_material;
use crate::document::names::free;
use crate::document::required::{added, free_name, quoted};

/// What a new node is connected to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wiring {
    /// The output that its first input reads.
    pub from: Option<String>,
    /// The input that reads it.
    pub to: Option<Port>,
}

/// What can be added to a graph.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NewNode {
    /// A field with this node.
    Field(&'static NodeSpec),
    /// A field that uses a part of this name.
    Part(&'static str),
    /// A material.
    Material,
    /// A kind of scattered things.
    Scatter,
    /// Rivers and lakes.
    Water,
    /// The sea.
    Sea,
}

impl NewNode {
    /// Whether the node can be connected like this.
    pub fn fits(self, wiring: &Wiring) -> bool {
        let (reads, is_read) = match self {
            Self::Field(spec) => (!spec.inputs.is_empty(), true),
            Self::Part(_) => (false, true),
            Self::Material | Self::Scatter | Self::Water => (true, false),
            Self::Sea => (false, false),
        };
        (reads || wiring.from.is_none()) && (is_read || wiring.to.is_none())
    }

    /// Adds the node. `file` is the file of a node that reads one. `None` if the recipe has as many materials as it can have.
    pub fn edit(self, recipe: &Recipe, wiring: &Wiring, file: Option<&str>) -> Option<Edit> {
        let (add, key) = self.alone(recipe, wiring.from.as_deref(), file)?;
        let is_read = wiring.to.clone().zip(key.field()).map(|(port, name)| Edit::connect(port, name));
        let is_ruled = matches!(key, NodeKey::Material(_) | NodeKey::Scatter(_));
        let from = wiring.from.as_deref().filter(|_| is_ruled);
        let reads = from.map(|from| Edit::connect(Port::new(key, "noise"), from));
        let edits: Vec<Edit> = [Some(add), reads, is_read].into_iter().flatten().collect();
        Some(Edit::All(edits))
    }

    /// The edit that adds the node, and its key. The first input of a field reads `from`, others are numbers.
    fn alone(self, recipe: &Recipe, from: Option<&str>, file: Option<&str>) -> Option<(Edit, NodeKey)> {
        Some(match self {
            Self::Field(spec) => {
                let name = free_name(recipe, spec.name);
                let inputs = spec.inputs.iter().enumerate().filter_map(|(at, input)| {
                    let read = from.filter(|_| at == 0).map(quoted);
                    let number = || input.default.is_none().then(|| format!("{:?}", constant(input)));
                    Some((input.name.to_owned(), read.or_else(number)?))
                });
                (added(recipe, &name, spec, file, inputs.collect()), NodeKey::Field(name))
            }
            Self::Part(part) => {
                let name = free_name(recipe, part);
                let text = format!("[fields.{name}]\nuse = {}\n", quoted(part));
                (Edit::Graph(GraphEdit::Paste { text }), NodeKey::Field(name))
            }
            Self::Material => {
                let (name, edit) = named_material(recipe)?;
                (edit, NodeKey::Material(name))
            }
            Self::Scatter => {
                let name = free("trees", |name| recipe.scatter.iter().all(|kind| kind.name != name));
                let spacing = (recipe.domain.size / 512.0).clamp(1.0, 1e6).round();
                let lines = [("name", quoted(&name)), ("spacing", format!("{spacing:?}"))];
                let lines = lines.map(|(key, value)| (key.to_owned(), value)).to_vec();
                (Edit::Append { list: "scatter".to_owned(), lines }, NodeKey::Scatter(name))
            }
            Self::Water => {
                let value = from.unwrap_or(&recipe.height.field).to_owned();
                (Edit::Word { path: path_of("water.field"), value }, NodeKey::Water)
            }
            Self::Sea => (Edit::number(path_of("sea.level"), 0.0), NodeKey::Sea),
        })
    }
}
