//! Sizes of nodes, and the automatic layout.
//!
//! The layout is that of Sugiyama, Tagawa and Toda (1981): each field is in a column to the right of its inputs, the order within
//! columns follows the mean position of neighbours, and wires that pass a column have a slot there.

use std::collections::BTreeMap;

use egui::{Pos2, Rect, Vec2};

use super::model::{Model, Node};
use crate::document::NodeKey;

pub(super) const WIDTH: f32 = 200.0;
pub(super) const HEADER: f32 = 26.0;
pub(super) const PICTURE: f32 = 64.0;
pub(super) const ROW: f32 = 21.0;
const FOOT: f32 = 6.0;
/// The gaps between columns and between nodes of a column.
const GAP: Vec2 = Vec2::new(76.0, 26.0);
/// The height of the slot of a wire that passes a column.
const SLOT: f32 = 10.0;
const SWEEPS: usize = 8;

/// The size of a node.
pub(super) fn size(node: &Node) -> Vec2 {
    let rows = node.inputs.len().max(node.outputs.len()) as f32;
    Vec2::new(WIDTH, rows_begin(node) + rows * ROW + FOOT)
}

/// The distance from the top of a node to its first row.
pub(super) fn rows_begin(node: &Node) -> f32 {
    HEADER + if node.picture.is_some() { PICTURE } else { 0.0 } + 4.0
}

/// The place of an input's port.
pub(super) fn input_at(node: &Node, rect: Rect, input: usize) -> Pos2 {
    Pos2::new(rect.left(), rect.top() + row(node, input))
}

/// The place of an output's port.
pub(super) fn output_at(node: &Node, rect: Rect, output: usize) -> Pos2 {
    Pos2::new(rect.right(), rect.top() + row(node, output))
}

fn row(node: &Node, at: usize) -> f32 {
    rows_begin(node) + (at as f32 + 0.5) * ROW
}

/// The place of each node.
pub(super) fn layout(model: &Model) -> Vec<Pos2> {
    let columns = columns(model);
    let mut cells = Cells::new(model, &columns);
    for _ in 0..SWEEPS {
        cells.sort();
    }
    cells.align(model);
    let place = |at: usize| {
        let x = columns[at] as f32 * (WIDTH + GAP.x);
        Pos2::new(x, cells.all.iter().find(|cell| cell.node == Some(at)).map_or(0.0, |cell| cell.y))
    };
    (0..model.nodes.len()).map(place).collect()
}

/// The column of each node: the length of the longest path to it. Sources stand just before what reads them; what is no field
/// stands after all fields.
fn columns(model: &Model) -> Vec<usize> {
    let is_field = |at: usize| matches!(model.nodes[at].key, NodeKey::Field(_));
    let mut columns = vec![0; model.nodes.len()];
    // Recipes have no cycles, so paths are shorter than the number of nodes.
    for _ in 0..model.nodes.len() {
        let before = columns.clone();
        for wire in &model.wires {
            columns[wire.to.0] = columns[wire.to.0].max(columns[wire.from.0] + 1);
        }
        if columns == before {
            break;
        }
    }
    let last = (0..columns.len()).filter(|at| is_field(*at)).map(|at| columns[at] + 1).max().unwrap_or(0);
    for at in 0..columns.len() {
        if !is_field(at) {
            columns[at] = last + usize::from(model.nodes[at].key == NodeKey::Sculpt);
        }
    }
    for at in 0..columns.len() {
        let is_source = model.wires.iter().all(|wire| wire.to.0 != at);
        let readers = model.wires.iter().filter(|wire| wire.from.0 == at);
        let first = readers.map(|wire| columns[wire.to.0]).min();
        if let (true, true, Some(first)) = (is_field(at), is_source, first) {
            columns[at] = first.saturating_sub(1);
        }
    }
    columns
}

/// A node, or the slot of a wire that passes a column.
#[derive(Clone, Debug)]
struct Cell {
    node: Option<usize>,
    column: usize,
    height: f32,
    /// The position in its column.
    rank: f32,
    y: f32,
    /// The cells before and after it, each with the distances from the tops of both cells to the ends of the wire.
    before: Vec<(usize, f32, f32)>,
    after: Vec<(usize, f32, f32)>,
}

/// All cells, and the cells of each column in order.
struct Cells {
    all: Vec<Cell>,
    columns: Vec<Vec<usize>>,
}

