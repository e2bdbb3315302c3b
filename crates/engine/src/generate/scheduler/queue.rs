//! The tiles that are requested but not done: their requests, and the order in which they are made. There is one order for all
//! tiles with the same first possible maker, so tiles that wait for a busy maker do not block tiles for other makers.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::tickets::Tickets;
use crate::generate::revision::Revision;
use crate::generate::tile::{Key, Request, Ticket};

/// A tile that is requested.
#[derive(Debug)]
pub(super) struct Work {
    pub(super) request: Request,
    /// The requests for it; empty once all are cancelled.
    pub(super) tickets: Tickets,
    /// The number of the first maker that may make it. The makers before have declined the tile or are lost.
    pub(super) from: usize,
    /// Set while a maker works on it.
    pub(super) begun: Option<Begun>,
}

/// A tile that a maker works on.
#[derive(Debug)]
pub(super) struct Begun {
    pub(super) revision: Arc<Revision>,
    pub(super) maker: usize,
    pub(super) cancelled: Arc<AtomicBool>,
}

/// The rank of a tile among those that the same makers may make. Ids grow with time, so of two tiles with equal priority, the
/// one that was requested earlier comes first.
type Rank = (Reverse<i32>, u64);

impl Work {
    fn rank(&self, id: u64) -> Rank {
        (Reverse(self.tickets.priority()), id)
    }
}

/// All requested tiles. A caller's request takes time logarithmic in their number; a new recipe, and the end of the generator,
/// take linear time.
#[derive(Debug, Default)]
pub(super) struct Queue {
    next: u64,
    works: BTreeMap<u64, Work>,
    /// The tiles that another request for the same tile joins, by the key of the request.
    by_key: BTreeMap<Key, u64>,
    by_ticket: BTreeMap<Ticket, u64>,
    /// The tiles that are not begun, by the first maker that may make them. There is at most one order more than makers: it is
    /// for tiles that no maker is left for.
    orders: BTreeMap<usize, BTreeSet<Rank>>,
}

impl Queue {
    /// Number of tiles that are not begun.
    pub(super) fn queued(&self) -> usize {
        self.orders.values().map(BTreeSet::len).sum()
    }

    /// Number of tiles that are being made.
    pub(super) fn in_flight(&self) -> usize {
        self.works.len() - self.queued()
    }

    pub(super) fn ask(&mut self, ticket: Ticket, request: Request, priority: i32) {
        let id = *self.by_key.entry(request.key()).or_insert_with(|| {
            self.next += 1;
            self.next
        });
        let new = || Work { request, tickets: Tickets::default(), from: 0, begun: None };
        self.works.entry(id).or_insert_with(new);
        self.by_ticket.insert(ticket, id);
        self.change(id, |work| work.tickets.set(ticket, priority));
    }

    pub(super) fn reprioritise(&mut self, ticket: Ticket, priority: i32) {
        let Some(&id) = self.by_ticket.get(&ticket) else { return };
        self.change(id, |work| work.tickets.set(ticket, priority));
    }

    pub(super) fn cancel(&mut self, ticket: Ticket) {
        let Some(id) = self.by_ticket.remove(&ticket) else { return };
        self.change(id, |work| work.tickets.remove(ticket));
        let Some(work) = self.works.get(&id).filter(|work| work.tickets.is_empty()) else { return };
        match &work.begun {
            // The tile stays until its maker reports, but no request may join it, because the maker may abandon it.
            Some(begun) => {
                begun.cancelled.store(true, Ordering::Relaxed);
                self.close(id);
            }
            None => drop(self.remove(id)),
        }
    }

    /// The next tile to make, of those whose first maker satisfies `may`.
    pub(super) fn first(&self, may: impl Fn(usize) -> bool) -> Option<(u64, &Work)> {
        let orders = self.orders.iter().filter(|&(&from, _)| may(from));
        let &(_, id) = orders.filter_map(|(_, order)| order.first()).min()?;
        Some((id, &self.works[&id]))
    }

    /// Records that a maker has begun a tile.
    pub(super) fn begin(&mut self, id: u64, begun: Begun) {
        self.change(id, |work| work.begun = Some(begun));
    }

    /// Queues a tile again, for makers from number `from` on. It keeps its rank.
    pub(super) fn requeue(&mut self, id: u64, from: usize) {
        self.change(id, |work| {
            work.begun = None;
            work.from = from;
        });
    }

    pub(super) fn get(&self, id: u64) -> Option<&Work> {
        self.works.get(&id)
    }

    /// Removes a tile that is answered, or whose requests are all cancelled.
    pub(super) fn remove(&mut self, id: u64) -> Option<Work> {
        self.close(id);
        let work = self.works.remove(&id)?;
        self.withdraw(work.from, work.rank(id));
        for ticket in work.tickets.iter() {
            self.by_ticket.remove(&ticket);
        }
        Some(work)
    }

    /// Removes all tiles that are not begun.
    pub(super) fn remove_queued(&mut self) -> Vec<Work> {
        let ids: BTreeSet<_> = self.orders.values().flatten().copied().collect();
        ids.into_iter().map(|(_, id)| id).filter_map(|id| self.remove(id)).collect()
    }

    /// Prepares for another recipe: any maker may make the queued tiles, and no request joins a tile that is being made of the
    /// old recipe.
    pub(super) fn renew(&mut self) {
        let (works, by_key) = (&mut self.works, &mut self.by_key);
        by_key.retain(|_, id| works.get(id).is_some_and(|work| work.begun.is_none()));
        works.values_mut().for_each(|work| work.from = 0);
        let all = std::mem::take(&mut self.orders).into_values().flatten().collect();
        self.orders.insert(0, all);
    }

    /// Cancels every tile that is being made.
    pub(super) fn stop(&self) {
        let begun = self.works.values().filter_map(|work| work.begun.as_ref());
        begun.for_each(|begun| begun.cancelled.store(true, Ordering::Relaxed));
    }

    /// Changes a tile, and its rank with it.
    fn change(&mut self, id: u64, change: impl FnOnce(&mut Work)) {
        let Some(work) = self.works.get_mut(&id) else { return };
        let (from, rank) = (work.from, work.rank(id));
        change(work);
        let (is_queued, now, next) = (work.begun.is_none(), work.from, work.rank(id));
        self.withdraw(from, rank);
        if is_queued {
            self.orders.entry(now).or_default().insert(next);
        }
    }

    /// Removes a tile from its order, if it is in one.
    fn withdraw(&mut self, from: usize, rank: Rank) {
        if let Some(order) = self.orders.get_mut(&from) {
            order.remove(&rank);
        }
    }

    /// Lets no further request join a tile.
    fn close(&mut self, id: u64) {
        if let Some(key) = self.works.get(&id).map(|work| work.request.key())
            && self.by_key.get(&key) == Some(&id)
        {
            self.by_key.remove(&key);
        }
    }
}
