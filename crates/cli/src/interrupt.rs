//! Ctrl-C: the first ends the job in good order, the second at once.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::failure::Failure;

/// Takes how many of how many samples of a pass over the terrain are done.
pub(crate) type Teller = Box<dyn Fn(u64, u64) + Send + Sync>;

/// Whether the user wants the job to stop, and how to tell a program that waits how far it is.
pub(crate) struct Interrupt {
    asked: Arc<AtomicBool>,
    teller: Option<Teller>,
}

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
        Ok(Self { asked, teller: None })
    }

    /// Looks at a flag that somebody else raises.
    #[cfg(feature = "studio")]
    pub(crate) fn by(asked: Arc<AtomicBool>, teller: Teller) -> Self {
        Self { asked, teller: Some(teller) }
    }

    /// Tells how far the job is.
    pub(crate) fn tell(&self, done: u64, all: u64) {
        if let Some(teller) = &self.teller {
            teller(done, all);
        }
    }

    /// Whether the user has asked.
    pub(crate) fn is_asked(&self) -> bool {
        self.asked.load(Ordering::Relaxed)
    }

    /// A failure once the user has asked; what is unfinished is removed on the way out.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        if self.is_asked() {
            return Err(Failure::of_job("stopped: nothing was written", ""));
        }
        Ok(())
    }
}