impl Cells {
    fn new(model: &Model, columns: &[usize]) -> Self {
        let cell = |node: Option<usize>, column, height, rank| Cell {
            node,
            column,
            height,
            rank,
            y: 0.0,
            before: Vec::new(),
            after: Vec::new(),
        };
        let nodes = model.nodes.iter().enumerate();
        let mut all: Vec<Cell> =
            nodes.map(|(at, node)| cell(Some(at), columns[at], size(node).y, at as f32)).collect();
        // Wires from the same output share their slots.
        let mut slots: BTreeMap<((usize, usize), usize), usize> = BTreeMap::new();
        for wire in &model.wires {
            let (mut last, mut low) = (wire.from.0, row(&model.nodes[wire.from.0], wire.from.1));
            for column in columns[wire.from.0] + 1..columns[wire.to.0] {
                let rank = all[wire.to.0].rank;
                let known = slots.get(&(wire.from, column)).copied();
                let slot = known.unwrap_or_else(|| {
                    all.push(cell(None, column, SLOT, rank));
                    slots.insert((wire.from, column), all.len() - 1);
                    all.len() - 1
                });
                if known.is_none() {
                    join(&mut all, last, low, slot, SLOT / 2.0);
                }
                (last, low) = (slot, SLOT / 2.0);
            }
            join(&mut all, last, low, wire.to.0, row(&model.nodes[wire.to.0], wire.to.1));
        }
        let mut cells = Self {
            columns: vec![Vec::new(); all.iter().map(|cell| cell.column + 1).max().unwrap_or(0)],
            all,
        };
        for at in 0..cells.all.len() {
            cells.columns[cells.all[at].column].push(at);
        }
        cells.renumber();
        cells
    }

    /// Sorts all columns by the mean rank of neighbours. What is no field keeps its order: materials cover those before them.
    fn sort(&mut self) {
        for column in 0..self.columns.len() {
            let mean = |cell: &Cell| {
                let near: Vec<f32> =
                    cell.before.iter().chain(&cell.after).map(|(at, ..)| self.all[*at].rank).collect();
                if near.is_empty() { cell.rank } else { near.iter().sum::<f32>() / near.len() as f32 }
            };
            let is_last = column + 1 == self.columns.len();
            let keys: Vec<f32> = self
                .all
                .iter()
                .map(|cell| if is_last && cell.after.is_empty() { cell.rank } else { mean(cell) })
                .collect();
            self.columns[column].sort_by(|a, b| keys[*a].total_cmp(&keys[*b]));
        }
        self.renumber();
    }

    /// Ranks from 0 to 1 within each column, so that columns of any length compare.
    fn renumber(&mut self) {
        for column in &self.columns {
            for (rank, at) in column.iter().enumerate() {
                self.all[*at].rank = (rank as f32 + 0.5) / column.len() as f32;
            }
        }
    }

    /// Moves cells to where their wires are level, as far as they do not overlap.
    fn align(&mut self, model: &Model) {
        for sweep in 0..SWEEPS {
            for step in 0..self.columns.len() {
                let column = if sweep % 2 == 0 { self.columns.len() - 1 - step } else { step };
                let order = self.columns[column].clone();
                let wanted: Vec<f32> = order.iter().map(|at| self.wanted(*at)).collect();
                let heights: Vec<f32> = order.iter().map(|at| self.all[*at].height).collect();
                for (at, y) in order.iter().zip(spread(&wanted, &heights)) {
                    self.all[*at].y = y;
                }
            }
        }
        let top = self.all.iter().take(model.nodes.len()).map(|cell| cell.y).fold(f32::INFINITY, f32::min);
        self.all.iter_mut().for_each(|cell| cell.y = (cell.y - top).round());
    }

    /// Where all wires of a cell are level on average.
    fn wanted(&self, at: usize) -> f32 {
        let cell = &self.all[at];
        let ends = cell.before.iter().chain(&cell.after);
        let levels: Vec<f32> = ends.map(|(other, own, theirs)| self.all[*other].y + theirs - own).collect();
        if levels.is_empty() { cell.y } else { levels.iter().sum::<f32>() / levels.len() as f32 }
    }
}

fn join(all: &mut [Cell], from: usize, from_row: f32, to: usize, to_row: f32) {
    all[from].after.push((to, from_row, to_row));
    all[to].before.push((from, to_row, from_row));
}

