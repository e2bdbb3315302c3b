//! What is asked for, in what order, and what becomes of the answers.

use std::cmp::Reverse;
use std::sync::Arc;

use super::forest::{Asked, For, Forest, GroundError, Id, Made};
use super::walk::{Look, NESTED};
use super::{Quadtree, measure, samples_of};
use crate::generate::Generator;
use crate::generate::tile::{Answer, GenerateError, Request, Tile, Version};
use crate::planet::vector::{difference, dot, length};
use crate::planet::{Bounds, TileAddress};

/// Answers taken up in an update: some 30 µs each.
pub(super) const ANSWERS: usize = 16;

/// Tiles of this level and of coarser ones are always kept, wherever the eye is.
pub(super) const KEPT: u8 = 2;

/// Priorities by which an error is twice as large.
const OCTAVE: f64 = 64.0;

/// What lies in the picture comes before what lies elsewhere and is off by less than four times as much.
const IN_VIEW: f64 = 2.0;

/// What is wanted half a second ahead comes after what is wanted now and is off by half as much.
const LATER: f64 = -1.0;

/// The octaves of what is kept and not wanted now.
const FOR_KEEPING: f64 = -12.0;

/// A tile that is wanted.
#[derive(Clone, Copy)]
pub(super) struct Wish {
    priority: i32,
    address: TileAddress,
    parent: Option<Id>,
    /// Whether the picture lacks it now.
    is_urgent: bool,
}

impl Quadtree {
    /// Takes up answers, as many as an update has time for.
    pub(super) fn take(&mut self, generator: &dyn Generator) {
        self.inbox.extend(generator.take());
        while self.progress.taken < ANSWERS
            && let Some(Answer { ticket, tile }) = self.inbox.pop_front()
        {
            // What was withdrawn may have been answered before.
            let Some(id) = self.asked.remove(&ticket) else { continue };
            self.progress.taken += 1;
            let asked = self.forest[id].asked.take();
            let taken = tile.and_then(|tile| self.take_up(id, tile));
            if let Err(error) = taken {
                // There may be another recipe by now, which was not refused.
                self.forest[id].refused = asked.map(|asked| asked.made_for);
                self.fault = Some(error);
            }
        }
    }

