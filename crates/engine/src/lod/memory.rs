//! The memory limit: which tiles to drop, and when to raise the error threshold. Tiles that have not been needed for the
//! longest time are dropped first. Tiles of the coarsest levels are never dropped.

use super::forest::{Family, Id, Node};
use super::requests::KEPT;
use super::{Quadtree, SIDE};
use crate::generate::tile::Tile;

/// Bytes of a tile with slopes.
pub(super) const TILE_BYTES: usize = size_of::<Tile>() + 4 * SIDE * SIDE * size_of::<f32>();

/// Tiles are dropped until one part in 64 of the memory is free, so that tiles have to be dropped only seldom.
const SPARE: usize = 64;

/// The factor by which an update that lacks memory raises the threshold, and by which an update with plenty of memory lowers
/// the threshold.
const STEP: f64 = 1.02;

/// The largest factor that raises the threshold. With this factor, only the coarsest tiles are drawn, and they fit into the
/// memory. Without a limit, lowering the threshold again could take any number of updates; from this factor, it takes about 420
/// updates.
const MAX_PRESSURE: f64 = 4096.0;

impl Quadtree {
    /// Records the state at the end of an update.
    pub(super) fn report(&mut self) {
        self.progress.in_flight = self.asked.len();
        self.progress.bytes = self.bytes + self.forest.len() * size_of::<Node>();
        self.progress.pressure = self.pressure;
    }

    /// Bytes that are in use, or that will be in use when the requested tiles arrive.
    fn committed(&self) -> usize {
        self.bytes + self.forest.len() * size_of::<Node>() + self.asked.len() * TILE_BYTES
    }

    /// Makes room for another tile and its siblings' nodes. Returns whether there is enough room.
    pub(super) fn make_room(&mut self) -> bool {
        let one = TILE_BYTES + 4 * size_of::<Node>();
        if self.committed() + one > self.settings.bytes {
            self.forget(self.settings.bytes - self.settings.bytes / SPARE - one);
        }
        self.committed() + one <= self.settings.bytes
    }

    /// Drops the families that have not been needed for the longest time, until at most `most` bytes are in use.
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

    /// Raises the threshold if memory is short. Otherwise lowers it again if the tiles in the tree need less than 7/8 of the
    /// memory.
    pub(super) fn adapt(&mut self, is_short: bool) {
        let tree = self.levels.iter().map(Vec::len).sum::<usize>() * (TILE_BYTES + size_of::<Node>());
        if is_short {
            self.pressure = (self.pressure * STEP).min(MAX_PRESSURE);
        } else if tree < self.settings.bytes / 8 * 7 {
            self.pressure = (self.pressure / STEP).max(1.0);
        }
    }
}
