//! Ctrl-C: the first ends the job in good order, the second at once.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::failure::Failure;

/// Whether the user wants the job to stop.
pub(crate) struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Watches for Ctrl-C, and for the signals by which a system asks a program to end. Once a process.
    pub(crate) fn watch() -> Result<Self, Failure> {
        let asked = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&asked);
        let watched = ctrlc::set_handler(move || {
            if flag.swap(true, Ordering::Relaxed) {
                process::exit(1);
            }
        });
        watched.map_err(|error| Failure::of_job(format!("Ctrl-C cannot be watched for: {error}"), ""))?;
        Ok(Self(asked))
    }

    /// Whether the user has asked.
    pub(crate) fn is_asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// A failure once the user has asked; what is unfinished is removed on the way out.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        if self.is_asked() {
            return Err(Failure::of_job("stopped: nothing was written", ""));
        }
        Ok(())
    }
}
