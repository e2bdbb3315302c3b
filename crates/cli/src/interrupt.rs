//! Ctrl-C and the signals that ask a program to end: the first stops the job cleanly, the second stops it immediately.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::failure::Failure;
use crate::signals;

/// Called with (samples done, samples in all) during each pass over the terrain.
pub(crate) type OnProgress = Box<dyn Fn(u64, u64) + Send + Sync>;

/// A request to stop the job, and a callback for its progress.
pub(crate) struct Interrupt {
    requested: Arc<AtomicBool>,
    on_progress: Option<OnProgress>,
}

impl Interrupt {
    /// Handles the signals. Call it once per process.
    pub(crate) fn watch() -> Result<Self, Failure> {
        let requested = Arc::new(AtomicBool::new(false));
        let watched = signals::watch(&requested);
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
