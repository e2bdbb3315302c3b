//! Ctrl-C and the signals that ask a program to end: the first stops the job cleanly, the second stops it immediately.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};

#[cfg(unix)]
use signal_hook::consts::SIGHUP;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use crate::failure::Failure;

/// Called with (samples done, samples in all) during each pass over the terrain.
pub(crate) type OnProgress = Box<dyn Fn(u64, u64) + Send + Sync>;

/// The signals that ask a program to end.
const SIGNALS: &[i32] = &[
    SIGINT,
    SIGTERM,
    #[cfg(unix)]
    SIGHUP,
];

/// The last of them that this process received, or 0.
static RECEIVED: LazyLock<Arc<AtomicUsize>> = LazyLock::new(Arc::default);

/// The exit status of a process that a signal stopped: 130 after Ctrl-C. Shells end their loops at it.
pub(crate) fn status() -> Option<u8> {
    match RECEIVED.load(Ordering::Relaxed) {
        0 => None,
        signal => Some(of_signal(signal as i32) as u8),
    }
}

fn of_signal(signal: i32) -> i32 {
    128 + signal
}

/// A request to stop the job, and a callback for its progress.
pub(crate) struct Interrupt {
    requested: Arc<AtomicBool>,
    on_progress: Option<OnProgress>,
}

impl Interrupt {
    /// Handles the signals. Call it once per process.
    pub(crate) fn watch() -> Result<Self, Failure> {
        let requested = Arc::new(AtomicBool::new(false));
        let watch = |signal| -> io::Result<()> {
            // These run in this order: the first ends the process if a signal came before.
            flag::register_conditional_shutdown(signal, of_signal(signal), Arc::clone(&requested))?;
            flag::register_usize(signal, Arc::clone(&RECEIVED), signal as usize)?;
            flag::register(signal, Arc::clone(&requested))?;
            Ok(())
        };
        let mut signals = SIGNALS.iter().copied();
        let watched = signals.try_for_each(watch);
        watched.map_err(|error| Failure::job(format!("cannot handle Ctrl-C: {error}"), ""))?;
        Ok(Self { requested, on_progress: None })
    }

    /// Uses a flag that the caller sets.
    #[cfg(feature = "studio")]
    pub(crate) fn from_flag(requested: Arc<AtomicBool>, on_progress: OnProgress) -> Self {
        Self { requested, on_progress: Some(on_progress) }
    }

    /// Reports the progress of the job.
    pub(crate) fn report_progress(&self, done: u64, all: u64) {
        if let Some(on_progress) = &self.on_progress {
            on_progress(done, all);
        }
    }

    /// Whether the user asked to stop.
    pub(crate) fn is_requested(&self) -> bool {
        self.requested.load(Ordering::Relaxed)
    }

    /// Fails once the user asked to stop. Unfinished files are removed when they are dropped.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        if self.is_requested() {
            return Err(Failure::job("stopped: nothing was written", ""));
        }
        Ok(())
    }
}
