//! A word to whoever waits.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// Does some work, and tells something if that takes longer than a person is patient.
pub(super) fn tell_if_long<R>(patience: Duration, tell: impl FnOnce() + Send, work: impl FnOnce() -> R) -> R {
    thread::scope(|scope| {
        let (done, waiting) = channel::<()>();
        scope.spawn(move || {
            // Nothing is ever sent: the other end goes when the work is done.
            if waiting.recv_timeout(patience) == Err(RecvTimeoutError::Timeout) {
                tell();
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

    use super::tell_if_long;

    /// Whether something is told of work that takes so long.
    fn is_told(patience: Duration, work: Duration) -> bool {
        let told = AtomicBool::new(false);
        let tell = || told.store(true, Ordering::Relaxed);
        assert_eq!(
            tell_if_long(patience, tell, || {
                std::thread::sleep(work);
                5
            }),
            5
        );
        told.into_inner()
    }

    #[test]
    fn what_takes_long_is_told_and_what_does_not_is_not() {
        let (short, long) = (Duration::from_millis(1), Duration::from_secs(1));
        assert!(is_told(short, long));
        let begin = std::time::Instant::now();
        assert!(!is_told(Duration::from_secs(60), short));
        assert!(begin.elapsed() < Duration::from_secs(30), "who is done waits for nobody");
    }
}