    /// Measures a tile and puts it where it belongs.
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
        let bounds = Bounds::new(self.sphere, address, range)
            .map_err(|error| GenerateError::Request(error.to_string()))?;
        self.bytes += tile.bytes();
        let before = self.forest[id].made.replace(Made { tile, range, bounds, error });
        self.bytes -= before.map_or(0, |before| before.tile.bytes());
        self.forest[id].refused = None;
        // Children that were there before a new recipe came have something to say again when they are made of it too.
        for child in self.forest[id].child_ids().into_iter().flatten() {
            self.compare(child);
        }
        self.compare(id);
        self.nest(id);
        Ok(())
    }

    /// Has a tile say by how much its parent is off.
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

    /// Has the errors and heights of all that hold a tile hold its own.
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
                && let Ok(bounds) = Bounds::new(self.sphere, address, range)
            {
                (outer.range, outer.bounds) = (range, bounds);
            }
            id = parent;
        }
    }

    /// Notes all that is wanted.
    pub(super) fn wish(&mut self, look: &Look) {
        self.wishes.clear();
        for root in Forest::ROOTS {
            self.wish_for(root, None, f64::INFINITY, true, look);
        }
        for level in 0..self.levels.len() {
            for at in 0..self.levels[level].len() {
                self.wish_around(self.levels[level][at], look);
            }
        }
        if !self.has_kept {
            self.wish_to_keep(look);
        }
    }

    /// What is wanted of a node in the tree: its children, or its own tile made anew.
    fn wish_around(&mut self, id: Id, look: &Look) {
        let node = &self.forest[id];
        if node.split {
            let pixels = node.pixels.max(look.threshold);
            for child in node.child_ids().into_iter().flatten() {
                self.wish_for(child, Some(id), pixels, true, look);
            }
            return;
        }
        if node.address.level() >= self.finest || node.made.is_none() {
            return;
        }
        let mut pixels = node.pixels;
        let is_urgent = pixels > look.threshold;
        if !is_urgent {
            let ahead = look.ahead.filter(|_| !node.is_hidden).map_or(0.0, |eye| self.pixels(id, look, eye));
            if ahead <= look.threshold {
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
                Some(ids) => self.wish_for(ids[k], Some(id), pixels, is_urgent, look),
                None => self.push(address, Some(id), pixels, is_urgent, look),
            }
        }
    }

    /// Wants a node's tile, unless it is there or cannot be.
    fn wish_for(&mut self, id: Id, parent: Option<Id>, pixels: f64, is_urgent: bool, look: &Look) {
        let node = &self.forest[id];
        let is_there = node.made.is_some() && node.version() >= look.version;
        if is_there || node.refused == Some(For(look.version)) {
            return;
        }
        self.progress.lacking += usize::from(node.in_tree);
        self.push(node.address, parent, pixels, is_urgent, look);
    }

    fn push(&mut self, address: TileAddress, parent: Option<Id>, pixels: f64, is_urgent: bool, look: &Look) {
        let in_view = if self.is_in_view(parent, look) { IN_VIEW } else { 0.0 };
        let octaves = (pixels / look.threshold).log2().clamp(-40.0, 40.0) + in_view;
        let priority = (octaves * OCTAVE) as i32;
        self.wishes.push(Wish { priority, address, parent, is_urgent });
    }

    /// Whether a node may be in the picture.
    fn is_in_view(&self, id: Option<Id>, look: &Look) -> bool {
        let Some(made) = id.and_then(|id| self.forest[id].made.as_ref()) else { return true };
        let sphere = made.bounds.bounding_sphere();
        let to = difference(sphere.centre, look.eye.position);
        let (far, towards) = (length(to), length(look.eye.direction));
        if far <= sphere.radius {
            return true;
        }
        let angle = libm::acos((dot(to, look.eye.direction) / (far * towards)).clamp(-1.0, 1.0));
        let is_outside = angle > look.eye.cone + libm::asin(sphere.radius / far);
        // An eye that looks nowhere has no angle, and sees all.
        !is_outside
    }

    /// Wants the coarse tiles that are always kept.
    fn wish_to_keep(&mut self, look: &Look) {
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
                if refused != Some(For(look.version)) {
                    self.push(address, Some(id), look.threshold * FOR_KEEPING.exp2(), false, look);
                }
            }
        }
        self.has_kept = !lacks;
    }

    /// Asks for what is wanted most and withdraws what is wanted no more.
    pub(super) fn ask(&mut self, look: &Look, generator: &dyn Generator) {
        let mut wishes = std::mem::take(&mut self.wishes);
        wishes.sort_unstable_by_key(|wish| (Reverse(wish.priority), wish.address));
        for wish in &wishes {
            self.keep_asking(wish, generator);
        }
        self.withdraw(generator, |asked, now| asked.wanted != now);
        let mut is_short = false;
        for wish in &wishes {
            if self.asked.len() >= self.settings.in_flight {
                break;
            }
            if !self.make_room() {
                is_short = wish.is_urgent;
                break;
            }
            self.ask_for(wish, look.version, generator);
        }
        self.wishes = wishes;
        self.adapt(is_short);
    }

    /// Notes that a request under way is still wanted, and how much.
    fn keep_asking(&mut self, wish: &Wish, generator: &dyn Generator) {
        let Some(id) = self.id_of(wish) else { return };
        let now = self.updates;
        let Some(asked) = self.forest[id].asked.as_mut().filter(|asked| asked.wanted != now) else { return };
        asked.wanted = now;
        if asked.priority.abs_diff(wish.priority) >= OCTAVE as u32 {
            asked.priority = wish.priority;
            generator.reprioritise(asked.ticket, wish.priority);
        }
    }

    fn ask_for(&mut self, wish: &Wish, version: Option<Version>, generator: &dyn Generator) {
        let id = match (self.id_of(wish), wish.parent) {
            (Some(id), _) => id,
            (None, Some(parent)) => {
                let Some(ids) = self.forest.grow(parent, self.updates) else { return };
                let is_it = |id: &Id| self.forest[*id].address == wish.address;
                let Some(id) = ids.into_iter().find(is_it) else { return };
                id
            }
            (None, None) => return,
        };
        let node = &mut self.forest[id];
        if node.asked.is_some() || (node.made.is_some() && node.version() >= version) {
            return;
        }
        let ticket = generator.ask(Request::new(samples_of(wish.address), true), wish.priority);
        node.asked =
            Some(Asked { ticket, made_for: For(version), priority: wish.priority, wanted: self.updates });
        self.asked.insert(ticket, id);
        self.progress.asked += 1;
    }

    fn id_of(&self, wish: &Wish) -> Option<Id> {
        match wish.parent {
            None => Forest::ROOTS.into_iter().find(|&root| self.forest[root].address == wish.address),
            Some(parent) => {
                let ids = self.forest[parent].child_ids()?;
                ids.into_iter().find(|&id| self.forest[id].address == wish.address)
            }
        }
    }

    /// Withdraws some of the requests.
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

/// A range that holds another. Where it has to be wider it becomes so by twice as much: bounds take their time, and the next
/// tile is likely to want more.
fn widened([least, most]: [f64; 2], [lower, higher]: [f64; 2]) -> [f64; 2] {
    let beyond = [(least - lower).max(0.0), (higher - most).max(0.0)];
    [least - 2.0 * beyond[0], most + 2.0 * beyond[1]]
}
