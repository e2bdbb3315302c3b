//! The requests for one tile.

use std::collections::{BTreeMap, BTreeSet};

use crate::generate::tile::Ticket;

/// The tickets that one tile answers, each with a priority. The tile's priority is the largest. Every change takes time
/// logarithmic in the number of tickets.
#[derive(Debug, Default)]
pub(super) struct Tickets {
    priorities: BTreeMap<Ticket, i32>,
    order: BTreeSet<(i32, Ticket)>,
}

impl Tickets {
    /// Adds a ticket, or changes its priority.
    pub(super) fn set(&mut self, ticket: Ticket, priority: i32) {
        self.remove(ticket);
        self.priorities.insert(ticket, priority);
        self.order.insert((priority, ticket));
    }

    pub(super) fn remove(&mut self, ticket: Ticket) {
        if let Some(priority) = self.priorities.remove(&ticket) {
            self.order.remove(&(priority, ticket));
        }
    }

    /// The largest priority.
    pub(super) fn priority(&self) -> i32 {
        self.order.last().map_or(i32::MIN, |&(priority, _)| priority)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.priorities.is_empty()
    }

    /// All tickets, in the order of their requests.
    pub(super) fn iter(&self) -> impl Iterator<Item = Ticket> {
        self.priorities.keys().copied()
    }
}
