//! Who wants one tile.

use std::collections::{BTreeMap, BTreeSet};

use crate::generate::tile::Ticket;

/// The tickets that one tile answers, each with a priority, of which the largest counts. Whatever happens to one costs
/// the logarithm of how many there are.
#[derive(Debug, Default)]
pub(super) struct Askers {
    priorities: BTreeMap<Ticket, i32>,
    order: BTreeSet<(i32, Ticket)>,
}

impl Askers {
    /// Adds one, or gives one another priority.
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

    /// All of them, in the order in which they asked.
    pub(super) fn tickets(&self) -> impl Iterator<Item = Ticket> {
        self.priorities.keys().copied()
    }
}
