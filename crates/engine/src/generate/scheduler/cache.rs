//! Tiles kept for later requests, within a memory limit.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::generate::tile::{Key, Tile};

/// The most recently used tiles, as many as fit. Tiles that only callers still keep do not count.
#[derive(Debug)]
pub(super) struct Cache {
    most: usize,
    bytes: usize,
    tiles: BTreeMap<Key, (u64, Arc<Tile>)>,
    /// The keys of the tiles, by the time of their last use.
    uses: BTreeMap<u64, Key>,
    time: u64,
}

impl Cache {
    /// An empty cache for at most `most` bytes.
    pub(super) fn new(most: usize) -> Self {
        Self { most, bytes: 0, tiles: BTreeMap::new(), uses: BTreeMap::new(), time: 0 }
    }

    /// Bytes of memory in use.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// A tile, which becomes the most recently used.
    pub(super) fn get(&mut self, key: &Key) -> Option<Arc<Tile>> {
        let (used, tile) = self.tiles.get_mut(key)?;
        self.uses.remove(used);
        self.time += 1;
        *used = self.time;
        self.uses.insert(self.time, *key);
        Some(Arc::clone(tile))
    }

    /// Keeps a tile and drops the least recently used tiles to make room. A tile larger than the limit is not kept.
    pub(super) fn insert(&mut self, tile: Arc<Tile>) {
        let (key, bytes) = (tile.request.key(), tile.bytes());
        self.remove(&key);
        if bytes > self.most {
            return;
        }
        while self.bytes + bytes > self.most {
            let Some((_, oldest)) = self.uses.first_key_value() else { break };
            self.remove(&{ *oldest });
        }
        self.time += 1;
        self.bytes += bytes;
        self.uses.insert(self.time, key);
        self.tiles.insert(key, (self.time, tile));
    }

    /// Drops the tiles for which `keep` is false.
    pub(super) fn retain(&mut self, keep: impl Fn(&Tile) -> bool) {
        let gone: Vec<_> =
            self.tiles.iter().filter(|(_, (_, tile))| !keep(tile)).map(|(key, _)| *key).collect();
        gone.iter().for_each(|key| self.remove(key));
    }

    fn remove(&mut self, key: &Key) {
        if let Some((used, tile)) = self.tiles.remove(key) {
            self.uses.remove(&used);
            self.bytes -= tile.bytes();
        }
    }

    /// Drops all tiles.
    pub(super) fn clear(&mut self) {
        *self = Self::new(self.most);
    }
}
