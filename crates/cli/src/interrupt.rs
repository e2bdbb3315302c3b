//! Ctrl-C and the signals that ask a program to end: the first stops the job cleanly, the second stops it immediately.

#[cfg(feature = "studio")]
use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use crate::failure::Failure;
use crate::signals::Watch;

/// Called with (samples done, samples in all) during each pass over the terrain.
pub(crate) type OnProgress = Box<dyn Fn(u64, u64) + Send + Sync>;

/// A request to stop the job, and a callback for its progress.
pub(crate) struct Interrupt {
    request: Request,
    on_progress: Option<OnProgress>,
}

/// The source of the request to stop.
enum Request {
    Signal(Watch),
    #[cfg(feature = "studio")]
    Flag(Arc<AtomicBool>),
}

impl Interrupt {
    /// Handles the signals.
    pub(crate) fn watch() -> Result<Self, Failure> {
        let watch =
            Watch::new().map_err(|error| Failure::job(format!("cannot handle Ctrl-C: {error}"), ""))?;
        Ok(Self { request: Request::Signal(watch), on_progress: None })
    }

    /// Uses a flag that the caller sets.
    #[cfg(feature = "studio")]
    pub(crate) fn from_flag(requested: Arc<AtomicBool>, on_progress: OnProgress) -> Self {
        Self { request: Request::Flag(requested), on_progress: Some(on_progress) }
    }

    /// Reports the progress of the job.
    pub(crate) fn report_progress(&self, done: u64, all: u64) {
        if let Some(on_progress) = &self.on_progress {
            on_progress(done, all);
        }
    }

    /// Whether the user asked to stop.
    pub(crate) fn is_requested(&self) -> bool {
        match &self.request {
            Request::Signal(watch) => watch.is_requested(),
            #[cfg(feature = "studio")]
            Request::Flag(requested) => requested.load(Ordering::Relaxed),
        }
    }

    /// Fails once the user asked to stop. Unfinished files are removed when they are dropped.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        if self.is_requested() {
            return Err(Failure::job("stopped: nothing was written", ""));
        }
        Ok(())
    }
}
