//! Wishes that a thread answers, of which only the newest counts.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};

use super::{Newest, Waker, spawn};

/// A thread that answers the newest wish, and tells what has come of it.
#[derive(Debug)]
pub(super) struct Wishes<W, N> {
    slot: Arc<Newest<W>>,
    news: Receiver<N>,
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
        spawn(name, move || {
            work(&wishes, &|told| {
                // The window may be gone; then the slot is closed, too.
                _ = tell.send(told);
                waker.wake();
            });
        })?;
        Ok(Self { slot, news })
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

/// What is being made is given up as soon as somebody looks whether it is wanted.
impl<W, N> Drop for Wishes<W, N> {
    fn drop(&mut self) {
        self.slot.close();
    }
}
