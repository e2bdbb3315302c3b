//! What is remembered of the ground under strokes.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use super::rings::Key;
use crate::jet::Precision;

/// The most nodes that are remembered under all strokes of a layer: 160 to 320 MB.
const MOST: usize = 1 << 22;

/// The ground at a node without strokes, and that under a stroke.
pub(super) type Under = [f64; 2];

/// What is remembered under all strokes of a layer and its copies.
#[derive(Clone, Debug, Default)]
pub(crate) struct Remembered(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    count: AtomicUsize,
    all: Mutex<Vec<Weak<Seen>>>,
}

/// The ground under a stroke at nodes that were looked at, in either precision. It depends on the strokes before, which never
/// change, on the terrain and on the spacing of its samples. Nothing is changed by what is forgotten of it.
#[derive(Debug)]
pub(crate) struct Seen {
    single: Mutex<HashMap<Key, Under>>,
    double: Mutex<HashMap<Key, Under>>,
    shared: Arc<Shared>,
}

impl Seen {
    /// Nothing yet.
    pub(crate) fn new(Remembered(shared): &Remembered) -> Arc<Self> {
        let (single, double) = (Mutex::default(), Mutex::default());
        let seen = Arc::new(Self { single, double, shared: Arc::clone(shared) });
        let mut all = shared.all.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|other| other.strong_count() > 0);
        all.push(Arc::downgrade(&seen));
        seen
    }

    /// Looks into what is remembered.
    pub(super) fn recall<T>(
        &self,
        precision: Precision,
        look: impl FnOnce(&mut HashMap<Key, Under>) -> T,
    ) -> T {
        let seen = match precision {
            Precision::Single => &self.single,
            Precision::Double => &self.double,
        };
        look(&mut seen.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Remembers nodes. Where there is no room, all others are forgotten: what is looked at now is what will be looked at next.
    pub(super) fn keep(&self, nodes: impl ExactSizeIterator<Item = (Key, Under)>, precision: Precision) {
        let Shared { count, all } = &*self.shared;
        // One at a time, so that all see how much room there is.
        let all = all.lock().unwrap_or_else(PoisonError::into_inner);
        if count.load(Ordering::Relaxed) + nodes.len() > MOST {
            all.iter().filter_map(Weak::upgrade).for_each(|seen| seen.forget());
        }
        if nodes.len() <= MOST {
            self.recall(precision, |seen| {
                let before = seen.len();
                seen.extend(nodes);
                count.fetch_add(seen.len() - before, Ordering::Relaxed);
            });
        }
    }

    fn forget(&self) {
        for precision in [Precision::Single, Precision::Double] {
            let forgotten = self.recall(precision, |seen| std::mem::take(seen).len());
            self.shared.count.fetch_sub(forgotten, Ordering::Relaxed);
        }
    }
}

impl Drop for Seen {
    fn drop(&mut self) {
        self.forget();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_is_remembered_than_there_is_room_for() {
        let remembered = Remembered::default();
        let count = || remembered.0.count.load(Ordering::Relaxed);
        let some = |from: usize| (from..from + (1 << 19)).map(|i| ([i as u64, 0], [0.0; 2]));
        let length = |seen: &Seen| seen.recall(Precision::Single, |seen| seen.len());
        let all: Vec<_> = (0..8).map(|_| Seen::new(&remembered)).collect();
        for seen in &all {
            seen.keep(some(0), Precision::Single);
            seen.keep(some(0), Precision::Single);
        }
        assert!(count() <= MOST && all.iter().map(|seen| length(seen)).sum::<usize>() == count());
        let last = Seen::new(&remembered);
        last.keep(some(7), Precision::Double);
        assert!(count() <= MOST && last.recall(Precision::Double, |seen| seen.len()) == 1 << 19);
        drop(all);
        assert_eq!(count(), 1 << 19);
    }
}
