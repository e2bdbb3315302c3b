//! Errands that a thread does in their order, for whoever is the customer at the time.

use std::io;
use std::sync::mpsc::{Receiver, Sender, channel};

use super::{Thread, Waker, spawn};

/// A thread that does what it is asked for, one task after the other, and tells what has come of it.
#[derive(Debug)]
pub(super) struct Errands<T, N> {
    tasks: Option<Sender<(u64, T)>>,
    news: Receiver<(u64, N)>,
    /// Who asks.
    customer: u64,
    _thread: Thread,
}

impl<T: Send + 'static, N: Send + 'static> Errands<T, N> {
    /// Begins. Tasks come with who asks, and news goes to whom it is for.
    ///
    /// # Errors
    /// The system has no thread left.
    pub(super) fn new(
        name: &str,
        waker: Waker,
        work: impl FnOnce(&Receiver<(u64, T)>, &dyn Fn(u64, N)) + Send + 'static,
    ) -> io::Result<Self> {
        let (tasks, todo) = channel();
        let (tell, news) = channel();
        let thread = spawn(name, move || {
            work(&todo, &|customer, told| {
                // The window may be gone; then there are no tasks any more, either.
                _ = tell.send((customer, told));
                waker.wake();
            });
        })?;
        Ok(Self { tasks: Some(tasks), news, customer: 0, _thread: thread })
    }

    /// Asks for something.
    pub(super) fn give(&self, task: T) {
        // The thread ends with its sender, not before.
        if let Some(tasks) = &self.tasks {
            _ = tasks.send((self.customer, task));
        }
    }

    /// What was asked for until now is done, but what comes of it is of no interest any more.
    pub(super) fn leave(&mut self) {
        self.customer += 1;
    }

    /// What has come since the last call.
    pub(super) fn news(&self) -> impl Iterator<Item = N> {
        self.news.try_iter().filter(|(customer, _)| *customer == self.customer).map(|(_, told)| told)
    }

    /// The next that comes, which is waited for; none when the thread has ended.
    #[cfg(test)]
    pub(super) fn next(&self) -> Option<N> {
        let patience = std::time::Duration::from_secs(30);
        match self.news.recv_timeout(patience) {
            Ok((_, told)) => Some(told),
            Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => None,
            Err(std::sync::mpsc::RecvTimeoutError::Timeout) => panic!("nothing comes"),
        }
    }

    /// No more tasks come.
    #[cfg(test)]
    pub(super) fn close(&mut self) {
        self.tasks = None;
    }
}

/// What was asked for is done before the program ends.
impl<T, N> Drop for Errands<T, N> {
    fn drop(&mut self) {
        self.tasks = None;
    }
}
