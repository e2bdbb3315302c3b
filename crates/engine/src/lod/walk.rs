//! Decides which tiles split and which merge.
//!
//! Errors are nested: a tile's error is at least [`NESTED`] times its children's. So when a tile splits, the error of its
//! parent is already well above the threshold, and the tile's vertices have come to rest in their own shape.
//!
//! A tile can split only when all its neighbours are as fine as it is. There is no separate rule that splits their parents.
//! Instead, the tile's error is passed on to the parents of its neighbours. These parents split, move and request tiles as if
//! the error were their own. They merge in the same way.

use super::corners::{at_corner, corner_of_child};
use super::forest::{Family, For, Forest, Id};
use super::{Eye, Quadtree};
use crate::generate::tile::Version;

/// A tile that was split is merged again when its error is below this fraction of the threshold.
const MERGE: f64 = 0.8;

/// Vertices have the parent's shape if the parent's error is at most the threshold. They have their own shape if the parent's
/// error is at least this many times the threshold. In between, they morph.
const UNMOVED: f64 = 1.3;

/// The least ratio of a tile's error to its children's. The error of a split tile is at least [`MERGE`] times the threshold, so
/// the error of its parent is more than [`UNMOVED`] times the threshold. Therefore tiles that split or merge already have their
/// own shape, and need not wait for it.
pub(super) const NESTED: f64 = 1.65;

const _: () = assert!(MERGE * NESTED > UNMOVED);

/// If the error of a tile is more than this many times the threshold, its children probably have to be split, too.
const FAR_OFF: f64 = NESTED * NESTED;

/// Tiles are also requested for the position that the eye will have in this many seconds.
const AHEAD: f64 = 0.5;

/// The numbers that an update works with.
pub(super) struct Pass {
    pub(super) eye: Eye,
    /// The position of the eye in [`AHEAD`] seconds, if the eye is moving.
    pub(super) ahead: Option<[f64; 3]>,
    /// The error threshold in pixels, raised while memory is short.
    pub(super) threshold: f64,
    /// Seconds since the last update.
    pub(super) elapsed: f64,
    /// No drawn ground is lower than this height in metres.
    pub(super) lowest: f64,
    /// The version of the recipe that tiles are made of now.
    pub(super) version: Option<Version>,
}

impl Pass {
    /// How far the children of a node with this error in pixels should have moved to the node's shape.
    fn moved(&self, pixels: f64) -> f64 {
        let above = pixels / self.threshold - 1.0;
        (1.0 - above / (UNMOVED - 1.0)).clamp(0.0, 1.0)
    }
}

impl Quadtree {
    pub(super) fn begin_pass(&mut self, eye: &Eye, now: f64, version: Option<Version>) -> Pass {
        let (before, from) = self.last.unwrap_or((now, eye.position));
        self.last = Some((now, eye.position));
        let elapsed = (now - before).max(0.0);
        let step = [0, 1, 2].map(|k| (eye.position[k] - from[k]) * (AHEAD / elapsed));
        let is_moving = step.iter().all(|x| x.abs() < self.sphere.radius()) && step != [0.0; 3];
        let ahead = is_moving.then(|| std::array::from_fn(|k| eye.position[k] + step[k]));
        let made = Forest::ROOTS.filter_map(|root| self.forest[root].made.as_ref());
        let lowest = made.map(|made| made.range[0] - made.error.sagitta).fold(f64::INFINITY, f64::min);
        let threshold = self.settings.threshold * self.pressure;
        Pass { eye: eye.sound(), ahead, threshold, elapsed, lowest, version }
    }

    /// Computes the errors of all tiles of the tree; then moves, splits and merges tiles accordingly.
    pub(super) fn walk(&mut self, pass: &Pass) {
        self.levels.iter_mut().for_each(Vec::clear);
        self.levels[0].extend(Forest::ROOTS);
        for level in 0..self.levels.len() {
            for at in 0..self.levels[level].len() {
                let id = self.levels[level][at];
                self.see(id, pass);
                if self.forest[id].split
                    && let Some(family) = self.forest[id].children.as_mut()
                {
                    family.needed = self.updates;
                    let first = family.first;
                    self.levels[level + 1].extend(first..first + 4);
                }
            }
        }
        self.keep_pace(pass);
        self.fade(pass);
        self.split(pass);
        self.merge(pass);
    }

