//! The nodes of the six quadtrees, and their neighbours.

use std::collections::HashMap;
use std::sync::Arc;

use crate::generate::tile::{Ticket, Tile, Version};
use crate::planet::{Face, TileAddress, TileBounds};

/// The index of a node.
pub(super) type Id = usize;

/// A tile that is drawn, or might be.
pub(super) struct Node {
    pub(super) address: TileAddress,
    pub(super) parent: Option<Id>,
    /// Its four children, drawn or not, if the forest has nodes for them.
    pub(super) children: Option<Family>,
    /// The neighbours of the same level, in the order of [`TileAddress::neighbours`]. The address is `None` if the tile does
    /// not exist. The index is `None` if the forest has no node for the tile.
    pub(super) around: [(Option<TileAddress>, Option<Id>); 8],
    /// Whether it is in the tree of tiles that are drawn: it is a root, or the child of a split node.
    pub(super) in_tree: bool,
    /// Whether its children are in the tree.
    pub(super) split: bool,
    /// Whether it should be split but cannot be, because a child is refused or because a neighbour will not come: the coarser
    /// tile in the neighbour's place is stuck.
    pub(super) stuck: bool,
    pub(super) made: Option<LoadedTile>,
    /// The request for its tile, if one is in flight.
    pub(super) asked: Option<Asked>,
    /// The recipe for which the generator could not make it.
    pub(super) refused: Option<For>,
    /// Its own error in pixels.
    pub(super) own_pixels: f64,
    /// Its error in pixels, or a larger error that another tile passes on to it. The other tile, or its children, can split
    /// only after this one.
    pub(super) pixels: f64,
    pub(super) is_hidden: bool,
}

/// The four children of a node.
pub(super) struct Family {
    /// The first child. The others follow it.
    pub(super) first: Id,
    /// How far the children have moved towards their parent's shape.
    pub(super) moved: f64,
    /// The last update in which one of the four, or a neighbour of one, was split.
    pub(super) held: u64,
    /// The last update that needed the children.
    pub(super) needed: u64,
}

/// The recipe that was current when a tile was requested; `None` if there was none yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct For(pub(super) Option<Version>);

/// A request in flight.
pub(super) struct Asked {
    pub(super) ticket: Ticket,
    pub(super) made_for: For,
    pub(super) priority: i32,
    /// The last update that needed the request.
    pub(super) wanted: u64,
}

/// A tile that has arrived, with its bounds and error.
pub(super) struct LoadedTile {
    pub(super) tile: Arc<Tile>,
    /// The least and the greatest height of the tile and of its descendants that have arrived, with a margin.
    pub(super) range: [f64; 2],
    pub(super) bounds: TileBounds,
    pub(super) error: GroundError,
}

/// The error of a tile's mesh, in metres.
pub(super) struct GroundError {
    /// How far the sphere rises over the triangles of the tile.
    pub(super) sagitta: f64,
    /// An estimate from the tile alone: half the error of its half mesh, which has every other sample.
    pub(super) estimate: f64,
    /// The error at the samples of each child, if the child has arrived.
    pub(super) measured: [Option<f64>; 4],
    /// The least error with which errors are nested: [`NESTED`](super::walk::NESTED) times the largest error of the children so
    /// far.
    pub(super) nested: f64,
}

impl GroundError {
    pub(super) fn metres(&self) -> f64 {
        let known = self.measured.iter().flatten().fold(0.0_f64, |most, &error| most.max(error));
        let whole = self.measured.iter().all(Option::is_some);
        let own = if whole { known } else { known.max(self.estimate) };
        (own + self.sagitta).max(self.nested)
    }
}

impl Node {
    fn new(address: TileAddress, parent: Option<Id>) -> Self {
        Self {
            address,
            parent,
            children: None,
            around: [(None, None); 8],
            in_tree: parent.is_none(),
            split: false,
            stuck: false,
            made: None,
            asked: None,
            refused: None,
            own_pixels: 0.0,
            pixels: 0.0,
            is_hidden: false,
        }
    }

