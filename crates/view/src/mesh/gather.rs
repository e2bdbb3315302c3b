//! From a walk to the tiles that are drawn: those that are lacking are asked for.

use std::collections::BTreeMap;

use orogen::generate::Generator;
use orogen::generate::tile::Ticket;
use orogen_gpu::GpuError;

use super::address::Address;
use super::store::Store;
use super::walk::{Fate, Heights, Walk};
use crate::{Progress, ViewError, Watch};

/// The tiles of a picture.
#[derive(Debug, Default)]
pub(crate) struct Gathered {
    /// With their slots, in the order of these.
    pub(crate) drawn: Vec<(Address, u32)>,
}

/// What a walk comes to.
#[derive(Default)]
struct Found {
    drawn: Vec<Address>,
    lacking: Vec<Address>,
}

impl Store {
    /// The tiles that a walk finds, made by a generator as far as they are not at hand; it is waited for. Tiles outside
    /// of the bounds along x and y are left out. `progress` is told how many are at hand, and how many are known to be
    /// needed; when it has enough, what is not made yet is not made.
    pub(crate) fn gather(
        &mut self,
        walk: &Walk,
        bounds: [[f64; 2]; 2],
        generator: &dyn Generator,
        progress: &mut Watch<'_>,
    ) -> Result<Gathered, ViewError> {
        let mut asked = BTreeMap::new();
        let found = self.found(walk, bounds, generator, &mut asked, progress);
        asked.keys().for_each(|&ticket| generator.cancel(ticket));
        if found.is_err() {
            self.give_up();
        }
        Ok(self.placed(found?)?)
    }

    fn found(
        &mut self,
        walk: &Walk,
        bounds: [[f64; 2]; 2],
        generator: &dyn Generator,
        asked: &mut BTreeMap<Ticket, Address>,
        progress: &mut Watch<'_>,
    ) -> Result<Vec<Address>, ViewError> {
        self.begin();
        loop {
            let found = find(self, walk, bounds);
            if found.lacking.is_empty() {
                return Ok(found.drawn);
            }
            let known = found.drawn.len() + found.lacking.len();
            for tile in found.lacking {
                asked.insert(generator.ask(tile.request(), tile.level), tile);
            }
            Progress::Tiles { done: known - asked.len(), known }.tell(progress)?;
            // The next walk is worth its time when all are there.
            while !asked.is_empty() {
                for answer in generator.take() {
                    if let Some(address) = asked.remove(&answer.ticket) {
                        self.keep(address, answer.tile?);
                    }
                }
                Progress::Tiles { done: known - asked.len(), known }.tell(progress)?;
                if !asked.is_empty() {
                    std::thread::sleep(std::time::Duration::from_millis(1));
                }
            }
        }
    }

    fn placed(&mut self, tiles: Vec<Address>) -> Result<Gathered, GpuError> {
        let mut drawn = Vec::with_capacity(tiles.len());
        for tile in tiles {
            drawn.extend(self.slot(&tile)?.map(|slot| (tile, slot)));
        }
        drawn.sort_by_key(|&(_, slot)| slot);
        Ok(Gathered { drawn })
    }
}

fn find(store: &Store, walk: &Walk, bounds: [[f64; 2]; 2]) -> Found {
    let mut found = Found::default();
    for root in walk.roots() {
        visit(store, walk, bounds, root, None, &mut found);
    }
    found
}

/// Goes down from a tile whose heights are known by its parent's at most.
fn visit(
    store: &Store,
    walk: &Walk,
    bounds: [[f64; 2]; 2],
    tile: Address,
    parent: Option<Heights>,
    found: &mut Found,
) {
    let outside = |(along, within): ([f64; 2], [f64; 2])| along[1] <= within[0] || along[0] >= within[1];
    if tile.bounds().into_iter().zip(bounds).any(outside) {
        return;
    }
    if parent.is_some_and(|heights| walk.fate(&tile, heights) == Fate::Hidden) {
        return;
    }
    let Some(held) = store.get(&tile) else {
        found.lacking.push(tile);
        return;
    };
    match walk.fate(&tile, held.heights) {
        Fate::Hidden => {}
        Fate::Drawn => found.drawn.push(tile),
        Fate::Cut => tile
            .children()
            .into_iter()
            .for_each(|child| visit(store, walk, bounds, child, Some(held.heights), found)),
    }
}
