//! A priority queue for keys that are never below the last key taken.

/// A radix heap (Ahuja, Mehlhorn, Orlin and Tarjan, 1990): bucket `b` holds the keys whose highest bit that differs from the
/// last key taken is bit `b - 1`. A key moves to a lower bucket at most once per bit. Keys of a bucket are adjacent in
/// memory, so moving them is fast.
#[derive(Debug)]
pub(crate) struct RadixQueue {
    last: u32,
    buckets: [Vec<(u32, u32)>; 33],
}

impl Default for RadixQueue {
    fn default() -> Self {
        Self { last: 0, buckets: std::array::from_fn(|_| Vec::new()) }
    }
}

impl RadixQueue {
    /// Adds an item. The key must not be below the last key taken.
    #[inline(always)]
    pub(crate) fn push(&mut self, key: u32, item: u32) {
        debug_assert!(key >= self.last, "keys only rise");
        let bucket = 32 - (key ^ self.last).leading_zeros();
        self.buckets[bucket as usize].push((key, item));
    }

    /// Takes an item with the smallest key. Among items with the same key, it takes the item that was added to the lowest
    /// bucket last.
    #[inline(always)]
    pub(crate) fn pop(&mut self) -> Option<(u32, u32)> {
        if self.buckets[0].is_empty() {
            self.refill()?;
        }
        self.buckets[0].pop()
    }

    /// Moves the items with the smallest keys to the lowest bucket.
    fn refill(&mut self) -> Option<()> {
        let first = self.buckets.iter().position(|bucket| !bucket.is_empty())?;
        let mut items = std::mem::take(&mut self.buckets[first]);
        self.last = items.iter().map(|&(key, _)| key).min()?;
        for (key, item) in items.drain(..) {
            self.push(key, item);
        }
        // Puts the empty list back, to reuse its memory.
        self.buckets[first] = items;
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use std::cmp::Reverse;
    use std::collections::BinaryHeap;

    use super::RadixQueue;

    /// Compares the queue with the standard library's heap. Keys depend on the keys taken before, as in a flood.
    #[test]
    fn keys_come_in_order() {
        let (mut queue, mut oracle) = (RadixQueue::default(), BinaryHeap::new());
        let mut word = 1_u32;
        let mut random = move || {
            word = word.wrapping_mul(0x915F_77F5).wrapping_add(0x6543_21FF);
            word >> 8
        };
        for item in 0..100 {
            let key = random();
            queue.push(key, item);
            oracle.push(Reverse(key));
        }
        let mut taken = 0;
        while let Some((key, _)) = queue.pop() {
            assert_eq!(oracle.pop(), Some(Reverse(key)));
            taken += 1;
            if taken < 10_000 {
                let next = key + (random() & ((1 << (random() % 20)) - 1));
                queue.push(next, taken);
                oracle.push(Reverse(next));
            }
        }
        assert!(oracle.is_empty());
    }
}
