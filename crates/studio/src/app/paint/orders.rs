//! The places of strokes in the order of all steps of undo.

use crate::document::order;

/// The [orders](order) of the strokes of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::app) struct Orders {
    /// The orders of the strokes that are done. The stroke that is drawn now has none yet.
    pub(in crate::app) done: Vec<i64>,
    /// The orders of the strokes that can be redone. The last one is redone first.
    pub(in crate::app) undone: Vec<i64>,
}

impl Orders {
    /// The orders for a file with so many strokes that are done, and so many that can be redone. Those that are known stay: the file
    /// may have fewer strokes because a task has failed, and can redo strokes that a new step has dropped. Without known orders, the
    /// strokes are of an earlier session.
    pub(in crate::app) fn of_file(known: Option<Self>, done: usize, undone: usize) -> Self {
        let known = known.map(|Self { done, undone }| [done, undone.into_iter().rev().collect()].concat());
        match known.filter(|all| all.len() >= done) {
            Some(mut all) => {
                let rest = all.split_off(done);
                Self { done: all, undone: rest.into_iter().take(undone).rev().collect() }
            }
            None => {
                Self { done: order::earlier(done).collect(), undone: order::later(undone).rev().collect() }
            }
        }
    }

    pub(super) fn undo(&mut self) {
        self.undone.extend(self.done.pop());
    }

    /// A stroke that an earlier session has undone becomes a new step.
    pub(super) fn redo(&mut self) {
        let new = order::next();
        self.done.push(self.undone.pop().map_or(new, |known| known.min(new)));
    }

    /// Drops the strokes that were undone before a new step. The file redoes strokes in their order only, so without the first of
    /// them none can be redone.
    pub(in crate::app) fn forget_redo(&mut self, new: i64) {
        if self.undone.last().is_some_and(|first| *first < new) {
            self.undone.clear();
        }
    }

    /// The number of strokes until a step.
    pub(in crate::app) fn count_until(&self, order: i64) -> usize {
        self.done.iter().chain(&self.undone).filter(|known| **known <= order).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn orders(done: &[i64], undone: &[i64]) -> Orders {
        Orders { done: done.to_vec(), undone: undone.to_vec() }
    }

    /// A file that is opened again keeps its place in the order.
    #[test]
    fn known_orders_stay() {
        let known = orders(&[3, 7], &[12, 9]);
        let opened = |done, undone| Orders::of_file(Some(known.clone()), done, undone);
        assert_eq!(opened(2, 2), known);
        assert_eq!(opened(1, 0), orders(&[3], &[]), "the second stroke was not written");
        assert_eq!(opened(3, 1), orders(&[3, 7, 9], &[12]), "the undo was not written");
        let dropped = Orders::of_file(Some(orders(&[3, 7], &[])), 2, 5);
        assert_eq!(dropped, orders(&[3, 7], &[]), "a new step has dropped what was undone");
    }

    #[test]
    fn strokes_of_earlier_sessions_share_no_order() {
        let [ground, mask] = [(); 2].map(|()| Orders::of_file(None, 3, 2));
        for Orders { done, undone } in [&ground, &mask] {
            assert!(done.is_sorted() && done.iter().all(|order| *order < order::OPEN), "{done:?}");
            assert!(undone.iter().rev().is_sorted() && undone[0] > order::next(), "{undone:?}");
        }
        let all = [ground.done, ground.undone, mask.done, mask.undone].concat();
        assert_eq!(all.iter().collect::<std::collections::BTreeSet<_>>().len(), all.len(), "{all:?}");
    }

    #[test]
    fn a_new_step_drops_what_was_undone_before_it() {
        let mut orders = Orders::of_file(None, 1, 2);
        let later = orders.undone.clone();
        orders.forget_redo(order::next());
        assert_eq!(orders.undone, later, "a change does not drop what an earlier session has undone");
        orders.undo();
        orders.forget_redo(order::next());
        assert_eq!(orders.undone, [0; 0], "the file cannot skip the first of them");
    }
}
