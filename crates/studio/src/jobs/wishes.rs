//! Wishes that a thread answers, of which only the newest counts.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};

use super::{Newest, Thread, Waker, spawn};

/// A thread that answers the newest wish, and tells what has come of it.
#[derive(Debug)]
pub(super) struct Wishes<W, N> {
    slot: Arc<Newest<W>>,
    news: Receiver<N>,
    _thread: Thread,
}

impl<W: Send + 'static, N: Send + 'static> Wishes<W, N> {
    /// Begins.
    ///
    /// # Errors
    /// The system has no thread left.
    pub(super) fn new(
        name: &str,
        waker: Waker,
        work: impl FnOnce(&Newest<W>, &dyn Fn(N)) + Send + 'static,
    ) -> io::Result<Self> {
        let slot = Arc::new(Newest::default());
        let (tell, news) = channel();
        let wishes = Arc::clone(&slot);
        let thread = spawn(name, move || {
            work(&wishes, &|told| {
                // The window may be gone; then the slot is closed, too.
                _ = tell.send(told);
                waker.wake();
            });
        })?;
        Ok(Self { slot, news, _thread: thread })
    }

    /// Wants this, and nothing before any more.
    pub(super) fn want(&self, wish: W) {
        self.slot.put(wish);
    }

    /// Wants nothing, until the next wish.
    pub(super) fn hush(&self) {
        self.slot.hush();
    }

    /// What has come since the last call.
    pub(super) fn news(&self) -> impl Iterator<Item = N> {
        self.news.try_iter()
    }
}

/// What is being made is given up as soon as somebody looks whether it is wanted, and that is waited for.
impl<W, N> Drop for Wishes<W, N> {
    fn drop(&mut self) {
        self.slot.close();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_thread_has_ended_when_nobody_holds_it_any_more() {
        let ended = Arc::new(AtomicBool::new(false));
        let end = Arc::clone(&ended);
        let wishes = Wishes::<(), ()>::new("test", Waker::new(|| {}), move |wishes, _| {
            while wishes.take().is_some() {}
            std::thread::sleep(Duration::from_millis(50));
            end.store(true, Ordering::Release);
        });
        drop(wishes.unwrap());
        assert!(ended.load(Ordering::Acquire));
    }
}
