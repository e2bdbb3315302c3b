//! Notifies the user of work that takes long.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// Does `work`, and calls `notify` if it takes longer than `limit`.
pub(super) fn if_slow<R>(limit: Duration, notify: impl FnOnce() + Send, work: impl FnOnce() -> R) -> R {
    thread::scope(|scope| {
        let (done, finished) = channel::<()>();
        scope.spawn(move || {
            // Nothing is ever sent: the sender is dropped when the work is done.
            if finished.recv_timeout(limit) == Err(RecvTimeoutError::Timeout) {
                notify();
            }
        });
        let result = work();
        drop(done);
        result
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::Duration;

    use super::if_slow;

    /// Whether work of this duration causes a notification.
    fn notifies(limit: Duration, work: Duration) -> bool {
        let notified = AtomicBool::new(false);
        let notify = || notified.store(true, Ordering::Relaxed);
        assert_eq!(
            if_slow(limit, notify, || {
                std::thread::sleep(work);
                5
            }),
            5
        );
        notified.into_inner()
    }

    #[test]
    fn only_slow_work_notifies() {
        let (short, long) = (Duration::from_millis(1), Duration::from_secs(1));
        assert!(notifies(short, long));
        let begin = std::time::Instant::now();
        assert!(!notifies(Duration::from_secs(60), short));
        assert!(begin.elapsed() < Duration::from_secs(30), "work that is done does not wait for the limit");
    }
}
