//! A worker that answers the newest request only.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};

use super::{Newest, Thread, Urgency, Waker, spawn};

/// A worker thread that answers the newest request.
#[derive(Debug)]
pub(super) struct RequestWorker<W, N> {
    slot: Arc<Newest<W>>,
    results: Receiver<N>,
    _thread: Thread,
}

impl<W: Send + 'static, N: Send + 'static> RequestWorker<W, N> {
    /// Starts the worker.
    ///
    /// # Errors
    /// No thread could be started.
    pub(super) fn new(
        name: &str,
        urgency: Urgency,
        waker: Waker,
        work: impl FnOnce(&Newest<W>, &(dyn Fn(N) + Sync)) + Send + 'static,
    ) -> io::Result<Self> {
        let slot = Arc::new(Newest::default());
        let (sender, results) = channel();
        let requests = Arc::clone(&slot);
        let thread = spawn(name, urgency, move || {
            work(&requests, &|result| {
                // The window may be gone; then the slot is closed, too.
                _ = sender.send(result);
                waker.wake();
            });
        })?;
        Ok(Self { slot, results, _thread: thread })
    }

    /// Replaces any earlier request.
    pub(super) fn request(&self, request: W) {
        self.slot.put(request);
    }

    /// Cancels the current request.
    pub(super) fn cancel(&self) {
        self.slot.cancel();
    }

    /// Results since the last call.
    pub(super) fn results(&self) -> impl Iterator<Item = N> {
        self.results.try_iter()
    }
}

/// Ends the worker at its next check for newer requests, and waits for that.
impl<W, N> Drop for RequestWorker<W, N> {
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
    fn dropping_a_worker_waits_for_its_thread() {
        let ended = Arc::new(AtomicBool::new(false));
        let end = Arc::clone(&ended);
        let requests =
            RequestWorker::<(), ()>::new("test", Urgency::Later, Waker::new(|| {}), move |requests, _| {
                while requests.take().is_some() {}
                std::thread::sleep(Duration::from_millis(50));
                end.store(true, Ordering::Release);
            });
        drop(requests.unwrap());
        assert!(ended.load(Ordering::Acquire));
    }
}
