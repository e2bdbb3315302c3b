//! Caches for the heights of nodes under strokes.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use super::rings::Key;
use crate::jet::Precision;

/// Maximum number of nodes that are cached under all strokes of a layer: 160 to 320 MB.
const MAX_NODES: usize = 1 << 22;

/// The height of the ground at a node: without strokes, and under a stroke.
pub(super) type NodeHeights = [f64; 2];

/// Limits the size of all caches of a layer and its copies.
#[derive(Clone, Debug, Default)]
pub(crate) struct CacheBudget(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    count: AtomicUsize,
    all: Mutex<Vec<Weak<NodeCache>>>,
}

/// The ground under a stroke at nodes that blurs read, in either precision. The ground depends on the terrain, the spacing
/// and the earlier strokes, which never change for a cache. Results do not depend on what is cached.
#[derive(Debug)]
pub(crate) struct NodeCache {
    single: Mutex<HashMap<Key, NodeHeights>>,
    double: Mutex<HashMap<Key, NodeHeights>>,
    shared: Arc<Shared>,
}

impl NodeCache {
    /// An empty cache.
    pub(crate) fn new(CacheBudget(shared): &CacheBudget) -> Arc<Self> {
        let (single, double) = (Mutex::default(), Mutex::default());
        let cache = Arc::new(Self { single, double, shared: Arc::clone(shared) });
        let mut all = shared.all.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|other| other.strong_count() > 0);
        all.push(Arc::downgrade(&cache));
        cache
    }

    /// Calls `access` with the locked map.
    pub(super) fn with<T>(
        &self,
        precision: Precision,
        access: impl FnOnce(&mut HashMap<Key, NodeHeights>) -> T,
    ) -> T {
        let cache = match precision {
            Precision::Single => &self.single,
            Precision::Double => &self.double,
        };
        access(&mut cache.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Adds nodes. If the budget is exceeded, all other nodes of the layer are dropped first, since the next queries need the
    /// newest nodes.
    pub(super) fn insert(
        &self,
        nodes: impl ExactSizeIterator<Item = (Key, NodeHeights)>,
        precision: Precision,
    ) {
        let Shared { count, all } = &*self.shared;
        // The lock makes all callers see the same budget.
        let all = all.lock().unwrap_or_else(PoisonError::into_inner);
        if count.load(Ordering::Relaxed) + nodes.len() > MAX_NODES {
            all.iter().filter_map(Weak::upgrade).for_each(|cache| cache.clear());
        }
        if nodes.len() <= MAX_NODES {
            self.with(precision, |cache| {
                let before = cache.len();
                cache.extend(nodes);
                count.fetch_add(cache.len() - before, Ordering::Relaxed);
            });
        }
    }

    fn clear(&self) {
        for precision in [Precision::Single, Precision::Double] {
            let removed = self.with(precision, |cache| std::mem::take(cache).len());
            self.shared.count.fetch_sub(removed, Ordering::Relaxed);
        }
    }
}

impl Drop for NodeCache {
    fn drop(&mut self) {
        self.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn caches_stay_within_the_budget() {
        let budget = CacheBudget::default();
        let count = || budget.0.count.load(Ordering::Relaxed);
        let some = |from: usize| (from..from + (1 << 19)).map(|i| ([i as u64, 0], [0.0; 2]));
        let length = |cache: &NodeCache| cache.with(Precision::Single, |cache| cache.len());
        let all: Vec<_> = (0..8).map(|_| NodeCache::new(&budget)).collect();
        for cache in &all {
            cache.insert(some(0), Precision::Single);
            cache.insert(some(0), Precision::Single);
        }
        assert!(count() <= MAX_NODES && all.iter().map(|cache| length(cache)).sum::<usize>() == count());
        let last = NodeCache::new(&budget);
        last.insert(some(7), Precision::Double);
        assert!(count() <= MAX_NODES && last.with(Precision::Double, |cache| cache.len()) == 1 << 19);
        drop(all);
        assert_eq!(count(), 1 << 19);
    }
}