    /// Computes a tile's error in pixels, and whether the planet hides it.
    fn see(&mut self, id: Id, pass: &Pass) {
        self.progress.visited += 1;
        let Some(made) = &self.forest[id].made else { return };
        let is_hidden = made.bounds.is_beyond_horizon(pass.eye.position, pass.lowest);
        let pixels = if is_hidden { 0.0 } else { self.pixels(id, pass, pass.eye.position) };
        let node = &mut self.forest[id];
        (node.is_hidden, node.own_pixels, node.pixels) = (is_hidden, pixels, pixels);
    }

    /// A tile's error in pixels, seen from `eye`. It is infinite if `eye` is within the tile's bounds, and 0 if the picture has
    /// no pixels.
    pub(super) fn pixels(&self, id: Id, pass: &Pass, eye: [f64; 3]) -> f64 {
        let off = |made: &super::forest::LoadedTile| {
            let distance = made.bounds.distance(eye);
            if pass.eye.pixels_per_radian == 0.0 {
                0.0
            } else if distance > 0.0 {
                made.error.metres() / distance * pass.eye.pixels_per_radian
            } else {
                f64::INFINITY
            }
        };
        self.forest[id].made.as_ref().map_or(0.0, off)
    }

    /// Passes errors on to the tiles that must split first. A tile can split only when all its neighbours are as fine as it is,
    /// and its neighbours are in the tree only once their parents are split. These parents are the tile's own parent and the
    /// parent's neighbours on the tile's side. Each gets at least [`NESTED`] times the tile's error. So they split before the
    /// tile does, and their children have their own shape by then.
    fn keep_pace(&mut self, pass: &Pass) {
        for level in (1..self.levels.len()).rev() {
            self.hurry(level, pass);
            for &id in &self.levels[level] {
                let pace = NESTED * self.forest[id].pixels;
                if pace <= MERGE * pass.threshold {
                    continue;
                }
                let Some(parent) = self.forest[id].parent else { continue };
                let child = self.forest[parent].children.as_ref().map_or(0, |family| id - family.first);
                let beside = at_corner(corner_of_child(child)).map(|slot| self.forest[parent].around[slot].1);
                for other in beside.into_iter().flatten().chain([parent]) {
                    let other = &mut self.forest[other];
                    other.pixels = other.pixels.max(pace);
                }
            }
        }
    }

    /// If the error of a tile is far above the threshold, splits its neighbours together with the tile, because they must be
    /// split before its children can split. Otherwise each further level would wait again for the tiles of the neighbours, and
    /// for vertices to move.
    fn hurry(&mut self, level: usize, pass: &Pass) {
        for &id in &self.levels[level] {
            let node = &self.forest[id];
            if node.split || node.own_pixels <= FAR_OFF * pass.threshold {
                continue;
            }
            let pace = node.own_pixels / NESTED;
            for other in node.around.map(|(_, other)| other).into_iter().flatten() {
                let other = &mut self.forest[other];
                other.pixels = other.pixels.max(pace);
            }
        }
    }

    /// Moves vertices, at a limited speed. Tiles that are split, and the tiles around them, keep their own shape, because the
    /// split tile is drawn in its own shape once it is merged again.
    fn fade(&mut self, pass: &Pass) {
        for &id in self.levels.iter().flatten() {
            if !self.forest[id].split {
                continue;
            }
            let around = self.forest[id].around.map(|(_, other)| other);
            for other in around.into_iter().flatten().chain([id]) {
                let parent = self.forest[other].parent;
                if let Some(family) = parent.and_then(|parent| self.forest[parent].children.as_mut()) {
                    family.held = self.updates;
                }
            }
        }
        let most = if self.settings.fade > 0.0 { pass.elapsed / self.settings.fade } else { 1.0 };
        for &id in self.levels.iter().flatten() {
            let node = &mut self.forest[id];
            let goal = pass.moved(node.pixels);
            if let Some(family) = node.children.as_mut().filter(|_| node.split) {
                let goal = if family.held == self.updates { 0.0 } else { goal };
                family.moved = goal.clamp(family.moved - most, family.moved + most);
                self.progress.lacking += usize::from(family.moved > goal);
            }
        }
    }

