//! Finds kept points near a candidate.

use super::{Candidate, Rectangle};

/// A candidate that is kept, or that may be kept.
pub(super) struct Node {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) rank: f64,
    pub(super) word: u64,
    /// The next node in the same cell.
    next: u32,
    /// Whether it depends on candidates outside.
    pub(super) is_open: bool,
}

/// What is within the radius of a candidate.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Found {
    /// A point that is kept for certain.
    Certain,
    /// No such point, but the edge or an open node.
    Open,
    /// No point.
    Nothing,
}

/// No node.
const NONE: u32 = u32::MAX;

/// Cells around a cell that a disk of twice a cell's side reaches, the nearest first.
const AROUND: [[isize; 2]; 25] = around();

const fn around() -> [[isize; 2]; 25] {
    let (mut cells, mut count, mut squared) = ([[0; 2]; 25], 0, 0);
    while squared <= 8 {
        let mut at = 0;
        while at < 25 {
            let (x, y) = (at % 5 - 2, at / 5 - 2);
            if x * x + y * y == squared {
                cells[count] = [x, y];
                count += 1;
            }
            at += 1;
        }
        squared += 1;
    }
    cells
}

/// Nodes by cell. Cells are as wide as half of the largest radius, or wider.
pub(super) struct Lookup {
    nodes: Vec<Node>,
    /// The first node of each cell. Two more cells on every side have none.
    heads: Vec<u32>,
    first: [i64; 2],
    columns: usize,
    rows: usize,
    /// The edges of all cells, in metres.
    edges: Rectangle,
    /// The differences of the indices of the cells around a cell.
    around: [isize; 25],
}

/// Empty cells at each side.
const MARGIN: usize = 2;

impl Lookup {
    /// The nodes in the cells that meet a rectangle.
    pub(super) fn new(mut nodes: Vec<Node>, part: &Rectangle, side: f64) -> Self {
        let first = part.min.map(|edge| (edge / side).floor() as i64);
        let last = part.max.map(|edge| (edge / side).ceil() as i64);
        let [columns, rows] = [0, 1].map(|axis| (last[axis] - first[axis]).max(1) as usize);
        let stride = columns + 2 * MARGIN;
        let edges = Rectangle {
            min: first.map(|index| index as f64 * side),
            max: [(first[0] + columns as i64) as f64 * side, (first[1] + rows as i64) as f64 * side],
        };
        nodes.retain(|node| edges.contains([node.x, node.y]));
        let mut lookup = Self {
            nodes,
            heads: vec![NONE; stride * (rows + 2 * MARGIN)],
            first,
            columns,
            rows,
            edges,
            around: AROUND.map(|[x, y]| y * stride as isize + x),
        };
        for index in 0..lookup.nodes.len() {
            // Rounding may put a position at a border into the neighbour of its cell.
            let along = |metres: f64, axis: usize, count: usize| {
                ((metres / side).floor() as i64).clamp(first[axis], first[axis] + count as i64 - 1)
            };
            let Node { x, y, .. } = lookup.nodes[index];
            lookup.link(index, lookup.place([along(x, 0, columns), along(y, 1, rows)]));
        }
        lookup
    }

    /// All cells, row by row.
    pub(super) fn cells(&self) -> impl Iterator<Item = [i64; 2]> + use<> {
        let ([x, y], columns) = (self.first, self.columns as i64);
        (y..y + self.rows as i64).flat_map(move |row| (x..x + columns).map(move |column| [column, row]))
    }

    pub(super) fn into_nodes(self) -> Vec<Node> {
        self.nodes
    }

    /// What is within the radius of a candidate.
    pub(super) fn find(&self, candidate: &Candidate) -> Found {
        let Candidate { x, y, squared, cell, .. } = *candidate;
        let cell = self.place(cell) as isize;
        let mut found = Found::Nothing;
        for around in self.around {
            let mut next = self.heads[(cell + around) as usize];
            while let Some(node) = self.nodes.get(next as usize) {
                let (dx, dy) = (node.x - x, node.y - y);
                if dx * dx + dy * dy < squared {
                    if !node.is_open {
                        return Found::Certain;
                    }
                    found = Found::Open;
                }
                next = node.next;
            }
        }
        if found == Found::Nothing && self.reaches_edge(candidate) { Found::Open } else { found }
    }

    fn reaches_edge(&self, &Candidate { x, y, squared, .. }: &Candidate) -> bool {
        let Rectangle { min, max } = self.edges;
        let nearest = (x - min[0]).min(max[0] - x).min(y - min[1]).min(max[1] - y);
        nearest * nearest < squared
    }

    pub(super) fn insert(&mut self, candidate: &Candidate, is_open: bool) {
        let &Candidate { x, y, rank, word, cell, .. } = candidate;
        self.nodes.push(Node { x, y, rank, word, next: NONE, is_open });
        self.link(self.nodes.len() - 1, self.place(cell));
    }

    /// Adds a node to the list of a cell.
    fn link(&mut self, index: usize, cell: usize) {
        self.nodes[index].next = self.heads[cell];
        self.heads[cell] = index as u32;
    }

    /// The index of a cell.
    fn place(&self, cell: [i64; 2]) -> usize {
        let [column, row] = [0, 1].map(|axis| (cell[axis] - self.first[axis]) as usize + MARGIN);
        row * (self.columns + 2 * MARGIN) + column
    }
}
