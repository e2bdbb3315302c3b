//! Lists the tiles to draw, each with its [`Morph`]: the numbers that say how far its vertices have moved towards its parent's
//! shape.
//!
//! Several tiles share a vertex on an edge or a corner. If they have the same level, they all use the largest of their numbers.
//! If not, the finer tiles use 1, which is their parent's shape, and the coarser tiles use 0, which is their own shape. So the
//! vertex has the same bits in all tiles, and vertices move only over time. A tile splits or merges only while it and all its
//! neighbours have their own shape. [`Drawn::vertices`](super::Drawn::vertices) defines the rule that shaders follow.

use std::sync::Arc;

use super::corners::{at_corner, backwards};
use super::forest::{Forest, Id};
use super::{Drawn, Morph, Quadtree};

impl Quadtree {
    /// Lists the tiles to draw.
    pub(super) fn draw(&mut self) {
        self.drawn.clear();
        if Forest::ROOTS.into_iter().any(|root| self.forest[root].made.is_none()) {
            return;
        }
        for &id in self.levels.iter().flatten() {
            let node = &self.forest[id];
            if !node.in_tree || node.split || node.is_hidden {
                continue;
            }
            let Some(made) = &node.made else { continue };
            self.progress.error = self.progress.error.max(node.own_pixels);
            let parent = node.parent.and_then(|parent| self.forest[parent].made.as_ref());
            self.drawn.push(Drawn {
                address: node.address,
                tile: Arc::clone(&made.tile),
                parent: parent.map(|parent| Arc::clone(&parent.tile)),
                morph: self.morph(id),
            });
        }
    }

    fn morph(&self, id: Id) -> Morph {
        let around = self.forest[id].around;
        Morph {
            interior: self.moved(id) as f32,
            edges: std::array::from_fn(|k| self.moved_with(id, [around[k]])),
            corners: std::array::from_fn(|k| self.moved_with(id, at_corner(k).map(|slot| around[slot]))),
            backwards: backwards(self.forest[id].address),
        }
    }

    /// How far a vertex that a tile shares with others has moved. If another tile is coarser, the vertex has moved completely.
    /// If another tile is finer, the vertex has not moved, because the finer tile has this tile's shape there. Otherwise the
    /// vertex has moved as far as the tile that has moved farthest. Levels around a vertex differ by at most one, so there is
    /// no other case.
    fn moved_with<T, const N: usize>(&self, id: Id, others: [(Option<T>, Option<Id>); N]) -> f32 {
        let (mut most, mut has_finer) = (self.moved(id), false);
        for (address, other) in others {
            match other.filter(|&other| self.forest[other].in_tree) {
                Some(other) if self.forest[other].split => has_finer = true,
                Some(other) => most = most.max(self.moved(other)),
                None if address.is_some() => return 1.0,
                // There is no tile across a corner of the cube.
                None => {}
            }
        }
        if has_finer { 0.0 } else { most as f32 }
    }
}
