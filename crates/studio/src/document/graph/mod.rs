//! Edits of a recipe as a graph: its fields, and what reads them, are nodes; references are wires.
//!
//! All edits work on the text, so they need no valid recipe, and comments stay where they are.

mod add;
mod connect;
mod delete;
mod key;
mod paste;
mod ports;

use toml_edit::DocumentMut;

use super::edit::{Edit, EditError};

pub use add::{NewNode, Wiring};
pub(super) use connect::index_of;
pub use key::{NodeKey, Port};
pub(super) use paste::copy;
pub(crate) use ports::rule_name;

/// An edit of a recipe as a graph.
#[derive(Clone, Debug, PartialEq)]
pub enum GraphEdit {
    /// Makes an input read a field or one of its further results, such as `land` or `land.flow`.
    Connect {
        /// The input.
        port: Port,
        /// What it reads.
        from: String,
    },
    /// Makes an input read nothing: it gets its default or a constant. A rule of a material is removed.
    Disconnect {
        /// The input.
        port: Port,
    },
    /// Removes nodes. What read a removed field reads the first input of that field instead, or is disconnected.
    Delete {
        /// The nodes. The height cannot be removed.
        nodes: Vec<NodeKey>,
    },
    /// Adds the fields, materials and scattered things of another recipe. They get new names where theirs are taken.
    Paste {
        /// The text of the other recipe, or of some of its sections.
        text: String,
    },
}

impl Edit {
    /// Makes an input read a field or one of its further results.
    pub fn connect(port: Port, from: &str) -> Self {
        Self::Graph(GraphEdit::Connect { port, from: from.to_owned() })
    }

    /// Makes an input read nothing.
    pub fn disconnect(port: Port) -> Self {
        Self::Graph(GraphEdit::Disconnect { port })
    }
}

impl GraphEdit {
    /// The text after this edit.
    pub(super) fn applied(&self, text: &str) -> Result<String, EditError> {
        let mut document: DocumentMut = text.parse().map_err(|_| EditError::NotToml)?;
        match self {
            Self::Connect { port, from } => connect::connect(&mut document, port, from)?,
            Self::Disconnect { port } => connect::disconnect(&mut document, port)?,
            Self::Delete { nodes } => return delete::delete(document, nodes),
            Self::Paste { text: other } => return paste::pasted(text, &document, other),
        }
        Ok(document.to_string())
    }
}
