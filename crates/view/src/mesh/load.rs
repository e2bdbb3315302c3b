//! Loads the tiles of a picture from a generator.

use std::collections::BTreeMap;

use orogen_engine::generate::Generator;
use orogen_engine::generate::tile::Ticket;
use orogen_gpu::GpuError;

use super::address::Address;
use super::cache::TileCache;
use super::selector::{Heights, TileSelector, TileStatus};
use crate::{Progress, ProgressCallback, ViewError};

/// The tiles of a picture.
#[derive(Debug, Default)]
pub(crate) struct LoadedTiles {
    /// Tiles and their slots, ordered by slot.
    pub(crate) drawn: Vec<(Address, u32)>,
}

/// The result of one traversal of the quadtrees.
#[derive(Default)]
struct Traversal {
    drawn: Vec<Address>,
    missing: Vec<Address>,
}

impl TileCache {
    /// Loads the tiles that the selector draws, and waits for missing ones. Tiles outside the bounds along x
    /// and y are skipped. `progress` reports the number of tiles loaded and the number known so far. If it stops the
    /// renderer, pending requests are cancelled.
    pub(crate) fn load(
        &mut self,
        selector: &TileSelector,
        bounds: [[f64; 2]; 2],
        generator: &dyn Generator,
        progress: &mut ProgressCallback<'_>,
    ) -> Result<LoadedTiles, ViewError> {
        let mut pending = BTreeMap::new();
        let tiles = self.load_missing(selector, bounds, generator, &mut pending, progress);
        pending.keys().for_each(|&ticket| generator.cancel(ticket));
        if tiles.is_err() {
            self.cancel_picture();
        }
        Ok(self.upload(tiles?)?)
    }

    fn load_missing(
        &mut self,
        selector: &TileSelector,
        bounds: [[f64; 2]; 2],
        generator: &dyn Generator,
        pending: &mut BTreeMap<Ticket, Address>,
        progress: &mut ProgressCallback<'_>,
    ) -> Result<Vec<Address>, ViewError> {
        self.begin_picture();
        loop {
            let traversal = traverse(self, selector, bounds);
            if traversal.missing.is_empty() {
                return Ok(traversal.drawn);
            }
            let known = traversal.drawn.len() + traversal.missing.len();
            for tile in traversal.missing {
                pending.insert(generator.ask(tile.request(), tile.level), tile);
            }
            Progress::Tiles { done: known - pending.len(), known }.report(progress)?;
            // The next traversal begins only when all requests are answered.
            while !pending.is_empty() {
                for answer in generator.take() {
                    if let Some(address) = pending.remove(&answer.ticket) {
                        self.insert(address, answer.tile?);
                    }
                }
                Progress::Tiles { done: known - pending.len(), known }.report(progress)?;
                if !pending.is_empty() {
                    std::thread::sleep(std::time::Duration::from_millis(1));
                }
            }
        }
    }

    fn upload(&mut self, tiles: Vec<Address>) -> Result<LoadedTiles, GpuError> {
        let mut drawn = Vec::with_capacity(tiles.len());
        for tile in tiles {
            drawn.extend(self.slot(&tile)?.map(|slot| (tile, slot)));
        }
        drawn.sort_by_key(|&(_, slot)| slot);
        Ok(LoadedTiles { drawn })
    }
}

fn traverse(cache: &TileCache, selector: &TileSelector, bounds: [[f64; 2]; 2]) -> Traversal {
    let mut traversal = Traversal::default();
    for root in selector.roots() {
        visit(cache, selector, bounds, root, None, &mut traversal);
    }
    traversal
}

/// Visits a tile and its descendants. `parent` has the bounds of the parent's heights.
fn visit(
    cache: &TileCache,
    selector: &TileSelector,
    bounds: [[f64; 2]; 2],
    tile: Address,
    parent: Option<Heights>,
    traversal: &mut Traversal,
) {
    let outside = |(along, within): ([f64; 2], [f64; 2])| along[1] <= within[0] || along[0] >= within[1];
    if tile.bounds().into_iter().zip(bounds).any(outside) {
        return;
    }
    if parent.is_some_and(|heights| selector.status(&tile, heights) == TileStatus::Culled) {
        return;
    }
    let Some(cached) = cache.get(&tile) else {
        traversal.missing.push(tile);
        return;
    };
    match selector.status(&tile, cached.heights) {
        TileStatus::Culled => {}
        TileStatus::Drawn => traversal.drawn.push(tile),
        TileStatus::Split => tile
            .children()
            .into_iter()
            .for_each(|child| visit(cache, selector, bounds, child, Some(cached.heights), traversal)),
    }
}
