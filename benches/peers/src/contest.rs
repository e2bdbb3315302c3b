//! Times the works of all contestants. In every round each contestant does every work once, in turn, so that other load on
//! the machine affects all of them alike. Times are processor times of this thread.

use std::hint::black_box;
use std::io::{IsTerminal, Write};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use cpu_time::ThreadTime;

use crate::contestants::Contestant;
use crate::statistics::deviation;
use crate::task::{Fill, Task};
use crate::work::Work;

/// A work that takes less time is repeated, so that the resolution of the clock and single interrupts do not matter.
const LEAST_TIME: Duration = Duration::from_millis(20);

/// Noise in [−1, 1] has a standard deviation below this.
const GREATEST_DEVIATION: f64 = 2.0;

/// A task as one contestant does it.
pub(crate) trait Timed {
    /// Does the task and returns seconds per sample. `out` has space for the results.
    fn time(&mut self, out: &mut [f32]) -> Result<f64>;
}

/// A task that runs in this process.
pub(crate) struct Here {
    task: Task,
    fill: Fill,
}

impl Here {
    pub(crate) fn new(task: &Task, fill: Fill) -> Self {
        Self { task: task.clone(), fill }
    }
}

impl Timed for Here {
    fn time(&mut self, out: &mut [f32]) -> Result<f64> {
        let samples = self.task.samples();
        let out = &mut out[..samples * self.task.work.planes()];
        let (start, mut runs) = (ThreadTime::now(), 0);
        while runs == 0 || start.elapsed() < LEAST_TIME {
            (self.fill)(black_box(&mut *out));
            runs += 1;
        }
        let seconds = start.elapsed().as_secs_f64() / f64::from(runs) / samples as f64;
        check(&self.task.work, black_box(out))?;
        Ok(seconds)
    }
}

/// Returns an error unless the results look like noise: a work may have been skipped.
fn check(work: &Work, out: &[f32]) -> Result<()> {
    for (plane, results) in out.chunks_exact(out.len() / work.planes()).enumerate() {
        let deviation = deviation(results);
        // Slopes are small: they are per unit of length, and a wavelength has many units.
        let least = if plane == 0 { work.least_deviation() } else { 1e-4 };
        if !(least..GREATEST_DEVIATION).contains(&deviation) {
            bail!("the standard deviation of plane {plane} is {deviation}, outside the range for noise");
        }
    }
    Ok(())
}

/// All works of all contestants.
pub(crate) struct Contest {
    /// By work, then by contestant.
    entries: Vec<Vec<Option<Entry>>>,
    room: Vec<f32>,
}

struct Entry {
    title: String,
    timed: Box<dyn Timed>,
}

/// Nanoseconds per sample by work, contestant and round. The list of rounds is empty if the contestant cannot do the work.
pub(crate) type Results = Vec<Vec<Vec<f64>>>;

impl Contest {
    /// Prepares all contestants for works on planes of `size` samples a side.
    pub(crate) fn prepare(works: &[Work], contestants: &[Contestant], size: usize) -> Result<Self> {
        let mut contest = Self { entries: Vec::new(), room: Vec::new() };
        for work in works {
            let task = Task::new(work, size);
            let needed = task.samples() * work.planes();
            contest.room.resize(contest.room.len().max(needed), 0.0);
            let entries = contestants.iter().map(|contestant| {
                let title = format!("{}: {}", work.name, contestant.name);
                let timed = (contestant.prepare)(&task).with_context(|| title.clone())?;
                Ok(timed.map(|timed| Entry { title, timed }))
            });
            let entries: Result<_> = entries.collect();
            contest.entries.push(entries?);
        }
        Ok(contest)
    }

    /// Runs one round that does not count, and then `rounds` rounds that count.
    pub(crate) fn run(mut self, rounds: usize) -> Result<Results> {
        let mut results: Results =
            self.entries.iter().map(|entries| vec![Vec::new(); entries.len()]).collect();
        for round in 0..=rounds {
            for (entries, results) in self.entries.iter_mut().zip(&mut results) {
                for (entry, results) in entries.iter_mut().zip(results) {
                    let Some(Entry { title, timed }) = entry else { continue };
                    progress(&format!("round {round} of {rounds}: {title}"));
                    let seconds = timed.time(&mut self.room).with_context(|| title.clone())?;
                    if round > 0 {
                        results.push(seconds * 1e9);
                    }
                }
            }
        }
        progress("");
        Ok(results)
    }
}

/// Shows the current work if stderr is a terminal.
fn progress(what: &str) {
    let mut terminal = std::io::stderr();
    if terminal.is_terminal() {
        // Nothing depends on this output, so errors are ignored.
        let _ = write!(terminal, "\r\x1b[K{what}").and_then(|()| terminal.flush());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::work::WORKS;
    use orogen_noise::level::Level;

    #[test]
    fn everyone_does_real_work() {
        let contestants = crate::contestants(Level::best());
        let results = Contest::prepare(&WORKS, &contestants, 256).unwrap().run(1).unwrap();
        for (work, results) in WORKS.iter().zip(results) {
            assert!(results[..3].iter().all(|rounds| !rounds.is_empty()), "Orogen does {}", work.name);
        }
    }

    #[test]
    fn work_not_done_is_noticed() {
        let task = Task::new(&WORKS[0], 256);
        let mut out = vec![0.0; task.samples()];
        assert!(Here::new(&task, Box::new(|_| ())).time(&mut out).is_err());
        assert!(Here::new(&task, Box::new(|out| out.fill(f32::NAN))).time(&mut out).is_err());
    }
}
