//! Names of nodes and of their inputs.

use std::fmt;
use std::str::FromStr;

/// A node of the graph: a field, or a part of the recipe that reads fields. Nodes in lists are known by their names.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NodeKey {
    /// A field.
    Field(String),
    /// The section `[height]`.
    Height,
    /// The strokes, `[sculpt]`.
    Sculpt,
    /// The sea, `[sea]`.
    Sea,
    /// Rivers and lakes, `[water]`.
    Water,
    /// A material.
    Material(String),
    /// A kind of scattered things.
    Scatter(String),
}

impl NodeKey {
    /// The field that the node is, if it is one.
    pub fn field(&self) -> Option<&str> {
        match self {
            Self::Field(name) => Some(name),
            _ => None,
        }
    }

    /// Whether the node can be copied as text, and pasted.
    pub fn can_be_copied(&self) -> bool {
        matches!(self, Self::Field(_) | Self::Material(_) | Self::Scatter(_))
    }
}

/// Fields are written as their names, which begin with a letter; others begin with `@`.
impl fmt::Display for NodeKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Field(name) => f.write_str(name),
            Self::Height => f.write_str("@height"),
            Self::Sculpt => f.write_str("@sculpt"),
            Self::Sea => f.write_str("@sea"),
            Self::Water => f.write_str("@water"),
            Self::Material(name) => write!(f, "@material {name}"),
            Self::Scatter(name) => write!(f, "@scatter {name}"),
        }
    }
}

impl FromStr for NodeKey {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(match text {
            "@height" => Self::Height,
            "@sculpt" => Self::Sculpt,
            "@sea" => Self::Sea,
            "@water" => Self::Water,
            _ => match (text.strip_prefix("@material "), text.strip_prefix("@scatter ")) {
                (Some(name), _) => Self::Material(name.to_owned()),
                (_, Some(name)) => Self::Scatter(name.to_owned()),
                _ => Self::Field(text.to_owned()),
            },
        })
    }
}

/// An input of a node.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Port {
    /// The node.
    pub node: NodeKey,
    /// The key in the node's section: the name of an input, `displace`, `field` of the height and of water, or `noise` of
    /// materials and scattered things. Further rules of scattered things are `noise 2`, `noise 3` and so on.
    pub input: String,
}

impl Port {
    /// An input of a node.
    pub fn new(node: NodeKey, input: impl Into<String>) -> Self {
        Self { node, input: input.into() }
    }
}
