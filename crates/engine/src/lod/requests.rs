//! The requests to the generator, their order, and their answers.

use std::cmp::Reverse;
use std::sync::Arc;

use super::forest::{Asked, For, Forest, GroundError, Id, LoadedTile};
use super::walk::{NESTED, Pass};
use super::{Quadtree, measure, samples_of};
use crate::generate::Generator;
use crate::generate::tile::{Answer, GenerateError, Request, Tile, Version};
use crate::planet::vector::{difference, dot, length};
use crate::planet::{TileAddress, TileBounds};

/// The largest number of answers that an update processes. An answer takes about 30 µs.
pub(super) const ANSWERS: usize = 16;

/// Tiles of this level and of coarser ones are always kept.
pub(super) const KEPT: u8 = 2;

/// The difference in priority between two tiles if the error of one is twice that of the other: one octave.
const OCTAVE: f64 = 64.0;

/// The rise in priority, in octaves, of a tile in the picture: the tile comes before a tile outside the picture, unless the
/// error there is four times as large or more.
const IN_VIEW: f64 = 2.0;

/// The change of priority, in octaves, of a tile that is needed only in half a second: the tile counts like a tile that is
/// needed now and has half the error.
const LATER: f64 = -1.0;

/// The priority, in octaves, of coarse tiles that are requested only to be kept.
const FOR_KEEPING: f64 = -12.0;

/// A tile that is needed.
#[derive(Clone, Copy)]
pub(super) struct Demand {
    priority: i32,
    address: TileAddress,
    parent: Option<Id>,
    /// Whether the current picture lacks the tile.
    is_urgent: bool,
}

impl Quadtree {
    /// Processes the answers that have arrived, at most [`ANSWERS`] of them.
    pub(super) fn take(&mut self, generator: &dyn Generator) {
        self.inbox.extend(generator.take());
        while self.progress.taken < ANSWERS
            && let Some(Answer { ticket, tile }) = self.inbox.pop_front()
        {
            // The answer may be to a request that has been cancelled since.
            let Some(id) = self.asked.remove(&ticket) else { continue };
            self.progress.taken += 1;
            let asked = self.forest[id].asked.take();
            let taken = tile.and_then(|tile| self.take_up(id, tile));
            if let Err(error) = taken {
                // The refusal is for the recipe of the request. A newer recipe may be current by now.
                self.forest[id].refused = asked.map(|asked| asked.made_for);
                self.fault = Some(error);
            }
        }
    }

    /// Measures a tile and stores it in its node.
    fn take_up(&mut self, id: Id, tile: Arc<Tile>) -> Result<(), GenerateError> {
        let address = self.forest[id].address;
        let error = GroundError {
            sagitta: measure::sagitta(address, self.sphere),
            estimate: measure::of_half_mesh(&tile) / 2.0,
            measured: [None; 4],
            nested: 0.0,
        };
        let [least, most] = measure::range(&tile);
        let range = [least - error.metres(), most + error.metres()];
        let bounds = TileBounds::new(self.sphere, address, range)
            .map_err(|error| GenerateError::Request(error.to_string()))?;
        self.bytes += tile.bytes();
        let before = self.forest[id].made.replace(LoadedTile { tile, range, bounds, error });
        self.bytes -= before.map_or(0, |before| before.tile.bytes());
        self.forest[id].refused = None;
        // If children of the same recipe arrived before, the tile's error can be measured at their samples now.
        for child in self.forest[id].child_ids().into_iter().flatten() {
            self.compare(child);
        }
        self.compare(id);
        self.nest(id);
        Ok(())
    }

    /// Measures the error of a tile's parent at the tile's samples.
    fn compare(&mut self, id: Id) {
        let Some(parent) = self.forest[id].parent else { return };
        let child = self.forest[parent].children.as_ref().map_or(0, |family| id - family.first);
        let [Some(own), Some(coarse)] = [id, parent].map(|id| self.forest[id].made.as_ref()) else { return };
        if own.tile.version == coarse.tile.version {
            let metres = measure::of_parent(&own.tile, &coarse.tile, child);
            if let Some(coarse) = &mut self.forest[parent].made {
                coarse.error.measured[child] = Some(metres);
            }
        }
    }

