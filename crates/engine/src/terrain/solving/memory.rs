//! The most recent solutions, shared by the threads of the process.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::solved::Solution;

/// The key of a solution: a hash of all that it depends on.
pub(super) type Key = [u64; 2];

/// The most numbers of all kept solutions together: 1 GiB, and somewhat more for the splines of the results that were read. The
/// solution made last is always kept.
const MAX_KEPT: usize = 1 << 28;

/// The most recent solutions. A solution is used again by terrains of other spacings, and by recipes that differ only in what
/// the solution does not depend on.
struct Memory {
    /// Solutions, the newest at the end.
    kept: VecDeque<Kept>,
    /// Keys that some thread is solving now.
    open: Vec<Key>,
}

/// A solution, its key and its node.
struct Kept {
    key: Key,
    node: &'static str,
    solution: Arc<Solution>,
}

static MEMORY: Mutex<Memory> = Mutex::new(Memory { kept: VecDeque::new(), open: Vec::new() });

/// Notified when a thread is done with a key.
static DONE: Condvar = Condvar::new();

/// The interval at which a thread that waits for another checks whether the result is still wanted.
const PATIENCE: Duration = Duration::from_millis(50);

/// A key that this thread solves. Other threads that need this key wait until the claim is dropped.
pub(super) struct Claim(Key);

impl Claim {
    /// The solution of a key, or the right to make it. `None` if `wanted` returns false while another thread makes it.
    pub(super) fn or_known(key: Key, wanted: impl Fn() -> bool) -> Option<Result<Self, Arc<Solution>>> {
        loop {
            let mut memory = lock();
            if let Some(kept) = memory.kept.iter().find(|kept| kept.key == key) {
                return Some(Err(Arc::clone(&kept.solution)));
            }
            if !memory.open.contains(&key) {
                memory.open.push(key);
                return Some(Ok(Self(key)));
            }
            drop(DONE.wait_timeout(memory, PATIENCE).unwrap_or_else(PoisonError::into_inner));
            // The callback may take long, or solve fields itself, so it is called without the lock.
            if !wanted() {
                return None;
            }
        }
    }

    /// Keeps the solution of a node, of which at most `most` are kept.
    pub(super) fn keep(&self, solution: &Arc<Solution>, node: &'static str, most: usize) {
        let mut memory = lock();
        memory.kept.push_back(Kept { key: self.0, node, solution: Arc::clone(solution) });
        if memory.kept.iter().filter(|kept| kept.node == node).count() > most {
            let oldest = memory.kept.iter().position(|kept| kept.node == node);
            _ = oldest.and_then(|oldest| memory.kept.remove(oldest));
        }
        let mut numbers: usize = memory.kept.iter().map(|kept| kept.solution.len()).sum();
        while numbers > MAX_KEPT && memory.kept.len() > 1 {
            numbers -= memory.kept.pop_front().map_or(0, |kept| kept.solution.len());
        }
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        lock().open.retain(|key| *key != self.0);
        DONE.notify_all();
    }
}

fn lock() -> MutexGuard<'static, Memory> {
    MEMORY.lock().unwrap_or_else(PoisonError::into_inner)
}
