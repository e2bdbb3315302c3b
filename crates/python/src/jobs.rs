//! Jobs: work on threads of their own, without Python's lock, while the caller's thread watches for Ctrl-C.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use std::{cell, mem, process};

use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::errors::argument;

/// The interval between two looks at signals and progress.
const PERIOD: Duration = Duration::from_millis(50);

/// The most threads of a job.
const MAX_THREADS: i64 = 1024;

/// What a job and the thread that waits for it tell each other.
#[derive(Debug, Default)]
pub(crate) struct Watch {
    stopped: AtomicBool,
    done: AtomicUsize,
    all: AtomicUsize,
}

impl Watch {
    /// Whether the job is to end.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Reports the progress of the job.
    pub(crate) fn report(&self, done: usize, all: usize) {
        self.all.store(all, Ordering::Relaxed);
        self.done.store(done, Ordering::Relaxed);
    }

    fn reset(&self) {
        self.stopped.store(false, Ordering::Relaxed);
        self.report(0, 0);
    }

    /// Calls `progress` with the samples that are done and all samples.
    fn tell(&self, progress: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let [done, all] = [&self.done, &self.all].map(|number| number.load(Ordering::Relaxed));
        match progress {
            Some(progress) if all > 0 => progress.call1((done, all)).map(drop),
            _ => Ok(()),
        }
    }
}

/// Threads, which serve one job at a time.
struct Crew {
    /// The number of threads that was asked for; 0 for the default of the machine.
    asked: usize,
    threads: ThreadPool,
    watch: Arc<Watch>,
}

thread_local! {
    /// The watch of the crew that a thread belongs to.
    static WATCH: cell::OnceCell<Arc<Watch>> = const { cell::OnceCell::new() };
}

/// Crews without a job. They are used only while Python's lock is held, so that no fork finds them locked.
struct Idle {
    /// The process that has the threads: after a fork, the child has none of them.
    process: u32,
    crews: Vec<Crew>,
}

/// The most crews that are kept.
const MAX_IDLE: usize = 16;

static IDLE: Mutex<Idle> = Mutex::new(Idle { process: 0, crews: Vec::new() });

/// The number of threads of jobs that do not say otherwise; 0 for the default of the machine.
static THREADS: AtomicUsize = AtomicUsize::new(0);

/// Sets the number of threads of each call without `threads=`. `None` is the machine's number of threads, or the number in the
/// environment variable `RAYON_NUM_THREADS`.
#[pyfunction]
#[pyo3(signature = (threads, /))]
pub(crate) fn set_threads(py: Python<'_>, threads: Option<i64>) -> PyResult<()> {
    THREADS.store(checked(py, threads)?.unwrap_or(0), Ordering::Relaxed);
    Ok(())
}

fn checked(py: Python<'_>, threads: Option<i64>) -> PyResult<Option<usize>> {
    match threads {
        Some(threads) if !(1..=MAX_THREADS).contains(&threads) => {
            let help = format!("give a number from 1 to {MAX_THREADS}, or None");
            Err(argument(py, format!("{threads} is not a number of threads"), &help))
        }
        threads => Ok(threads.map(|threads| threads as usize)),
    }
}

/// Runs a job on `threads` threads. Calls `progress` with (samples done, samples in all) some times a second, and after the last
/// sample. Ctrl-C, and an exception of `progress`, stop the job.
pub(crate) fn run<T: Send>(
    py: Python<'_>,
    threads: Option<i64>,
    progress: Option<&Bound<'_, PyAny>>,
    job: impl FnOnce(&Watch) -> T + Send,
) -> PyResult<T> {
    let asked = checked(py, threads)?.unwrap_or_else(|| THREADS.load(Ordering::Relaxed));
    let crew = take(py, asked)?;
    let watch = &crew.watch;
    watch.reset();
    let (result, error) = crew.threads.in_place_scope(|scope| {
        let (send, mut results) = mpsc::channel();
        // The receiver outlives the job.
        scope.spawn(move |_| drop(send.send(job(watch))));
        let mut error = None;
        loop {
            let received;
            (results, received) = py.detach(move || {
                let received = results.recv_timeout(PERIOD);
                (results, received)
            });
            match received {
                Ok(result) => return (Some(result), error),
                // The job has panicked, and the scope goes on with the panic.
                Err(RecvTimeoutError::Disconnected) => return (None, error),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if error.is_none() {
                error = py.check_signals().and_then(|()| watch.tell(progress)).err();
                watch.stopped.store(error.is_some(), Ordering::Relaxed);
            }
        }
    });
    let result = result.unwrap_or_else(|| unreachable!("the scope goes on with panics"));
    let told = error.map_or_else(|| watch.tell(progress), Err);
    give_back(crew);
    told.map(|()| result)
}

/// The share of a solution of erosion that is done. Returns whether it is still wanted. Threads of a job call it.
pub(crate) fn solving(done: f32) -> bool {
    const STEPS: f32 = 1000.0;
    WATCH.with(|watch| {
        watch.get().is_none_or(|watch| {
            watch.report((done * STEPS) as usize, STEPS as usize);
            !watch.is_stopped()
        })
    })
}

fn idle() -> MutexGuard<'static, Idle> {
    let mut idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner);
    if idle.process != process::id() {
        idle.process = process::id();
        // The threads of these crews are in the parent, so nothing can end them here.
        mem::take(&mut idle.crews).into_iter().for_each(mem::forget);
    }
    idle
}

fn take(py: Python<'_>, asked: usize) -> PyResult<Crew> {
    let mut idle = idle();
    if let Some(at) = idle.crews.iter().position(|crew| crew.asked == asked) {
        return Ok(idle.crews.swap_remove(at));
    }
    drop(idle);
    let watch = Arc::<Watch>::default();
    let of_thread = Arc::clone(&watch);
    let join = move |_| WATCH.with(|watch| drop(watch.set(Arc::clone(&of_thread))));
    let name = |index| format!("orogen-{index}");
    let threads = ThreadPoolBuilder::new().num_threads(asked).thread_name(name).start_handler(join).build();
    let threads = threads.map_err(|error| {
        argument(
            py,
            format!("cannot start threads: {error}"),
            "call orogen.set_threads with a smaller number",
        )
    })?;
    Ok(Crew { asked, threads, watch })
}

fn give_back(crew: Crew) {
    let mut idle = idle();
    if idle.crews.len() < MAX_IDLE {
        idle.crews.push(crew);
    }
}
