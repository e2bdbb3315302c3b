//! A drawn tile, between its own shape and its parent's.

use std::sync::Arc;

use super::{SIDE, samples_of};
use crate::generate::tile::Tile;
use crate::planet::vector::{Vector, difference, scaled, sum};
use crate::planet::{Direction, Sphere, TileAddress};

/// A tile to draw.
#[derive(Clone, Debug)]
pub struct Drawn {
    /// Its address.
    pub address: TileAddress,
    /// Its samples, [`SIDE`] × [`SIDE`] of them, with slopes.
    pub tile: Arc<Tile>,
    /// Its parent's tile, towards which its vertices move; `None` for a whole face.
    pub parent: Option<Arc<Tile>>,
    /// How far they have moved.
    pub morph: Morph,
}

/// How far a tile's vertices have moved towards its parent's shape: 0 is its own, 1 the parent's.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Morph {
    /// All vertices except those on edges.
    pub interior: f32,
    /// The vertices on edges, without corners: top, right, bottom, left.
    pub edges: [f32; 4],
    /// The corners, clockwise from the upper left.
    pub corners: [f32; 4],
    /// Whether odd vertices on an edge move onto the even vertex after them instead of the one before. This is so on edges of
    /// the cube along which the face counts against an axis of space, so that both faces move the edge's vertices alike.
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
    /// The number for a vertex, by its column and row.
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

    /// The column and row of the even vertex that a vertex moves to. Every odd column and row moves onto the one before it.
    pub fn goal(&self, column: usize, row: usize) -> [usize; 2] {
        let last = SIDE - 1;
        let on_edge = |k: usize| match k {
            0 => row == 0,
            1 => column == last,
            2 => row == last,
            _ => column == 0,
        };
        let is_backwards = (0..4).any(|k| self.backwards[k] && on_edge(k));
        // On an edge, the coordinate across it is even and stays.
        [column, row].map(|along| if is_backwards { along + along % 2 } else { along - along % 2 })
    }
}

impl Drawn {
    /// All vertices in double precision, row by row from the top. Shaders must follow the same rule.
    ///
    /// A vertex moves in a straight line from its own sample to the parent's sample at its [goal](Morph::goal), where it arrives
    /// to the bit. So a tile that has moved completely is a part of its parent's mesh. Along an edge with the number 1 on the
    /// finer side and 0 on the coarser one, both sides have the same vertices.
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

/// A sample of a tile, in a direction.
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