/// The places nearest to those wanted, in order and without overlaps. Without the heights, this is isotonic regression, which
/// merges neighbours in the wrong order into blocks at their mean (Ayer et al. 1955).
fn spread(wanted: &[f32], heights: &[f32]) -> Vec<f32> {
    let mut tops = Vec::with_capacity(heights.len());
    let mut top = 0.0;
    for height in heights {
        tops.push(top);
        top += height + GAP.y;
    }
    let mut blocks: Vec<(f32, usize)> = Vec::new();
    for (wanted, top) in wanted.iter().zip(&tops) {
        let mut block = (wanted - top, 1);
        while let Some((mean, count)) = blocks.pop_if(|(mean, _)| *mean > block.0) {
            let all = count + block.1;
            block = ((mean * count as f32 + block.0 * block.1 as f32) / all as f32, all);
        }
        blocks.push(block);
    }
    let shifts = blocks.into_iter().flat_map(|(mean, count)| std::iter::repeat_n(mean, count));
    shifts.zip(tops).map(|(shift, top)| shift + top).collect()
}

#[cfg(test)]
mod tests {
    use orogen_engine::recipe::Recipe;

    use super::super::model::Model;
    use super::super::route::{distance, route};
    use super::super::state::GraphState;
    use super::*;
    use crate::document::Document;

    fn of_preset(text: &str) -> (Model, Vec<Rect>) {
        let document = Document::new("preset", text);
        let recipe: &Recipe = document.recipe().unwrap();
        let model = Model::new(&document, recipe);
        let places = layout(&model);
        let rects =
            model.nodes.iter().zip(places).map(|(node, at)| Rect::from_min_size(at, size(node))).collect();
        (model, rects)
    }

    const PRESETS: [&str; 4] = [
        include_str!("../../../../orogen/recipes/alps.toml"),
        include_str!("../../../../orogen/recipes/archipelago.toml"),
        include_str!("../../../../orogen/recipes/arrakis.toml"),
        include_str!("../../../../orogen/recipes/cells.toml"),
    ];

    #[test]
    fn nodes_do_not_overlap_and_read_from_the_left() {
        for preset in PRESETS {
            let (model, rects) = of_preset(preset);
            for (at, rect) in rects.iter().enumerate() {
                let others = rects[at + 1..].iter();
                assert!(
                    others.clone().all(|other| !other.expand(8.0).intersects(*rect)),
                    "{}",
                    model.nodes[at].title
                );
            }
            for wire in &model.wires {
                assert!(rects[wire.from.0].right() < rects[wire.to.0].left(), "{wire:?}");
            }
        }
    }

    #[test]
    fn wires_run_around_nodes() {
        for preset in PRESETS {
            let (model, rects) = of_preset(preset);
            for wire in &model.wires {
                let from = output_at(&model.nodes[wire.from.0], rects[wire.from.0], wire.from.1);
                let to = input_at(&model.nodes[wire.to.0], rects[wire.to.0], wire.to.1);
                let way = route(from, to, &rects);
                assert!(distance(&way, from) < 0.1 && distance(&way, to) < 0.1);
                for point in &way {
                    let inside = rects.iter().position(|rect| rect.shrink(1.0).contains(*point));
                    assert_eq!(inside.map(|at| &model.nodes[at].title), None, "{wire:?} at {point}");
                }
            }
        }
    }

    /// A node that is dragged over a wire moves it, and back.
    #[test]
    fn wires_follow_nodes_that_move_over_them() {
        for preset in PRESETS {
            let (model, mut rects) = of_preset(preset);
            let mut state = GraphState::default();
            state.route(&model, &rects);
            let before = state.routes.clone();
            for at in 0..rects.len().min(6) {
                let home = rects[at];
                for place in [rects[rects.len() - 1], home] {
                    rects[at] = home.translate(place.left_top() - home.left_top() - Vec2::new(60.0, 0.0));
                    state.route(&model, &rects);
                    let mut whole = GraphState::default();
                    whole.route(&model, &rects);
                    let length =
                        |way: &[Pos2]| way.windows(2).map(|pair| pair[0].distance(pair[1])).sum::<f32>();
                    for (wire, (one, other)) in model.wires.iter().zip(state.routes.iter().zip(&whole.routes))
                    {
                        let apart = length(one) - length(other);
                        assert!(apart.abs() < 1.0, "{wire:?} is {apart} longer than needed");
                    }
                }
                rects[at] = home;
            }
            state.route(&model, &rects);
            assert_eq!(state.routes, before);
        }
    }

    #[test]
    fn wishes_are_met_as_far_as_there_is_room() {
        let gap = GAP.y;
        assert_eq!(spread(&[0.0, 100.0], &[20.0, 20.0]), [0.0, 100.0]);
        let places = spread(&[50.0, 50.0, 300.0], &[20.0, 20.0, 20.0]);
        let half = (20.0 + gap) / 2.0;
        assert_eq!(places, [50.0 - half, 50.0 + half, 300.0]);
    }
}
