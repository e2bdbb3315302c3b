//! Measures how long calls occupy their thread.

use std::time::{Duration, Instant};

/// Nanoseconds for which this thread was ready to run but others ran instead; 0 if the system does not report them.
fn passed_over() -> u64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split_whitespace().nth(1).and_then(|number| number.parse().ok()).unwrap_or(0)
}

/// Number of calls, and the duration and name of the longest. Time for which the thread is ready but other threads run does not
/// count, because the thread does not wait for a lock then.
#[derive(Default)]
pub(crate) struct Clock {
    pub(crate) longest: Duration,
    pub(crate) which: &'static str,
    pub(crate) calls: usize,
}

impl Clock {
    pub(crate) fn time<T>(&mut self, name: &'static str, call: impl FnOnce() -> T) -> T {
        let before = passed_over();
        let begin = Instant::now();
        let result = call();
        let took = begin.elapsed();
        let took = took.saturating_sub(Duration::from_nanos(passed_over() - before));
        if took > self.longest {
            (self.longest, self.which) = (took, name);
        }
        self.calls += 1;
        result
    }
}
