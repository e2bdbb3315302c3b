//! What is remembered of the ground under strokes.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::rings::Key;
use crate::cell::Precision;

/// The most nodes that are remembered under all strokes of a layer: about 200 MB.
const MOST: usize = 1 << 22;

/// The ground at a node without strokes, and that under a stroke.
pub(super) type Under = [f64; 2];

/// How many nodes are remembered under all strokes of a layer and its copies.
#[derive(Clone, Debug, Default)]
pub(crate) struct Remembered(Arc<AtomicUsize>);

/// The ground under a stroke at nodes that were looked at, in either precision. It depends on the strokes before, which never
/// change, on the terrain and on the spacing of its samples. Nothing is changed by what is forgotten of it.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    single: Mutex<HashMap<Key, Under>>,
    double: Mutex<HashMap<Key, Under>>,
    all: Remembered,
}

impl Seen {
    /// Nothing yet, of a layer that remembers so much.
    pub(crate) fn new(all: &Remembered) -> Self {
        Self { single: Mutex::default(), double: Mutex::default(), all: all.clone() }
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

    /// Remembers nodes, if there is room.
    pub(super) fn keep(&self, nodes: impl ExactSizeIterator<Item = (Key, Under)>, precision: Precision) {
        let Remembered(all) = &self.all;
        self.recall(precision, |seen| {
            if all.load(Ordering::Relaxed) + nodes.len() > MOST {
                all.fetch_sub(seen.len(), Ordering::Relaxed);
                *seen = HashMap::new();
            }
            if all.load(Ordering::Relaxed) + nodes.len() <= MOST {
                let before = seen.len();
                seen.extend(nodes);
                all.fetch_add(seen.len() - before, Ordering::Relaxed);
            }
        });
    }
}

impl Drop for Seen {
    fn drop(&mut self) {
        let count = |precision| self.recall(precision, |seen| seen.len());
        let count = count(Precision::Single) + count(Precision::Double);
        self.all.0.fetch_sub(count, Ordering::Relaxed);
    }
}
