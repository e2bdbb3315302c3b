//! A drawn tile, between its own shape and its parent's.

use std::sync::Arc;

use super::{SIDE, samples_of};
use crate::generate::tile::Tile;
use crate::planet::vector::{Vector, difference, scaled, sum};
use crate::planet::{Direction, Sphere, TileAddress};

/// A tile to draw.
#[derive(Clone, Debug)]
pub struct Drawn {
    /// The address of the tile.
    pub address: TileAddress,
    /// The tile's [`SIDE`] × [`SIDE`] samples, with slopes.
    pub tile: Arc<Tile>,
    /// The parent's tile, towards which the vertices move; `None` for a whole face.
    pub parent: Option<Arc<Tile>>,
    /// How far the vertices have moved.
    pub morph: Morph,
}

/// How far a tile's vertices have moved towards its parent's shape: 0 is the tile's own shape, 1 is the parent's.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Morph {
    /// All vertices except those on edges.
    pub interior: f32,
    /// The vertices on edges, without corners: top, right, bottom, left.
    pub edges: [f32; 4],
    /// The corners, clockwise from the upper left.
    pub corners: [f32; 4],
    /// Whether odd vertices on an edge move onto the even vertex after them instead of the one before. This is the case on an
    /// edge of the cube where the face's columns or rows run against the coordinate axis that is parallel to the edge. So both
    /// faces move the vertices of the edge to the same places. The order of the edges is that of `edges`.
    pub backwards: [bool; 4],
}

/// A vertex of a drawn tile.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vertex {
    /// Metres from the planet's centre.
    pub position: [f64; 3],
    /// The height's gradient in space, metres per metre.
    pub gradient: [f64; 3],
}

impl Morph {
    /// How far the vertex in a column and row has moved.
    pub fn of(&self, column: usize, row: usize) -> f32 {
        let last = SIDE - 1;
        match [column, row].map(|along| if along == 0 { -1 } else { i32::from(along == last) }) {
            [0, 0] => self.interior,
            [0, -1] => self.edges[0],
            [1, 0] => self.edges[1],
            [0, 1] => self.edges[2],
            [-1, 0] => self.edges[3],
            [-1, -1] => self.corners[0],
            [1, -1] => self.corners[1],
            [1, 1] => self.corners[2],
            _ => self.corners[3],
        }
    }

    /// The column and row of the even vertex that a vertex moves to. An odd column moves to the column before it, and an odd
    /// row to the row before it. On [backwards](Self::backwards) edges, they move to the one after.
    pub fn goal(&self, column: usize, row: usize) -> [usize; 2] {
        let last = SIDE - 1;
        let on_edge = |k: usize| match k {
            0 => row == 0,
            1 => column == last,
            2 => row == last,
            _ => column == 0,
        };
        let is_backwards = (0..4).any(|k| self.backwards[k] && on_edge(k));
        // The coordinate across an edge is even, so it stays the same.
        [column, row].map(|along| if is_backwards { along + along % 2 } else { along - along % 2 })
    }
}

impl Drawn {
    /// All vertices in double precision, row by row from the top. Shaders must follow the rule below.
    ///
    /// A vertex moves in a straight line from its own sample to the parent's sample at its [goal](Morph::goal). A vertex that
    /// has moved completely has the bits of the parent's sample. So a tile that has moved completely is a part of its parent's
    /// mesh. If the number of an edge is 1 on its finer side and 0 on its coarser side, both sides have the same vertices.
    pub fn vertices(&self, sphere: Sphere) -> Vec<Vertex> {
        let directions = samples_of(self.address).directions();
        let half = (SIDE - 1) / 2;
        let first = [self.address.x(), self.address.y()].map(|x| (x % 2) as usize * half);
        let vertex = |index: usize| {
            let (column, row) = (index % SIDE, index / SIDE);
            let start = sample(&self.tile, sphere, directions[index], index);
            let moved = f64::from(self.morph.of(column, row));
            let Some(parent) = self.parent.as_ref().filter(|_| moved > 0.0) else { return start };
            let [x, y] = self.morph.goal(column, row);
            let there = (first[1] + y / 2) * SIDE + first[0] + x / 2;
            let goal = sample(parent, sphere, directions[y * SIDE + x], there);
            if moved < 1.0 { start.towards(&goal, moved) } else { goal }
        };
        (0..SIDE * SIDE).map(vertex).collect()
    }
}

/// The vertex of a sample of a tile, in a direction.
fn sample(tile: &Tile, sphere: Sphere, direction: Direction, index: usize) -> Vertex {
    let planes = &tile.planes;
    let radius = sphere.radius() + f64::from(planes.height[index]);
    let gradient = [&planes.dx, &planes.dy, &planes.dz].map(|plane| f64::from(plane[index]));
    Vertex { position: scaled(direction.vector(), radius), gradient }
}

impl Vertex {
    fn towards(&self, goal: &Self, moved: f64) -> Self {
        let between = |from: Vector, to: Vector| sum(from, scaled(difference(to, from), moved));
        Self {
            position: between(self.position, goal.position),
            gradient: between(self.gradient, goal.gradient),
        }
    }
}