    /// Splits the tiles that should be split and can be, coarse levels first.
    fn split(&mut self, pass: &Pass) {
        for level in 0..usize::from(self.finest) {
            for at in 0..self.levels[level].len() {
                let id = self.levels[level][at];
                self.forest[id].stuck = false;
                if self.forest[id].split || self.forest[id].pixels <= pass.threshold {
                    continue;
                }
                if self.may_split(id) {
                    self.show_children(id, pass);
                }
                let stuck = self.is_refused(id, pass) || self.waits_in_vain(id);
                self.forest[id].stuck = stuck;
                self.progress.lacking += usize::from(!stuck);
            }
        }
    }

    /// Puts a node's children into the tree.
    fn show_children(&mut self, id: Id, pass: &Pass) {
        let goal = if self.settings.fade > 0.0 { 1.0 } else { pass.moved(self.forest[id].pixels) };
        self.forest[id].split = true;
        let Some(Family { first, moved, needed, .. }) = self.forest[id].children.as_mut() else { return };
        (*moved, *needed) = (goal, self.updates);
        let (first, level) = (*first, self.forest[id].level());
        for child in first..first + 4 {
            self.forest[child].in_tree = true;
            self.see(child, pass);
            self.levels[level + 1].push(child);
        }
    }

    /// Whether a node's children have arrived, all its neighbours are as fine as it is, and no vertex would jump.
    fn may_split(&self, id: Id) -> bool {
        let forest = &self.forest;
        let Some(children) = forest[id].child_ids() else { return false };
        let is_ready =
            |child: Id| forest[child].made.is_some() && forest[child].version() >= forest[id].version();
        let is_fine = |&(address, other): &(_, Option<Id>)| {
            let is_at_rest = |other: Id| forest[other].in_tree && self.moved(other) == 0.0;
            other.map_or(Option::is_none(&address), is_at_rest)
        };
        children.into_iter().all(is_ready) && self.moved(id) == 0.0 && forest[id].around.iter().all(is_fine)
    }

    /// Merges the tiles that need not be split any more and whose children have moved completely to the shape of the tile. Fine
    /// levels come first.
    fn merge(&mut self, pass: &Pass) {
        for id in self.levels.iter().rev().flatten() {
            let node = &self.forest[*id];
            let is_ready = node.children.as_ref().is_some_and(|family| family.moved == 1.0);
            if !(node.split && is_ready && node.pixels < MERGE * pass.threshold) {
                continue;
            }
            let Some(children) = node.child_ids() else { continue };
            let is_fine = |child: Id| {
                let around = self.forest[child].around.iter().filter_map(|(_, other)| *other);
                around.chain([child]).any(|other| self.forest[other].split)
            };
            if !children.into_iter().any(is_fine) {
                self.forest[*id].split = false;
                children.into_iter().for_each(|child| self.forest[child].in_tree = false);
            }
        }
    }

    /// How far a node's vertices have moved towards its parent's shape.
    pub(super) fn moved(&self, id: Id) -> f64 {
        let family = self.forest[id].parent.and_then(|parent| self.forest[parent].children.as_ref());
        family.map_or(0.0, |family| family.moved)
    }

    /// Whether a neighbour of a node is missing and will not come: the coarser tile in its place is stuck.
    fn waits_in_vain(&self, id: Id) -> bool {
        self.forest[id].around.iter().any(|&(address, other)| {
            let lacks = other.is_none_or(|other| !self.forest[other].in_tree);
            let parent = address.filter(|_| lacks).and_then(|address| address.parent());
            let parent =
                parent.and_then(|parent| self.forest.find(parent)).map(|parent| &self.forest[parent]);
            parent.is_some_and(|parent| parent.in_tree && parent.stuck)
        })
    }

    /// Whether a child of a node cannot be made of the current recipe.
    fn is_refused(&self, id: Id, pass: &Pass) -> bool {
        let children = self.forest[id].child_ids();
        let is_refused = |child: Id| self.forest[child].refused == Some(For(pass.version));
        children.is_some_and(|children| children.into_iter().any(is_refused))
    }
}
