//! Tiles that are wanted and not done: who asked for them, and in what order they are made.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::askers::Askers;
use crate::generate::revision::Revision;
use crate::generate::tile::{Key, Request, Ticket};

/// A tile that is wanted.
#[derive(Debug)]
pub(super) struct Work {
    pub(super) request: Request,
    /// Who wants it; nobody, once all have cancelled.
    pub(super) askers: Askers,
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

/// The place of a tile among those that the same makers may make. Numbers grow with time: of equal priorities, what was
/// asked for first comes first.
type Place = (Reverse<i32>, u64);

impl Work {
    fn place(&self, id: u64) -> Place {
        (Reverse(self.askers.priority()), id)
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
    /// Those that are not begun, by the first maker that may make them: those that only a later one may make are not in
    /// the way of the others when it is busy. There are as many orders as makers at most.
    orders: BTreeMap<usize, BTreeSet<Place>>,
}

impl Queue {
    /// Tiles that are not begun.
    pub(super) fn queued(&self) -> usize {
        self.orders.values().map(BTreeSet::len).sum()
    }

    /// Tiles that are being made.
    pub(super) fn in_flight(&self) -> usize {
        self.works.len() - self.queued()
    }

    pub(super) fn ask(&mut self, ticket: Ticket, request: Request, priority: i32) {
        let id = *self.by_key.entry(request.key()).or_insert_with(|| {
            self.next += 1;
            self.next
        });
        let new = || Work { request, askers: Askers::default(), from: 0, begun: None };
        self.works.entry(id).or_insert_with(new);
        self.by_ticket.insert(ticket, id);
        self.change(id, |work| work.askers.set(ticket, priority));
    }

    pub(super) fn reprioritise(&mut self, ticket: Ticket, priority: i32) {
        let Some(&id) = self.by_ticket.get(&ticket) else { return };
        self.change(id, |work| work.askers.set(ticket, priority));
    }

    pub(super) fn cancel(&mut self, ticket: Ticket) {
        let Some(id) = self.by_ticket.remove(&ticket) else { return };
        self.change(id, |work| work.askers.remove(ticket));
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

    /// The next to be made, of those whose first maker is one that `may` begin.
    pub(super) fn first(&self, may: impl Fn(usize) -> bool) -> Option<(u64, &Work)> {
        let orders = self.orders.iter().filter(|&(&from, _)| may(from));
        let &(_, id) = orders.filter_map(|(_, order)| order.first()).min()?;
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
        self.withdraw(work.from, work.place(id));
        for ticket in work.askers.tickets() {
            self.by_ticket.remove(&ticket);
        }
        Some(work)
    }

    /// Takes out all that is not begun.
    pub(super) fn remove_queued(&mut self) -> Vec<Work> {
        let ids: BTreeSet<_> = self.orders.values().flatten().copied().collect();
        ids.into_iter().map(|(_, id)| id).filter_map(|id| self.remove(id)).collect()
    }

    /// Another recipe: what is queued may be made by any maker again, and nobody joins what is being made of the old.
    pub(super) fn renew(&mut self) {
        let (works, by_key) = (&mut self.works, &mut self.by_key);
        by_key.retain(|_, id| works.get(id).is_some_and(|work| work.begun.is_none()));
        works.values_mut().for_each(|work| work.from = 0);
        let all = std::mem::take(&mut self.orders).into_values().flatten().collect();
        self.orders.insert(0, all);
    }

    /// Gives up everything that is being made.
    pub(super) fn stop(&self) {
        let begun = self.works.values().filter_map(|work| work.begun.as_ref());
        begun.for_each(|begun| begun.cancelled.store(true, Ordering::Relaxed));
    }

    /// Changes a tile and, with it, its place in the order.
    fn change(&mut self, id: u64, change: impl FnOnce(&mut Work)) {
        let Some(work) = self.works.get_mut(&id) else { return };
        let (from, place) = (work.from, work.place(id));
        change(work);
        let (is_queued, now, next) = (work.begun.is_none(), work.from, work.place(id));
        self.withdraw(from, place);
        if is_queued {
            self.orders.entry(now).or_default().insert(next);
        }
    }

    /// Takes a tile out of the order that it is in, if it is in one.
    fn withdraw(&mut self, from: usize, place: Place) {
        if let Some(order) = self.orders.get_mut(&from) {
            order.remove(&place);
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
