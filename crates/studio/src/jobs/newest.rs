//! A slot for the newest request: slow workers skip older ones.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// A slot that stores only the newest request.
///
/// ```
/// use orogen_studio::jobs::Newest;
///
/// let slot = Newest::default();
/// slot.put(1);
/// slot.put(2);
/// assert_eq!(slot.take(), Some(2));
/// slot.close();
/// assert_eq!(slot.take(), None);
/// ```
#[derive(Debug)]
pub struct Newest<T> {
    state: Mutex<State<T>>,
    changed: Condvar,
}

#[derive(Debug)]
struct State<T> {
    request: Option<T>,
    closed: bool,
    cancelled: bool,
}

impl<T> Default for Newest<T> {
    fn default() -> Self {
        Self {
            state: Mutex::new(State { request: None, closed: false, cancelled: false }),
            changed: Condvar::new(),
        }
    }
}

impl<T> Newest<T> {
    /// Stores a request, in place of any other.
    pub fn put(&self, request: T) {
        let mut state = self.lock();
        (state.request, state.cancelled) = (Some(request), false);
        drop(state);
        self.changed.notify_one();
    }

    /// Waits for a request and takes it. `None` once the slot is closed.
    pub fn take(&self) -> Option<T> {
        let mut state = self.lock();
        loop {
            if state.closed {
                return None;
            }
            if let Some(request) = state.request.take() {
                return Some(request);
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Whether the request being worked on is outdated: replaced, cancelled, or the slot is closed.
    pub fn is_stale(&self) -> bool {
        let state = self.lock();
        state.closed || state.cancelled || state.request.is_some()
    }

    /// Cancels the current and the waiting request.
    pub fn cancel(&self) {
        let mut state = self.lock();
        (state.request, state.cancelled) = (None, true);
    }

    /// Closes the slot, which ends the worker.
    pub fn close(&self) {
        self.lock().closed = true;
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
