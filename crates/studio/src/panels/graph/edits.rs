//! Edits of the recipe that gestures of the graph make.

use orogen_engine::nodes;
use orogen_engine::recipe::Recipe;
use orogen_engine::recipe::spec::NodeSpec;

use crate::document::{Document, Edit, GraphEdit, NodeKey, Port, new_field, path_of};

/// What a new node is for.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Purpose {
    /// Nothing yet.
    Add,
    /// To read this output.
    Read(String),
    /// To be read by this input.
    Feed(Port),
    /// To stand between an output and an input.
    Insert(String, Port),
}

/// What can be added to a graph.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum NewNode {
    Field(&'static NodeSpec),
    /// A part, by its name.
    Part(&'static str),
    Material,
    Scatter,
    Water,
    Sea,
}

impl NewNode {
    /// Whether the node can have this purpose.
    pub(super) fn fits(self, purpose: &Purpose) -> bool {
        let (reads, is_read) = match self {
            Self::Field(spec) => (!spec.inputs.is_empty(), true),
            Self::Part(_) => (false, true),
            Self::Material | Self::Scatter | Self::Water => (true, false),
            Self::Sea => (false, false),
        };
        match purpose {
            Purpose::Add => true,
            Purpose::Read(_) => reads,
            Purpose::Feed(_) => is_read,
            Purpose::Insert(..) => reads && is_read,
        }
    }

    /// The edit that adds the node.
    pub(super) fn edit(self, document: &Document, recipe: &Recipe, purpose: &Purpose) -> Edit {
        let read = match purpose {
            Purpose::Read(output) | Purpose::Insert(output, _) => Some(output.as_str()),
            Purpose::Add | Purpose::Feed(_) => None,
        };
        let (add, key) = self.added(document, recipe, read);
        let feed = match (purpose, key.field()) {
            (Purpose::Feed(port) | Purpose::Insert(_, port), Some(name)) => Some(connect(port.clone(), name)),
            _ => None,
        };
        let read = match (&key, read) {
            (NodeKey::Material(_) | NodeKey::Scatter(_), Some(output)) => {
                Some(connect(Port::new(key, "noise"), output))
            }
            _ => None,
        };
        match [read, feed].into_iter().flatten().collect::<Vec<_>>() {
            more if more.is_empty() => add,
            more => Edit::All([add].into_iter().chain(more).collect()),
        }
    }

    fn added(self, document: &Document, recipe: &Recipe, read: Option<&str>) -> (Edit, NodeKey) {
        let taken = |name: &str| {
            recipe.materials.iter().any(|one| one.name == name)
                || recipe.scatter.iter().any(|one| one.name == name)
        };
        let free = |name: &str| {
            (1..)
                .map(|at| if at == 1 { name.to_owned() } else { format!("{name}-{at}") })
                .find(|name| !taken(name))
                .unwrap_or_default()
        };
        let paste = |text: String| Edit::Graph(GraphEdit::Paste { text });
        match self {
            Self::Field(spec) => field(document, recipe, spec, read),
            Self::Part(part) => {
                let name = document.free_name(part);
                (paste(format!("[fields.{name}]\nuse = \"{part}\"\n")), NodeKey::Field(name))
            }
            Self::Material => {
                let name = free("material");
                (
                    paste(format!("[[materials]]\nname = \"{name}\"\ncolor = \"#8a8378\"\n")),
                    NodeKey::Material(name),
                )
            }
            Self::Scatter => {
                let (name, spacing) =
                    (free("trees"), (recipe.domain.size / 512.0).clamp(0.01, 1e6).round().max(1.0));
                (
                    paste(format!("[[scatter]]\nname = \"{name}\"\nspacing = {spacing:?}\n")),
                    NodeKey::Scatter(name),
                )
            }
            Self::Water => {
                let value = read.unwrap_or(&recipe.height.field).to_owned();
                (Edit::Word { path: path_of("water.field"), value }, NodeKey::Water)
            }
            Self::Sea => (Edit::number(path_of("sea.level"), 0.0), NodeKey::Sea),
        }
    }
}

/// A new field. Its first input reads `read`; other required inputs are numbers.
fn field(document: &Document, recipe: &Recipe, spec: &NodeSpec, read: Option<&str>) -> (Edit, NodeKey) {
    let name = document.free_name(&spec.name.replace('_', "-"));
    let mut lines = match new_field(recipe, spec, None) {
        Edit::AddField { lines, .. } => lines,
        _ => Vec::new(),
    };
    for (key, value) in &mut lines {
        if spec.inputs.iter().any(|input| input.name == key) {
            *value = "0.0".to_owned();
        }
    }
    if let (Some(first), Some(read)) = (spec.inputs.first(), read) {
        lines.retain(|(key, _)| key != first.name);
        lines.insert(0, (first.name.to_owned(), format!("{read:?}")));
    }
    (Edit::AddField { name: name.clone(), node: spec.name.to_owned(), lines }, NodeKey::Field(name))
}

pub(super) fn connect(port: Port, from: &str) -> Edit {
    Edit::Graph(GraphEdit::Connect { port, from: from.to_owned() })
}

pub(super) fn disconnect(port: Port) -> Edit {
    Edit::Graph(GraphEdit::Disconnect { port })
}

/// Puts a field between an output and an input. `None` if the field reads no others.
pub(super) fn insert(recipe: &Recipe, node: &NodeKey, from: &str, to: Port) -> Option<Edit> {
    let field = recipe.fields.get(node.field()?)?;
    let first = nodes::registry().get(field.spec.name)?.inputs.first().filter(|_| field.uses.is_none())?;
    Some(Edit::All(vec![connect(Port::new(node.clone(), first.name), from), connect(to, &field.name)]))
}
