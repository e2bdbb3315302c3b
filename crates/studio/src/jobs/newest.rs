//! A slot that holds the newest wish: whoever is slow misses those between.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// A slot for wishes of which only the newest counts.
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
    wish: Option<T>,
    closed: bool,
    hushed: bool,
}

impl<T> Default for Newest<T> {
    fn default() -> Self {
        Self {
            state: Mutex::new(State { wish: None, closed: false, hushed: false }),
            changed: Condvar::new(),
        }
    }
}

impl<T> Newest<T> {
    /// Puts a wish in the place of any other.
    pub fn put(&self, wish: T) {
        let mut state = self.lock();
        (state.wish, state.hushed) = (Some(wish), false);
        drop(state);
        self.changed.notify_one();
    }

    /// The newest wish, once there is one; `None` when there will be no more.
    pub fn take(&self) -> Option<T> {
        let mut state = self.lock();
        loop {
            if state.closed {
                return None;
            }
            if let Some(wish) = state.wish.take() {
                return Some(wish);
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Whether there is a newer wish, or none any more: what is being done is not worth going on with.
    pub fn is_stale(&self) -> bool {
        let state = self.lock();
        state.closed || state.hushed || state.wish.is_some()
    }

    /// What is being done is not worth going on with, and what comes is not known yet.
    pub fn hush(&self) {
        let mut state = self.lock();
        (state.wish, state.hushed) = (None, true);
    }

    /// Ends the work.
    pub fn close(&self) {
        self.lock().closed = true;
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
