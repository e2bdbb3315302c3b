//! A worker that runs tasks in order, and returns results to the session that asked.

use std::io;
use std::sync::mpsc::{Receiver, Sender, channel};

use super::{Thread, Urgency, Waker, spawn};

/// A worker thread that runs tasks one after the other.
#[derive(Debug)]
pub(super) struct TaskQueue<T, N> {
    tasks: Option<Sender<(u64, T)>>,
    results: Receiver<(u64, N)>,
    /// The current session: results for earlier ones are discarded.
    session: u64,
    _thread: Thread,
}

impl<T: Send + 'static, N: Send + 'static> TaskQueue<T, N> {
    /// Starts the worker. Tasks and results carry the number of their session.
    ///
    /// # Errors
    /// No thread could be started.
    pub(super) fn new(
        name: &str,
        waker: Waker,
        work: impl FnOnce(&Receiver<(u64, T)>, &dyn Fn(u64, N)) + Send + 'static,
    ) -> io::Result<Self> {
        let (tasks, todo) = channel();
        let (sender, results) = channel();
        let thread = spawn(name, Urgency::Later, move || {
            work(&todo, &|session, result| {
                // The window may be gone; then no more tasks come, either.
                _ = sender.send((session, result));
                waker.wake();
            });
        })?;
        Ok(Self { tasks: Some(tasks), results, session: 0, _thread: thread })
    }

    /// Adds a task.
    pub(super) fn send(&self, task: T) {
        // The thread runs until this sender is dropped.
        if let Some(tasks) = &self.tasks {
            _ = tasks.send((self.session, task));
        }
    }

    /// Begins a new session: earlier tasks still run, but their results are discarded.
    pub(super) fn discard_results(&mut self) {
        self.session += 1;
    }

    /// Results since the last call.
    pub(super) fn results(&self) -> impl Iterator<Item = N> {
        self.results.try_iter().filter(|(session, _)| *session == self.session).map(|(_, result)| result)
    }

    /// Waits for the next result. `None` once the thread has ended.
    #[cfg(test)]
    pub(super) fn next(&self) -> Option<N> {
        let patience = std::time::Duration::from_secs(30);
        match self.results.recv_timeout(patience) {
            Ok((_, result)) => Some(result),
            Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => None,
            Err(std::sync::mpsc::RecvTimeoutError::Timeout) => panic!("no result within 30 s"),
        }
    }

    /// Accepts no more tasks.
    #[cfg(test)]
    pub(super) fn close(&mut self) {
        self.tasks = None;
    }
}

/// Runs the remaining tasks before the program ends.
impl<T, N> Drop for TaskQueue<T, N> {
    fn drop(&mut self) {
        self.tasks = None;
    }
}
