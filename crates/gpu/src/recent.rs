//! What was used last and takes memory of a device, within a bound.

use std::collections::BTreeMap;

use wgpu::Buffer;

/// What a value takes of a processor's memory beside its buffers; so it is also a bound for their number.
const ENTRY_BYTES: u64 = 1 << 12;

/// What can be kept.
pub(crate) trait Held {
    /// Its memory on the device. What several have in common counts once.
    fn buffers(&self) -> Vec<&Buffer>;

    /// Whether there are others who hold it, so that to forget it would free nothing.
    fn is_in_use(&self) -> bool;
}

/// Keeps the values used last, as many as fit. Those in use stay, and so does the last, whatever they take.
#[derive(Debug)]
pub(crate) struct Recent<K, V> {
    most: u64,
    bytes: u64,
    time: u64,
    /// With the time of their last use.
    kept: BTreeMap<K, (u64, V)>,
    uses: BTreeMap<u64, K>,
    /// With the number of values that have it.
    buffers: BTreeMap<Buffer, usize>,
}

impl<K: Copy + Ord, V: Held> Recent<K, V> {
    /// At most `most` bytes.
    pub(crate) fn new(most: u64) -> Self {
        Self {
            most,
            bytes: 0,
            time: 0,
            kept: BTreeMap::new(),
            uses: BTreeMap::new(),
            buffers: BTreeMap::new(),
        }
    }

    /// Keeps a value as the one used last, instead of those that were not used for longest.
    pub(crate) fn keep(&mut self, key: K, value: V) {
        self.take(&key);
        self.bytes += ENTRY_BYTES;
        for buffer in value.buffers() {
            let users = self.buffers.entry(buffer.clone()).or_default();
            self.bytes += if *users == 0 { buffer.size() } else { 0 };
            *users += 1;
        }
        self.time += 1;
        self.uses.insert(self.time, key);
        self.kept.insert(key, (self.time, value));
        self.forget(self.most, self.time);
    }

    /// Takes a value out. Who uses it puts it back.
    pub(crate) fn take(&mut self, key: &K) -> Option<V> {
        let (used, value) = self.kept.remove(key)?;
        self.uses.remove(&used);
        self.bytes -= ENTRY_BYTES;
        for buffer in value.buffers() {
            let Some(users) = self.buffers.get_mut(buffer) else { continue };
            *users -= 1;
            if *users == 0 {
                self.bytes -= buffer.size();
                self.buffers.remove(buffer);
            }
        }
        Some(value)
    }

    /// Forgets all that is not in use.
    pub(crate) fn clear(&mut self) {
        self.forget(0, u64::MAX);
    }

    /// Takes out everything.
    pub(crate) fn drain(&mut self) -> impl Iterator<Item = V> {
        let all = std::mem::replace(self, Self::new(self.most));
        all.kept.into_values().map(|(_, value)| value)
    }

    /// Forgets what was last used before some time, the oldest first, until no more than so many bytes are left.
    fn forget(&mut self, most: u64, before: u64) {
        let mut after = 0;
        while self.bytes > most
            && let Some((&used, &key)) = self.uses.range(after..before).next()
        {
            after = used + 1;
            if self.kept.get(&key).is_some_and(|(_, value)| !value.is_in_use()) {
                self.take(&key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use wgpu::BufferUsages;

    use super::*;
    use crate::Gpu;

    struct Thing {
        own: Arc<Buffer>,
        shared: Buffer,
    }

    impl Held for Thing {
        fn buffers(&self) -> Vec<&Buffer> {
            vec![&self.own, &self.shared]
        }

        fn is_in_use(&self) -> bool {
            Arc::strong_count(&self.own) > 1
        }
    }

    /// A kilobyte each, and one large buffer for all of them.
    const KILO: u64 = 1 << 10;
    const SHARED: u64 = 1 << 20;
    const EACH: u64 = KILO + ENTRY_BYTES;

    fn things(count: usize) -> Vec<Thing> {
        let gpu = Gpu::any();
        let shared = gpu.buffer(BufferUsages::STORAGE, SHARED);
        let own = || Arc::new(gpu.buffer(BufferUsages::STORAGE, KILO));
        (0..count).map(|_| Thing { own: own(), shared: shared.clone() }).collect()
    }

    fn keys(recent: &Recent<usize, Thing>) -> Vec<usize> {
        recent.kept.keys().copied().collect()
    }

    #[test]
    fn what_is_kept_fits_and_what_was_not_used_for_longest_goes() {
        let mut recent = Recent::new(SHARED + 3 * EACH);
        for (key, thing) in things(5).into_iter().enumerate() {
            recent.keep(key, thing);
            if let Some(first) = recent.take(&0) {
                recent.keep(0, first);
            }
            assert_eq!(recent.bytes, SHARED + EACH * (key as u64 + 1).min(3));
        }
        assert_eq!(keys(&recent), [0, 3, 4]);
        assert_eq!(recent.drain().count(), 3);
        assert_eq!((recent.bytes, recent.buffers.len(), recent.uses.len()), (0, 0, 0));
    }

    #[test]
    fn what_is_in_use_stays_and_so_does_the_last() {
        let mut recent = Recent::new(SHARED + 2 * EACH);
        let things = things(6);
        let used: Vec<_> = [0, 2, 3].map(|at: usize| Arc::clone(&things[at].own)).into();
        things.into_iter().enumerate().for_each(|(key, thing)| recent.keep(key, thing));
        assert_eq!(keys(&recent), [0, 2, 3, 5], "too many are in use");
        drop(used);
        recent.clear();
        assert!(keys(&recent).is_empty() && recent.bytes == 0);
        let large = self::things(1).remove(0);
        let mut small = Recent::new(KILO);
        small.keep(7, large);
        assert_eq!(keys(&small), [7]);
    }
}
