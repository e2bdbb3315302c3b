//! Where the time of a job went.

use std::fmt::Write;
use std::time::Duration;

use cpu_time::ThreadTime;
use rayon::ThreadPool;

/// Where the time of a job went.
///
/// *Busy* is the processor time that the system counts for each thread. It excludes waiting: for other threads, for a
/// processor, and for the disk.
#[derive(Clone, Debug, Default)]
pub(crate) struct Timings {
    /// Threads that compute heights.
    pub(crate) threads: usize,
    /// Graphics devices that compute heights, in order. Their busy time is unknown.
    pub(crate) devices: Vec<String>,
    /// Wall-clock time of solving fields for the whole domain, or of reading their kept solutions; 0 without such fields.
    pub(crate) solution: Duration,
    /// Wall-clock time of computing samples.
    pub(crate) evaluation: Duration,
    /// Busy time of the thread pool.
    pub(crate) evaluation_busy: Duration,
    /// Wall-clock time in which the next samples waited for the files.
    pub(crate) waiting: Duration,
    /// Busy time of each file's thread, by file name.
    pub(crate) encoders: Vec<(String, Duration)>,
}

impl Timings {
    /// The share of encoding in the busy time of all threads.
    pub(crate) fn encoding_share(&self) -> f64 {
        let encoding = self.encoding_busy().as_secs_f64();
        encoding / (encoding + self.evaluation_busy.as_secs_f64()).max(f64::MIN_POSITIVE)
    }

    /// Adds the timings of another part of the job on the same threads. The busy time of the pool counts from its start, so
    /// the larger value stays.
    pub(crate) fn add(&mut self, part: Self) {
        self.threads = part.threads;
        self.devices.extend(part.devices);
        self.evaluation += part.evaluation;
        self.evaluation_busy = self.evaluation_busy.max(part.evaluation_busy);
        self.waiting += part.waiting;
        self.encoders.extend(part.encoders);
    }

    fn encoding_busy(&self) -> Duration {
        self.encoders.iter().map(|(_, busy)| busy).sum()
    }

    /// The timings as a table.
    pub(crate) fn table(&self, total: Duration) -> String {
        let mut text = String::from("seconds              wall clock   busy threads\n");
        let mut line = |name: &str, clock: Option<Duration>, busy: Option<Duration>| {
            let seconds = |time: Option<Duration>| {
                time.map_or_else(String::new, |time| format!("{:.3}", time.as_secs_f64()))
            };
            let line = format!("{name:16} {:>14} {:>14}", seconds(clock), seconds(busy));
            // Writing to a string cannot fail.
            _ = writeln!(text, "{}", line.trim_end());
        };
        if !self.solution.is_zero() {
            line("solving", Some(self.solution), None);
        }
        line("evaluation", Some(self.evaluation), Some(self.evaluation_busy));
        for (name, busy) in &self.encoders {
            line(name, None, Some(*busy));
        }
        line("waiting", Some(self.waiting), None);
        line("total", Some(total), Some(self.evaluation_busy + self.encoding_busy()));
        let share = 100.0 * self.encoding_share();
        let threads = self.threads;
        _ = match &self.devices[..] {
            [] => {
                writeln!(text, "file encoding is {share:.1} % of the busy time; {threads} threads evaluate")
            }
            devices => {
                writeln!(text, "evaluated by {}, whose time is the wall-clock time", devices.join(", "))
            }
        };
        text
    }
}

/// The processor time of a pool's threads since they started.
pub(crate) fn busy(pool: &ThreadPool) -> Duration {
    pool.broadcast(|_| ThreadTime::now().as_duration()).into_iter().sum()
}
