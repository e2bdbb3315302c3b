//! Jobs: work on threads of their own, without Python's lock, while the caller's thread watches for Ctrl-C.

use std::ops::ControlFlow;
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

/// What a job shares with the thread that waits for it: whether it is cancelled, and how far it is.
#[derive(Debug, Default)]
pub(crate) struct Control {
    cancelled: AtomicBool,
    done: AtomicUsize,
    all: AtomicUsize,
}

impl Control {
    /// Whether the job is to end.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    /// Reports the progress of the job.
    pub(crate) fn report(&self, done: usize, all: usize) {
        self.all.store(all, Ordering::Relaxed);
        self.done.store(done, Ordering::Relaxed);
    }

    /// Reports the progress of the job, and says whether it goes on.
    pub(crate) fn go_on(&self, done: usize, all: usize) -> ControlFlow<()> {
        self.report(done, all);
        if self.is_cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn reset(&self) {
        self.cancelled.store(false, Ordering::Relaxed);
        self.report(0, 0);
    }

    /// Calls `progress` with the samples that are done and all samples.
    fn notify(&self, progress: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let [done, all] = [&self.done, &self.all].map(|number| number.load(Ordering::Relaxed));
        match progress {
            Some(progress) if all > 0 => progress.call1((done, all)).map(drop),
            _ => Ok(()),
        }
    }
}

/// A pool of threads, which runs one job at a time.
struct Pool {
    /// The number of threads that was asked for; 0 for the default of the machine.
    asked: usize,
    threads: ThreadPool,
    control: Arc<Control>,
}

thread_local! {
    /// The control of the pool that a thread belongs to.
    static CONTROL: cell::OnceCell<Arc<Control>> = const { cell::OnceCell::new() };
}

/// Pools without a job. They are used only while Python's lock is held, so that no fork finds them locked.
struct Idle {
    /// The process that has the threads: after a fork, the child has none of them.
    process: u32,
    pools: Vec<Pool>,
}

/// The most pools that are kept.
const MAX_IDLE: usize = 16;

static IDLE: Mutex<Idle> = Mutex::new(Idle { process: 0, pools: Vec::new() });

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
    job: impl FnOnce(&Control) -> T + Send,
) -> PyResult<T> {
    let asked = checked(py, threads)?.unwrap_or_else(|| THREADS.load(Ordering::Relaxed));
    let pool = acquire(py, asked)?;
    let control = &pool.control;
    control.reset();
    let (result, error) = pool.threads.in_place_scope(|scope| {
        let (send, mut results) = mpsc::channel();
        // The receiver outlives the job.
        scope.spawn(move |_| drop(send.send(job(control))));
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
                error = py.check_signals().and_then(|()| control.notify(progress)).err();
                control.cancelled.store(error.is_some(), Ordering::Relaxed);
            }
        }
    });
    let result = result.unwrap_or_else(|| unreachable!("the scope goes on with panics"));
    let outcome = error.map_or_else(|| control.notify(progress), Err);
    release(pool);
    outcome.map(|()| result)
}

/// The share of a solution of erosion that is done. Returns whether it is still wanted. Threads of a job call it.
pub(crate) fn solving(done: f32) -> bool {
    const STEPS: f32 = 1000.0;
    CONTROL.with(|control| {
        control.get().is_none_or(|control| {
            control.report((done * STEPS) as usize, STEPS as usize);
            !control.is_cancelled()
        })
    })
}

fn idle() -> MutexGuard<'static, Idle> {
    let mut idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner);
    if idle.process != process::id() {
        idle.process = process::id();
        // The threads of these pools are in the parent, so nothing can end them here.
        mem::take(&mut idle.pools).into_iter().for_each(mem::forget);
    }
    idle
}

fn acquire(py: Python<'_>, asked: usize) -> PyResult<Pool> {
    let mut idle = idle();
    if let Some(at) = idle.pools.iter().position(|pool| pool.asked == asked) {
        return Ok(idle.pools.swap_remove(at));
    }
    drop(idle);
    let control = Arc::<Control>::default();
    let of_thread = Arc::clone(&control);
    let join = move |_| CONTROL.with(|control| drop(control.set(Arc::clone(&of_thread))));
    let name = |index| format!("orogen-{index}");
    let threads = ThreadPoolBuilder::new().num_threads(asked).thread_name(name).start_handler(join).build();
    let threads = threads.map_err(|error| {
        argument(
            py,
            format!("cannot start threads: {error}"),
            "call orogen.set_threads with a smaller number",
        )
    })?;
    Ok(Pool { asked, threads, control })
}

fn release(pool: Pool) {
    let mut idle = idle();
    if idle.pools.len() < MAX_IDLE {
        idle.pools.push(pool);
    }
}