    /// Raises the errors of all ancestors of a tile, and widens their ranges of heights, so that errors and bounds stay nested.
    fn nest(&mut self, mut id: Id) {
        while let Some(parent) = self.forest[id].parent {
            let Some((inner, own)) =
                self.forest[id].made.as_ref().map(|made| (made.error.metres(), made.range))
            else {
                return;
            };
            let address = self.forest[parent].address;
            let Some(outer) = &mut self.forest[parent].made else { return };
            outer.error.nested = outer.error.nested.max(NESTED * inner);
            let range = widened(outer.range, own);
            if range != outer.range
                && let Ok(bounds) = TileBounds::new(self.sphere, address, range)
            {
                (outer.range, outer.bounds) = (range, bounds);
            }
            id = parent;
        }
    }

    /// Collects all tiles that are needed.
    pub(super) fn demand(&mut self, pass: &Pass) {
        self.demands.clear();
        for root in Forest::ROOTS {
            self.demand_for(root, None, f64::INFINITY, true, pass);
        }
        for level in 0..self.levels.len() {
            for at in 0..self.levels[level].len() {
                self.demand_around(self.levels[level][at], pass);
            }
        }
        if !self.has_kept {
            self.demand_to_keep(pass);
        }
    }

    /// Demands the children of a node in the tree. If the node is split, the tiles of the children may have to be made again of
    /// a new recipe. Otherwise the children are demanded if the node has to split now or soon.
    fn demand_around(&mut self, id: Id, pass: &Pass) {
        let node = &self.forest[id];
        if node.split {
            let pixels = node.pixels.max(pass.threshold);
            for child in node.child_ids().into_iter().flatten() {
                self.demand_for(child, Some(id), pixels, true, pass);
            }
            return;
        }
        if node.address.level() >= self.finest || node.made.is_none() {
            return;
        }
        let mut pixels = node.pixels;
        let is_urgent = pixels > pass.threshold;
        if !is_urgent {
            let ahead = pass.ahead.filter(|_| !node.is_hidden).map_or(0.0, |eye| self.pixels(id, pass, eye));
            if ahead <= pass.threshold {
                return;
            }
            pixels = ahead * LATER.exp2();
        }
        let Some(addresses) = node.address.children() else { return };
        let ids = node.child_ids();
        if let Some(family) = self.forest[id].children.as_mut() {
            family.needed = self.updates;
        }
        for (k, address) in addresses.into_iter().enumerate() {
            match ids {
                Some(ids) => self.demand_for(ids[k], Some(id), pixels, is_urgent, pass),
                None => self.push(address, Some(id), pixels, is_urgent, pass),
            }
        }
    }

    /// Demands a node's tile, unless the tile of the current recipe has arrived or is refused.
    fn demand_for(&mut self, id: Id, parent: Option<Id>, pixels: f64, is_urgent: bool, pass: &Pass) {
        let node = &self.forest[id];
        let is_there = node.made.is_some() && node.version() >= pass.version;
        if is_there || node.refused == Some(For(pass.version)) {
            return;
        }
        self.progress.lacking += usize::from(node.in_tree);
        self.push(node.address, parent, pixels, is_urgent, pass);
    }

    fn push(&mut self, address: TileAddress, parent: Option<Id>, pixels: f64, is_urgent: bool, pass: &Pass) {
        let in_view = if self.is_in_view(parent, pass) { IN_VIEW } else { 0.0 };
        let octaves = (pixels / pass.threshold).log2().clamp(-40.0, 40.0) + in_view;
        let priority = (octaves * OCTAVE) as i32;
        self.demands.push(Demand { priority, address, parent, is_urgent });
    }

    /// Whether a node may be in the picture; true if its bounds are not known yet.
    fn is_in_view(&self, id: Option<Id>, pass: &Pass) -> bool {
        let Some(made) = id.and_then(|id| self.forest[id].made.as_ref()) else { return true };
        let sphere = made.bounds.bounding_sphere();
        let to = difference(sphere.centre, pass.eye.position);
        let (far, towards) = (length(to), length(pass.eye.direction));
        if far <= sphere.radius {
            return true;
        }
        let angle = libm::acos((dot(to, pass.eye.direction) / (far * towards)).clamp(-1.0, 1.0));
        let is_outside = angle > pass.eye.cone + libm::asin(sphere.radius / far);
        // If the view direction is zero, the angle is NaN, and everything is in view.
        !is_outside
    }

