//! The memory limit: which tiles to drop, and when to raise the error threshold. Tiles that have not been needed for longest
//! go first, the coarsest levels never.

use super::forest::{Family, Id, Node};
use super::requests::KEPT;
use super::{Quadtree, SIDE};
use crate::generate::tile::Tile;

/// Bytes of a tile with slopes.
pub(super) const TILE_BYTES: usize = size_of::<Tile>() + 4 * SIDE * SIDE * size_of::<f32>();

/// Who forgets, forgets this part of all, so that it is seldom done.
const SPARE: usize = 64;

/// What the threshold is raised by in an update that lacks memory, and lowered by in one that has plenty.
const STEP: f64 = 1.02;

/// The threshold is raised by no more than this, where all that is drawn is the coarsest tiles: they fit, and what was raised
/// without end would take as long to be lowered. From here it takes 420 updates.
const MAX_PRESSURE: f64 = 4096.0;

impl Quadtree {
    /// Notes how things stand at an update's end.
    pub(super) fn report(&mut self) {
        self.progress.in_flight = self.asked.len();
        self.progress.bytes = self.bytes + self.forest.len() * size_of::<Node>();
        self.progress.pressure = self.pressure;
    }

    /// Bytes that are taken, or will be by what was asked for.
    fn committed(&self) -> usize {
        self.bytes + self.forest.len() * size_of::<Node>() + self.asked.len() * TILE_BYTES
    }

    /// Whether there is memory for another tile, and its siblings' nodes; makes some.
    pub(super) fn make_room(&mut self) -> bool {
        let one = TILE_BYTES + 4 * size_of::<Node>();
        if self.committed() + one > self.settings.bytes {
            self.forget(self.settings.bytes - self.settings.bytes / SPARE - one);
        }
        self.committed() + one <= self.settings.bytes
    }

    /// Forgets families that were not needed for longest, until no more is taken than so much.
    fn forget(&mut self, most: usize) {
        let may_go = |&(parent, family): &(Id, &Family)| {
            let parent = &self.forest[parent];
            let is_leaf = |id: Id| self.forest[id].children.is_none() && self.forest[id].asked.is_none();
            let is_needed = parent.split || parent.address.level() < KEPT || family.needed == self.updates;
            !is_needed && (family.first..family.first + 4).all(is_leaf)
        };
        let families = self.forest.families().filter(may_go);
        let mut old: Vec<_> = families.map(|(parent, family)| (family.needed, parent)).collect();
        old.sort_unstable();
        for (_, parent) in old {
            if self.committed() <= most {
                break;
            }
            let children = self.forest[parent].child_ids().into_iter().flatten();
            let freed: usize =
                children.filter_map(|id| Some(self.forest[id].made.as_ref()?.tile.bytes())).sum();
            self.bytes -= freed;
            self.forest.prune(parent);
        }
    }

    /// Raises the threshold while memory does not suffice, and lowers it again when the tree takes little of it.
    pub(super) fn adapt(&mut self, is_short: bool) {
        let tree = self.levels.iter().map(Vec::len).sum::<usize>() * (TILE_BYTES + size_of::<Node>());
        if is_short {
            self.pressure = (self.pressure * STEP).min(MAX_PRESSURE);
        } else if tree < self.settings.bytes / 8 * 7 {
            self.pressure = (self.pressure / STEP).max(1.0);
        }
    }
}
