//! Tiles that are wanted and not done: who asked for them, and in what order they are made.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::generate::revision::Revision;
use crate::generate::tile::{Key, Request, Ticket};

/// A tile that is wanted.
#[derive(Debug)]
pub(super) struct Work {
    pub(super) request: Request,
    /// Who wants it, each with a priority. The largest counts; nobody, once all have cancelled.
    pub(super) askers: Vec<(Ticket, i32)>,
    /// The first maker that may make it: those before it have declined.
    pub(super) from: usize,
    /// Set while it is being made.
    pub(super) begun: Option<Begun>,
}

/// How a tile is being made.
#[derive(Debug)]
pub(super) struct Begun {
    pub(super) revision: Arc<Revision>,
    pub(super) maker: usize,
    pub(super) cancelled: Arc<AtomicBool>,
}

impl Work {
    fn priority(&self) -> i32 {
        self.askers.iter().map(|&(_, priority)| priority).max().unwrap_or(i32::MIN)
    }
}

/// All that is wanted. What callers cause costs the logarithm of how much that is; what a new recipe or the end of the
/// generator causes, as much as there is.
#[derive(Debug, Default)]
pub(super) struct Queue {
    next: u64,
    works: BTreeMap<u64, Work>,
    /// Those that another request for the same tile may join.
    by_key: BTreeMap<Key, u64>,
    by_ticket: BTreeMap<Ticket, u64>,
    /// Those that are not begun. Numbers grow with time: of equal priorities, what was asked for first comes first.
    order: BTreeSet<(Reverse<i32>, u64)>,
}

impl Queue {
    /// Tiles that are not begun.
    pub(super) fn queued(&self) -> usize {
        self.order.len()
    }

    /// Tiles that are being made.
    pub(super) fn in_flight(&self) -> usize {
        self.works.len() - self.order.len()
    }

    pub(super) fn ask(&mut self, ticket: Ticket, request: Request, priority: i32) {
        let id = *self.by_key.entry(request.key()).or_insert_with(|| {
            self.next += 1;
            self.next
        });
        let new = || Work { request, askers: Vec::new(), from: 0, begun: None };
        self.works.entry(id).or_insert_with(new);
        self.by_ticket.insert(ticket, id);
        self.change(id, |work| work.askers.push((ticket, priority)));
    }

    pub(super) fn reprioritise(&mut self, ticket: Ticket, priority: i32) {
        let Some(&id) = self.by_ticket.get(&ticket) else { return };
        self.change(id, |work| {
            let asker = work.askers.iter_mut().find(|asker| asker.0 == ticket);
            asker.into_iter().for_each(|asker| asker.1 = priority);
        });
    }

    pub(super) fn cancel(&mut self, ticket: Ticket) {
        let Some(id) = self.by_ticket.remove(&ticket) else { return };
        self.change(id, |work| work.askers.retain(|asker| asker.0 != ticket));
        let Some(work) = self.works.get(&id).filter(|work| work.askers.is_empty()) else { return };
        match &work.begun {
            // Stays until its maker reports, but nobody may join: the maker may give it up.
            Some(begun) => {
                begun.cancelled.store(true, Ordering::Relaxed);
                self.part(id);
            }
            None => drop(self.remove(id)),
        }
    }

    /// The next to be made, and the first maker that may make it.
    pub(super) fn first(&self) -> Option<(u64, &Work)> {
        let &(_, id) = self.order.first()?;
        Some((id, &self.works[&id]))
    }

    /// Notes that a tile is being made now.
    pub(super) fn begin(&mut self, id: u64, begun: Begun) {
        self.change(id, |work| work.begun = Some(begun));
    }

    /// Queues a tile again that was begun, for makers from number `from` on; it has the place it had before.
    pub(super) fn requeue(&mut self, id: u64, from: usize) {
        self.change(id, |work| {
            work.begun = None;
            work.from = from;
        });
    }

    pub(super) fn get(&self, id: u64) -> Option<&Work> {
        self.works.get(&id)
    }

    /// Takes a tile out, because it is answered or nobody wants it.
    pub(super) fn remove(&mut self, id: u64) -> Option<Work> {
        self.part(id);
        let work = self.works.remove(&id)?;
        self.order.remove(&(Reverse(work.priority()), id));
        for (ticket, _) in &work.askers {
            self.by_ticket.remove(ticket);
        }
        Some(work)
    }

    /// Takes out all that is not begun.
    pub(super) fn remove_queued(&mut self) -> Vec<Work> {
        let ids: Vec<_> = self.order.iter().map(|&(_, id)| id).collect();
        ids.into_iter().filter_map(|id| self.remove(id)).collect()
    }

    /// Another recipe: what is queued may be made by any maker again, and nobody joins what is being made of the old.
    pub(super) fn renew(&mut self) {
        let (works, by_key) = (&mut self.works, &mut self.by_key);
        by_key.retain(|_, id| works.get(id).is_some_and(|work| work.begun.is_none()));
        works.values_mut().for_each(|work| work.from = 0);
    }

    /// Gives up everything that is being made.
    pub(super) fn stop(&self) {
        let begun = self.works.values().filter_map(|work| work.begun.as_ref());
        begun.for_each(|begun| begun.cancelled.store(true, Ordering::Relaxed));
    }

    /// Changes a tile and, with it, its place in the order.
    fn change(&mut self, id: u64, change: impl FnOnce(&mut Work)) {
        let Some(work) = self.works.get_mut(&id) else { return };
        self.order.remove(&(Reverse(work.priority()), id));
        change(work);
        if work.begun.is_none() {
            self.order.insert((Reverse(work.priority()), id));
        }
    }

    /// From here on nobody joins this tile.
    fn part(&mut self, id: u64) {
        if let Some(key) = self.works.get(&id).map(|work| work.request.key())
            && self.by_key.get(&key) == Some(&id)
        {
            self.by_key.remove(&key);
        }
    }
}