    /// Demands the coarse tiles that are always kept.
    fn demand_to_keep(&mut self, pass: &Pass) {
        let mut lacks = false;
        let mut open: Vec<Id> = Forest::ROOTS.collect();
        while let Some(id) = open.pop() {
            let node = &self.forest[id];
            let (address, level) = (node.address, node.address.level());
            if level >= KEPT.min(self.finest) {
                continue;
            }
            let Some(children) = address.children().filter(|_| node.made.is_some()) else {
                lacks = true;
                continue;
            };
            let ids = self.forest[id].child_ids();
            for (k, address) in children.into_iter().enumerate() {
                let child = ids.map(|ids| ids[k]);
                if child.is_some_and(|child| self.forest[child].made.is_some()) {
                    open.extend(child);
                    continue;
                }
                lacks = true;
                let refused = child.and_then(|child| self.forest[child].refused);
                if refused != Some(For(pass.version)) {
                    self.push(address, Some(id), pass.threshold * FOR_KEEPING.exp2(), false, pass);
                }
            }
        }
        self.has_kept = !lacks;
    }

    /// Requests the most urgent tiles, and cancels requests that are no longer needed.
    pub(super) fn ask(&mut self, pass: &Pass, generator: &dyn Generator) {
        let mut demands = std::mem::take(&mut self.demands);
        demands.sort_unstable_by_key(|demand| (Reverse(demand.priority), demand.address));
        for demand in &demands {
            self.keep_asking(demand, generator);
        }
        self.withdraw(generator, |asked, now| asked.wanted != now);
        let mut is_short = false;
        for demand in &demands {
            if self.asked.len() >= self.settings.in_flight {
                break;
            }
            if !self.make_room() {
                is_short = demand.is_urgent;
                break;
            }
            self.ask_for(demand, pass.version, generator);
        }
        self.demands = demands;
        self.adapt(is_short);
    }

    /// Records that a request in flight is still needed, and updates its priority.
    fn keep_asking(&mut self, demand: &Demand, generator: &dyn Generator) {
        let Some(id) = self.id_of(demand) else { return };
        let now = self.updates;
        let Some(asked) = self.forest[id].asked.as_mut().filter(|asked| asked.wanted != now) else { return };
        asked.wanted = now;
        if asked.priority.abs_diff(demand.priority) >= OCTAVE as u32 {
            asked.priority = demand.priority;
            generator.reprioritise(asked.ticket, demand.priority);
        }
    }

    fn ask_for(&mut self, demand: &Demand, version: Option<Version>, generator: &dyn Generator) {
        let id = match (self.id_of(demand), demand.parent) {
            (Some(id), _) => id,
            (None, Some(parent)) => {
                let Some(ids) = self.forest.grow(parent, self.updates) else { return };
                let is_it = |id: &Id| self.forest[*id].address == demand.address;
                let Some(id) = ids.into_iter().find(is_it) else { return };
                id
            }
            (None, None) => return,
        };
        let node = &mut self.forest[id];
        if node.asked.is_some() || (node.made.is_some() && node.version() >= version) {
            return;
        }
        let ticket = generator.ask(Request::new(samples_of(demand.address), true), demand.priority);
        node.asked =
            Some(Asked { ticket, made_for: For(version), priority: demand.priority, wanted: self.updates });
        self.asked.insert(ticket, id);
        self.progress.asked += 1;
    }

    fn id_of(&self, demand: &Demand) -> Option<Id> {
        match demand.parent {
            None => Forest::ROOTS.into_iter().find(|&root| self.forest[root].address == demand.address),
            Some(parent) => {
                let ids = self.forest[parent].child_ids()?;
                ids.into_iter().find(|&id| self.forest[id].address == demand.address)
            }
        }
    }

    /// Cancels the requests in flight that `which` selects.
    pub(super) fn withdraw(&mut self, generator: &dyn Generator, which: impl Fn(&Asked, u64) -> bool) {
        let (forest, now) = (&mut self.forest, self.updates);
        self.asked.retain(|&ticket, &mut id| {
            let goes = forest[id].asked.as_ref().is_none_or(|asked| which(asked, now));
            if goes {
                generator.cancel(ticket);
                forest[id].asked = None;
            }
            !goes
        });
    }
}

/// The first range, extended to contain the second. Where it must grow, it grows by twice as much as needed, because new bounds
/// take time to compute, and the next tile is likely to need more.
fn widened([least, most]: [f64; 2], [lower, higher]: [f64; 2]) -> [f64; 2] {
    let beyond = [(least - lower).max(0.0), (higher - most).max(0.0)];
    [least - 2.0 * beyond[0], most + 2.0 * beyond[1]]
}
