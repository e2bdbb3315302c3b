//! Edits in words, for the list of undo steps.

use super::{Edit, GraphEdit, Key, NodeKey, Port};

impl Edit {
    /// What the edit does, such as `Set ranges.gain to 0.4`.
    pub fn label(&self) -> String {
        match self {
            Self::Number { path, value, .. } => format!("Set {} to {value}", name(path)),
            Self::Value { path, toml } if toml.starts_with(['[', '{']) => format!("Change {}", name(path)),
            Self::Value { path, toml } => format!("Set {} to {toml}", name(path)),
            Self::Word { path, value } => format!("Set {} to {value}", name(path)),
            Self::Flag { path, value } => format!("Set {} to {value}", name(path)),
            Self::Color { path, value: [red, green, blue] } => {
                format!("Set {} to #{red:02x}{green:02x}{blue:02x}", name(path))
            }
            Self::Points { path, .. } | Self::Numbers { path, .. } | Self::Names { path, .. } => {
                format!("Change {}", name(path))
            }
            Self::Remove { path } if path.len() > 1 => format!("Reset {}", name(path)),
            Self::Remove { path } => format!("Remove {}", name(path)),
            Self::AddField { name, .. } => format!("Add field {name}"),
            Self::RemoveField { name } => format!("Remove field {name}"),
            Self::RenameField { from, to } => format!("Rename field {from} to {to}"),
            Self::RenameParameter { from, to } => format!("Rename parameter {from} to {to}"),
            Self::RenameMaterial { from, to } => format!("Rename material {from} to {to}"),
            Self::RenameKey { path, to } => format!("Rename {} to {to}", name(path)),
            Self::Append { list, .. } => format!("Add to {list}"),
            Self::Swap { list, .. } => format!("Reorder {list}"),
            Self::Redirect { from, to } => format!("Read {to} instead of {from}"),
            Self::Graph(edit) => edit.label(),
            Self::All(edits) => match &edits[..] {
                [] => "Change nothing".to_owned(),
                [edit] => edit.label(),
                [first, others @ ..] => format!("{} and {} more", first.label(), others.len()),
            },
        }
    }
}

impl GraphEdit {
    fn label(&self) -> String {
        match self {
            Self::Connect { port, from } => format!("Connect {from} to {}", label_of(port)),
            Self::Disconnect { port } => format!("Disconnect {}", label_of(port)),
            Self::Delete { nodes } => match &nodes[..] {
                [NodeKey::Field(name) | NodeKey::Material(name) | NodeKey::Scatter(name)] => {
                    format!("Delete {name}")
                }
                _ => "Delete nodes".to_owned(),
            },
            Self::Paste { .. } => "Paste nodes".to_owned(),
        }
    }
}

/// An input with its node, such as `land.input`.
fn label_of(port: &Port) -> String {
    format!("{}.{}", port.node.to_string().trim_start_matches('@'), port.input)
}

/// A path as users know it: fields by their names alone.
pub(crate) fn name(path: &[Key]) -> String {
    match path {
        [fields, field, ..] if fields == "fields" && !field.is_empty() => path[1..].join("."),
        _ => path.join("."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{Document, path_of};

    #[test]
    fn labels_name_the_value_and_its_field() {
        let set = |path: &str, value| Edit::number(path_of(path), value);
        for (edit, label) in [
            (set("fields.ranges.gain", 0.4), "Set ranges.gain to 0.4"),
            (set("height.scale", 3200.0), "Set height.scale to 3200"),
            (Edit::Remove { path: path_of("fields.ranges.gain") }, "Reset ranges.gain"),
            (Edit::Remove { path: path_of("sculpt") }, "Remove sculpt"),
            (Edit::RenameField { from: "a".to_owned(), to: "b".to_owned() }, "Rename field a to b"),
            (Edit::All(vec![set("seed", 2.0), set("seed", 3.0)]), "Set seed to 2 and 1 more"),
        ] {
            assert_eq!(edit.label(), label);
        }
    }

    #[test]
    fn the_history_lists_steps_and_jumps_to_any() {
        let text = "orogen = 1\nseed = 1\nheight.field = \"a\"\n[fields.a]\ntype = \"fbm\"\nwavelength = 9\n";
        let mut document = Document::new("mine", text);
        for (path, value) in [("seed", 2.0), ("fields.a.wavelength", 8.0), ("fields.a.wavelength", 7.0)] {
            document.apply(&Edit::number(path_of(path), value)).unwrap();
        }
        let latest = document.text().to_owned();
        let listed = |document: &Document| {
            let (labels, current) = document.history();
            (labels.map(|(label, _)| label.to_owned()).collect::<Vec<_>>(), current)
        };
        let steps = ["Open", "Set seed to 2", "Set a.wavelength to 7"].map(str::to_owned).to_vec();
        assert_eq!(listed(&document), (steps.clone(), 2), "a drag is one step");
        document.jump(0);
        assert_eq!((document.text(), listed(&document)), (text, (steps, 0)));
        document.jump(2);
        assert_eq!(document.text(), latest);
        document.jump(3);
        assert_eq!((document.text(), listed(&document).1), (&*latest, 2), "there is no such step");
        document.jump(1);
        document.replace_text(text, "Swap A and B");
        assert_eq!(listed(&document).0, ["Open", "Set seed to 2", "Swap A and B"]);
    }
}
