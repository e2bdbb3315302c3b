//! The places of nodes and the frames in the side file of the recipe.
//!
//! The table `[graph]` has the corner of each node that was moved, `hills = [120, 40]`. The list `[[frames]]` has the frames.

use egui::Pos2;
use toml_edit::{Array, ArrayOfTables, Item, Table, Value};

use super::state::{GraphFrame, GraphLayout};
use crate::document::{NodeKey, SideFile};

impl GraphLayout {
    /// The layout in a side file. Whatever is no place and no frame is ignored.
    pub fn read(side: &SideFile) -> Self {
        let places = side.table("graph").into_iter().flat_map(Table::iter);
        let places = places.filter_map(|(key, item)| Some((node(key), place(item)?))).collect();
        let frames = side.tables("frames").into_iter().flat_map(ArrayOfTables::iter).map(|table| {
            let title = table.get("title").and_then(Item::as_str).unwrap_or_default().to_owned();
            let nodes = table.get("nodes").and_then(Item::as_array).into_iter().flatten();
            GraphFrame { title, nodes: nodes.filter_map(Value::as_str).map(node).collect() }
        });
        Self { places, frames: frames.collect() }
    }

    /// Writes the layout to a side file.
    pub fn write(&self, side: &mut SideFile) {
        if !self.places.is_empty() || side.table("graph").is_some() {
            let table = side.table_mut("graph");
            table.retain(|_, item| place(item).is_none());
            for (key, at) in &self.places {
                let corner = [at.x, at.y].map(|number| number.round() as i64);
                table.insert(&key.to_string(), toml_edit::value(Array::from_iter(corner)));
            }
        }
        if !self.frames.is_empty() || side.tables("frames").is_some() {
            let tables = side.tables_mut("frames");
            tables.clear();
            for frame in &self.frames {
                let mut table = Table::new();
                table.insert("title", toml_edit::value(&frame.title));
                let nodes = frame.nodes.iter().map(NodeKey::to_string);
                table.insert("nodes", toml_edit::value(Array::from_iter(nodes)));
                tables.push(table);
            }
        }
    }
}

fn node(key: &str) -> NodeKey {
    key.parse().unwrap_or_else(|never| match never {})
}

fn place(item: &Item) -> Option<Pos2> {
    let array = item.as_array().filter(|array| array.len() == 2)?;
    let number = |at: usize| {
        let value = array.get(at)?;
        let number = value.as_float().or_else(|| value.as_integer().map(|number| number as f64))?;
        // Numbers further away are not from this program, and sums with them are not exact.
        (number.abs() <= 1e6).then_some(number as f32)
    };
    Some(Pos2::new(number(0)?, number(1)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layouts_are_kept_beside_other_parts() {
        let mut layout = GraphLayout::default();
        layout.places.insert(NodeKey::Field("hills".into()), Pos2::new(12.0, -40.0));
        layout.places.insert(NodeKey::Material("old snow".into()), Pos2::new(700.0, 8.0));
        let nodes = [NodeKey::Height, NodeKey::Field("hills".into())].into_iter().collect();
        layout.frames.push(GraphFrame { title: "Base".into(), nodes });
        let mut side = SideFile::parse("[graph]\nnew = 1 # kept\nold = [1, 2]\n").unwrap();
        layout.write(&mut side);
        assert_eq!(
            side.text(),
            "[graph]\nnew = 1 # kept\nhills = [12, -40]\n\"@material old snow\" = [700, 8]\n\n\
             [[frames]]\ntitle = \"Base\"\nnodes = [\"hills\", \"@height\"]\n"
        );
        assert_eq!(GraphLayout::read(&side), layout);
        GraphLayout::default().write(&mut side);
        assert_eq!(GraphLayout::read(&side), GraphLayout::default());
        let far = SideFile::parse("[graph]\nhills = [1e300, 0]\nland = [nan, 5]\nbase = [7, 5]\n").unwrap();
        assert_eq!(GraphLayout::read(&far).places.len(), 1, "places out of range are ignored");
        let mut empty = SideFile::default();
        GraphLayout::default().write(&mut empty);
        assert!(empty.is_empty());
    }
}
