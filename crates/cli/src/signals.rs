//! Ctrl-C and the other signals that ask a program to end.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, OnceLock, PoisonError};

#[cfg(unix)]
use signal_hook::consts::SIGHUP;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

const SIGNALS: &[i32] = &[
    SIGINT,
    SIGTERM,
    #[cfg(unix)]
    SIGHUP,
];

/// The last of [`SIGNALS`] that this process received, or 0.
static RECEIVED: LazyLock<Arc<AtomicUsize>> = LazyLock::new(Arc::default);

/// Whether a signal asked a watching job to stop.
static REQUESTED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// Whether no job is watching. Signals then end the process as if there were no handler.
static UNWATCHED: LazyLock<Arc<AtomicBool>> = LazyLock::new(|| Arc::new(AtomicBool::new(true)));

/// Number of [`Watch`]es.
static WATCHES: Mutex<usize> = Mutex::new(0);

/// While a `Watch` exists, the first signal is a request to stop, and the second ends the process.
pub(crate) struct Watch(());

impl Watch {
    pub(crate) fn new() -> io::Result<Self> {
        static HANDLED: OnceLock<Result<(), io::ErrorKind>> = OnceLock::new();
        (*HANDLED.get_or_init(|| handle().map_err(|error| error.kind())))?;
        let mut watches = watches();
        *watches += 1;
        UNWATCHED.store(false, Ordering::Relaxed);
        Ok(Self(()))
    }

    /// Whether a signal asked to stop.
    pub(crate) fn is_requested(&self) -> bool {
        REQUESTED.load(Ordering::Relaxed)
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let mut watches = watches();
        *watches -= 1;
        UNWATCHED.store(*watches == 0, Ordering::Relaxed);
    }
}

fn watches() -> MutexGuard<'static, usize> {
    WATCHES.lock().unwrap_or_else(PoisonError::into_inner)
}

fn handle() -> io::Result<()> {
    for &signal in SIGNALS {
        // The handlers run in this order. The second one ends the process if an earlier signal has set `REQUESTED`.
        flag::register_conditional_default(signal, Arc::clone(&UNWATCHED))?;
        flag::register_conditional_shutdown(signal, of_signal(signal), Arc::clone(&REQUESTED))?;
        flag::register_usize(signal, Arc::clone(&RECEIVED), signal as usize)?;
        flag::register(signal, Arc::clone(&REQUESTED))?;
    }
    Ok(())
}

/// The exit status of a process that a signal stopped: 130 after Ctrl-C. With this status, shells end their loops.
pub(crate) fn status() -> Option<u8> {
    match RECEIVED.load(Ordering::Relaxed) {
        0 => None,
        signal => Some(of_signal(signal as i32) as u8),
    }
}

fn of_signal(signal: i32) -> i32 {
    128 + signal
}
