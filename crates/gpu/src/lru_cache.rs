//! A least-recently-used cache of values in device memory.

use std::collections::BTreeMap;

use wgpu::Buffer;

/// Processor memory of a value, which is counted in addition to its buffers. So the number of values is limited, too.
const ENTRY_BYTES: u64 = 1 << 12;

/// A value that can be cached.
pub(crate) trait CacheEntry {
    /// The buffers of the value in device memory. A buffer that several values share is counted once.
    fn buffers(&self) -> Vec<&Buffer>;

    /// Whether code outside of the cache also has a reference to the value. Evicting it would then free no memory.
    fn is_in_use(&self) -> bool;
}

/// Keeps as many of the most recently used values as fit. Never evicts values in use, nor the value that was inserted last.
#[derive(Debug)]
pub(crate) struct LruCache<K, V> {
    max_bytes: u64,
    bytes: u64,
    time: u64,
    /// The values, each with the time of its last use.
    values: BTreeMap<K, (u64, V)>,
    uses: BTreeMap<u64, K>,
    /// The buffers, each with the number of values that use it.
    buffers: BTreeMap<Buffer, usize>,
}

impl<K: Copy + Ord, V: CacheEntry> LruCache<K, V> {
    /// A cache of at most `max_bytes` bytes.
    pub(crate) fn new(max_bytes: u64) -> Self {
        Self {
            max_bytes,
            bytes: 0,
            time: 0,
            values: BTreeMap::new(),
            uses: BTreeMap::new(),
            buffers: BTreeMap::new(),
        }
    }

    /// Inserts a value as the most recently used one. Evicts the least recently used values if the cache is full.
    pub(crate) fn insert(&mut self, key: K, value: V) {
        self.take(&key);
        self.bytes += ENTRY_BYTES;
        for buffer in value.buffers() {
            let users = self.buffers.entry(buffer.clone()).or_default();
            self.bytes += if *users == 0 { buffer.size() } else { 0 };
            *users += 1;
        }
        self.time += 1;
        self.uses.insert(self.time, key);
        self.values.insert(key, (self.time, value));
        self.evict(self.max_bytes, self.time);
    }

    /// Takes a value out. Insert it again after use.
    pub(crate) fn take(&mut self, key: &K) -> Option<V> {
        let (used, value) = self.values.remove(key)?;
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

    /// Evicts everything that is not in use.
    pub(crate) fn clear(&mut self) {
        self.evict(0, u64::MAX);
    }

    /// Takes out all values.
    pub(crate) fn drain(&mut self) -> impl Iterator<Item = V> {
        let all = std::mem::replace(self, Self::new(self.max_bytes));
        all.values.into_values().map(|(_, value)| value)
    }

    /// Evicts values last used before a time, oldest first, until at most `max_bytes` bytes are left. Values in use stay.
    fn evict(&mut self, max_bytes: u64, before: u64) {
        let mut after = 0;
        while self.bytes > max_bytes
            && let Some((&used, &key)) = self.uses.range(after..before).next()
        {
            after = used + 1;
            if self.values.get(&key).is_some_and(|(_, value)| !value.is_in_use()) {
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

    struct TestEntry {
        own: Arc<Buffer>,
        shared: Buffer,
    }

    impl CacheEntry for TestEntry {
        fn buffers(&self) -> Vec<&Buffer> {
            vec![&self.own, &self.shared]
        }

        fn is_in_use(&self) -> bool {
            Arc::strong_count(&self.own) > 1
        }
    }

    /// Size of a test value's own buffer. All values also share one large buffer.
    const KILO: u64 = 1 << 10;
    const SHARED: u64 = 1 << 20;
    const EACH: u64 = KILO + ENTRY_BYTES;

    fn entries(count: usize) -> Vec<TestEntry> {
        let gpu = Gpu::any();
        let shared = gpu.buffer(BufferUsages::STORAGE, SHARED);
        let own = || Arc::new(gpu.buffer(BufferUsages::STORAGE, KILO));
        (0..count).map(|_| TestEntry { own: own(), shared: shared.clone() }).collect()
    }

    fn keys(cache: &LruCache<usize, TestEntry>) -> Vec<usize> {
        cache.values.keys().copied().collect()
    }

    #[test]
    fn values_fit_and_the_least_recently_used_is_evicted() {
        let mut cache = LruCache::new(SHARED + 3 * EACH);
        for (key, entry) in entries(5).into_iter().enumerate() {
            cache.insert(key, entry);
            if let Some(first) = cache.take(&0) {
                cache.insert(0, first);
            }
            assert_eq!(cache.bytes, SHARED + EACH * (key as u64 + 1).min(3));
        }
        assert_eq!(keys(&cache), [0, 3, 4]);
        assert_eq!(cache.drain().count(), 3);
        assert_eq!((cache.bytes, cache.buffers.len(), cache.uses.len()), (0, 0, 0));
    }

    #[test]
    fn values_in_use_and_the_last_one_stay() {
        let mut cache = LruCache::new(SHARED + 2 * EACH);
        let entries = entries(6);
        let used: Vec<_> = [0, 2, 3].map(|at: usize| Arc::clone(&entries[at].own)).into();
        entries.into_iter().enumerate().for_each(|(key, entry)| cache.insert(key, entry));
        assert_eq!(keys(&cache), [0, 2, 3, 5], "too many are in use");
        drop(used);
        cache.clear();
        assert!(keys(&cache).is_empty() && cache.bytes == 0);
        let large = self::entries(1).remove(0);
        let mut small = LruCache::new(KILO);
        small.insert(7, large);
        assert_eq!(keys(&small), [7]);
    }
}
