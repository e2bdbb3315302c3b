//! Where the time of a job went.

use std::fmt::Write;
use std::time::Duration;

use cpu_time::ThreadTime;
use rayon::ThreadPool;

/// Where the time of a job went.
///
/// *Busy* is time on a processor as the system counts it for each thread, so waiting for each other, or for a
/// processor that others use, is not in it. Waiting for the disk is not in it either.
#[derive(Clone, Debug, Default)]
pub(crate) struct Timings {
    /// Threads that make heights.
    pub(crate) threads: usize,
    /// Graphics devices that make heights, in order; nobody knows how busy they are.
    pub(crate) devices: Vec<String>,
    /// By the clock: samples were being made.
    pub(crate) evaluation: Duration,
    /// Busy threads of the pool.
    pub(crate) evaluation_busy: Duration,
    /// By the clock: the next samples waited for the files.
    pub(crate) waiting: Duration,
    /// Busy thread of each file, by its name.
    pub(crate) encoders: Vec<(String, Duration)>,
}

impl Timings {
    /// What encoding the files takes of all the work: busy encoders over busy threads of any kind.
    pub(crate) fn encoding_share(&self) -> f64 {
        let encoding = self.encoding_busy().as_secs_f64();
        encoding / (encoding + self.evaluation_busy.as_secs_f64()).max(f64::MIN_POSITIVE)
    }

    /// Adds what another part of the job took, on the same threads: how busy they were is counted from their beginning.
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

    /// A table for people.
    pub(crate) fn table(&self, total: Duration) -> String {
        let mut text = String::from("seconds            by the clock   busy threads\n");
        let mut line = |name: &str, clock: Option<Duration>, busy: Option<Duration>| {
            let seconds = |time: Option<Duration>| {
                time.map_or_else(String::new, |time| format!("{:.3}", time.as_secs_f64()))
            };
            let line = format!("{name:16} {:>14} {:>14}", seconds(clock), seconds(busy));
            // Writing to a string cannot fail.
            _ = writeln!(text, "{}", line.trim_end());
        };
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
                writeln!(text, "evaluated by {}, whose own time is that by the clock", devices.join(", "))
            }
        };
        text
    }
}

/// Time that the threads of a pool have been on a processor since they began.
pub(crate) fn busy(pool: &ThreadPool) -> Duration {
    pool.broadcast(|_| ThreadTime::now().as_duration()).into_iter().sum()
}
