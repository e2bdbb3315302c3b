//! Tiles that are being made: once for all requests that wait for the same one.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use futures_util::FutureExt;
use futures_util::future::{BoxFuture, Shared, WeakShared};

/// What is being made, by its name.
pub(crate) struct InFlight<T: Clone>(Mutex<HashMap<String, WeakShared<Work<T>>>>);

type Work<T> = BoxFuture<'static, T>;

impl<T: Clone> InFlight<T> {
    pub(crate) fn new() -> Self {
        Self(Mutex::default())
    }

    /// The result of `make`, or of the same work for another request. The work goes on while at least one request waits for it, or
    /// [holds](Self::get) it. When none does, its future is dropped.
    pub(crate) fn join_or_start(&self, name: &str, make: impl FnOnce() -> Work<T>) -> Shared<Work<T>> {
        let mut all = self.lock();
        if let Some(known) = all.get(name).and_then(WeakShared::upgrade) {
            return known;
        }
        // There are at most as many entries as requests, so this is quick.
        all.retain(|_, other| other.upgrade().is_some());
        let work = make().shared();
        if let Some(weak) = work.downgrade() {
            all.insert(name.to_owned(), weak);
        }
        work
    }

    /// The work of this name, if it is in flight.
    pub(crate) fn get(&self, name: &str) -> Option<Shared<Work<T>>> {
        self.lock().get(name).and_then(WeakShared::upgrade)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, WeakShared<Work<T>>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use tokio::sync::oneshot;

    /// The first request goes away. The second one gets the result of the same work.
    #[tokio::test]
    async fn work_outlives_the_request_that_began_it() {
        let (tiles, begun) = (InFlight::new(), Arc::new(AtomicUsize::new(0)));
        let (release, gate) = oneshot::channel::<u32>();
        let work = |gate: oneshot::Receiver<u32>| {
            let begun = Arc::clone(&begun);
            move || {
                begun.fetch_add(1, Ordering::Relaxed);
                async move { gate.await.unwrap_or(0) }.boxed()
            }
        };
        let first = tiles.join_or_start("a", work(gate));
        let second = tiles.join_or_start("a", work(oneshot::channel().1));
        drop(first);
        release.send(7).unwrap();
        assert_eq!((second.await, begun.load(Ordering::Relaxed)), (7, 1));
        // No request waits, so the next one starts the work again.
        let (release, gate) = oneshot::channel();
        let third = tiles.join_or_start("a", work(gate));
        drop(third);
        assert!(release.is_closed());
        assert!(tiles.get("a").is_none());
        let other = tiles.join_or_start("b", work(oneshot::channel().1));
        let kept = tiles.0.lock().unwrap().len();
        assert_eq!((kept, other.await), (1, 0));
    }
}