    pub(super) fn level(&self) -> usize {
        self.address.level().into()
    }

    /// The recipe that it was made of.
    pub(super) fn version(&self) -> Option<Version> {
        self.made.as_ref().map(|made| made.tile.version)
    }

    /// Its children, in the order of their addresses.
    pub(super) fn child_ids(&self) -> Option<[Id; 4]> {
        self.children.as_ref().map(|family| [0, 1, 2, 3].map(|k| family.first + k))
    }
}

/// All nodes: the six roots, and the children of nodes in runs of four.
pub(super) struct Forest {
    nodes: Vec<Node>,
    by_address: HashMap<TileAddress, Id>,
    /// The first indices of families that were dropped, to be used again.
    free: Vec<Id>,
}

impl std::ops::Index<Id> for Forest {
    type Output = Node;

    fn index(&self, id: Id) -> &Node {
        &self.nodes[id]
    }
}

impl std::ops::IndexMut<Id> for Forest {
    fn index_mut(&mut self, id: Id) -> &mut Node {
        &mut self.nodes[id]
    }
}

impl Forest {
    pub(super) const ROOTS: std::ops::Range<Id> = 0..6;

    pub(super) fn new() -> Self {
        let nodes = Face::ALL.map(|face| Node::new(TileAddress::root(face), None)).into();
        let mut forest = Self { nodes, by_address: HashMap::new(), free: Vec::new() };
        Self::ROOTS.for_each(|root| forest.link(root));
        forest
    }

    /// Number of nodes.
    pub(super) fn len(&self) -> usize {
        self.by_address.len()
    }

    /// The node of a tile, if the forest has one.
    pub(super) fn find(&self, address: TileAddress) -> Option<Id> {
        self.by_address.get(&address).copied()
    }

    /// All families, each with its parent.
    pub(super) fn families(&self) -> impl Iterator<Item = (Id, &Family)> {
        let ids = self.nodes.iter().enumerate();
        ids.filter_map(|(id, node)| node.children.as_ref().map(|family| (id, family)))
    }

    /// The children of a node. If the forest has no nodes for them, they are added. `None` if addresses have no finer level.
    pub(super) fn grow(&mut self, parent: Id, now: u64) -> Option<[Id; 4]> {
        if self[parent].children.is_none() {
            let nodes = self[parent].address.children()?.map(|address| Node::new(address, Some(parent)));
            let first = match self.free.pop() {
                Some(first) => {
                    nodes.into_iter().zip(first..).for_each(|(node, id)| self.nodes[id] = node);
                    first
                }
                None => {
                    self.nodes.extend(nodes);
                    self.nodes.len() - 4
                }
            };
            self[parent].children = Some(Family { first, moved: 1.0, held: 0, needed: now });
            (first..first + 4).for_each(|id| self.link(id));
        }
        self[parent].child_ids()
    }

    /// Drops the children of a node. None of them may have children.
    pub(super) fn prune(&mut self, parent: Id) {
        let Some(family) = self[parent].children.take() else { return };
        for id in family.first..family.first + 4 {
            self.by_address.remove(&self.nodes[id].address);
            for other in self[id].around.map(|(_, other)| other).into_iter().flatten() {
                let back = self[other].around.iter_mut().filter(|(_, back)| *back == Some(id));
                back.for_each(|(_, back)| *back = None);
            }
            self[id].around = [(None, None); 8];
            self[id].made = None;
        }
        self.free.push(family.first);
    }

    /// Links a node and its neighbours to each other.
    fn link(&mut self, id: Id) {
        let address = self[id].address;
        self.by_address.insert(address, id);
        self[id].around =
            address.neighbours().map(|at| (at, at.and_then(|at| self.by_address.get(&at).copied())));
        for other in self[id].around.map(|(_, other)| other).into_iter().flatten() {
            let back = self[other].around.iter_mut().filter(|(at, _)| *at == Some(address));
            back.for_each(|(_, back)| *back = Some(id));
        }
    }
}
